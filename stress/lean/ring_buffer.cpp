// Workers with a ring each under real threads: each takes from its ring, from a queue that takes what overflows, and
// from the others' rings, frees what it takes, and stops anywhere in between.

#include <vigil/lean/ring_buffer.hpp>
#include <vigil/lean/treiber_queue.hpp>
#include <vigil/lean/vyukov_queue.hpp>

#include <vigil/testing/duration.hpp>
#include <vigil/testing/ledger.hpp>
#include <vigil/testing/random_delays.hpp>
#include <vigil/testing/thread_set.hpp>
#include "lean/plain_task.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <memory>
#include <string>
#include <thread>

namespace vigil::stress {
namespace {

using namespace lean;

using namespace testing;

struct WorkerSet {
  unsigned owners;
  unsigned thieves;
  Pinning pinning;
};

std::string name_of(const ::testing::TestParamInfo<WorkerSet>& info) {
  static constexpr const char* kPinning[] = {"", "PinnedOneEach", "AllOnOne"};
  return std::to_string(info.param.owners) + "Owners" + std::to_string(info.param.thieves) + "Thieves" +
         kPinning[static_cast<int>(info.param.pinning)];
}

// One round: the owners push tasks into their rings; all threads take what they find.
template <class Queue>
class Round {
 public:
  Round(const WorkerSet& worker_set, unsigned number) : worker_set_(worker_set), seed_(number * std::uint64_t{1000}) {
    // The indices wrap around in the middle of a round.
    for (unsigned i = 0; i != workers(); ++i) rings_.emplace_back(0u - 60u);
  }

  void run() {
    ThreadSet threads(worker_set_.pinning);
    threads.add(workers(), [this](std::size_t worker) { work(worker); });
    threads.run();
  }

  [[nodiscard]] std::string complaint() const {
    if (const auto torn = torn_.load(); torn != 0)
      return std::to_string(torn) + " tasks came without their data, due 0";
    return ledger_.complaint(worker_set_.owners * kTasksEach);
  }

 private:
  static constexpr std::uint64_t kTasksEach = 400;
  using Ring = RingBuffer<LeanTask, 8>;

  [[nodiscard]] unsigned workers() const { return worker_set_.owners + worker_set_.thieves; }

  void work(std::size_t worker) {
    RandomDelays delays(seed_ + worker);
    Random random(seed_ - worker);
    if (worker < worker_set_.owners) {
      push_all(worker, delays, random);
      at_work_.fetch_sub(1, std::memory_order_release);
    }
    for (;;) {
      delays.perhaps();
      const bool was_last_check = at_work_.load(std::memory_order_acquire) == 0;
      if (!take_any(worker)) {
        if (was_last_check && is_all_empty(worker)) return;
        std::this_thread::yield();
      }
    }
  }

  void push_all(std::size_t worker, RandomDelays& delays, Random& random) {
    const std::uint64_t first = worker * kTasksEach;
    for (std::uint64_t i = 0; i != kTasksEach;) {
      delays.perhaps();
      Batch<LeanTask> batch;
      for (std::uint64_t left = 1 + random.below(5); left != 0 && i != kTasksEach; --left) {
        batch.push(*new PlainTask(first + i++));
      }
      queue_.push(rings_[worker].push(batch));
      if (random.one_in(2)) take(worker, rings_[worker].pop());
    }
  }

  // As the lean pool goes about it: own ring, queue, others' rings.
  bool take_any(std::size_t worker) {
    Ring& own = rings_[worker];
    if (take(worker, own.pop())) return true;
    if (const auto taken = own.consume(queue_); taken.is_success()) return take(worker, taken.task());
    for (std::size_t other = 1; other != workers(); ++other) {
      const auto taken = own.steal(rings_[(worker + other) % workers()]);
      if (taken.is_success()) return take(worker, taken.task());
    }
    return false;
  }
  // Whether there is nothing left for this worker to take, nor will be: the rings of others empty themselves.
  bool is_all_empty(std::size_t worker) { return rings_[worker].is_empty() && queue_.is_empty(); }

  bool take(std::size_t worker, LeanTask* taken) {
    if (taken == nullptr) return false;
    const std::unique_ptr<PlainTask> task(static_cast<PlainTask*>(taken));
    if (!task->is_whole()) torn_.fetch_add(1, std::memory_order_relaxed);
    ledger_.page_of(worker).push_back(task->number);
    return true;
  }

  const WorkerSet worker_set_;
  const std::uint64_t seed_;
  std::deque<Ring> rings_;
  Queue queue_;
  std::atomic<unsigned> at_work_{worker_set_.owners};
  std::atomic<std::uint64_t> torn_{0};
  Ledger ledger_{workers(), kTasksEach};
};

class RingBufferStress : public ::testing::TestWithParam<WorkerSet> {};

TEST_P(RingBufferStress, GivesEveryTaskOnceBesideATreiberQueue) {
  repeat_for_a_while([](unsigned number) {
    Round<TreiberQueue<LeanTask>> round(GetParam(), number);
    round.run();
    ASSERT_EQ(round.complaint(), "");
  });
}

TEST_P(RingBufferStress, GivesEveryTaskOnceBesideAVyukovQueue) {
  repeat_for_a_while([](unsigned number) {
    Round<VyukovQueue<LeanTask>> round(GetParam(), number);
    round.run();
    ASSERT_EQ(round.complaint(), "");
  });
}

INSTANTIATE_TEST_SUITE_P(WorkerSets, RingBufferStress,
                         ::testing::Values(WorkerSet{1, 1, Pinning::one_each}, WorkerSet{1, 3, Pinning::none},
                                           WorkerSet{2, 2, Pinning::none}, WorkerSet{1, 3, Pinning::all_on_one},
                                           WorkerSet{3, 5, Pinning::one_each}),
                         name_of);

}  // namespace
}  // namespace vigil::stress
