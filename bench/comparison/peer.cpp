// The measurements that all pools share. Each comes from many short batches within one iteration. The results are the
// counters; the time of the iteration is only the duration of the measurement.

#include <benchmark/benchmark.h>

#include <comparison/others.hpp>
#include <comparison/peer.hpp>
#include <comparison/samples.hpp>
#include <numeric>
#include <random>
#include <string>
#include <thread>
#include <vector>

namespace vigil::comparison {
namespace {

// A batch of most pools is shorter than a time slice, so no other program disturbs most batches. It is long beside the
// call that it begins with, which wakes a worker: at 20 us that is less than 0.1 ns per join.
// Volatile, so that the compiler does not know the number.
const volatile int number = 27;
constexpr std::int64_t kResult = 196'418;
constexpr std::int64_t kJoins = 317'810;
constexpr int kLeastBatches = 20;

struct Batches {
  Samples wall;
  // Of each join, over all batches: the system notes what a thread uses that never sleeps only at its next tick.
  double cpu = 0;
};

template <class Fib>
Batches time_fib(benchmark::State& state, int batches, Fib fib) {
  Batches times;
  int count = 0;
  const double cpu = process_cpu_ns();
  for (Enough enough(batches); enough.wants_another(); ++count) {
    const double wall = wall_ns();
    const auto result = fib(number);
    times.wall.add((wall_ns() - wall) / kJoins);
    if (result != kResult) state.SkipWithError("a wrong result");
  }
  times.cpu = (process_cpu_ns() - cpu) / kJoins / count;
  return times;
}

// ns per join; `sequentials` is the same in units of the plain program just before.
void fib(benchmark::State& state, const PeerKind& kind, std::size_t workers) {
  for (auto _ : state) {
    Batches plain = time_fib(state, kLeastBatches, fib_without_joins);
    const auto peer = kind.start(workers);
    Batches times = time_fib(state, kLeastBatches, [&](int n) { return peer->fib(n); });
    state.counters["ns"] = times.wall.median();
    state.counters["least_ns"] = times.wall.least();
    state.counters["cpu_ns"] = times.cpu;
    state.counters["sequentials"] = times.wall.median() / plain.wall.median();
  }
}

template <auto Fib>
void fib_of(benchmark::State& state, const PeerKind& kind, std::size_t workers) {
  for (auto _ : state) {
    const auto peer = kind.start(workers);
    const auto ns_per_join = [&](Left left) {
      return time_fib(state, kLeastBatches, [&](int n) { return (peer.get()->*Fib)(n, left); }).wall.median();
    };
    state.counters["larger_ns"] = ns_per_join(Left::kLarger);
    state.counters["smaller_ns"] = ns_per_join(Left::kSmaller);
  }
}

struct LoneJob {
  double started = 0;
  static void run(void* job) { static_cast<LoneJob*>(job)->started = wall_ns(); }
};

// The time from the call until the job starts, and until the caller goes on, for a pool with no other work. The pool
// has been idle for `pause`. Without a pause its workers have not fallen asleep yet.
void lone(benchmark::State& state, const PeerKind& kind, std::size_t workers, std::chrono::microseconds pause) {
  constexpr int kJobs = 400;
  for (auto _ : state) {
    const auto peer = kind.start(workers);
    const auto rest = [pause] {
      if (pause.count() != 0) std::this_thread::sleep_for(pause);
    };
    // The first job waits until the pool has started.
    LoneJob first;
    peer->call(&LoneJob::run, &first);
    rest();
    Samples start;
    Samples whole;
    Samples cpu_of_jobs;
    Samples cpu_of_rests;
    for (Enough enough(kJobs); enough.wants_another();) {
      const double before_rest = process_cpu_ns();
      rest();
      const double before_job = process_cpu_ns();
      LoneJob job;
      const double begin = wall_ns();
      peer->call(&LoneJob::run, &job);
      whole.add((wall_ns() - begin) * 1e-3);
      start.add((job.started - begin) * 1e-3);
      // The workers fall asleep again during this rest.
      rest();
      cpu_of_jobs.add((process_cpu_ns() - before_job) * 1e-3);
      cpu_of_rests.add((before_job - before_rest) * 1e-3);
    }
    state.counters["cpu_us"] = cpu_of_jobs.median() - cpu_of_rests.median();
    state.counters["start_p50_us"] = start.median();
    state.counters["start_p99_us"] = start.quantile(0.99);
    state.counters["whole_p50_us"] = whole.median();
    state.counters["whole_p99_us"] = whole.quantile(0.99);
  }
}

// Processor time of a pool that is idle after a job.
void idle(benchmark::State& state, const PeerKind& kind, std::size_t workers) {
  for (auto _ : state) {
    const auto peer = kind.start(workers);
    if (kind.takes_calls) {
      LoneJob job;
      peer->call(&LoneJob::run, &job);
    } else {
      benchmark::DoNotOptimize(peer->fib(10));
    }
    std::this_thread::sleep_for(std::chrono::milliseconds(100));
    const double wall = wall_ns();
    const double cpu = process_cpu_ns();
    std::this_thread::sleep_for(std::chrono::seconds(1));
    state.counters["us_per_s"] = (process_cpu_ns() - cpu) / (wall_ns() - wall) * 1e6;
  }
}

constexpr std::size_t kElements = 10'000'000;

void sum(benchmark::State& state, const PeerKind& kind, std::size_t workers) {
  const std::vector<double> values(kElements, 1.0);
  const auto peer = kind.start(workers);
  Samples each;
  for (auto _ : state) {
    for (Enough enough(15); enough.wants_another();) {
      const double begin = wall_ns();
      if (peer->sum(values) != static_cast<double>(kElements)) state.SkipWithError("a wrong result");
      each.add((wall_ns() - begin) / static_cast<double>(kElements));
    }
  }
  state.counters["ns"] = each.median();
  state.counters["least_ns"] = each.least();
}

void sort(benchmark::State& state, const PeerKind& kind, std::size_t workers) {
  std::vector<int> shuffled(kElements);
  std::iota(shuffled.begin(), shuffled.end(), 0);
  std::shuffle(shuffled.begin(), shuffled.end(), std::mt19937(1));
  const auto peer = kind.start(workers);
  Samples each;
  for (auto _ : state) {
    for (Enough enough(3); enough.wants_another();) {
      std::vector<int> values = shuffled;
      const double begin = wall_ns();
      peer->sort(values);
      each.add((wall_ns() - begin) / static_cast<double>(kElements));
      if (!std::is_sorted(values.begin(), values.end())) state.SkipWithError("a wrong result");
    }
  }
  state.counters["ns"] = each.median();
  state.counters["least_ns"] = each.least();
}

// ns for each of `count` items, over several batches. Preparing a batch and checking its result are not timed.
template <class Prepare, class Run, class Check>
void batches(benchmark::State& state, int at_least, std::size_t count, Prepare prepare, Run run, Check check) {
  const auto each_of = [count](double ns) { return ns / static_cast<double>(count); };
  Samples times;
  Samples times_of_processors;
  for (auto _ : state) {
    for (Enough enough(at_least); enough.wants_another();) {
      prepare();
      const double cpu = process_cpu_ns();
      const double wall = wall_ns();
      run();
      times.add(each_of(wall_ns() - wall));
      times_of_processors.add(each_of(process_cpu_ns() - cpu));
      if (!check()) state.SkipWithError("a wrong result");
    }
  }
  state.counters["ns"] = times.median();
  state.counters["least_ns"] = times.least();
  state.counters["cpu_ns"] = times_of_processors.median();
}

void tasks(benchmark::State& state, const PeerKind& kind, std::size_t workers) {
  std::vector<EmptyTask> all(1'000'000);
  const auto peer = kind.start(workers);
  unsigned runs = 0;
  batches(
      state, 9, all.size(), [&] { ++runs; }, [&] { peer->run_tasks(all); },
      [&] { return std::all_of(all.begin(), all.end(), [&](const EmptyTask& task) { return task.runs() == runs; }); });
}

void quicksort(benchmark::State& state, const PeerKind& kind, std::size_t workers) {
  std::mt19937 random(1);
  std::vector<int> unsorted(kElements);
  for (int& value : unsorted) value = static_cast<int>(random() >> 1);
  std::vector<int> values;
  const auto peer = kind.start(workers);
  batches(
      state, 3, kElements, [&] { values = unsorted; }, [&] { peer->quicksort(values); },
      [&] { return std::is_sorted(values.begin(), values.end()); });
}

template <class Measure>
void add(const std::string& room, const std::string& measure, const PeerKind& kind, std::size_t workers, Measure run,
         const std::string& more = "") {
  std::string name = room + "/" + measure + "/" + kind.name;
  if (!kind.is_sequential) name += "/workers:" + std::to_string(workers);
  benchmark::RegisterBenchmark((name + more).c_str(),
                               [=](benchmark::State& state) {
                                 const CountOthers others(state);
                                 run(state, kind, workers);
                               })
      ->Iterations(1)
      ->UseRealTime()
      ->Unit(benchmark::kMillisecond);
}

void add_lone(const std::string& room, const PeerKind& kind, std::size_t workers, std::chrono::microseconds pause) {
  const auto run = [pause](benchmark::State& state, const PeerKind& its_kind, std::size_t its_workers) {
    lone(state, its_kind, its_workers, pause);
  };
  add(room, "lone", kind, workers, run, "/pause_us:" + std::to_string(pause.count()));
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
  return true;
}

}  // namespace vigil::comparison
