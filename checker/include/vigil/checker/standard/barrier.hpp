#pragma once

#include <vigil/checker/standard/atomic.hpp>

#include <cstddef>
#include <cstdint>
#include <utility>

namespace vigil::checker::standard {

namespace detail {

struct NoCompletion {
  void operator()() const noexcept {}
};

}  // namespace detail

/// `std::barrier`. A thread that waits for it forever misses a wake; to arrive more often than expected is a violation.
///
/// The thread that arrives last runs the completion, before any thread leaves.
template <class Completion = detail::NoCompletion>
class barrier {
 public:
  /// A phase, which a thread waits for.
  class arrival_token {
   public:
    arrival_token(arrival_token&&) noexcept = default;
    arrival_token& operator=(arrival_token&&) noexcept = default;

   private:
    friend class barrier;
    explicit arrival_token(std::uint64_t phase) : phase_(phase) {}
    std::uint64_t phase_;
  };

  explicit barrier(std::ptrdiff_t expected, Completion completion = Completion())
      : completion_(std::move(completion)), expected_(expected), state_(static_cast<std::uint64_t>(expected)) {}
  barrier(const barrier&) = delete;
  barrier& operator=(const barrier&) = delete;

  [[nodiscard]] static constexpr std::ptrdiff_t max() noexcept { return INT32_MAX; }

  /// As of `std::barrier`.
  /// \orders What the threads did before they arrived happens before the completion, and that before what follows a
  ///   wait.
  /// \{
  [[nodiscard]] arrival_token arrive(std::ptrdiff_t update = 1, Location location = Location::current()) {
    const auto count = static_cast<std::uint64_t>(update);
    const auto before = state_.fetch_sub(count, std::memory_order_acq_rel, detail::hooks::in_library(location));
    detail::require(update > 0 && pending(before) >= count, "more arrive at a barrier than it expects", location);
    if (pending(before) == count) complete(phase(before), location);
    return arrival_token(phase(before));
  }
  void wait(arrival_token&& arrival, Location location = Location::current()) const {
    state_.load_when([left = arrival.phase_](std::uint64_t state) { return phase(state) != left; },
                     detail::hooks::Condition::Wait::sleeps,
                     {std::memory_order_acquire, detail::hooks::in_library(location)});
  }
  void arrive_and_wait(Location location = Location::current()) { wait(arrive(1, location), location); }
  void arrive_and_drop(Location location = Location::current()) {
    expected_.fetch_sub(1, std::memory_order_relaxed, detail::hooks::in_library(location));
    (void)arrive(1, location);
  }
  /// \}

 private:
  static constexpr unsigned kPhase = 32;
  [[nodiscard]] static constexpr std::uint64_t phase(std::uint64_t state) { return state >> kPhase; }
  [[nodiscard]] static constexpr std::uint64_t pending(std::uint64_t state) { return state & UINT32_MAX; }

  void complete(std::uint64_t phase, Location location) {
    completion_();
    const auto expected =
        static_cast<std::uint64_t>(expected_.load(std::memory_order_relaxed, detail::hooks::in_library(location)));
    state_.store((phase + 1) << kPhase | expected, std::memory_order_release, detail::hooks::in_library(location));
  }

  Completion completion_;
  atomic<std::ptrdiff_t> expected_;
  atomic<std::uint64_t> state_;  // the phase, and how many have yet to arrive in it
};

}  // namespace vigil::checker::standard
