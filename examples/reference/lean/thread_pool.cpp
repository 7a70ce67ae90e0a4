#include <vigil/lean/thread_pool.hpp>

#include <gtest/gtest.h>

#include <array>
#include <atomic>

TEST(LeanThreadPoolReference, RunsTasksOfItsCaller) {
  //! [example]
  struct Count : vigil::lean::Task<> {
    explicit Count(std::atomic<int>& in) : Task(&Count::run_it), counter(in) {}
    static void run_it(vigil::lean::Task<>& task) noexcept { ++static_cast<Count&>(task).counter; }
    std::atomic<int>& counter;
  };
  std::atomic<int> runs = 0;
  std::array<Count, 3> tasks{Count(runs), Count(runs), Count(runs)};
  vigil::lean::ThreadPool pool({.most_threads = 2});
  for (auto& task : tasks) EXPECT_TRUE(pool.schedule(task));
  // What was scheduled before is run. What comes later is refused.
  pool.shutdown();
  EXPECT_FALSE(pool.schedule(tasks[0]));
  pool.join();
  EXPECT_EQ(runs, 3);
  //! [example]
}
