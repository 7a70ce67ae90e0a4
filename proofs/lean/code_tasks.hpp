#pragma once

#include <vigil/lean/batch.hpp>
#include <vigil/lean/task.hpp>

#include <gtest/gtest.h>

#include <atomic>
#include <cstddef>
#include <deque>
#include <latch>
#include <thread>
#include <utility>

namespace vigil::lean_proofs {

using namespace lean;

// A task of any code.
template <class Code>
struct CodeTask : Task<> {
  explicit CodeTask(Code its_code) : Task<>(&run_code), code(std::move(its_code)) {}
  static void run_code(Task<>& task) noexcept { static_cast<CodeTask&>(task).code(); }
  Code code;
};

// So many tasks of the same code.
template <class Code>
class ManyTasks {
 public:
  ManyTasks(std::size_t size, Code code) {
    for (std::size_t i = 0; i != size; ++i) tasks_.emplace_back(code);
  }
  Batch<> batch() {
    Batch<> batch;
    for (auto& task : tasks_) batch.push(task);
    return batch;
  }

 private:
  std::deque<CodeTask<Code>> tasks_;
};

// Schedules tasks one by one, each a little after the one before has run: by then most threads have gone to sleep.
template <class Pool>
void expect_each_is_run(Pool& pool, int tasks) {
  std::atomic<int> runs = 0;
  ManyTasks all(static_cast<std::size_t>(tasks), [&runs] { ++runs; });
  Batch<> left = all.batch();
  for (int due = 1; due <= tasks; ++due) {
    EXPECT_TRUE(pool.schedule(left.pop()));
    while (runs != due) std::this_thread::yield();
    for (int i = 0; i != 12; ++i) std::this_thread::yield();
  }
}

// A task that is still running when the pool is shut down schedules as many as there are threads, and these wait for
// each other. Ends the pool.
template <class Pool>
void meet_after_the_shutdown(Pool& pool, std::ptrdiff_t threads) {
  std::latch is_shut_down(1);
  std::latch meeting(threads);
  ManyTasks tasks(static_cast<std::size_t>(threads), [&meeting] { meeting.arrive_and_wait(); });
  CodeTask first([&] {
    is_shut_down.wait();
    EXPECT_TRUE(pool.schedule(tasks.batch()));
  });
  EXPECT_TRUE(pool.schedule(first));
  pool.shutdown();
  is_shut_down.count_down();
  pool.join();
}

}  // namespace vigil::lean_proofs
