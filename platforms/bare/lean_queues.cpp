// Each task of the lean pool's rings and queues is taken once.

#include "bare/rounds.hpp"

#include <vigil/lean/event.hpp>
#include <vigil/lean/ring_buffer.hpp>
#include <vigil/lean/treiber_queue.hpp>
#include <vigil/lean/vyukov_queue.hpp>

#include <gtest/gtest.h>

#include <atomic>
#include <cstddef>
#include <memory>

namespace vigil::bare::lean_queues {
namespace {

constexpr std::size_t kTasks = 400;

struct Count : lean::Task<> {
  Count() : Task([](lean::Task<>&) noexcept {}) {}
  int runs = 0;
};

// Below 0 if a task ran twice.
using Left = std::atomic<std::ptrdiff_t>;

void run(lean::Task<>& task, Left& left) {
  ++static_cast<Count&>(task).runs;
  left.fetch_sub(1, std::memory_order_relaxed);
}

void expect_once(const Count* tasks) {
  for (std::size_t i = 0; i != kTasks; ++i) ASSERT_EQ(tasks[i].runs, 1) << "task " << i;
}

// Threads 0 and 1 push; all threads try to consume.
template <class Queue>
void each_task_is_consumed_once() {
  repeat_for_a_while([] {
    const std::unique_ptr<Count[]> tasks(new Count[kTasks]);
    Queue queue;
    Left left = std::ptrdiff_t{kTasks};
    in_threads(3, [&](std::size_t thread) {
      for (std::size_t i = thread; thread < 2 && i < kTasks; i += 2) queue.push(tasks[i]);
      while (left.load(std::memory_order_relaxed) > 0) {
        auto consumer = queue.try_consume();
        if (!consumer.has_right()) continue;
        while (lean::Task<>* const task = consumer.pop()) run(*task, left);
        static_cast<void>(consumer.release());
      }
    });
    expect_once(tasks.get());
  });
}

TEST(BareTreiberQueue, GivesEachTaskOnce) { each_task_is_consumed_once<lean::TreiberQueue<>>(); }

TEST(BareVyukovQueue, GivesEachTaskOnce) { each_task_is_consumed_once<lean::VyukovQueue<>>(); }

// Thread 0 pushes into its ring, the others steal halves of it into theirs.
TEST(BareRingBuffer, GivesEachTaskOnce) {
  repeat_for_a_while([] {
    const std::unique_ptr<Count[]> tasks(new Count[kTasks]);
    lean::RingBuffer<> rings[3];
    Left left = std::ptrdiff_t{kTasks};
    in_threads(3, [&](std::size_t thread) {
      auto& own = rings[thread];
      for (std::size_t i = 0; thread == 0 && i != kTasks; ++i) {
        // What does not fit comes back.
        auto overflow = own.push(tasks[i]);
        while (!overflow.is_empty()) run(overflow.pop(), left);
      }
      while (left.load(std::memory_order_relaxed) > 0) {
        if (lean::Task<>* const task = own.pop()) {
          run(*task, left);
        } else if (thread != 0) {
          if (const auto stolen = own.steal(rings[0]); stolen.is_success()) run(*stolen.task(), left);
        }
      }
    });
    expect_once(tasks.get());
  });
}

TEST(BareEvent, WakesTheThreadThatWaits) {
  repeat_for_a_while([] {
    lean::Event<> event;
    int message = 0;
    in_threads(2, [&](std::size_t thread) {
      if (thread == 0) {
        message = 7;
        event.notify();
      } else {
        EXPECT_EQ(event.wait(), lean::Awakening::by_token);
        EXPECT_EQ(message, 7);
      }
    });
  });
}

}  // namespace
}  // namespace vigil::bare::lean_queues
