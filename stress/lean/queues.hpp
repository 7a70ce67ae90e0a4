#pragma once

#include "lean/plain_task.hpp"

#include <vigil/lean/queue_consumer.hpp>

#include <vigil/testing/duration.hpp>
#include <vigil/testing/ledger.hpp>
#include <vigil/testing/random_delays.hpp>
#include <vigil/testing/thread_set.hpp>

#include <gtest/gtest.h>

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <thread>

// What both queues of the lean pool go through: real threads that stop anywhere, and free what they take.
namespace vigil::stress {

using namespace lean;

using namespace testing;

struct QueueCrowd {
  unsigned producers;
  unsigned consumers;
  Pinning pinning;
};

inline std::string name_of_crowd(const ::testing::TestParamInfo<QueueCrowd>& info) {
  static constexpr const char* kPinning[] = {"", "PinnedOneEach", "AllOnOne"};
  return std::to_string(info.param.producers) + "Producers" + std::to_string(info.param.consumers) + "Consumers" +
         kPinning[static_cast<int>(info.param.pinning)];
}

inline auto queue_crowds() {
  return ::testing::Values(QueueCrowd{1, 1, Pinning::one_each}, QueueCrowd{2, 2, Pinning::none},
                           QueueCrowd{1, 3, Pinning::all_on_one}, QueueCrowd{4, 4, Pinning::none},
                           QueueCrowd{8, 3, Pinning::one_each});
}

// One round: producers leave tasks that consumers take and free.
template <class Queue>
class QueueRound {
 public:
  QueueRound(const QueueCrowd& crowd, unsigned number) : crowd_(crowd), seed_(number * std::uint64_t{1000}) {}

  // Consumers search until no task comes any more.
  void run_awake() {
    ThreadSet threads(crowd_.pinning);
    threads.add(crowd_.producers, [this](std::size_t producer) { push_all(producer); });
    threads.add(crowd_.consumers, [this](std::size_t consumer) { take_until_empty(consumer); });
    threads.run();
  }
  // Consumers sleep when they find nothing, and rely on being woken: a wake that is missed is a test that never ends.
  void run_asleep() {
    ThreadSet threads(crowd_.pinning);
    threads.add(crowd_.producers, [this](std::size_t producer) { push_all(producer); });
    threads.add(crowd_.consumers, [this](std::size_t consumer) { take_or_sleep(consumer); });
    threads.run();
  }

  [[nodiscard]] std::string complaint() const {
    if (const auto torn = torn_.load(); torn != 0)
      return std::to_string(torn) + " tasks came without their data, due 0";
    if (!queue_.is_empty()) return "a task was left behind";
    return ledger_.complaint(posted());
  }

 private:
  static constexpr std::uint64_t kTasksEach = 200;

  [[nodiscard]] std::uint64_t posted() const { return crowd_.producers * kTasksEach; }

  void push_all(std::size_t producer) {
    RandomDelays delays(seed_ + producer);
    Random random(seed_ - producer);
    const std::uint64_t first = producer * kTasksEach;
    for (std::uint64_t i = 0; i != kTasksEach;) {
      delays.perhaps();
      Batch<LeanTask> batch;
      for (std::uint64_t left = 1 + random.below(4); left != 0 && i != kTasksEach; --left) {
        batch.push(*new PlainTask(first + i++));
      }
      queue_.push(batch);
      notify();
    }
    at_work_.fetch_sub(1, std::memory_order_release);
  }

  void take_until_empty(std::size_t consumer) {
    RandomDelays delays(seed_ + crowd_.producers + consumer);
    Random random(seed_ + consumer);
    for (;;) {
      delays.perhaps();
      const bool was_last_check = at_work_.load(std::memory_order_acquire) == 0;
      auto right = queue_.try_consume();
      if (right.is_empty() && was_last_check) return;
      if (right.has_right()) {
        take(right, consumer, random.below(6));
        static_cast<void>(right.release());
      } else {
        std::this_thread::yield();
      }
    }
  }

  void take_or_sleep(std::size_t consumer) {
    RandomDelays delays(seed_ + crowd_.producers + consumer);
    for (;;) {
      delays.perhaps();
      if (tokens_.load(std::memory_order_acquire) == kOver) return;
      auto right = queue_.try_consume();
      std::uint64_t count = 0;
      if (right.has_right()) {
        count = take(right, consumer, 1);
        if (right.release() == Leftover::tasks) notify();
      }
      if (taken_.fetch_add(count, std::memory_order_relaxed) + count == posted()) return end();
      if (count == 0) wait();
    }
  }

  std::uint64_t take(typename Queue::Consumer& right, std::size_t consumer, std::uint64_t most) {
    std::uint64_t count = 0;
    for (; count != most; ++count) {
      LeanTask* const taken = right.pop();
      if (taken == nullptr) break;
      const std::unique_ptr<PlainTask> task(static_cast<PlainTask*>(taken));
      if (!task->is_whole()) torn_.fetch_add(1, std::memory_order_relaxed);
      ledger_.page_of(consumer).push_back(task->number);
    }
    return count;
  }

  // One token at most, as the notified bit of the lean pool. Only read-modify-writes, so that a thread that takes it
  // knows what all threads knew that left it.
  void notify() {
    unsigned tokens = kNone;
    if (tokens_.compare_exchange_strong(tokens, kNotified, std::memory_order_acq_rel, std::memory_order_relaxed)) {
      tokens_.notify_one();
    } else {
      tokens_.fetch_or(0, std::memory_order_acq_rel);
    }
  }
  void wait() {
    for (;;) {
      unsigned tokens = kNotified;
      if (tokens_.compare_exchange_strong(tokens, kNone, std::memory_order_acq_rel, std::memory_order_acquire)) return;
      if (tokens == kOver) return;
      tokens_.wait(kNone, std::memory_order_acquire);
    }
  }
  void end() {
    tokens_.store(kOver, std::memory_order_release);
    tokens_.notify_all();
  }

  static constexpr unsigned kNone = 0;
  static constexpr unsigned kNotified = 1;
  static constexpr unsigned kOver = 3;

  Queue queue_;
  const QueueCrowd crowd_;
  const std::uint64_t seed_;
  std::atomic<unsigned> at_work_{crowd_.producers};
  std::atomic<unsigned> tokens_{kNone};
  std::atomic<std::uint64_t> taken_{0};
  std::atomic<std::uint64_t> torn_{0};
  Ledger ledger_{crowd_.consumers, kTasksEach};
};

}  // namespace vigil::stress
