// Threads that are started on demand, some of them in vain, and shut down while they work, on this machine.

#include <vigil/lean/throttle.hpp>

#include <vigil/testing/duration.hpp>
#include <vigil/testing/hesitant_layer.hpp>
#include <vigil/testing/ledger.hpp>
#include <vigil/testing/random_delays.hpp>
#include <vigil/testing/thread_set.hpp>
#include <vigil/testing/watchdog.hpp>

#include <gtest/gtest.h>

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

namespace vigil::stress {
namespace {

using namespace lean;

using namespace testing;

// Appears empty while another thread has it, as the queues of the lean pool do.
class TriedQueue {
 public:
  struct Found {
    bool is_task = false;
    std::uint64_t task = 0;
    bool pushed = false;
  };

  void push(std::uint64_t task) {
    const std::lock_guard lock(mutex_);
    tasks_.push_back(task);
  }
  [[nodiscard]] Found pop() {
    const std::unique_lock lock(mutex_, std::try_to_lock);
    if (!lock || tasks_.empty()) return {};
    const std::uint64_t task = tasks_.front();
    tasks_.pop_front();
    return {true, task, !tasks_.empty()};
  }
  [[nodiscard]] bool is_empty() const {
    const std::unique_lock lock(mutex_, std::try_to_lock);
    return lock && tasks_.empty();
  }

 private:
  mutable std::mutex mutex_;
  std::deque<std::uint64_t> tasks_;
};

constexpr std::uint32_t kMostThreads = 4;
constexpr std::size_t kPosters = 3;
constexpr std::uint64_t kTasks = 100;

// A pool around the throttle. One start of a thread in `failing` fails; 1: all of them.
class Pool {
 public:
  explicit Pool(std::uint64_t failing, std::uint64_t seed)
      : ledger_(kMostThreads + kPosters, kPosters * kTasks), random_(seed), failing_(failing) {}

  // `page`: where the poster notes tasks that it runs itself.
  void schedule(std::uint64_t task, std::size_t page) {
    queue_.push(task);
    const auto start = [this] { return start_thread(); };
    if (throttle_.notify(start) == Notified::stand_in)
      throttle_.stand_in([&](Searcher& self) { drain(self, ledger_.page_of(page)); });
  }

  void shut_down_and_join() {
    throttle_.shut_down();
    throttle_.join();
    for (auto& thread : threads_) thread.join();
  }

  [[nodiscard]] std::string complaint() const { return ledger_.complaint(kPosters * kTasks); }
  [[nodiscard]] bool is_empty() const { return throttle_.load().spawned() == 0 && throttle_.load().idle() == 0; }

 private:
  bool start_thread() {
    const std::lock_guard lock(mutex_);
    if (failing_ != 0 && random_.one_in(failing_)) return false;
    const std::size_t page = kPosters + threads_.size();
    threads_.emplace_back([this, page] {
      Searcher self;
      while (throttle_.wait(self)) drain(self, ledger_.page_of(page));
      throttle_.leave(self);
    });
    return true;
  }

  void drain(Searcher& self, Ledger::Page& page) {
    for (auto found = queue_.pop(); found.is_task; found = queue_.pop()) {
      throttle_.found(
          self, found.pushed, [this] { return !queue_.is_empty(); }, [this] { return start_thread(); });
      page.push_back(found.task);
    }
  }

  TriedQueue queue_;
  Throttle<HesitantLayer> throttle_{kMostThreads};
  Ledger ledger_;
  std::mutex mutex_;
  Random random_;
  const std::uint64_t failing_;
  std::vector<std::thread> threads_;
};

void every_task_runs(std::uint64_t failing) {
  repeat_for_a_while([&](unsigned round) {
    const Watchdog watchdog([] { return std::string("a pool whose threads are started on demand"); });
    Pool pool(failing, round);
    ThreadSet threads;
    threads.add(kPosters, [&](std::size_t poster) {
      RandomDelays delays(round * kPosters + poster);
      for (std::uint64_t task = 0; task != kTasks; ++task) {
        pool.schedule(poster * kTasks + task, poster);
        delays.perhaps();
      }
    });
    threads.run();
    pool.shut_down_and_join();
    ASSERT_EQ(pool.complaint(), "");
    ASSERT_TRUE(pool.is_empty());
  });
}

TEST(Throttle, EveryTaskThatWasScheduledBeforeTheShutdownRuns) { every_task_runs(0); }
TEST(Throttle, EveryTaskRunsAlthoughSomeThreadsCannotBeStarted) { every_task_runs(2); }
TEST(Throttle, EveryTaskRunsAlthoughNoThreadCanBeStarted) { every_task_runs(1); }

}  // namespace
}  // namespace vigil::stress
