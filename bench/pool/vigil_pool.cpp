// Vigil's pool in the comparison: by `join`, and by the Future that join is made of.

#include <vigil/pool/thread_pool.hpp>

#include <algorithm>
#include <numeric>
#include <pool/peer.hpp>

namespace vigil::pool_bench {
namespace {

using Worker = ThreadPool::Worker;

std::int64_t fib_by_join(Worker& worker, int n) {
  if (n < 2) return n;
  const auto [a, b] = join(
      worker, [n](Worker& other) { return fib_by_join(other, n - 1); },
      [n](Worker& other) { return fib_by_join(other, n - 2); });
  return a + b;
}

std::int64_t fib_by_hand(Worker& worker, int n) {
  if (n < 2) return n;
  Future<int, std::int64_t> second;
  second.fork<&fib_by_hand>(worker, n - 2);
  const std::int64_t first = fib_by_hand(worker, n - 1);
  return first + second.join<&fib_by_hand>(worker);
}

// Pieces that take long beside a steal, and fit the second-level cache.
constexpr std::size_t kPiece = 64 * 1024;

double sum_of(Worker& worker, std::span<const double> values) {
  if (values.size() <= kPiece) return std::accumulate(values.begin(), values.end(), 0.0);
  const std::size_t half = values.size() / 2;
  const auto [a, b] = join(
      worker, [=](Worker& other) { return sum_of(other, values.first(half)); },
      [=](Worker& other) { return sum_of(other, values.subspan(half)); });
  return a + b;
}

void sort_all(Worker& worker, std::span<int> values) {
  if (values.size() <= kPiece) return std::sort(values.begin(), values.end());
  const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  const int pivot =
      std::max(std::min(values.front(), *middle), std::min(std::max(values.front(), *middle), values.back()));
  const auto above = std::partition(values.begin(), values.end(), [pivot](int value) { return value < pivot; });
  const auto equal = std::partition(above, values.end(), [pivot](int value) { return value == pivot; });
  (void)join(
      worker,
      [=](Worker& other) {
        sort_all(other, {values.begin(), above});
      },
      [=](Worker& other) {
        sort_all(other, {equal, values.end()});
      });
}

class VigilPool : public Peer {
 public:
  explicit VigilPool(std::size_t workers) : pool_({.workers = workers}) {}

  std::int64_t fib(int n) override {
    return pool_.call([n](Worker& worker) { return fib_by_join(worker, n); });
  }
  void call(void (*job)(void*), void* context) override {
    pool_.call([=] { job(context); });
  }
  double sum(std::span<const double> values) override {
    return pool_.call([=](Worker& worker) { return sum_of(worker, values); });
  }
  void sort(std::span<int> values) override {
    pool_.call([=](Worker& worker) { sort_all(worker, values); });
  }

 protected:
  ThreadPool pool_;
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
                                               .takes_calls = true,
                                               .adds = true,
                                               .sorts = true,
                                               .rests = true});
[[maybe_unused]] const bool by_hand =
    add_peer({.name = "vigil-future", .start = start_peer<VigilByHand>, .forks = true});

}  // namespace
}  // namespace vigil::pool_bench
