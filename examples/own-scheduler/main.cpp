#include "scheduler.hpp"

#include <vigil/latch/count_latch.hpp>

#include <atomic>
#include <cstdio>
#include <stdexcept>

bool is_prime(int n) {
  for (int d = 2; d * d <= n; ++d)
    if (n % d == 0) return false;
  return n >= 2;
}

// Counts the primes of [first, end). A task spawns one half as another task, and does the other half itself.
struct CountPrimes {
  void operator()() {
    while (end - first > 100) {
      const int middle = first + (end - first) / 2;
      left.count_up();
      scheduler.spawn(CountPrimes{scheduler, left, primes, middle, end});
      end = middle;
    }
    for (int n = first; n != end; ++n) primes += is_prime(n) ? 1 : 0;
    left.count_down();
  }

  own::Scheduler<>& scheduler;
  vigil::CountLatch<>& left;  // the tasks that have not ended
  std::atomic<int>& primes;
  int first;
  int end;
};

int main() {
  own::Scheduler<> scheduler({.workers = 4});
  std::atomic<int> primes = 0;
  vigil::CountLatch<> left(1);
  scheduler.spawn(CountPrimes{scheduler, left, primes, 0, 10'000});
  left.wait();
  std::printf("%d primes below 10000\n", primes.load());

  scheduler.spawn([] { throw std::runtime_error("a task failed"); });
  try {
    scheduler.stop();
  } catch (const std::runtime_error& error) {
    std::printf("stopped: %s\n", error.what());
  }
  std::printf("another task is %s\n", scheduler.spawn([] {}) ? "accepted" : "refused");
}
