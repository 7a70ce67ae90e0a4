// The cost of each rung of the ladder, also relative to the rung below. The two are measured alternately.
//
//   batch   many empty tasks, scheduled at once from outside, until all have run and the threads have ended
//   tree    tasks that each schedule two more, one by one
//   burst   64 tasks, scheduled one by one from outside, for a sleeping pool, until all have run
//   lone    a burst of one
//
// `ns` and `cpu_ns` are medians for one task. For bursts they exclude the processor time in which the measuring thread
// waits. `sleeps` is the number of times in a thousand tasks that the pool's threads gave up the processor to wait for
// a lock or for a task. `of_below` and `cpu_of_below` are medians of the ratios of the pairs.

#include "ladder/bounded_rings.hpp"
#include "ladder/one_queue.hpp"
#include "ladder/queue_each.hpp"
#include "ladder/single_thread.hpp"
#include "ladder/throttled.hpp"
#include "ladder/unbounded_rings.hpp"

#include <benchmark/benchmark.h>
#include <sys/resource.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <comparison/samples.hpp>
#include <cstddef>
#include <cstdint>
#include <ctime>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

namespace vigil::ladder {
namespace {

using comparison::process_cpu_ns;
using comparison::Samples;
using comparison::wall_ns;

// The figures of one task.
struct Sample {
  double wall_ns = 0;
  double cpu_ns = 0;
  double sleeps = 0;
};

// Voluntary context switches of all threads except the calling one.
double sleeps_of_others() {
  rusage all{};
  rusage own{};
  getrusage(RUSAGE_SELF, &all);
  getrusage(RUSAGE_THREAD, &own);
  return static_cast<double>(all.ru_nvcsw - own.ru_nvcsw);
}

struct MarkingTask : Task<> {
  MarkingTask() : MarkingTask(&mark) {}
  explicit MarkingTask(Callback callback) : Task<>(callback) {}
  static void mark(Task<>& task) noexcept {
    static_cast<MarkingTask&>(task).has_run.store(true, std::memory_order_release);
  }
  std::atomic<bool> has_run{false};
};

template <class Tasks>
void require_all_run(const Tasks& tasks) {
  const bool have_run = std::all_of(tasks.begin(), tasks.end(),
                                    [](const auto& task) { return task.has_run.load(std::memory_order_acquire); });
  if (!have_run) throw std::logic_error("a rung of the ladder has not run a task");
}

double own_cpu_ns() {
  timespec now{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) * 1e9 + static_cast<double>(now.tv_nsec);
}

// Returns the processor time that this thread spent waiting.
template <class Rung>
double run_one_by_one(Rung& rung, std::size_t size) {
  std::vector<MarkingTask> tasks(size);
  for (MarkingTask& task : tasks) (void)rung.schedule(task);
  if constexpr (requires { rung.run(); }) rung.run();
  const double begin = own_cpu_ns();
  for (const MarkingTask& task : tasks)
    while (!task.has_run.load(std::memory_order_acquire)) std::this_thread::yield();
  return own_cpu_ns() - begin;
}

// Measures until all `tasks` have run. This thread schedules `first`. Pools that start threads on demand have already
// started them.
template <class Rung, class Tasks>
Sample measure(Rung& rung, const Tasks& tasks, Batch<> first) {
  (void)run_one_by_one(rung, 1);
  const double sleeps = sleeps_of_others();
  const double cpu = process_cpu_ns();
  const double wall = wall_ns();
  (void)rung.schedule(first);
  rung.shutdown();
  rung.join();
  const auto count = static_cast<double>(tasks.size());
  const Sample sample{(wall_ns() - wall) / count, (process_cpu_ns() - cpu) / count,
                      (sleeps_of_others() - sleeps) / count};
  require_all_run(tasks);
  return sample;
}

template <class Rung>
Sample batch(std::uint32_t threads) {
  std::vector<MarkingTask> tasks(200'000);
  Batch<> all;
  for (Task<>& task : tasks) all.push(task);
  Rung rung(threads);
  return measure(rung, tasks, all);
}

template <class Rung>
struct Tree {
  // Nodes with a number below half of the total have two children.
  struct Node : MarkingTask {
    Node() : MarkingTask(&run_node) {}
    static void run_node(Task<>& task) noexcept {
      mark(task);
      Tree& tree = *static_cast<Node&>(task).tree;
      const auto child = 2 * static_cast<std::size_t>(static_cast<Node*>(&task) - tree.nodes.data()) + 1;
      if (child >= tree.nodes.size()) return;
      (void)tree.rung.schedule(tree.nodes[child]);
      (void)tree.rung.schedule(tree.nodes[child + 1]);
    }
    Tree* tree = nullptr;
  };

  explicit Tree(std::uint32_t threads) : rung(threads) {
    for (Node& node : nodes) node.tree = this;
  }

  std::vector<Node> nodes{(std::size_t{1} << 17) - 1};
  Rung rung;
};

template <class Rung>
Sample tree(std::uint32_t threads) {
  Tree<Rung> tree(threads);
  return measure(tree.rung, tree.nodes, Batch<>::from(tree.nodes.front()));
}

// Repeatedly schedules `size` tasks for a sleeping pool.
template <class Rung>
Sample bursts(std::uint32_t threads, std::size_t size) {
  constexpr int kBursts = 100;
  const auto rest = [] { std::this_thread::sleep_for(std::chrono::microseconds(200)); };
  Rung rung(threads);
  (void)run_one_by_one(rung, 1);
  rest();
  Samples wall;
  double cpu = 0;
  const double sleeps = sleeps_of_others();
  for (int i = 0; i != kBursts; ++i) {
    const double before_rest = process_cpu_ns();
    rest();
    const double before_tasks = process_cpu_ns();
    const double begin = wall_ns();
    const double waited = run_one_by_one(rung, size);
    wall.add((wall_ns() - begin) / static_cast<double>(size));
    // The threads fall asleep again.
    rest();
    cpu += process_cpu_ns() - before_tasks - (before_tasks - before_rest) - waited;
  }
  const auto tasks = static_cast<double>(kBursts * size);
  return {wall.median(), cpu / tasks, (sleeps_of_others() - sleeps) / tasks};
}

template <class Rung>
Sample burst(std::uint32_t threads) {
  return bursts<Rung>(threads, 64);
}

template <class Rung>
Sample lone(std::uint32_t threads) {
  return bursts<Rung>(threads, 1);
}

using Workload = Sample (*)(std::uint32_t threads);

struct Measured {
  Workload workload;
  std::uint32_t threads;
};

void report(benchmark::State& state, Measured own, Measured below, int pairs) {
  for (auto _ : state) {
    Samples wall, cpu, sleeps, of_below, cpu_of_below;
    for (int pair = 0; pair != pairs; ++pair) {
      const Sample sample = own.workload(own.threads);
      wall.add(sample.wall_ns);
      cpu.add(sample.cpu_ns);
      sleeps.add(sample.sleeps);
      if (below.workload == nullptr) continue;
      const Sample other = below.workload(below.threads);
      of_below.add(sample.wall_ns / other.wall_ns);
      cpu_of_below.add(sample.cpu_ns / other.cpu_ns);
    }
    state.counters["ns"] = wall.median();
    state.counters["cpu_ns"] = cpu.median();
    state.counters["sleeps"] = sleeps.median() * 1000;
    if (below.workload == nullptr) continue;
    state.counters["of_below"] = of_below.median();
    state.counters["cpu_of_below"] = cpu_of_below.median();
  }
}

// The measurements of a rung.
struct Kind {
  std::string name;
  Workload batch;
  Workload tree;
  Workload burst;
  Workload lone;
  std::uint32_t most_threads;

  template <class Rung>
  static Kind of(const char* name, std::uint32_t most_threads) {
    return {name, &ladder::batch<Rung>, &ladder::tree<Rung>, &ladder::burst<Rung>, &ladder::lone<Rung>, most_threads};
  }
};

void add(const Kind& own, const char* workload, Workload Kind::*of, const Kind* below, int pairs) {
  for (std::uint32_t threads = 1; threads <= own.most_threads; ++threads) {
    const Measured self{own.*of, threads};
    const Measured other =
        below == nullptr ? Measured{nullptr, 0} : Measured{below->*of, std::min(threads, below->most_threads)};
    const std::string name = "ladder/" + own.name + "/" + workload + "/threads:" + std::to_string(threads);
    benchmark::RegisterBenchmark(name.c_str(), [=](benchmark::State& state) { report(state, self, other, pairs); })
        ->Iterations(1)
        ->UseRealTime()
        ->Unit(benchmark::kMillisecond);
  }
}

bool add_all() {
  const std::vector<Kind> rungs{
      Kind::of<SingleThread>("single_thread", 1),     Kind::of<OneQueue>("one_queue", 2),
      Kind::of<QueueEach>("queue_each", 2),           Kind::of<BoundedRings>("bounded_rings", 2),
      Kind::of<UnboundedRings>("unbounded_rings", 2), Kind::of<Throttled>("throttled", 2)};
  const Kind* below = nullptr;
  for (const Kind& own : rungs) {
    add(own, "batch", &Kind::batch, below, 15);
    add(own, "tree", &Kind::tree, below, 15);
    add(own, "burst", &Kind::burst, below, 5);
    add(own, "lone", &Kind::lone, below, 5);
    below = &own;
  }
  return true;
}

[[maybe_unused]] const bool added = add_all();

}  // namespace
}  // namespace vigil::ladder
