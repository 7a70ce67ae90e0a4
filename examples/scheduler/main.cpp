#include <vigil/execution/execution.hpp>
#include <vigil/pool/scheduler.hpp>

#include <cstdio>
#include <numeric>
#include <span>
#include <vector>

namespace execution = vigil::execution;  // one day std::execution

int main() {
  std::vector<int> numbers(1'000'000, 1);
  const std::span<const int> all(numbers);
  const auto sum = [](std::span<const int> part) { return std::accumulate(part.begin(), part.end(), 0L); };

  vigil::ThreadPool pool;
  const auto scheduler = vigil::scheduler_of(pool);
  const auto half = [&](std::span<const int> part) {
    return execution::schedule(scheduler) | execution::then([=] { return sum(part); });
  };
  auto work = execution::when_all(half(all.first(500'000)), half(all.subspan(500'000))) |
              execution::then([](long left, long right) { return left + right; });
  const auto [total] = execution::sync_wait(std::move(work)).value();
  std::printf("%ld ones\n", total);
  return total == 1'000'000 ? 0 : 1;
}
