#pragma once

#include <chrono>
#include <comparison/peer.hpp>
#include <comparison/samples.hpp>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <utility>
#include <vector>

// The work by which pools are compared. Each function here gives a pool one batch of it, and returns how long that
// took. It throws std::runtime_error if the pool's result is wrong. Preparing a batch and checking its result are not
// timed.
namespace vigil::comparison {

// Of one batch, ns for each of its items.
struct Times {
  double wall = 0;
  double cpu = 0;
};

// The joins of fib, without cutoff, of the number that time_fib passes.
inline constexpr double kJoins = 317'810;
// ns per join. `fib` computes the Fibonacci number of its argument.
double time_fib(const std::function<double(int)>& fib);

inline constexpr std::size_t kElements = 10'000'000;

// Of kElements ones.
Times time_sum(Peer& peer, std::span<const double> ones);

// A permutation of the numbers below kElements, or for quicksort random numbers.
class Sorting {
 public:
  static Sorting of_permutation();
  static Sorting of_random_numbers();
  Times time(const std::function<void(std::span<int>)>& sort);

 private:
  explicit Sorting(std::vector<int> unsorted) : unsorted_(std::move(unsorted)) {}

  std::vector<int> unsorted_;
  std::vector<int> values_;
};

class EmptyTasks {
 public:
  Times time(Peer& peer);

 private:
  std::vector<EmptyTask> tasks_{1'000'000};
  unsigned runs_ = 0;
};

// Calls of a pool that has no other work, and has been idle for `pause`. Without a pause its workers have not fallen
// asleep yet. In µs.
class LoneJobs {
 public:
  // Waits until the pool has started.
  LoneJobs(Peer& peer, std::chrono::microseconds pause);
  void time_one();

  // Until the job starts, and until the caller goes on.
  Samples start;
  Samples whole;
  // The median of a job's processor time, over that of a pause.
  [[nodiscard]] double cpu() { return cpu_of_jobs_.median() - cpu_of_rests_.median(); }

 private:
  void rest() const;

  Peer& peer_;
  const std::chrono::microseconds pause_;
  Samples cpu_of_jobs_;
  Samples cpu_of_rests_;
};

}  // namespace vigil::comparison
