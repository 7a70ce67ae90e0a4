#include <vigil/parallel/parallel_invoke.hpp>

#include <algorithm>
#include <cstdio>
#include <numeric>
#include <string>
#include <vector>

struct Summary {
  int sum;
  int largest;
  std::string text;
};

std::string written(const std::vector<int>& numbers) {
  std::string text;
  for (const int number : numbers) text += std::to_string(number) + ' ';
  return text;
}

int main() {
  vigil::ThreadPool pool;
  const std::vector<int> numbers{3, 1, 4, 1, 5, 9, 2, 6};
  const auto sum = [&] { return std::accumulate(numbers.begin(), numbers.end(), 0); };
  const auto largest = [&] { return *std::max_element(numbers.begin(), numbers.end()); };

  // Named here, by a structured binding ...
  const auto [total, most] = vigil::parallel_invoke(pool, sum, largest);
  // ... or by the members of a struct.
  const Summary summary = vigil::parallel_invoke<Summary>(pool, sum, largest, [&] { return written(numbers); });

  std::printf("%s: %d in all, %d at most\n", summary.text.c_str(), summary.sum, summary.largest);
  return total == 31 && most == 9 && summary.sum == total && summary.largest == most ? 0 : 1;
}
