#pragma once

#include <vigil/checker/standard/atomic.hpp>

#include <cstddef>
#include <cstdint>

namespace vigil::checker::standard {

/// `std::latch`. A thread that waits for it forever misses a wake; to count below 0 is a violation.
class latch {
 public:
  explicit latch(std::ptrdiff_t expected) : count_(expected) {}
  latch(const latch&) = delete;
  latch& operator=(const latch&) = delete;

  [[nodiscard]] static constexpr std::ptrdiff_t max() noexcept { return PTRDIFF_MAX; }

  /// As of `std::latch`. `try_wait` is false only if the count is not 0.
  /// \orders What other threads did before they counted down happens before what follows a wait.
  /// \{
  void count_down(std::ptrdiff_t update = 1, Location location = Location::current()) {
    const auto before = count_.fetch_sub(update, std::memory_order_release, detail::hooks::in_library(location));
    detail::require(update >= 0 && before >= update, "a latch counts below 0", location);
  }
  [[nodiscard]] bool try_wait(Location location = Location::current()) const noexcept {
    return count_.load(std::memory_order_acquire, detail::hooks::in_library(location)) == 0;
  }
  void wait(Location location = Location::current()) const {
    count_.load_when([](std::ptrdiff_t count) { return count == 0; }, detail::hooks::Condition::Wait::sleeps,
                     {std::memory_order_acquire, detail::hooks::in_library(location)});
  }
  void arrive_and_wait(std::ptrdiff_t update = 1, Location location = Location::current()) {
    count_down(update, location);
    wait(location);
  }
  /// \}

 private:
  atomic<std::ptrdiff_t> count_;
};

}  // namespace vigil::checker::standard
