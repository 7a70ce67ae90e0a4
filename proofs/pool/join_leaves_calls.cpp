// Does a join leave its calls to workers that could make them?

#include <vigil/pool/observer.hpp>
#include <vigil/pool/thread_pool.hpp>

#include <vigil/testing/watchdog.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cstddef>
#include <string>
#include <thread>

namespace vigil {
namespace {

// Which of four workers have slept.
struct Sleepers final : PoolObserver {
  void becomes(std::size_t worker, Activity activity) noexcept override {
    if (activity == Activity::sleeping) have_slept[worker] = true;
  }
  [[nodiscard]] bool are_all() const {
    return std::all_of(have_slept.begin(), have_slept.end(), [](const std::atomic<bool>& has) { return has.load(); });
  }
  std::array<std::atomic<bool>, 4> have_slept{};
};

// All calls of the tree wait for each other, so each needs a worker. None of them joins while it waits.
TEST(Join, LeavesACallToEachIdleWorker) {
  constexpr int kWorkers = 4;
  Sleepers sleepers;
  ThreadPool pool({.workers = kWorkers, .observer = &sleepers});
  while (!sleepers.are_all()) std::this_thread::yield();
  std::atomic<int> waiting{0};
  const testing::Watchdog watchdog([&] { return std::to_string(waiting) + " of 4 calls have begun"; });
  const auto wait_for_all = [&] {
    ++waiting;
    while (waiting != kWorkers) std::this_thread::yield();
  };
  const auto two = [&](ThreadPool::Worker& worker) { (void)join(worker, wait_for_all, wait_for_all); };
  pool.call([&](ThreadPool::Worker& worker) { (void)join(worker, two, two); });
  EXPECT_EQ(waiting, kWorkers);
}

// The worker waits for a call to another pool, and runs nothing meanwhile. The inner call was private until then.
TEST(Join, LeavesItsCallsToOthersWhileItsWorkerWaitsAtItsLimit) {
  ThreadPool near({.workers = 2, .nested_calls = 0});
  ThreadPool far({.workers = 1});
  std::atomic<bool> other_is_busy{false}, other_is_free{false}, is_called{false};
  const auto wait_for = [](const std::atomic<bool>& what) {
    while (!what) std::this_thread::yield();
  };
  const testing::Watchdog watchdog([] { return std::string("the inner call was kept from the other worker"); });
  near.call([&](ThreadPool::Worker& worker) {
    const auto keep_busy = [&] {
      other_is_busy = true;
      wait_for(other_is_free);
    };
    const auto call_far = [&] {
      other_is_free = true;
      far.call([&] { wait_for(is_called); });
    };
    (void)join(
        worker,
        [&] {
          wait_for(other_is_busy);
          (void)join(
              worker, [&] { (void)join(worker, call_far, [&] { is_called = true; }); }, [] {});
        },
        keep_busy);
  });
  EXPECT_TRUE(is_called);
}

}  // namespace
}  // namespace vigil
