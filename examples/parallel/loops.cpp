#include <vigil/parallel/parallel_for.hpp>
#include <vigil/parallel/parallel_reduce.hpp>
#include <vigil/parallel/sync_ptr.hpp>

#include <cstddef>
#include <cstdio>
#include <functional>
#include <vector>

int main() {
  vigil::ThreadPool pool;
  std::vector<double> squares(10'000);

  // Each call has an element to itself: no lock.
  const vigil::SyncPtr out(squares);
  vigil::parallel_for(pool, squares.size(), [=](std::size_t i) { out.write(i, static_cast<double>(i * i)); });

  // If the cost of an element is known, no piece is made too small to be worth stealing.
  const double sum = vigil::parallel_reduce(
      pool, squares.size(), 0.0, std::plus(), [&](std::size_t i) { return squares[i]; }, vigil::Grain::adaptive(512));

  // Additions are grouped in the same way in each run, so rounding is the same.
  const double again = vigil::parallel_reduce(
      pool, squares.size(), 0.0, std::plus(), [&](std::size_t i) { return squares[i]; }, vigil::Grain::fixed(512));

  std::printf("%.0f, %.0f\n", sum, again);
  return sum == 333'283'335'000.0 && again == sum ? 0 : 1;
}
