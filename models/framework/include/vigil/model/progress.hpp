#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>

namespace vigil::models {

// Shared between the process that searches and the one that shows progress.
class Progress {
 public:
  static constexpr std::size_t kMostSearches = 16;

  // By the process that searches.
  void begin(std::size_t number) {
    search_.store(static_cast<std::uint32_t>(number), std::memory_order_relaxed);
    share_done_.store(0, std::memory_order_relaxed);
  }
  void show(std::uint64_t executions, std::uint64_t blocked = 0) {
    auto& shown = shown_[current() % kMostSearches];
    shown.executions.store(executions, std::memory_order_relaxed);
    shown.blocked.store(blocked, std::memory_order_relaxed);
  }
  void show_share_done(double share) { share_done_.store(share, std::memory_order_relaxed); }
  [[nodiscard]] bool stop_is_wanted() const { return stop_.load(std::memory_order_relaxed); }

  // By the other one.
  void stop() { stop_.store(true, std::memory_order_relaxed); }
  [[nodiscard]] std::size_t current() const { return search_.load(std::memory_order_relaxed); }
  [[nodiscard]] std::uint64_t executions(std::size_t search) const {
    return shown_[search % kMostSearches].executions.load(std::memory_order_relaxed);
  }
  [[nodiscard]] std::uint64_t blocked(std::size_t search) const {
    return shown_[search % kMostSearches].blocked.load(std::memory_order_relaxed);
  }
  // Of the search under way, between 0 and 1; 0: nobody knows.
  [[nodiscard]] double share_done() const { return share_done_.load(std::memory_order_relaxed); }

 private:
  struct Shown {
    std::atomic<std::uint64_t> executions{0};
    std::atomic<std::uint64_t> blocked{0};
  };
  std::atomic<std::uint32_t> search_{0};
  std::atomic<bool> stop_{false};
  std::atomic<double> share_done_{0};
  std::array<Shown, kMostSearches> shown_{};
};

}  // namespace vigil::models
