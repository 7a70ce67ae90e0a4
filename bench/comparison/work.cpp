#include <algorithm>
#include <comparison/work.hpp>
#include <numeric>
#include <random>
#include <stdexcept>
#include <thread>

namespace vigil::comparison {
namespace {

// A batch of most pools is shorter than a time slice, so no other program disturbs most batches. It is long beside the
// call that it begins with, which wakes a worker: at 20 us that is less than 0.1 ns per join.
// Volatile, so that the compiler does not know the number.
const volatile int number = 27;
constexpr double kResult = 196'418;

void require(bool is_right) {
  if (!is_right) throw std::runtime_error("a wrong result");
}

struct LoneJob {
  double started = 0;
  static void run(void* job) { static_cast<LoneJob*>(job)->started = wall_ns(); }
};

template <class Run>
Times time_each(std::size_t count, Run run) {
  const double cpu = process_cpu_ns();
  const double wall = wall_ns();
  run();
  const auto items = static_cast<double>(count);
  return {.wall = (wall_ns() - wall) / items, .cpu = (process_cpu_ns() - cpu) / items};
}

}  // namespace

double time_fib(const std::function<double(int)>& fib) {
  const double begin = wall_ns();
  const double result = fib(number);
  const double end = wall_ns();
  require(result == kResult);
  return (end - begin) / kJoins;
}

Times time_sum(Peer& peer, std::span<const double> ones) {
  double sum = 0;
  const Times times = time_each(ones.size(), [&] { sum = peer.sum(ones); });
  require(sum == static_cast<double>(ones.size()));
  return times;
}

Sorting Sorting::of_permutation() {
  std::vector<int> values(kElements);
  std::iota(values.begin(), values.end(), 0);
  std::shuffle(values.begin(), values.end(), std::mt19937(1));
  return Sorting(std::move(values));
}

Sorting Sorting::of_random_numbers() {
  std::mt19937 random(1);
  std::vector<int> values(kElements);
  for (int& value : values) value = static_cast<int>(random() >> 1);
  return Sorting(std::move(values));
}

Times Sorting::time(const std::function<void(std::span<int>)>& sort) {
  values_ = unsorted_;
  const Times times = time_each(kElements, [&] { sort(values_); });
  require(std::is_sorted(values_.begin(), values_.end()));
  return times;
}

Times EmptyTasks::time(Peer& peer) {
  ++runs_;
  const Times times = time_each(tasks_.size(), [&] { peer.run_tasks(tasks_); });
  require(std::all_of(tasks_.begin(), tasks_.end(), [&](const EmptyTask& task) { return task.runs() == runs_; }));
  return times;
}

LoneJobs::LoneJobs(Peer& peer, std::chrono::microseconds pause) : peer_(peer), pause_(pause) {
  LoneJob first;
  peer_.call(&LoneJob::run, &first);
  rest();
}

void LoneJobs::time_one() {
  const double before_rest = process_cpu_ns();
  rest();
  const double before_job = process_cpu_ns();
  LoneJob job;
  const double begin = wall_ns();
  peer_.call(&LoneJob::run, &job);
  whole.add((wall_ns() - begin) * 1e-3);
  start.add((job.started - begin) * 1e-3);
  // The workers fall asleep again during this rest.
  rest();
  cpu_of_jobs_.add((process_cpu_ns() - before_job) * 1e-3);
  cpu_of_rests_.add((before_job - before_rest) * 1e-3);
}

void LoneJobs::rest() const {
  if (pause_.count() != 0) std::this_thread::sleep_for(pause_);
}

}  // namespace vigil::comparison
