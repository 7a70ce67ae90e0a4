// How many runs of a search are redundant on programs that wait on condition variables? None if each wake has a
// notification; with spurious wakeups at most 3 for each 100 complete executions.

#include <vigil/checker/check.hpp>
#include <vigil/checker/checked_atomics.hpp>

#include <gtest/gtest.h>

#include <cstdint>
#include <tuple>
#include <utility>

namespace vigil::checker {
namespace {

using Layer = CheckedAtomics;

template <unsigned kCount, class Function>
constexpr auto times(Function function) {
  return [&]<unsigned... I>(std::integer_sequence<unsigned, I...>) { return std::tuple{((void)I, function)...}; }
  (std::make_integer_sequence<unsigned, kCount>{});
}

struct Monitor {
  Layer::mutex mutex;
  Layer::condition_variable changed;
  Layer::var<int> state{0};

 protected:
  template <class Accepts>
  void wait_until(Layer::condition_variable& condition, Accepts accepts) {
    while (!accepts(state.get())) condition.wait(mutex);
  }
};

template <unsigned kWaiters>
struct Flag : Monitor {
  static constexpr auto threads() { return std::tuple_cat(times<kWaiters>(&Flag::wait), std::tuple{&Flag::set}); }
  void wait() {
    mutex.lock();
    wait_until(changed, [](int value) { return value != 0; });
    mutex.unlock();
  }
  void set() {
    mutex.lock();
    state.set(1);
    mutex.unlock();
    changed.notify_all();
  }
};

// A buffer of one place.
template <unsigned kEach>
struct Buffer : Monitor {
  static constexpr auto threads() { return std::tuple_cat(times<kEach>(&Buffer::put), times<kEach>(&Buffer::take)); }
  Layer::condition_variable emptied;
  void put() { change_from(0, emptied, changed); }
  void take() { change_from(1, changed, emptied); }

 private:
  void change_from(int from, Layer::condition_variable& awaited, Layer::condition_variable& notified) {
    mutex.lock();
    wait_until(awaited, [from](int value) { return value == from; });
    state.set(1 - from);
    mutex.unlock();
    notified.notify_one();
  }
};

// A semaphore with one permit.
template <unsigned kUsers>
struct Semaphore : Monitor {
  static constexpr auto threads() { return times<kUsers>(&Semaphore::use); }
  void use() {
    mutex.lock();
    wait_until(changed, [](int taken) { return taken == 0; });
    state.set(1);
    mutex.unlock();
    mutex.lock();
    state.set(0);
    mutex.unlock();
    changed.notify_one();
  }
};

template <unsigned kThreads>
struct Barrier : Monitor {
  static constexpr auto threads() { return times<kThreads>(&Barrier::arrive); }
  void arrive() {
    constexpr int kAll = kThreads;
    mutex.lock();
    state.set(state.get() + 1);
    if (state.get() == kAll)
      changed.notify_all();
    else
      wait_until(changed, [](int arrived) { return arrived == kAll; });
    mutex.unlock();
  }
};

template <class Model>
void expect_runs(unsigned spurious_wakes, std::uint64_t executions, std::uint64_t blocked) {
  Options options;
  options.spurious_wakes = spurious_wakes;
  const Result result = check(code_of<Model>(), options);
  EXPECT_TRUE(result.holds());
  EXPECT_EQ(result.executions, executions);
  EXPECT_EQ(result.blocked, blocked);
}

TEST(ConditionVariables, TakeNoRedundantRunWithoutSpuriousWakes) {
  expect_runs<Flag<1>>(0, 2, 0);
  expect_runs<Flag<2>>(0, 10, 0);
  expect_runs<Flag<3>>(0, 96, 0);
  expect_runs<Buffer<1>>(0, 2, 0);
  expect_runs<Buffer<2>>(0, 96, 0);
  expect_runs<Semaphore<2>>(0, 4, 0);
  expect_runs<Semaphore<3>>(0, 72, 0);
  expect_runs<Barrier<2>>(0, 2, 0);
  expect_runs<Barrier<3>>(0, 12, 0);
  expect_runs<Barrier<4>>(0, 144, 0);
}

TEST(ConditionVariables, TakeFewRedundantRunsWithSpuriousWakes) {
  expect_runs<Flag<1>>(1, 4, 0);
  expect_runs<Flag<2>>(1, 138, 0);
  expect_runs<Flag<3>>(1, 31'488, 0);
  expect_runs<Buffer<1>>(1, 4, 0);
  expect_runs<Buffer<2>>(1, 3'328, 96);
  expect_runs<Semaphore<2>>(1, 8, 0);
  expect_runs<Semaphore<3>>(1, 1'248, 36);
  expect_runs<Barrier<2>>(1, 6, 0);
  expect_runs<Barrier<3>>(1, 372, 0);
}

}  // namespace
}  // namespace vigil::checker
