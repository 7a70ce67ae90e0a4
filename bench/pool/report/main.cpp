// Writes the page of the pool's benchmarks, and its pictures, from the JSON of one run.
//
//   vigil_bench_report RUN.json DIRECTORY     writes DIRECTORY/pool.md, pool-fib.svg, pool-lone.svg

#include <cstdio>
#include <exception>
#include <fstream>
#include <pool/report/plot.hpp>
#include <pool/report/results.hpp>

namespace vigil::pool_report {
namespace {

std::string number(std::optional<double> value) {
  if (!value) return "–";
  char text[32];
  std::snprintf(text, sizeof text, *value < 100 ? "%.2f" : "%.0f", *value);
  return text;
}

std::string row_of(const std::string& measure, const std::string& pool, int workers, const std::string& more = "") {
  if (pool == "sequential") return measure + "/sequential";
  return measure + "/" + pool + "/workers:" + std::to_string(workers) + more;
}

using Columns = std::vector<std::pair<std::string, std::string>>;

// A line for each pool; for each number of workers the `columns`: title and counter.
std::string table(const Results& results, const std::string& measure, const std::string& more, const Columns& columns) {
  std::string head = "| pool |";
  std::string rule = "|---|";
  for (const int workers : {1, 2})
    for (const auto& [title, counter] : columns) {
      head += " " + title + (workers == 1 ? ", 1 worker |" : ", 2 workers |");
      rule += "---|";
    }
  std::string text = head + "\n" + rule + "\n";
  for (const std::string& pool : results.pools(measure)) {
    text += "| " + pool + " |";
    for (const int workers : {1, 2})
      for (const auto& [title, counter] : columns) {
        const bool once = pool == "sequential" && workers == 2;
        text += " " + (once ? "–" : number(results.find(row_of(measure, pool, workers, more), counter))) + " |";
      }
    text += "\n";
  }
  return text + "\n";
}

std::optional<double> ratio(std::optional<double> of, std::optional<double> to) {
  if (!of || !to) return std::nullopt;
  return *of / *to;
}

class Aims {
 public:
  explicit Aims(const Results& results) : results_(results) {}

  std::string text() {
    text_ = "| wanted | measured | |\n|---|---|---|\n";
    for (const int workers : {1, 2}) {
      const std::string with = workers == 1 ? ", 1 worker" : ", 2 workers";
      at_most("ns per join" + with, fib("vigil", workers), workers == 1 ? 12 : 6.6);
      at_least("times as fast as Rayon" + with, ratio(fib("Rayon", workers), fib("vigil", workers)), 1.25);
      at_least("times as fast as oneTBB" + with, ratio(fib("oneTBB", workers), fib("vigil", workers)), 8);
      at_most("a lone job's start, p50, in those of mutex+condvar" + with,
              ratio(lone("vigil", workers), lone("mutex+condvar", workers)), 1.3);
      at_most("µs of processor time per idle second" + with,
              results_.find(row_of("idle", "vigil", workers), "us_per_s"), 100);
    }
    at_most("a join in units of the sequential program, 1 worker",
            results_.find(row_of("fib", "vigil", 1), "sequentials"), 6.5);
    return text_ + "\n";
  }

 private:
  std::optional<double> fib(const std::string& pool, int workers) {
    return results_.find(row_of("fib", pool, workers), "ns");
  }
  std::optional<double> lone(const std::string& pool, int workers) {
    return results_.find(row_of("lone", pool, workers, "/pause_us:1000"), "start_p50_us");
  }
  void at_most(const std::string& what, std::optional<double> value, double limit) {
    line(what + " ≤ " + number(limit), value, value && *value <= limit);
  }
  void at_least(const std::string& what, std::optional<double> value, double limit) {
    line(what + " ≥ " + number(limit), value, value && *value >= limit);
  }
  void line(const std::string& what, std::optional<double> value, bool is_met) {
    text_ += "| " + what + " | " + number(value) + " | " + (value ? is_met ? "met" : "missed" : "not measured") +
             (results_.is_busy() ? ", on a busy machine" : "") + " |\n";
  }

  const Results& results_;
  std::string text_;
};

std::string claims(const Results& results) {
  const auto claim = [&](const char* name, const char* counter = "ns") {
    return number(results.find(std::string("claims/") + name, counter));
  };
  const auto lone = [&](const char* pool, const char* pause, const char* counter) {
    return number(results.find(row_of("lone", pool, 1, std::string("/pause_us:") + pause), counter));
  };
  std::string text = "| claim of the seeds | measured |\n|---|---|\n";
  const auto line = [&](const std::string& seed, const std::string& measured) {
    text += "| " + seed + " | " + measured + " |\n";
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
       number(results.find(row_of("fib", "vigil", 1), "ns")) + " ns for fork and join, and the call");
  line("P3 join, stolen and done ~3 ns", claim("join_stolen") + " ns");
  line("P3 wake by futex ~5–10 ns", "p50 " + claim("wake_by_futex", "p50_us") + " µs (S-37: P2 is right)");
  line("P4 found while workers yield ~1–5 µs",
       "p50 " + lone("vigil", "0", "start_p50_us") + " µs, p99 " + lone("vigil", "0", "start_p99_us") + " µs");
  line("P4 near no processor time asleep",
       number(results.find(row_of("idle", "vigil", 1), "us_per_s")) + " µs per second");
  line("P5 spinning ~10 ns, and a processor", "p50 " + claim("wake_by_spinning", "p50_us") + " µs, " +
                                                  number(results.find(row_of("idle", "spinning", 1), "us_per_s")) +
                                                  " µs per second");
  line("P5 mutex and condition ~100–300 ns", "p50 " + lone("mutex+condvar", "1000", "start_p50_us") + " µs");
  line("P5 counter and condition ~10–100 µs", "p50 " + lone("vigil", "1000", "start_p50_us") + " µs");
  line("P6 yielding varies less than spinning",
       "p50 to p99 of a start: yielding " + lone("vigil", "0", "start_p50_us") + " to " +
           lone("vigil", "0", "start_p99_us") + " µs, spinning " + lone("spinning", "0", "start_p50_us") + " to " +
           lone("spinning", "0", "start_p99_us") + " µs");
  return text + "\n";
}

std::vector<Bar> bars(const Results& results, const std::string& measure, const std::string& more,
                      const std::string& counter) {
  std::vector<Bar> all;
  for (const int workers : {1, 2})
    for (const std::string& pool : results.pools(measure)) {
      if (pool == "sequential" && workers == 2) continue;
      const auto value = results.find(row_of(measure, pool, workers, more), counter);
      const std::string label = pool == "sequential" ? pool : pool + ", " + std::to_string(workers);
      if (value) all.push_back({label, *value, pool.starts_with("vigil")});
    }
  return all;
}

std::string page(const Results& results) {
  return "# The thread pool beside others\n\nWritten by `./vigil report` from one run of `./vigil bench "
         "--benchmark_filter=^pool/`, on: " +
         results.machine() + ".\n\nPeers not found there: " + results.missing_peers() +
         ". On a shared machine the ratios are what to read. Figures are medians of many short batches; with a load "
         "above one, two workers "
         "had less than two processors, and only their best batch says what they can do.\n\n"
         "## What was wanted\n\n" +
         Aims(results).text() +
         "## fib without cutoff\n\nA fork and a join for each call but the leaves. `sequential` is the same function "
         "without them; × is in units of it, measured just before.\n\n![ns per join](pool-fib.svg)\n\n" +
         table(results, "fib", "",
               {{"ns", "ns"}, {"best batch", "least_ns"}, {"×", "sequentials"}, {"processor ns", "cpu_ns"}}) +
         "## A lone job from outside\n\nµs until it starts; all workers have been idle for a millisecond. Processor "
         "time is that of caller and workers, for the job.\n\n![start of a lone job](pool-lone.svg)\n\n" +
         table(results, "lone", "/pause_us:1000",
               {{"p50", "start_p50_us"},
                {"p99", "start_p99_us"},
                {"there and back", "whole_p50_us"},
                {"processor µs", "cpu_us"}}) +
         "The same, one job at once after the other:\n\n" +
         table(results, "lone", "/pause_us:0", {{"p50", "start_p50_us"}, {"p99", "start_p99_us"}}) +
         "## Idle\n\nProcessor time, µs per second, of a pool that has had a job and has none now.\n\n" +
         table(results, "idle", "", {{"µs/s", "us_per_s"}}) +
         "## Sum of 10 million doubles, sort of 10 million ints\n\nns per element. OpenMP's "
         "sort is libstdc++'s parallel mode.\n\n" +
         table(results, "sum", "", {{"ns", "ns"}}) + table(results, "sort", "", {{"ns", "ns"}}) +
         "## What the seeds claim\n\n" + claims(results);
}

void write(const std::string& path, const std::string& text) {
  std::ofstream file(path);
  file << text;
  if (!file.flush()) throw std::runtime_error("cannot write " + path);
}

}  // namespace
}  // namespace vigil::pool_report

int main(int count, char** arguments) {
  using namespace vigil::pool_report;
  if (count != 3) {
    std::fputs("usage: vigil_bench_report RUN.json DIRECTORY\n", stderr);
    return 2;
  }
  try {
    const Results results = Results::read(arguments[1]);
    const std::string directory = arguments[2];
    write(directory + "/pool.md", page(results));
    write(directory + "/pool-fib.svg", bar_chart("fib without cutoff", "ns per join", bars(results, "fib", "", "ns")));
    write(directory + "/pool-lone.svg",
          bar_chart("Start of a lone job, p50", "µs", bars(results, "lone", "/pause_us:1000", "start_p50_us")));
  } catch (const std::exception& error) {
    std::fprintf(stderr, "vigil_bench_report: %s\n", error.what());
    return 1;
  }
  return 0;
}
