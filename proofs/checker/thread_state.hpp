#pragma once

#include "litmus.hpp"

#include <array>
#include <cstdint>

namespace vigil::conformance {

// The steps of a thread of a program.

// One access or fence. Mutexes and the queues of waiting threads are locations as well. A mutex holds 0 or its holder's
// number plus one. A queue holds the set of threads that wait, and above it the set that the last change released.
enum class Access : std::uint8_t {
  none,  // the thread has ended
  load,
  store,
  exchange,
  add,
  compare_exchange,
  fence,
  await,           // reads only a value that is large enough
  await_exchange,  // reads only the expected value
  exchange_again,  // the same; if there is no such value, the thread goes on with another step
  lock,            // reads only 0
  try_lock,
  enter,  // joins a queue
  wake,   // reads only the change that released the thread, or leaves the queue by itself
  notify_one,
  notify_all,
};

struct Step {
  Access access = Access::none;
  unsigned location = 0;
  std::uint64_t operand = 0;
  std::uint64_t expected = 0;
  std::memory_order order = std::memory_order_relaxed;
  std::memory_order failure = std::memory_order_relaxed;
  bool spurious = false;  // a `wake` that may be spurious, or a compare-exchange that may fail spuriously
};

// A possible effect of a step that reads a value.
struct Effect {
  bool writes = false;
  bool is_spurious = false;
  std::uint64_t written = 0;
  std::memory_order order = std::memory_order_relaxed;
};
struct Effects {
  std::array<Effect, 8> each{};
  unsigned count = 0;
  void add(const Effect& effect) { each[count++] = effect; }
};

inline constexpr unsigned kThreadBits = 8;
inline constexpr std::uint64_t kThreadSet = (1U << kThreadBits) - 1;

[[nodiscard]] Effects effects(const Step& step, unsigned thread, std::uint64_t value);

// The state of a thread.
struct ThreadState {
  std::uint8_t instruction = 0;
  std::uint8_t phase = 0;  // of an instruction that takes several steps
  bool has_woken_spuriously = false;
  std::uint64_t last = 0;

  friend bool operator==(const ThreadState&, const ThreadState&) = default;
};

// Locations of a program: atomics, mutexes, the queues of condition variables, the queues of atomics.
[[nodiscard]] unsigned locations(const Program& program);

[[nodiscard]] Step next_step(const Program& program, unsigned thread, const ThreadState& state);
// The state after a step that read `value` (0 if it reads nothing).
[[nodiscard]] ThreadState after_step(const Program& program, unsigned thread, const ThreadState& state,
                                     std::uint64_t value, const Effect& effect);
// Whether the step between the two states has completed its instruction, and the instruction returns the value read,
// which is then `after.last`.
[[nodiscard]] bool has_given_back(const Program& program, unsigned thread, const ThreadState& before,
                                  const ThreadState& after);

}  // namespace vigil::conformance
