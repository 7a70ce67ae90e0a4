#pragma once

#include <array>
#include <atomic>
#include <cstdint>

namespace vigil::conformance {

// A step of a thread of a program.

// One access or fence. Mutexes and the queues of waiting threads are locations as well. A mutex holds 0 or its holder's
// number plus one. A queue holds the set of threads that wait, and above it the set that the last change released.
enum class Access : std::uint8_t {
  none,     // the thread has ended
  endless,  // the thread does not come to its next access: it seems to run for ever
  load,
  store,
  exchange,
  add,
  subtract,
  bit_and,
  bit_or,
  bit_xor,
  compare_exchange,
  fence,
  light_fence,
  heavy_fence,
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

[[nodiscard]] constexpr bool is_fence(Access access) {
  return access >= Access::fence && access <= Access::heavy_fence;
}

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

inline constexpr unsigned kThreadBits = 16;
inline constexpr std::uint64_t kThreadSet = (1U << kThreadBits) - 1;

// None: the thread cannot read this value.
[[nodiscard]] Effects effects(const Step& step, unsigned thread, std::uint64_t value);

}  // namespace vigil::conformance
