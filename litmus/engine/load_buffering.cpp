#include "load_buffering.hpp"

#include <algorithm>
#include <cstddef>
#include <vector>

namespace vigil::litmus {
namespace {

using Kind = Instruction::Kind;

// An operation on an object, as far as cycles go. A mutex is an object that its unlocks write and its locks read.
struct Access {
  std::size_t thread = 0;
  std::size_t instruction = 0;
  std::uint32_t first = 0, end = 0;  // the objects that it may be on
  bool reads = false, writes = false;
  bool acquires = false, releases = false;
};

bool acquires(std::memory_order order) {
  return order != std::memory_order_relaxed && order != std::memory_order_release;
}
bool releases(std::memory_order order) {
  return order == std::memory_order_release || order == std::memory_order_acq_rel || order == std::memory_order_seq_cst;
}

// A compare-exchange that fails acquires as its other order says.
bool always_acquires(const Instruction& it) {
  const bool may_fail = it.kind >= Kind::compare_exchange && it.kind <= Kind::carrying_add && it.kind != Kind::await;
  return acquires(it.order) && (!may_fail || acquires(it.failure));
}

// Only a try_lock that fails reads that a mutex is held. What is no access of an atomic and not on a mutex is taken for
// an operation that orders nothing.
Access access_of(const Instruction& it, std::size_t thread, std::size_t number, bool locks_are_read) {
  const std::uint32_t end = it.object + (it.index == kNone ? 1 : it.extent);
  Access access{thread, number, it.object, end, true, true, false, false};
  if (is_atomic_access(it.kind)) {
    access.reads = it.kind != Kind::store;
    access.writes = it.kind != Kind::load && it.kind != Kind::await;
    access.acquires = always_acquires(it);
    access.releases = releases(it.order);
  } else if (it.kind == Kind::lock || it.kind == Kind::await_lock) {
    access.acquires = true;
    access.writes = locks_are_read;
  } else if (it.kind == Kind::unlock) {
    access.reads = false;
    access.releases = true;
  }
  return access;
}

bool uses_try_lock(const Program& program) {
  return std::ranges::any_of(program.threads, [](const Thread& thread) {
    return std::ranges::find(thread.code, Kind::try_lock, &Instruction::kind) != thread.code.end();
  });
}

std::vector<Access> accesses_of(const Program& program) {
  const bool locks_are_read = uses_try_lock(program);
  std::vector<Access> found;
  for (std::size_t thread = 0; thread != program.threads.size(); ++thread)
    for (std::size_t at = 0; at != program.threads[thread].code.size(); ++at) {
      const Instruction& it = program.threads[thread].code[at];
      if (!is_operation(it.kind) || is_fence(it.kind)) continue;
      // A plain access that does not race happens before, or after, whatever it reads from or is read by.
      if (is_plain_access(it.kind)) continue;
      found.push_back(access_of(it, thread, at, locks_are_read));
      // It unlocks the mutex, and locks it again.
      if (it.kind == Kind::wait) found.push_back({thread, at, it.mutex, it.mutex + 1, true, true, true, true});
    }
  return found;
}

// Of each instruction: those that its thread may come to after it.
std::vector<std::vector<bool>> followers_in(const Thread& thread) {
  const std::size_t size = thread.code.size();
  std::vector<std::vector<bool>> followers(size, std::vector<bool>(size));
  for (std::size_t from = 0; from != size; ++from) {
    std::vector<std::size_t> waiting{from};
    while (!waiting.empty()) {
      const std::size_t at = waiting.back();
      const Instruction& it = thread.code[at];
      waiting.pop_back();
      const auto come_to = [&](std::size_t next) {
        if (next >= size || followers[from][next]) return;
        followers[from][next] = true;
        waiting.push_back(next);
      };
      if (it.kind != Kind::jump) come_to(at + 1);
      if (it.kind == Kind::jump || it.kind == Kind::jump_if_zero) come_to(it.target);
    }
  }
  return followers;
}

class Cycles {
 public:
  explicit Cycles(const Program& program) : accesses_(accesses_of(program)) {
    for (const Thread& thread : program.threads) followers_.push_back(followers_in(thread));
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

  // A cycle that C++20 permits has reads-from that do not synchronise. Between two of them, all is happens-before.
  // - If all of these reads were in one thread, the first would happen before the write that it reads.
  // - If all of these writes were in one thread, the last would happen after its read.
  // - If all were on one object, its modification order would be a cycle: a read's source precedes later writes.
  [[nodiscard]] bool has_permitted() const {
    const std::vector<Edge> edges = unordered_edges();
    return std::ranges::any_of(edges, [&](const Edge& edge) {
      bool other_reader = false, other_writer = false, other_object = false;
      for (const Edge& other : edges) {
        if (!reaches_[edge.read][other.write] || !reaches_[other.read][edge.write]) continue;
        other_reader |= accesses_[other.read].thread != accesses_[edge.read].thread;
        other_writer |= accesses_[other.write].thread != accesses_[edge.write].thread;
        other_object |= may_be_of_two(accesses_[edge.write], accesses_[other.write]);
      }
      return other_reader && other_writer && other_object;
    });
  }

 private:
  struct Edge {
    std::size_t write, read;
  };

  // The reads-from in cycles that do not synchronise.
  [[nodiscard]] std::vector<Edge> unordered_edges() const {
    std::vector<Edge> edges;
    for (std::size_t write = 0; write != accesses_.size(); ++write)
      for (std::size_t read = 0; read != accesses_.size(); ++read) {
        const bool synchronises = accesses_[write].releases && accesses_[read].acquires;
        if (is_read_from(write, read) && !synchronises && reaches_[read][write]) edges.push_back({write, read});
      }
    return edges;
  }
  // From a read to a write, which may be the same read-modify-write.
  [[nodiscard]] bool is_program_order(std::size_t from, std::size_t to) const {
    const Access& one = accesses_[from];
    const Access& other = accesses_[to];
    return one.thread == other.thread && one.reads && other.writes &&
           followers_[one.thread][one.instruction][other.instruction];
  }
  [[nodiscard]] bool is_read_from(std::size_t from, std::size_t to) const {
    const Access& write = accesses_[from];
    const Access& read = accesses_[to];
    return write.thread != read.thread && write.writes && read.reads && write.first < read.end &&
           read.first < write.end;
  }
  [[nodiscard]] static bool may_be_of_two(const Access& one, const Access& other) {
    return one.end - one.first > 1 || other.end - other.first > 1 || one.first != other.first;
  }

  std::vector<Access> accesses_;
  std::vector<std::vector<std::vector<bool>>> followers_;  // of each thread
  std::vector<std::vector<bool>> reaches_;
};

}  // namespace

bool may_buffer_loads(const Program& program) { return Cycles(program).has_permitted(); }

}  // namespace vigil::litmus
