#include "random_programs.hpp"

#include <rapidcheck.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <cstddef>
#include <cstdlib>
#include <ostream>
#include <random>
#include <utility>
#include <vector>

namespace vigil::conformance {
namespace {

constexpr unsigned kMostOperations = 9;
constexpr unsigned kMostOfThread = 4;

// The composition of a family: how often each kind of instruction occurs, and percentages.
struct Mix {
  std::vector<std::pair<unsigned, Kind>> kinds;
  unsigned most_threads = 4;
  unsigned atomics = 3;
  unsigned seq_cst = 10;      // of the operations, besides those that are seq_cst by chance
  unsigned conditional = 10;  // of the instructions
  unsigned locked = 0;        // of the instructions, which are under a mutex
  unsigned mutexes = 1;
  unsigned trying = 0;   // of the locks, which are tries
  unsigned waiting = 0;  // of the locked ones, which wait on a condition variable
};

unsigned below(unsigned limit) { return *rc::gen::inRange(0U, limit); }
bool happens(unsigned percentage) { return below(100) >= 100 - percentage; }

// The first kind of a mix is the simplest. Shrinking prefers it.
Kind kind_of(const Mix& mix) {
  unsigned total = 0;
  for (const auto& [weight, kind] : mix.kinds) total += weight;
  unsigned drawn = below(total);
  for (const auto& [weight, kind] : mix.kinds) {
    if (drawn < weight) return kind;
    drawn -= weight;
  }
  return mix.kinds.front().second;
}

template <std::size_t Size>
std::memory_order one_of(const std::array<std::memory_order, Size>& orders) {
  return orders[below(Size)];
}

std::memory_order order_of(const Mix& mix, Kind kind) {
  constexpr auto kRelaxed = std::memory_order_relaxed, kAcquire = std::memory_order_acquire,
                 kRelease = std::memory_order_release, kBoth = std::memory_order_acq_rel,
                 kSeqCst = std::memory_order_seq_cst;
  if (happens(mix.seq_cst)) return kSeqCst;
  switch (kind) {
    case Kind::load:
    case Kind::await:
    case Kind::atomic_wait:
      return one_of(std::array{kRelaxed, kAcquire, kSeqCst});
    case Kind::store:
      return one_of(std::array{kRelaxed, kRelease, kSeqCst});
    case Kind::fence:
    case Kind::light_fence:
    case Kind::heavy_fence:
      return one_of(std::array{kSeqCst, kAcquire, kRelease, kBoth});
    default:
      return one_of(std::array{kRelaxed, kAcquire, kRelease, kBoth, kSeqCst});
  }
}

Instruction instruction_of(const Mix& mix) {
  Instruction instruction;
  instruction.kind = kind_of(mix);
  instruction.if_odd = happens(mix.conditional);
  const bool is_notification = instruction.kind == Kind::notify_one || instruction.kind == Kind::notify_all;
  if (is_fence(instruction.kind) || is_notification) {
    if (!is_notification) instruction.order = order_of(mix, instruction.kind);
    return instruction;
  }
  instruction.object = below(mix.atomics);
  if (instruction.kind == Kind::load) {
    instruction.order = order_of(mix, Kind::load);
    return instruction;
  }
  instruction.value = instruction.kind == Kind::atomic_wait ? below(2) : 1 + below(2);
  if (instruction.kind == Kind::atomic_notify_one || instruction.kind == Kind::atomic_notify_all) return instruction;
  instruction.order = order_of(mix, instruction.kind);
  if (instruction.kind < Kind::compare_exchange || instruction.kind > Kind::carrying_add) return instruction;
  const bool adds = instruction.kind == Kind::reloading_add || instruction.kind == Kind::carrying_add;
  if (!adds) instruction.expected = below(3);
  instruction.failure = order_of(mix, Kind::load);
  return instruction;
}

using Code = std::vector<Instruction>;

// Under a mutex if it is free.
void add_tried(const Mix& mix, Code& code, unsigned mutex) {
  code.push_back({.kind = Kind::try_lock, .object = mutex});
  code.push_back({.kind = Kind::store, .if_odd = true, .object = below(mix.atomics), .value = 1 + below(2)});
  code.push_back({.kind = Kind::unlock, .if_odd = true, .object = mutex});
}

// Under one mutex, sometimes under two, or with a wait in between. A wait is often conditional: a wait that nothing can
// end shows little.
void add_locked(const Mix& mix, Code& code, unsigned size) {
  const unsigned first = below(mix.mutexes);
  const unsigned second = below(mix.mutexes);
  if (happens(mix.trying)) {
    add_tried(mix, code, first);
    return;
  }
  code.push_back({.kind = happens(mix.trying) ? Kind::await_lock : Kind::lock, .object = first});
  if (second != first) code.push_back({.kind = Kind::lock, .object = second});
  for (unsigned i = 0; i != size; ++i) {
    if (happens(mix.waiting))
      code.push_back({.kind = Kind::wait, .if_odd = happens(40), .object = 0, .mutex = first});
    else
      code.push_back(instruction_of(mix));
  }
  if (second != first) code.push_back({.kind = Kind::unlock, .object = second});
  code.push_back({.kind = Kind::unlock, .object = first});
}

Code code_of(const Mix& mix, unsigned most) {
  Code code;
  const unsigned due = 1 + below(std::min(most, kMostOfThread));
  while (code.size() < due) {
    if (happens(mix.locked))
      add_locked(mix, code, 1 + below(2));
    else
      code.push_back(instruction_of(mix));
  }
  return code;
}

rc::Gen<Program> programs(const Mix& mix) {
  return rc::gen::exec([mix] {
    Program program{
        .atomics = mix.atomics, .mutexes = mix.locked == 0 ? 0 : mix.mutexes, .conditions = mix.waiting == 0 ? 0U : 1U};
    const unsigned threads = 2 + below(mix.most_threads - 1);
    unsigned operations = 0;
    while (program.threads.size() < threads && operations < kMostOperations) {
      program.threads.push_back(code_of(mix, kMostOperations - operations));
      operations += static_cast<unsigned>(program.threads.back().size());
    }
    // Numbers and names are the text's, so that a program that is printed and read again is the same one.
    return parse(print(program));
  });
}

rc::Gen<Program> everything() {
  return programs({.kinds = {{30, Kind::load},
                             {30, Kind::store},
                             {10, Kind::fetch_add},
                             {5, Kind::exchange},
                             {10, Kind::compare_exchange},
                             {5, Kind::weak_compare_exchange},
                             {8, Kind::fence},
                             {4, Kind::await}},
                   .locked = 5});
}
rc::Gen<Program> seq_cst_mixes() {
  return programs({.kinds = {{40, Kind::load}, {40, Kind::store}, {5, Kind::fetch_add}, {15, Kind::fence}},
                   .atomics = 2,
                   .seq_cst = 45,
                   .conditional = 5});
}
rc::Gen<Program> read_modify_write_chains() {
  return programs({.kinds = {{15, Kind::load},
                             {15, Kind::store},
                             {30, Kind::fetch_add},
                             {10, Kind::exchange},
                             {20, Kind::compare_exchange},
                             {10, Kind::weak_compare_exchange}},
                   .atomics = 2});
}
rc::Gen<Program> fences() {
  return programs({.kinds = {{35, Kind::load}, {35, Kind::store}, {5, Kind::fetch_add}, {25, Kind::fence}},
                   .atomics = 2,
                   .seq_cst = 5,
                   .conditional = 5});
}
rc::Gen<Program> asymmetric_fences() {
  return programs({.kinds = {{30, Kind::load},
                             {35, Kind::store},
                             {5, Kind::fetch_add},
                             {12, Kind::light_fence},
                             {13, Kind::heavy_fence},
                             {5, Kind::fence}},
                   .atomics = 2,
                   .seq_cst = 20,
                   .conditional = 5});
}
rc::Gen<Program> mutexes() {
  return programs({.kinds = {{40, Kind::load}, {40, Kind::store}, {10, Kind::fetch_add}, {10, Kind::fence}},
                   .most_threads = 3,
                   .atomics = 2,
                   .locked = 60,
                   .mutexes = 2,
                   .trying = 25});
}
rc::Gen<Program> condition_variables() {
  return programs({.kinds = {{30, Kind::load}, {25, Kind::store}, {25, Kind::notify_one}, {20, Kind::notify_all}},
                   .most_threads = 3,
                   .atomics = 1,
                   .conditional = 15,
                   .locked = 45,
                   .waiting = 55});
}
rc::Gen<Program> atomic_waits() {
  return programs({.kinds = {{20, Kind::load},
                             {30, Kind::store},
                             {5, Kind::fetch_add},
                             {20, Kind::atomic_wait},
                             {15, Kind::atomic_notify_one},
                             {10, Kind::atomic_notify_all}},
                   .most_threads = 3,
                   .atomics = 2});
}
rc::Gen<Program> awaits() {
  return programs(
      {.kinds = {{25, Kind::load}, {40, Kind::store}, {10, Kind::fetch_add}, {25, Kind::await}}, .atomics = 2});
}
rc::Gen<Program> loops() {
  return programs({.kinds = {{20, Kind::load},
                             {30, Kind::store},
                             {15, Kind::await},
                             {15, Kind::await_exchange},
                             {20, Kind::reloading_add}},
                   .most_threads = 3,
                   .atomics = 2});
}
rc::Gen<Program> carrying_loops() {
  return programs({.kinds = {{20, Kind::load}, {30, Kind::store}, {10, Kind::exchange}, {40, Kind::carrying_add}},
                   .most_threads = 3,
                   .atomics = 2});
}
rc::Gen<Program> branches() {
  return programs({.kinds = {{35, Kind::load},
                             {35, Kind::store},
                             {10, Kind::fetch_add},
                             {10, Kind::compare_exchange},
                             {10, Kind::fence}},
                   .conditional = 45});
}

constexpr std::array<Family, 12> kFamilies{{
    {"everything mixed", &everything},
    {"seq_cst mixes", &seq_cst_mixes},
    {"read-modify-write chains", &read_modify_write_chains},
    {"fences", &fences},
    {"asymmetric fences", &asymmetric_fences},
    {"mutexes", &mutexes},
    {"condition variables", &condition_variables},
    {"atomic waits", &atomic_waits},
    {"awaits", &awaits},
    {"loops", &loops},
    {"carrying loops", &carrying_loops},
    {"branches", &branches},
}};

#ifdef VIGIL_INSTRUMENTED
constexpr std::uint64_t kByDefault = 200;
#else
constexpr std::uint64_t kByDefault = 5'000;
#endif

std::uint64_t number_from(const char* variable, std::uint64_t otherwise) {
  const char* const text = std::getenv(variable);
  return text == nullptr ? otherwise : std::strtoull(text, nullptr, 10);
}

}  // namespace

std::span<const Family> families() { return kFamilies; }

void PrintTo(const Family& family, std::ostream* out) { *out << family.name; }

std::uint64_t programs_wanted() { return number_from("VIGIL_PROGRAMS", kByDefault); }

// The same programs in every run unless VIGIL_SEED is set: a failure can be repeated.
std::uint64_t seed() {
  constexpr std::uint64_t kUsualSeed = 1;
  static const std::uint64_t drawn = number_from("VIGIL_SEED", kUsualSeed);
  return drawn;
}

std::string identifier(std::string_view name) {
  std::string text;
  for (const char character : name) text += std::isalnum(static_cast<unsigned char>(character)) != 0 ? character : '_';
  return text;
}

}  // namespace vigil::conformance
