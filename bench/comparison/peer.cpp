// The measurements of one pool. Each comes from many short batches within one iteration. The results are the counters;
// the time of the iteration is only the duration of the measurement.

#include <benchmark/benchmark.h>

#include <comparison/beside.hpp>
#include <comparison/measurement.hpp>
#include <comparison/peer.hpp>
#include <comparison/samples.hpp>
#include <comparison/work.hpp>
#include <functional>
#include <string>
#include <thread>
#include <vector>

namespace vigil::comparison {
namespace {

constexpr int kLeastBatches = 20;

struct Batches {
  Samples wall;
  // Of each join, over all batches: the system notes what a thread uses that never sleeps only at its next tick.
  double cpu = 0;
};

Batches batches_of_fib(const std::function<double(int)>& fib) {
  Batches batches;
  double joins = 0;
  const double cpu = process_cpu_ns();
  for (Enough enough(kLeastBatches); enough.wants_another(); joins += kJoins) batches.wall.add(time_fib(fib));
  batches.cpu = (process_cpu_ns() - cpu) / joins;
  return batches;
}

// ns per join; `sequentials` is the same in units of the plain program just before.
void fib(benchmark::State& state, const PeerKind& kind, std::size_t workers) {
  Batches plain = batches_of_fib([](int n) { return static_cast<double>(fib_without_joins(n)); });
  const auto peer = kind.start(workers);
  Batches batches = batches_of_fib([&](int n) { return static_cast<double>(peer->fib(n)); });
  state.counters["ns"] = batches.wall.median();
  state.counters["least_ns"] = batches.wall.least();
  state.counters["cpu_ns"] = batches.cpu;
  state.counters["sequentials"] = batches.wall.median() / plain.wall.median();
}

template <auto Fib>
void fib_of(benchmark::State& state, const PeerKind& kind, std::size_t workers) {
  const auto peer = kind.start(workers);
  const auto ns_per_join = [&](Left left) {
    return batches_of_fib([&](int n) { return static_cast<double>((peer.get()->*Fib)(n, left)); }).wall.median();
  };
  state.counters["larger_ns"] = ns_per_join(Left::kLarger);
  state.counters["smaller_ns"] = ns_per_join(Left::kSmaller);
}

void lone(benchmark::State& state, const PeerKind& kind, std::size_t workers, std::chrono::microseconds pause) {
  const auto peer = kind.start(workers);
  LoneJobs jobs(*peer, pause);
  for (Enough enough(400); enough.wants_another();) jobs.time_one();
  state.counters["cpu_us"] = jobs.cpu();
  state.counters["start_p50_us"] = jobs.start.median();
  state.counters["start_p99_us"] = jobs.start.quantile(0.99);
  state.counters["whole_p50_us"] = jobs.whole.median();
  state.counters["whole_p99_us"] = jobs.whole.quantile(0.99);
}

// Processor time of a pool that is idle after a job.
void idle(benchmark::State& state, const PeerKind& kind, std::size_t workers) {
  const auto peer = kind.start(workers);
  if (kind.takes_calls)
    peer->call([](void*) {}, nullptr);
  else
    benchmark::DoNotOptimize(peer->fib(10));
  std::this_thread::sleep_for(std::chrono::milliseconds(100));
  const double wall = wall_ns();
  const double cpu = process_cpu_ns();
  std::this_thread::sleep_for(std::chrono::seconds(1));
  state.counters["us_per_s"] = (process_cpu_ns() - cpu) / (wall_ns() - wall) * 1e6;
}

// The counters of at least `least` batches.
void batches(benchmark::State& state, int least, const std::function<Times()>& time) {
  Samples wall;
  Samples cpu;
  for (Enough enough(least); enough.wants_another();) {
    const Times batch = time();
    wall.add(batch.wall);
    cpu.add(batch.cpu);
  }
  state.counters["ns"] = wall.median();
  state.counters["least_ns"] = wall.least();
  state.counters["cpu_ns"] = cpu.median();
}

void sum(benchmark::State& state, const PeerKind& kind, std::size_t workers) {
  const std::vector<double> values(kElements, 1.0);
  const auto peer = kind.start(workers);
  batches(state, 15, [&] { return time_sum(*peer, values); });
}

void sort(benchmark::State& state, const PeerKind& kind, std::size_t workers) {
  Sorting sorting = Sorting::of_permutation();
  const auto peer = kind.start(workers);
  batches(state, 3, [&] { return sorting.time([&](std::span<int> values) { peer->sort(values); }); });
}

void tasks(benchmark::State& state, const PeerKind& kind, std::size_t workers) {
  EmptyTasks all;
  const auto peer = kind.start(workers);
  batches(state, 9, [&] { return all.time(*peer); });
}

void quicksort(benchmark::State& state, const PeerKind& kind, std::size_t workers) {
  Sorting sorting = Sorting::of_random_numbers();
  const auto peer = kind.start(workers);
  batches(state, 3, [&] { return sorting.time([&](std::span<int> values) { peer->quicksort(values); }); });
}

using Measure = void (*)(benchmark::State&, const PeerKind&, std::size_t);

void add(const std::string& room, const std::string& measure, const PeerKind& kind, std::size_t workers, Measure run) {
  std::string name = room + "/" + measure + "/" + kind.name;
  if (!kind.is_sequential) name += "/workers:" + std::to_string(workers);
  add_measurement(name, [=](benchmark::State& state) { run(state, kind, workers); });
}

void add_lone(const std::string& room, const PeerKind& kind, std::size_t workers, std::chrono::microseconds pause) {
  add_measurement(room + "/lone/" + kind.name + "/workers:" + std::to_string(workers) +
                      "/pause_us:" + std::to_string(pause.count()),
                  [=](benchmark::State& state) { lone(state, kind, workers, pause); });
}

void add_to_pool(const PeerKind& kind, std::size_t workers) {
  if (kind.forks) add("pool", "fib", kind, workers, fib);
  if (kind.forks_either_way) {
    add("pool", "fib_of_longs", kind, workers, fib_of<&Peer::fib_of_longs>);
    add("pool", "fib_of_ints", kind, workers, fib_of<&Peer::fib_of_ints>);
    add("pool", "fib_of_doubles", kind, workers, fib_of<&Peer::fib_of_doubles>);
  }
  if (kind.adds) add("pool", "sum", kind, workers, sum);
  if (kind.sorts) add("pool", "sort", kind, workers, sort);
  if (kind.runs_tasks) add("pool", "tasks", kind, workers, tasks);
  if (kind.rests) add("pool", "idle", kind, workers, idle);
  if (!kind.takes_calls) return;
  add_lone("pool", kind, workers, std::chrono::microseconds(0));
  add_lone("pool", kind, workers, std::chrono::microseconds(1000));
}

void add_to_lean(const PeerKind& kind, std::size_t workers) {
  if (kind.runs_tasks) add("lean", "tasks", kind, workers, tasks);
  if (kind.quicksorts) add("lean", "quicksort", kind, workers, quicksort);
  if (kind.rests) add("lean", "idle", kind, workers, idle);
  if (kind.takes_calls) add_lone("lean", kind, workers, std::chrono::microseconds(1000));
}

}  // namespace

bool add_peer(const PeerKind& kind) {
  if (!kind.version.empty()) benchmark::AddCustomContext("version of " + kind.name, kind.version);
  for (const std::size_t workers : {std::size_t{1}, std::size_t{2}}) {
    if (workers > kind.most_workers) continue;
    if (!kind.is_lean) add_to_pool(kind, workers);
    add_to_lean(kind, workers);
  }
  add_beside(kind);
  return true;
}

}  // namespace vigil::comparison
