// OpenMP has no pool that a thread from outside could call: the caller is always one of the team.

#include <dlfcn.h>
#include <omp.h>

#include <comparison/peer.hpp>
#include <comparison/quicksort.hpp>
#include <filesystem>
#include <string>

#if defined(__GLIBCXX__)
#include <parallel/algorithm>
#endif

namespace vigil::comparison {
namespace {

// g++ would inline it into itself, five levels deep. It does that with no other pool's function.
[[gnu::noinline]] std::int64_t fib_by_task(int n) {
  if (n < 2) return n;
  std::int64_t a = 0;
  std::int64_t b = 0;
#pragma omp task shared(b) firstprivate(n)
  b = fib_by_task(n - 2);
  a = fib_by_task(n - 1);
#pragma omp taskwait
  return a + b;
}

void quicksort_by_task(std::span<int> values) {
  quicksort_leaving(values, [](std::span<int> right) {
#pragma omp task firstprivate(right)
    quicksort_by_task(right);
  });
}

class OpenMp : public Peer {
 public:
  explicit OpenMp(std::size_t workers) : workers_(static_cast<int>(workers)) {}

  std::int64_t fib(int n) override {
    std::int64_t result = 0;
#pragma omp parallel num_threads(workers_)
#pragma omp single
    result = fib_by_task(n);
    return result;
  }
  double sum(std::span<const double> values) override {
    double total = 0;
    const auto size = static_cast<std::ptrdiff_t>(values.size());
    const double* const data = values.data();
#pragma omp parallel for reduction(+ : total) num_threads(workers_)
    for (std::ptrdiff_t i = 0; i < size; ++i) total += data[i];
    return total;
  }
  // The end of the team's work waits for its tasks.
  void run_tasks(std::span<EmptyTask> tasks) override {
#pragma omp parallel num_threads(workers_)
#pragma omp single
    for (EmptyTask& each : tasks) {
      EmptyTask* const task = &each;
#pragma omp task firstprivate(task)
      task->run();
    }
  }
  void quicksort(std::span<int> values) override {
#pragma omp parallel num_threads(workers_)
#pragma omp single
    quicksort_by_task(values);
  }
#if defined(__GLIBCXX__)
  void sort(std::span<int> values) override {
    __gnu_parallel::sort(values.begin(), values.end(),
                         __gnu_parallel::default_parallel_tag(static_cast<__gnu_parallel::_ThreadIndex>(workers_)));
  }
  static constexpr bool kSorts = true;
#else
  static constexpr bool kSorts = false;
#endif

 private:
  int workers_;
};

// The runtime cannot be asked for its version. So this is what the compiler implements, and the file that is loaded.
std::string version() {
  std::string version = "specification " + std::to_string(_OPENMP);
  Dl_info info{};
  if (dladdr(reinterpret_cast<void*>(&omp_get_max_threads), &info) != 0 && info.dli_fname != nullptr) {
    std::error_code unknown;
    const std::filesystem::path file = std::filesystem::canonical(info.dli_fname, unknown);
    if (!unknown) version += ", " + file.filename().string();
  }
  return version;
}

[[maybe_unused]] const bool added = add_peer({.name = "OpenMP",
                                              .version = version(),
                                              .start = start_peer<OpenMp>,
                                              .forks = true,
                                              .adds = true,
                                              .sorts = OpenMp::kSorts,
                                              .runs_tasks = true,
                                              .quicksorts = true,
                                              .rests = true});

}  // namespace
}  // namespace vigil::comparison
