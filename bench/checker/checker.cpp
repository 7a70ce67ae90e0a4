// The checker's executions in a second and its memory, and, if Relacy is there, Relacy's time for the same model.

#include "checker/jobs.hpp"

#include <benchmark/benchmark.h>
#include <vigil/checker.hpp>

#include <chrono>
#include <cstdio>
#include <ctime>
#include <functional>
#include <memory>
#include <set>
#include <stdexcept>
#include <string>
#include <string_view>

namespace {

using namespace vigil::checker;
using vigil::bench::Jobs;
using Layer = CheckedAtomics;

double cpu_seconds() { return static_cast<double>(std::clock()) / CLOCKS_PER_SEC; }

Options unrolled() {
  Options options;
  options.spins = Spins::unrolled;
  return options;
}

// The two numbers that another program prints.
std::pair<std::uint64_t, double> ask(const std::string& command) {
  const std::unique_ptr<std::FILE, int (*)(std::FILE*)> pipe(popen(command.c_str(), "r"), &pclose);
  unsigned long long count = 0;
  double value = 0;
  if (pipe == nullptr || std::fscanf(pipe.get(), "%llu %lf", &count, &value) != 2)
    throw std::runtime_error("no figures from " + command);
  return {count, value};
}

constexpr bool kHasRelacy = !std::string_view(VIGIL_BENCH_RELACY).empty();

const std::pair<std::uint64_t, double>& relacy() {
  static const auto figures = ask(VIGIL_BENCH_RELACY);
  return figures;
}

void relacy_full_search(benchmark::State& state) {
  for (auto _ : state) state.SetIterationTime(relacy().second);
  state.counters["executions"] = static_cast<double>(relacy().first);
}
[[maybe_unused]] const auto* const by_relacy =
    !kHasRelacy ? nullptr
                : benchmark::RegisterBenchmark("checker/deque/1_thief/relacy_full_search", relacy_full_search)
                      -> UseManualTime() -> Iterations(1);

// As a user calls it: each search creates its fibers and its memory again.
void one_thief(benchmark::State& state) {
  Result result;
  const double begin = cpu_seconds();
  for (auto _ : state) result = check(code_of<Jobs<Layer, 1>>(), unrolled());
  const double each = (cpu_seconds() - begin) / static_cast<double>(state.iterations());
  if (!result.holds()) state.SkipWithError("the deque does not hold");
  state.counters["executions"] = static_cast<double>(result.executions);
  if (kHasRelacy) state.counters["times_faster_than_relacy"] = relacy().second / each;
}
BENCHMARK(one_thief)->Name("checker/deque/1_thief/check")->Unit(benchmark::kMicrosecond);

// The cost of an execution. In a larger model, the setup is a smaller part of the search.
template <class M>
void explore(benchmark::State& state) {
  const auto code = code_of<M>();
  const auto options = unrolled();
  Result result;
  const double begin = cpu_seconds();
  for (auto _ : state) result = check(code, options);
  const double seconds = cpu_seconds() - begin;
  if (!result.holds()) state.SkipWithError("a violation");
  const auto executions = static_cast<double>(result.executions);
  state.counters["executions"] = executions;
  state.counters["blocked"] = static_cast<double>(result.blocked);
  state.counters["operations"] = static_cast<double>(result.most_events);
  state.counters["executions_per_second"] = executions * static_cast<double>(state.iterations()) / seconds;
}
BENCHMARK(explore<Jobs<Layer, 2>>)->Name("checker/deque/2_thieves/explored")->Unit(benchmark::kMicrosecond);
BENCHMARK(explore<Jobs<Layer, 2, 2>>)->Name("checker/deque/2_thieves_twice/explored")->Unit(benchmark::kMillisecond);

struct StoreBuffering {
  static constexpr auto threads() { return std::tuple{&StoreBuffering::one, &StoreBuffering::other}; }
  Layer::atomic<int> x{0}, y{0};
  void one() {
    x.store(1, std::memory_order_relaxed);
    benchmark::DoNotOptimize(y.load(std::memory_order_relaxed));
  }
  void other() {
    y.store(1, std::memory_order_relaxed);
    benchmark::DoNotOptimize(x.load(std::memory_order_relaxed));
  }
};
BENCHMARK(explore<StoreBuffering>)->Name("checker/litmus/store_buffering")->Unit(benchmark::kMicrosecond);

struct MessagePassing {
  static constexpr auto threads() { return std::tuple{&MessagePassing::writer, &MessagePassing::reader}; }
  Layer::atomic<int> message{0}, flag{0};
  void writer() {
    message.store(1, std::memory_order_relaxed);
    flag.store(1, std::memory_order_release);
  }
  void reader() {
    benchmark::DoNotOptimize(flag.load(std::memory_order_acquire));
    benchmark::DoNotOptimize(message.load(std::memory_order_relaxed));
  }
};
BENCHMARK(explore<MessagePassing>)->Name("checker/litmus/message_passing")->Unit(benchmark::kMicrosecond);

double seconds_with(unsigned jobs, std::uint64_t& executions) {
  auto options = unrolled();
  options.jobs = jobs;
  const auto begin = std::chrono::steady_clock::now();
  executions = check(code_of<Jobs<Layer, 3, 2>>(), options).executions;
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
}

// One after the other, so that both run under the same load of the machine.
void two_processes(benchmark::State& state) {
  double alone = 0, together = 0;
  std::uint64_t executions_alone = 0, executions_together = 0;
  for (auto _ : state) {
    alone += seconds_with(1, executions_alone);
    const double seconds = seconds_with(2, executions_together);
    together += seconds;
    state.SetIterationTime(seconds);
  }
  if (executions_alone != executions_together) state.SkipWithError("the counts differ");
  state.counters["executions"] = static_cast<double>(executions_together);
  state.counters["times_faster_than_one"] = alone / together;
}
BENCHMARK(two_processes)
    ->Name("checker/deque/3_thieves_twice/two_processes")
    ->UseManualTime()
    ->Unit(benchmark::kMillisecond)
    ->Iterations(1);

void append(std::string& text, const EventName& name) {
  text += std::to_string(name.thread) + '.' + std::to_string(name.index) + ' ';
}

std::string graph_in_words(const ObservedExecution& execution) {
  std::string text;
  for (const auto& thread : execution.threads) {
    for (const auto& event : thread) append(text += std::to_string(event.variant) + '<', event.source);
    text += '|';
  }
  for (const auto& order : execution.modification_orders) {
    for (const auto& write : order) append(text, write);
    text += '|';
  }
  return text;
}

// Graphs that were visited twice, and blocked runs.
void redundant(benchmark::State& state) {
  std::uint64_t runs = 0;
  std::set<std::string> graphs;
  auto options = unrolled();
  options.on_execution = [&](const ObservedExecution& execution) {
    ++runs;
    if (!execution.blocked) graphs.insert(graph_in_words(execution));
  };
  for (auto _ : state) (void)check(code_of<Jobs<Layer, 2, 2>>(), options);
  state.counters["executions"] = static_cast<double>(graphs.size());
  state.counters["redundant"] = static_cast<double>(runs - graphs.size());
}
BENCHMARK(redundant)->Name("checker/deque/2_thieves_twice/redundant")->Unit(benchmark::kMillisecond)->Iterations(1);

// The memory of a process that does nothing else, after few executions and after all of them.
void memory(benchmark::State& state) {
  std::pair<std::uint64_t, double> few, all;
  for (auto _ : state) {
    few = ask(std::string(VIGIL_BENCH_MEMORY) + " 1000");
    all = ask(VIGIL_BENCH_MEMORY);
  }
  state.counters["executions"] = static_cast<double>(all.first);
  state.counters["most_resident_kB"] = all.second;
  state.counters["most_resident_kB_of_1000"] = few.second;
}
BENCHMARK(memory)->Name("checker/deque/3_thieves_twice/memory")->Unit(benchmark::kMillisecond)->Iterations(1);

}  // namespace
