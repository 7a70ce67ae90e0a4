// A program that is built without exceptions and without RTTI. It uses what core has, and exits with 0 if all of it
// works. With an argument it commits the error of that name, and core ends it with a message.

#include <vigil/deque/chase_lev.hpp>
#include <vigil/execution/just.hpp>
#include <vigil/execution/starts_on.hpp>
#include <vigil/execution/sync_wait.hpp>
#include <vigil/execution/task.hpp>
#include <vigil/execution/then.hpp>
#include <vigil/latch/core_latch.hpp>
#include <vigil/latch/count_latch.hpp>
#include <vigil/lean/thread_pool.hpp>
#include <vigil/parallel/sort.hpp>
#include <vigil/parallel/stable_sort.hpp>
#include <vigil/pool/join.hpp>
#include <vigil/pool/scheduler.hpp>
#include <vigil/pool/scope.hpp>
#include <vigil/pool/thread_pool.hpp>
#include <vigil/sleep/sleep.hpp>

#include <algorithm>
#include <array>
#include <atomic>
#include <cstdio>
#include <cstring>
#include <thread>
#include <vector>

#if defined(__cpp_exceptions) || defined(__cpp_rtti)
#error "The program is about what core does without exceptions and without RTTI"
#endif

namespace {

bool deque_works() {
  std::array<int, 1000> runs{};
  vigil::ChaseLevDeque<int*> deque(2);
  std::atomic<bool> done = false;
  std::thread thief([&] {
    while (!done)
      if (auto stolen = deque.steal(); stolen.is_success()) ++*stolen.job();
  });
  for (int& job : runs) deque.push(&job);
  while (auto mine = deque.pop()) ++**mine;
  done = true;
  thief.join();
  return std::count(runs.begin(), runs.end(), 1) == 1000;
}

bool sleep_works() {
  vigil::Sleep<> sleep(1);
  std::atomic<bool> injected = false;
  const auto has_injected_jobs = [&] { return injected.load(); };
  std::thread worker([&] {
    vigil::CoreLatch<> latch;
    vigil::IdleState idle = sleep.start_looking(0);
    while (!injected.exchange(false)) sleep.no_work_found(idle, latch, has_injected_jobs);
    sleep.work_found(has_injected_jobs);
  });
  const bool queue_was_empty = !injected.exchange(true);
  sleep.new_injected_jobs(1, queue_was_empty);
  worker.join();
  return sleep.waker_decrements();
}

int fibonacci(vigil::ThreadPool::Worker& worker, int n) {
  if (n < 2) return n;
  const auto [left, right] = vigil::join(
      worker, [&](auto& same) { return fibonacci(same, n - 1); }, [&](auto& other) { return fibonacci(other, n - 2); });
  return left + right;
}

bool pool_works() {
  vigil::ThreadPool pool({.workers = 2, .stack_bytes = 1 << 20});
  if (pool.call([](auto& worker) { return fibonacci(worker, 16); }) != 987) return false;

  std::atomic<int> tasks = 0;
  vigil::scope(pool, [&](auto& scope) {
    for (int i = 0; i != 100; ++i) scope.spawn([&] { ++tasks; });
  });
  const auto [value, outcome] = pool.call([](auto& worker) {
    return vigil::try_join(
        worker, [] { return 1; }, [] { return 2; });
  });
  std::vector<int> numbers;
  for (int i = 0; i != 20'000; ++i) numbers.push_back(i * 7919 % 20'011);
  auto same = numbers;
  vigil::sort(pool, numbers);
  vigil::stable_sort(pool, same);
  return tasks == 100 && std::get<0>(value) == 1 && std::get<0>(outcome) == 2 &&
         std::is_sorted(numbers.begin(), numbers.end()) && numbers == same;
}

vigil::execution::task<int> twice(int number) {
  co_return 2 * co_await (vigil::execution::just(number) | vigil::execution::then([](int each) { return each + 1; }));
}

bool execution_works() {
  vigil::ThreadPool pool({.workers = 2});
  const auto result = vigil::execution::sync_wait(vigil::execution::starts_on(vigil::scheduler_of(pool), twice(20)));
  return result.has_value() && std::get<0>(*result) == 42;
}

struct Count : vigil::lean::Task<> {
  explicit Count(vigil::CountLatch<>& to_open) : Task(&Count::run_it), latch(to_open) {}
  static void run_it(vigil::lean::Task<>& task) noexcept { static_cast<Count&>(task).latch.count_down(); }
  vigil::CountLatch<>& latch;
};

bool lean_pool_works() {
  vigil::CountLatch<> latch(3);
  std::array<Count, 3> tasks{Count(latch), Count(latch), Count(latch)};
  vigil::lean::ThreadPool pool({.most_threads = 2, .stack_bytes = 1 << 20});
  for (auto& task : tasks)
    if (!pool.schedule(task)) return false;
  latch.wait();
  pool.shutdown();
  return !pool.schedule(tasks[0]);
}

void commit_error(const char* name) {
  if (std::strcmp(name, "capacity") == 0) const vigil::ChaseLevDeque<int*> deque(3);
  if (std::strcmp(name, "workers") == 0) const vigil::Sleep<> sleep(0);
  if (std::strcmp(name, "stopped") == 0) {
    vigil::ThreadPool pool({.workers = 1});
    pool.stop();
    pool.call([] {});
  }
  if (std::strcmp(name, "threads") == 0) const vigil::lean::ThreadPool pool({.most_threads = 0});
}

bool works(const char* name, bool (*test)()) {
  if (test()) return true;
  std::fprintf(stderr, "%s does not work\n", name);
  return false;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc == 2) return commit_error(argv[1]), 2;
  int failed = 0;
  failed += works("the deque", deque_works) ? 0 : 1;
  failed += works("Sleep", sleep_works) ? 0 : 1;
  failed += works("the pool", pool_works) ? 0 : 1;
  failed += works("execution", execution_works) ? 0 : 1;
  failed += works("the lean pool", lean_pool_works) ? 0 : 1;
  return failed == 0 ? 0 : 1;
}
