#pragma once

#include "round.hpp"

#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <functional>
#include <mutex>
#include <thread>

namespace vigil::soak {

// Calls `stalled` if a round runs no further job for so long: a missed wake. A round that has run its last job has as
// long to end.
class Watchdog : public Observer {
 public:
  using Stalled = std::function<void(std::uint64_t done, std::uint64_t jobs)>;

  Watchdog(std::chrono::seconds limit, Stalled stalled);
  ~Watchdog() override;
  Watchdog(const Watchdog&) = delete;
  Watchdog& operator=(const Watchdog&) = delete;

  // A round begins, or the last one has ended.
  void begin();
  void end();
  void watch(const testing::Marks* marks) override;

 private:
  void run();
  [[nodiscard]] std::uint64_t done() const;

  const std::chrono::seconds limit_;
  const Stalled stalled_;
  std::mutex mutex_;
  std::condition_variable over_;
  bool is_over_ = false;
  bool is_running_ = false;
  std::uint64_t rounds_ = 0;
  const testing::Marks* marks_ = nullptr;
  std::thread thread_;
};

}  // namespace vigil::soak
