// Ordinary programs beside models: the executions in a second through the runtime, as a share of the layer's.

#include "checker/small_programs.hpp"

#include <benchmark/benchmark.h>
#include <vigil/checker.hpp>

#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdint>
#include <cstdio>
#include <ctime>
#include <stdexcept>
#include <string>

namespace {

using namespace vigil::checker;

double cpu_seconds() { return static_cast<double>(std::clock()) / CLOCKS_PER_SEC; }

// What a process that explores a program has used.
struct Used {
  double cpu_seconds = 0;
  double megabytes = 0;
};
double in_seconds(const timeval& time) {
  return static_cast<double>(time.tv_sec) + 1e-6 * static_cast<double>(time.tv_usec);
}

// Throws if it finds anything, or not as many executions.
Used explore(const char* name, std::uint64_t executions) {
  const std::string limit = "--limit=" + std::to_string(executions + 1);
  const pid_t process = fork();
  if (process == 0) {
    if (std::freopen("/dev/null", "w", stdout) != nullptr)
      execl(VIGIL_BENCH_UNMODIFIED, VIGIL_BENCH_UNMODIFIED, limit.c_str(), "--", name, nullptr);
    _exit(1);
  }
  int status = 0;
  rusage usage{};
  if (process < 0 || wait4(process, &status, 0, &usage) != process || status != 0)
    throw std::runtime_error(std::string("the program cannot be explored: ") + name);
  return {in_seconds(usage.ru_utime) + in_seconds(usage.ru_stime), static_cast<double>(usage.ru_maxrss) / 1024};
}

// One after the other, so that both run under the same load of the machine. The process begins and ends besides.
template <class Model>
void beside_layer(benchmark::State& state, const char* name) {
  double by_layer = 0, by_runtime = 0;
  Used used;
  std::uint64_t executions = 0;
  for (auto _ : state) {
    const double begin = cpu_seconds();
    executions = check(code_of<Model>()).executions;
    by_layer += cpu_seconds() - begin;
    used = explore(name, executions);
    by_runtime += used.cpu_seconds;
    state.SetIterationTime(used.cpu_seconds);
  }
  state.counters["executions"] = static_cast<double>(executions);
  state.counters["share_of_the_layers_executions_per_second"] = by_layer / by_runtime;
  state.counters["megabytes"] = used.megabytes;
}

[[maybe_unused]] const bool are_registered = [] {
  vigil::bench::for_each_small_program<CheckedAtomics>([]<class Model>(const char* name) {
    const std::string full = std::string("checker/unmodified/") + name;
    benchmark::RegisterBenchmark(full.c_str(), [name](benchmark::State& state) { beside_layer<Model>(state, name); })
        ->UseManualTime()
        ->Unit(benchmark::kMillisecond);
  });
  return true;
}();

}  // namespace
