#include <vigil/parallel/parallel_reduce.hpp>
#include <vigil/parallel/sort.hpp>
#include <vigil/pool/thread_pool.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <functional>
#include <vector>

std::uint64_t fib(unsigned n) {
  if (n < 20) return n < 2 ? n : fib(n - 1) + fib(n - 2);
  const auto [a, b] = vigil::join([n] { return fib(n - 1); }, [n] { return fib(n - 2); });
  return a + b;
}

int main() {
  vigil::ThreadPool pool;
  std::vector<std::uint32_t> numbers(1'000'000);
  for (std::uint32_t x = 1; auto& number : numbers) number = x = x * 1'664'525 + 1'013'904'223;

  vigil::sort(pool, numbers);
  const auto odd = vigil::parallel_reduce(pool, numbers.size(), std::size_t{0}, std::plus(),
                                          [&](std::size_t i) { return std::size_t{numbers[i] % 2}; });
  const auto fib_30 = pool.call([] { return fib(30); });

  std::printf("sorted: %s, odd: %zu, fib(30): %llu\n", std::ranges::is_sorted(numbers) ? "yes" : "no", odd,
              static_cast<unsigned long long>(fib_30));
}
