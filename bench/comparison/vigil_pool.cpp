// Vigil's pool in the comparison: with `join`, and with the Future on which join is built.

#include <vigil/parallel/parallel_reduce.hpp>
#include <vigil/parallel/sort.hpp>
#include <vigil/pool/scope.hpp>
#include <vigil/pool/thread_pool.hpp>

#include <comparison/peer.hpp>
#include <comparison/quicksort.hpp>
#include <cstddef>
#include <functional>

namespace vigil::comparison {
namespace {

using Worker = ThreadPool::Worker;

template <class Number, Left kLeft>
Number fib_by_join(Worker& worker, int n) {
  if (n < 2) return static_cast<Number>(n);
  constexpr int kForked = kLeft == Left::kLarger ? 1 : 2;
  const auto [a, b] = join(
      worker, [n](Worker& other) { return fib_by_join<Number, kLeft>(other, n - (3 - kForked)); },
      [n](Worker& other) { return fib_by_join<Number, kLeft>(other, n - kForked); });
  return a + b;
}

std::int64_t fib_by_hand(Worker& worker, int n) {
  if (n < 2) return n;
  Future<int, std::int64_t> second;
  second.fork<&fib_by_hand>(worker, n - 2);
  const std::int64_t first = fib_by_hand(worker, n - 1);
  return first + second.join<&fib_by_hand>(worker);
}

void quicksort_by_join(Worker& worker, std::span<int> values) {
  const auto [left, right] = partition_until_long(values);
  if (left.empty()) return;
  join(
      worker, [side = left](Worker& other) { quicksort_by_join(other, side); },
      [side = right](Worker& other) { quicksort_by_join(other, side); });
}

class VigilPool : public Peer {
 public:
  explicit VigilPool(std::size_t workers) : pool_({.workers = workers}) {}

  std::int64_t fib(int n) override { return fib_of_longs(n, Left::kSmaller); }
  std::int64_t fib_of_longs(int n, Left left) override { return fib_of<std::int64_t>(n, left); }
  int fib_of_ints(int n, Left left) override { return fib_of<int>(n, left); }
  double fib_of_doubles(int n, Left left) override { return fib_of<double>(n, left); }
  void call(void (*job)(void*), void* context) override {
    pool_.call([=] { job(context); });
  }
  double sum(std::span<const double> values) override {
    return parallel_reduce(pool_, values.size(), 0.0, std::plus(), [=](std::size_t i) { return values[i]; });
  }
  void sort(std::span<int> values) override { vigil::sort(pool_, values); }
  void run_tasks(std::span<EmptyTask> tasks) override {
    scope(pool_, [tasks](auto& all) {
      for (EmptyTask& task : tasks) all.spawn(*Worker::current(), [&task] { task.run(); });
    });
  }
  void quicksort(std::span<int> values) override {
    pool_.call([values](Worker& worker) { quicksort_by_join(worker, values); });
  }

 protected:
  ThreadPool pool_;

 private:
  template <class Number>
  Number fib_of(int n, Left left) {
    constexpr auto kLargerLeft = &fib_by_join<Number, Left::kLarger>;
    constexpr auto kSmallerLeft = &fib_by_join<Number, Left::kSmaller>;
    return pool_.call([=](Worker& worker) { return (left == Left::kLarger ? kLargerLeft : kSmallerLeft)(worker, n); });
  }
};

class VigilByHand : public VigilPool {
 public:
  using VigilPool::VigilPool;
  std::int64_t fib(int n) override {
    return pool_.call([n](Worker& worker) { return fib_by_hand(worker, n); });
  }
};

[[maybe_unused]] const bool joined = add_peer({.name = "vigil",
                                               .start = start_peer<VigilPool>,
                                               .forks = true,
                                               .forks_either_way = true,
                                               .takes_calls = true,
                                               .adds = true,
                                               .sorts = true,
                                               .runs_tasks = true,
                                               .quicksorts = true,
                                               .rests = true});
[[maybe_unused]] const bool by_hand =
    add_peer({.name = "vigil-future", .start = start_peer<VigilByHand>, .forks = true});

}  // namespace
}  // namespace vigil::comparison
