// The page of the comparison of pools that fork and join.

#include <comparison/report/page.hpp>
#include <string>
#include <utility>

namespace vigil::comparison {
namespace {

// Vigil's figure in units of this peer's, from their turns.
std::optional<Figure> beside(const Results& results, const char* peer, int workers, const std::string& measure,
                             const char* counter = "ns") {
  return results.find("beside", peer, workers, counter, "/" + measure);
}

// How many times as fast as this peer.
std::optional<Figure> speed_beside(const Results& results, const char* peer, int workers, const std::string& measure) {
  const auto time = beside(results, peer, workers, measure);
  if (!time) return std::nullopt;
  return Figure{1 / time->median, 1 / time->most, 1 / time->least, time->is_disturbed};
}

void aims_of_forks(const Results& results, int workers, const std::string& with, Aims& aims) {
  aims.at_least("fib, times as fast as Rayon" + with, speed_beside(results, "Rayon", workers, "fib"), 4);
  aims.at_least("fib, times as fast as oneTBB" + with, speed_beside(results, "oneTBB", workers, "fib"), 20);
  for (const auto& [measure, numbers] : {std::pair("fib_of_longs", "64-bit integers"), std::pair("fib_of_ints", "ints"),
                                         std::pair("fib_of_doubles", "doubles")})
    aims.at_most(std::string("ns per join, ") + numbers + ", in those of Lace" + with,
                 beside(results, "Lace", workers, measure), 0.95);
}

void aims_of_lone_jobs(const Results& results, int workers, const std::string& with, Aims& aims) {
  const auto to_locked = [&](const char* measure, const char* counter) {
    return beside(results, "mutex+condvar", workers, measure, counter);
  };
  const std::string unit = ", in those of mutex+condvar" + with;
  aims.at_most("a lone job's start, p50" + unit, to_locked("lone/pause_us:1000", "start_p50_us"), 1.3);
  aims.at_most("a lone job's processor time" + unit, to_locked("lone/pause_us:1000", "cpu_us"), 1);
  aims.at_most("there and back without a pause, p50" + unit, to_locked("lone/pause_us:0", "whole_p50_us"), 1);
}

std::string aims(const Results& results) {
  Aims aims;
  for (const int workers : {1, 2}) {
    const std::string with = workers == 1 ? ", 1 worker" : ", 2 workers";
    aims_of_forks(results, workers, with, aims);
    aims_of_lone_jobs(results, workers, with, aims);
    aims.at_most("µs of processor time per idle second" + with, results.find("idle", "vigil", workers, "us_per_s"),
                 100);
    aims.at_most("ns per element of the sort, in those of Rayon" + with, beside(results, "Rayon", workers, "sort"), 1);
    for (const char* const peer : {"oneTBB", "Rayon", "OpenMP"})
      aims.at_most(std::string("ns per empty task, in those of ") + peer + with,
                   beside(results, peer, workers, "tasks"), 1);
  }
  aims.at_most("a join in units of the sequential program, 1 worker", results.find("fib", "vigil", 1, "sequentials"),
               1.5);
  return "For a target that names another pool, Vigil and that pool take turns, each with a pool started for it. A "
         "turn is at least 5 ms of joins, tenths of a second of lone jobs, one sort, or two batches of tasks. A "
         "round's "
         "figure is the median, over their pairs of turns, of Vigil's time in units of the other's. So a neighbour on "
         "the machine who stays for longer than a pair of turns disturbs both. The sections below measure one pool "
         "after the other: their figures show what a thing costs, and not which pool is ahead by a few percent.\n\n" +
         aims.text() + "\n";
}

std::string claims(const Results& results) {
  const auto claim = [&](const char* name, const char* counter = "ns") {
    return text(results.find(std::string("claims/") + name, counter));
  };
  const auto lone = [&](const char* pool, const char* pause, const char* counter) {
    return text(results.find("lone", pool, 1, counter, std::string("/pause_us:") + pause));
  };
  std::string lines = "| claim | measured |\n|---|---|\n";
  const auto line = [&](const std::string& seed, const std::string& measured) {
    lines += "| " + seed + " | " + measured + " |\n";
  };
  line("P1 push ~3 ns", claim("push") + " ns");
  line("P1 pop ~3 ns", claim("pop") + " ns: it has to wait for a full fence");
  line("P1 steal ~10–50 ns", claim("steal") + " ns");
  line("P2 idle yield ~1–5 µs", claim("yield") + " ns with nothing else to run");
  line("P2 wake a sleeper ~10–100 µs",
       "p50 " + claim("wake_by_condition", "p50_us") + " µs, p99 " + claim("wake_by_condition", "p99_us") + " µs");
  line("P2, P4 full cycle of sleep and wake ~100–500 µs",
       "p50 " + lone("vigil", "1000", "whole_p50_us") + " µs for a call that finds all asleep, to its return");
  line("P3 join, local ~5 ns; fork-join ~10–20 ns",
       text(results.find("fib", "vigil", 1, "ns")) + " ns for fork and join, and the call");
  line("P3 join, stolen and done ~3 ns", claim("join_stolen") + " ns");
  line("P3 wake by futex ~5–10 ns", "p50 " + claim("wake_by_futex", "p50_us") + " µs (S-37: P2 is right)");
  line("P4 found while workers yield ~1–5 µs",
       "p50 " + lone("vigil", "0", "start_p50_us") + " µs, p99 " + lone("vigil", "0", "start_p99_us") + " µs");
  line("P4 near no processor time asleep", text(results.find("idle", "vigil", 1, "us_per_s")) + " µs per second");
  line("P5 spinning ~10 ns, and a processor", "p50 " + claim("wake_by_spinning", "p50_us") + " µs, " +
                                                  text(results.find("idle", "spinning", 1, "us_per_s")) +
                                                  " µs per second");
  line("P5 mutex and condition ~100–300 ns", "p50 " + lone("mutex+condvar", "1000", "start_p50_us") + " µs");
  line("P5 counter and condition ~10–100 µs", "p50 " + lone("vigil", "1000", "start_p50_us") + " µs");
  line("P6 yielding varies less than spinning",
       "p50 to p99 of a start: yielding " + lone("vigil", "0", "start_p50_us") + " to " +
           lone("vigil", "0", "start_p99_us") + " µs, spinning " + lone("spinning", "0", "start_p50_us") + " to " +
           lone("spinning", "0", "start_p99_us") + " µs");
  return lines + "\n";
}

const Columns kEitherWay = {{"n − 1 left", "larger_ns"}, {"n − 2 left", "smaller_ns"}};

std::string text_of(const Results& results) {
  return "# The thread pool beside other pools\n\nThis page compares Vigil's pool of fork and join with other pools: "
         "joins, lone jobs, idle cost, a sum, a sort and empty tasks. On a shared machine compare ratios, not absolute "
         "times. A round's figure is itself the median of many short batches.\n\n" +
         circumstances(results, "./vigil report") + "## Targets\n\n" + aims(results) +
         "## fib without cutoff\n\nEach call except the leaves forks and joins once. `sequential` is the same function "
         "without forks and joins, not inlined into itself. The column × is in units of it, measured just "
         "before.\n\n![ns per join](pool-fib.svg)\n\n" +
         table(results, "fib", "",
               {{"ns", "ns"}, {"best batch", "least_ns", true}, {"×", "sequentials"}, {"processor ns", "cpu_ns"}}) +
         "How fast a pool is depends on the call that is left to thieves: that of n − 1 or that of n − 2. So the "
         "targets that compare with Lace take of each pool the faster way, as their turns show it. ns with 64-bit "
         "integers, with ints and with doubles:\n\n" +
         table(results, "fib_of_longs", "", kEitherWay) + table(results, "fib_of_ints", "", kEitherWay) +
         table(results, "fib_of_doubles", "", kEitherWay) +
         "## A lone job from outside\n\nµs until the job starts, after all workers have been idle for a millisecond. "
         "Processor time is that of caller and workers, for the job.\n\n![start of a lone job](pool-lone.svg)\n\n" +
         table(results, "lone", "/pause_us:1000",
               {{"p50", "start_p50_us"},
                {"p99", "start_p99_us"},
                {"there and back", "whole_p50_us"},
                {"processor µs", "cpu_us"}}) +
         "The same, with no pause between one job and the next:\n\n" +
         table(results, "lone", "/pause_us:0",
               {{"p50", "start_p50_us"}, {"p99", "start_p99_us"}, {"there and back", "whole_p50_us"}}) +
         "## Idle\n\nProcessor time, µs per second, of a pool that had a job and has none now.\n\n" +
         table(results, "idle", "", {{"µs/s", "us_per_s"}}) +
         "## Sum of 10 million doubles, sort of 10 million ints\n\nns per element. The first table is the sum, the "
         "second the sort. OpenMP's sort is libstdc++'s parallel mode.\n\n" +
         table(results, "sum", "", {{"ns", "ns"}}) + table(results, "sort", "", {{"ns", "ns"}}) +
         "## A million empty tasks\n\nns per task. One thread spawns one task after the other, in a scope or in what "
         "the pool has for one. `sequential` is a loop over the same callbacks. OpenMP may run a task at once "
         "instead of queueing it; libgomp does so while more than 64 tasks for each thread are queued.\n\n" +
         table(results, "tasks", "", {{"ns", "ns"}, {"best batch", "least_ns", true}, {"processor ns", "cpu_ns"}}) +
         dropped_rounds(results) +
         "## What the published documents claim\n\nThe claims are those of Blitz documentation v1.0.0: P1 of its "
         "thread-pool and architecture pages, P2 and P6 of the thread-pool page, P3 of the architecture page, P4 and "
         "P5 of the sleep-wake-protocol page.\n\n" +
         claims(results);
}

}  // namespace

std::vector<File> pool_page(const Results& results) {
  return {{"pool.md", text_of(results)},
          {"pool-fib.svg", bar_chart("fib without cutoff", "ns per join", bars(results, "fib", "", "ns"))},
          {"pool-lone.svg",
           bar_chart("Start of a lone job, p50", "µs", bars(results, "lone", "/pause_us:1000", "start_p50_us"))}};
}

}  // namespace vigil::comparison
