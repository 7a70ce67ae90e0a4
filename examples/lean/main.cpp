#include <vigil/lean/thread_pool.hpp>

#include <array>
#include <atomic>
#include <cstdio>

// Initialised at compile time: no constructor runs before main, and no thread starts until there is a task.
static constinit vigil::lean::ThreadPool pool({.most_threads = 4, .stack_bytes = 64 * 1024});

static constinit std::atomic<int> primes{0};
static constinit std::atomic<int> ranges_left{0};

// The pool only sees the base class. The derived class holds the data of the callback.
struct CountPrimes : vigil::lean::Task<> {
  CountPrimes() : Task(&CountPrimes::count) {}

  int first = 0;
  int end = 0;

 private:
  static void count(vigil::lean::Task<>& task) noexcept {
    const auto& self = static_cast<const CountPrimes&>(task);
    for (int n = self.first; n != self.end; ++n) primes += is_prime(n) ? 1 : 0;
    if (--ranges_left == 0) pool.shutdown();
  }
  static bool is_prime(int n) {
    for (int d = 2; d * d <= n; ++d)
      if (n % d == 0) return false;
    return n >= 2;
  }
};

int main() {
  std::array<CountPrimes, 10> tasks;
  vigil::lean::Batch<> batch;
  for (int i = 0; auto& task : tasks) {
    task.first = i++ * 1000;
    task.end = task.first + (i == 10 ? 973 : 1000);
    batch.push(task);
  }
  ranges_left = static_cast<int>(tasks.size());
  if (!pool.schedule(batch)) return 1;
  pool.join();
  std::printf("%d primes below 9973\n", primes.load());
}
