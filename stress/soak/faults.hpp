#pragma once

#include <array>
#include <bitset>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

namespace vigil::soak {

// What a round may do to the part that it runs.
enum class Fault : std::uint8_t {
  thread_start,    // a thread cannot be started
  allocation,      // a call of `new` fails
  exception,       // a job throws
  delay,           // a thread pauses between two of its operations
  signal,          // a thread gets a signal, which interrupts its system call
  stopped_thread,  // a thread is held for a while, wherever it is
  creator_end,     // the thread that made a pool, posted jobs or opened a scope ends or leaves at once
};
inline constexpr std::array<std::string_view, 7> kFaultNames = {"thread-start", "allocation",     "exception",  "delay",
                                                                "signal",       "stopped-thread", "creator-end"};
inline constexpr std::size_t kFaults = kFaultNames.size();

using FaultSet = std::bitset<kFaults>;
using FaultCounts = std::array<std::uint64_t, kFaults>;

[[nodiscard]] constexpr std::size_t index_of(Fault fault) { return static_cast<std::size_t>(fault); }
[[nodiscard]] std::optional<Fault> fault_of(std::string_view name);

// Counts a fault that has happened. Any thread, also a signal handler.
void count(Fault fault);
// What has happened since the last call.
FaultCounts take_counts();

// How often calls fail and threads pause from now on: once in so many, 0 for never. Which ones, the seed decides, with
// the number of calls before.
struct Injection {
  std::uint64_t seed = 0;
  std::uint64_t thread_start = 0;
  std::uint64_t allocation = 0;
  std::uint64_t delay = 0;
};
void inject(const Injection& injection);
[[nodiscard]] const Injection& injection();

// Whether the next start of a thread, or the next call of `new`, fails. Only where the calling thread is exposed.
[[nodiscard]] bool start_fails();
[[nodiscard]] bool allocation_fails();

// Only exposed threads meet failing calls: those with an object of this class, and the threads that they start. The
// soak's own code is not exposed, so that every failure is one of core.
class Exposed {
 public:
  Exposed() : before_(here) { here = true; }
  ~Exposed() { here = before_; }
  Exposed(const Exposed&) = delete;
  Exposed& operator=(const Exposed&) = delete;

  static inline constinit thread_local bool here = false;

 private:
  const bool before_;
};

// The opposite, for code of the soak that runs in jobs.
class Spared {
 public:
  Spared() : before_(Exposed::here) { Exposed::here = false; }
  ~Spared() { Exposed::here = before_; }
  Spared(const Spared&) = delete;
  Spared& operator=(const Spared&) = delete;

 private:
  const bool before_;
};

}  // namespace vigil::soak
