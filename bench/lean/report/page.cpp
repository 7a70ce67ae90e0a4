// The page of the comparison of lean pools.

#include <algorithm>
#include <comparison/report/page.hpp>

namespace vigil::comparison {
namespace {

// How many times fewer calls the throttle makes; a pool that makes none counts as making one.
std::optional<Figure> times_fewer(const Results& results, const std::string& how, int workers) {
  auto throttled = results.find("wakes-" + how, "vigil-lean", workers, "wakes");
  if (!throttled) return std::nullopt;
  for (double* const calls : {&throttled->median, &throttled->least, &throttled->most}) *calls = std::max(1.0, *calls);
  return ratio(results.find("wakes-" + how, "notify-each-push", workers, "wakes"), throttled);
}

std::string aims(const Results& results) {
  Aims aims;
  const auto quicksort = [&](const char* pool, int workers) {
    return results.find("quicksort", pool, workers, "least_ns");
  };
  for (const int workers : {1, 2})
    aims.at_least("quicksort, the best of three, times as fast as oneTBB, " +
                      std::string(workers == 1 ? "1 worker" : "2 workers"),
                  ratio(quicksort("oneTBB", workers), quicksort("vigil-lean", workers)), 1);
  aims.at_least("times fewer wake-ups than by notifying at each push, one by one from outside, 1 worker",
                times_fewer(results, "one-by-one", 1), 5);
  aims.at_least("the same, 2 workers", times_fewer(results, "one-by-one", 2), 5);
  aims.at_least("the same, in bursts from inside, 2 workers", times_fewer(results, "bursts", 2), 5);
  aims.at_most("allocations for a million tasks", results.find("memory/vigil-lean", "allocations"), 0);
  return aims.text() + "\n";
}

const Columns kTimes{{"ns", "ns"}, {"best batch", "least_ns", true}, {"processor ns", "cpu_ns"}};

std::string quicksort(const Results& results) {
  return "## Quicksort of 10 million ints\n\nns per element, medians of three or more batches. All use one algorithm "
         "on random values: "
         "the pivot is the median of first, middle and last, one side of each partition is a task, and ranges of up to "
         "32 are sorted by insertion. `sequential` is the same without tasks. `vigil` and Rayon join the sides. "
         "oneTBB, OpenMP and Go wait for all tasks at the end; Go has a goroutine for each. `vigil-lean` waits for the "
         "end of the pool, so each sort starts and ends its threads, and so does `own-scheduler`, which is "
         "`examples/own-scheduler`.\n\n![ns per element](lean-quicksort.svg)\n\n" +
         table(results, "quicksort", "", kTimes);
}

std::string tasks(const Results& results) {
  return "## A million empty tasks\n\nns per task, scheduled and run, medians of nine or more batches. `sequential` is "
         "a loop over the "
         "same callbacks. `vigil-lean` gets one batch, and starts and ends its threads; `own-scheduler` starts and "
         "ends "
         "them, too. The others have no batches: one of their threads spawns one task after the other. Go's goroutines "
         "have stacks of their own.\n\n" +
         table(results, "tasks", "", kTimes);
}

std::string wakes(const Results& results) {
  const Columns columns{{"wake-ups", "wakes"}, {"switches", "switches"}, {"ns per task", "ns"}};
  return "## Wake-ups\n\nThe tables show, for a million empty tasks: the calls that wake one thread, the voluntary "
         "context switches of the process (`switches`), and the time. `notify-each-push` is the same pool with another "
         "throttle: while a thread is idle, each push makes the call, even if a thread that was woken has not run "
         "yet.\n\n![wake-ups](lean-wakes.svg)\n\nOne by one from outside:\n\n" +
         table(results, "wakes-one-by-one", "", columns) + "In bursts of 100 from a task:\n\n" +
         table(results, "wakes-bursts", "", columns) + "As one batch from outside:\n\n" +
         table(results, "wakes-batch", "", columns);
}

std::string lone(const Results& results) {
  return "## A lone task from outside\n\nµs until the task starts, after all threads have been idle for a millisecond. "
         "Processor time is that of caller and pool, for the task.\n\n" +
         table(results, "lone", "/pause_us:1000",
               {{"p50", "start_p50_us"},
                {"p99", "start_p99_us"},
                {"there and back", "whole_p50_us"},
                {"processor µs", "cpu_us"}});
}

std::string memory(const Results& results) {
  const auto figure = [&](const char* counter) { return text(results.find("memory/vigil-lean", counter)); };
  std::string lines = "## Memory\n\n| what | figure |\n|---|---|\n";
  const auto line = [&](const std::string& what, const std::string& value) {
    lines += "| " + what + " | " + value + " |\n";
  };
  line("allocations from construction to join, for a million tasks", figure("allocations"));
  line("allocations of the system in starting its 2 threads", figure("start_allocations"));
  line("allocations for as many tasks of the other pool's scope", figure("scope_allocations"));
  line("bytes of a pool, which has room for 64 threads", figure("pool_bytes"));
  line("bytes of it for each of them, ring and queue", figure("worker_bytes"));
  line("bytes of a task", figure("task_bytes"));
  line("bytes of a thread's stack, as configured here", figure("stack_bytes"));
  line("bytes resident for each thread that has been started", figure("resident_bytes"));
  return lines + "\n";
}

std::string ring(const Results& results) {
  std::string lines =
      "## The ring\n\nThe cost of a push and a pop, with eight tasks between them, or none where a thief steals. The "
      "last column is the best batch in units of a full fence, measured in the same round; a deque's pop needs one "
      "fence.\n\n| push and pop | ns, best batch | ns, mean | fences, best batch |\n|---|---|---|---|\n";
  for (const auto& [title, row] : {std::pair("inlined", "pair/inlined"), std::pair("as calls", "pair/called"),
                                   std::pair("while a thief steals", "pair_beside_a_thief/inlined")}) {
    const auto figure = [&, ring = "ring_buffer/" + std::string(row)](const char* counter) {
      return results.find(ring, counter);
    };
    lines += "| " + std::string(title) + " | " + best(figure("least_ns")) + " | " + text(figure("mean_ns")) + " | " +
             text(figure("fences")) + " |\n";
  }
  return lines + "\n";
}

std::string text_of(const Results& results) {
  return "# The lean pool beside other pools\n\nThis page compares the lean pool with other pools: speed, wake-ups, "
         "idle cost and memory. On a shared machine compare ratios, not absolute times. Processor time can be compared "
         "too: other programs do not add to it. `vigil` is Vigil's other pool, [of fork and join](pool.md).\n\n" +
         circumstances(results, "./vigil report lean") + "## Targets\n\n" + aims(results) + quicksort(results) +
         tasks(results) + wakes(results) + lone(results) +
         "## Idle\n\nProcessor time, µs per second, of a pool that had a task and has none now.\n\n" +
         table(results, "idle", "", {{"µs/s", "us_per_s"}}) + memory(results) + ring(results) + dropped_rounds(results);
}

std::vector<Bar> bars_of_wakes(const Results& results) {
  std::vector<Bar> all;
  for (const std::string how : {"one-by-one", "bursts"})
    for (const std::string pool : {"vigil-lean", "notify-each-push"})
      if (const auto calls = results.find("wakes-" + how, pool, 2, "wakes"))
        all.push_back({pool + ", " + how + (calls->is_disturbed ? kMark : ""), calls->median, pool == "vigil-lean"});
  return all;
}

}  // namespace

std::vector<File> lean_page(const Results& results) {
  return {{"lean.md", text_of(results)},
          {"lean-quicksort.svg", bar_chart("Quicksort of 10 million ints", "ns per element",
                                           bars(results, "quicksort", "", "ns"), Axis::linear)},
          {"lean-wakes.svg", bar_chart("Wake-ups for a million tasks, 2 workers", "calls", bars_of_wakes(results))}};
}

}  // namespace vigil::comparison
