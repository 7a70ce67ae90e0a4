#include "watchdog.hpp"

#include "thread_list.hpp"

#include <utility>

namespace vigil::soak {

Watchdog::Watchdog(std::chrono::seconds limit, Stalled stalled) : limit_(limit), stalled_(std::move(stalled)) {
  const Unlisted unlisted;
  thread_ = std::thread([this] { run(); });
}

Watchdog::~Watchdog() {
  {
    const std::lock_guard lock(mutex_);
    is_over_ = true;
  }
  over_.notify_one();
  thread_.join();
}

void Watchdog::begin() {
  const std::lock_guard lock(mutex_);
  is_running_ = true;
  ++rounds_;
}
void Watchdog::end() {
  const std::lock_guard lock(mutex_);
  is_running_ = false;
}
void Watchdog::watch(const testing::Marks* marks) {
  const std::lock_guard lock(mutex_);
  marks_ = marks;
}

std::uint64_t Watchdog::done() const {
  std::uint64_t done = 0;
  if (marks_ != nullptr)
    for (std::size_t job = 0; job != marks_->jobs(); ++job) done += marks_->times(job);
  return done;
}

void Watchdog::run() {
  std::pair<std::uint64_t, std::uint64_t> seen;
  auto since = std::chrono::steady_clock::now();
  std::unique_lock lock(mutex_);
  while (!over_.wait_for(lock, std::chrono::seconds(1), [this] { return is_over_; })) {
    const auto now = std::chrono::steady_clock::now();
    const std::pair<std::uint64_t, std::uint64_t> seen_now(rounds_, done());
    if (!is_running_ || seen_now != seen) {
      seen = seen_now;
      since = now;
    } else if (now - since >= limit_) {
      stalled_(seen.second, marks_ == nullptr ? 0 : marks_->jobs());
      return;
    }
  }
}

}  // namespace vigil::soak
