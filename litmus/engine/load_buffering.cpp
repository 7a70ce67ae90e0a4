#include "load_buffering.hpp"

#include <algorithm>
#include <cstddef>
#include <set>
#include <utility>
#include <vector>

namespace vigil::litmus {
namespace {

using Kind = Instruction::Kind;

// An access of an atomic, as far as cycles go.
struct Access {
  std::size_t thread = 0;
  std::size_t instruction = 0;
  std::uint32_t first = 0, end = 0;  // the objects that it may be of
  bool reads = false, writes = false;
  bool acquires = false, releases = false;
};

bool acquires(std::memory_order order) {
  return order != std::memory_order_relaxed && order != std::memory_order_release;
}
bool releases(std::memory_order order) {
  return order == std::memory_order_release || order == std::memory_order_acq_rel || order == std::memory_order_seq_cst;
}

bool reads(Kind kind) { return (is_atomic_access(kind) && kind != Kind::store) || kind == Kind::atomic_wait; }
bool writes(Kind kind) { return is_atomic_access(kind) && kind != Kind::load && kind != Kind::await; }

std::vector<Access> accesses_of(const Program& program) {
  std::vector<Access> found;
  for (std::size_t thread = 0; thread != program.threads.size(); ++thread)
    for (std::size_t at = 0; at != program.threads[thread].code.size(); ++at) {
      const Instruction& it = program.threads[thread].code[at];
      if (!reads(it.kind) && !writes(it.kind)) continue;
      // A compare-exchange that fails acquires as its other order says.
      const bool may_fail =
          it.kind >= Kind::compare_exchange && it.kind <= Kind::carrying_add && it.kind != Kind::await;
      const bool acquires_always = acquires(it.order) && (!may_fail || acquires(it.failure));
      found.push_back({thread, at, it.object, it.object + (it.index == kNone ? 1 : it.extent), reads(it.kind),
                       writes(it.kind), acquires_always, releases(it.order)});
    }
  return found;
}

// Whether a thread may come to an instruction after another one.
bool comes_after(const Thread& thread, std::size_t first, std::size_t then) {
  if (first < then) return true;
  return std::ranges::any_of(thread.code, [&](const Instruction& each) {
    const auto at = static_cast<std::size_t>(&each - thread.code.data());
    const bool jumps = each.kind == Kind::jump || each.kind == Kind::jump_if_zero;
    return jumps && at >= first && each.target <= then;
  });
}

class Cycles {
 public:
  explicit Cycles(const Program& program) : program_(program), accesses_(accesses_of(program)) {
    const std::size_t size = accesses_.size();
    reaches_.assign(size, std::vector<bool>(size));
    for (std::size_t from = 0; from != size; ++from)
      for (std::size_t to = 0; to != size; ++to)
        reaches_[from][to] = is_program_order(from, to) || is_read_from(from, to);
    for (std::size_t middle = 0; middle != size; ++middle)
      for (std::size_t from = 0; from != size; ++from)
        for (std::size_t to = 0; reaches_[from][middle] && to != size; ++to)
          if (reaches_[middle][to]) reaches_[from][to] = true;
  }

  // Two reads-from that do not synchronise, in one cycle. A cycle of one location contradicts its modification order.
  [[nodiscard]] bool has_unordered() const {
    std::vector<std::pair<std::size_t, std::size_t>> unordered;
    for (std::size_t from = 0; from != accesses_.size(); ++from)
      for (std::size_t to = 0; to != accesses_.size(); ++to) {
        const bool synchronises = accesses_[from].releases && accesses_[to].acquires;
        if (is_read_from(from, to) && !synchronises && reaches_[to][from]) unordered.emplace_back(from, to);
      }
    for (const auto& [from, to] : unordered)
      for (const auto& [other_from, other_to] : unordered)
        if (from != other_from && to != other_to && reaches_[to][other_from] && reaches_[other_to][from] &&
            has_two_locations(from))
          return true;
    return false;
  }

 private:
  // From a read to a write, which may be the same read-modify-write.
  [[nodiscard]] bool is_program_order(std::size_t from, std::size_t to) const {
    const Access& one = accesses_[from];
    const Access& other = accesses_[to];
    return one.thread == other.thread && one.reads && other.writes && from != to &&
           comes_after(program_.threads[one.thread], one.instruction, other.instruction);
  }
  [[nodiscard]] bool is_read_from(std::size_t from, std::size_t to) const {
    const Access& write = accesses_[from];
    const Access& read = accesses_[to];
    return write.thread != read.thread && write.writes && read.reads && write.first < read.end &&
           read.first < write.end;
  }
  [[nodiscard]] bool has_two_locations(std::size_t of) const {
    std::set<std::uint32_t> objects;
    for (std::size_t each = 0; each != accesses_.size(); ++each)
      if (reaches_[of][each] && reaches_[each][of])
        for (std::uint32_t object = accesses_[each].first; object != accesses_[each].end; ++object)
          objects.insert(object);
    return objects.size() > 1;
  }

  const Program& program_;
  std::vector<Access> accesses_;
  std::vector<std::vector<bool>> reaches_;
};

}  // namespace

bool may_buffer_loads(const Program& program) { return Cycles(program).has_unordered(); }

}  // namespace vigil::litmus
