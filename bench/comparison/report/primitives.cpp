// The page of the comparison of deques and injectors.

#include <comparison/report/page.hpp>
#include <utility>

namespace vigil::comparison {
namespace {

const std::string kInjector = "segmented";

// The least median of what others have built, and whose it is.
std::pair<std::string, std::optional<Figure>> best_peer(const Results& results, const std::string& measure) {
  std::pair<std::string, std::optional<Figure>> best{"no peer", std::nullopt};
  for (const std::string& peer : results.peers(measure)) {
    if (peer == kInjector || peer == "treiber") continue;
    const auto figure = results.find(measure, peer, 1, "ns");
    if (figure && (!best.second || figure->median < best.second->median)) best = {peer, figure};
  }
  return best;
}

std::optional<Figure> deque(const Results& results, const std::string& row) {
  return results.find("deque/" + row, "least_ns");
}

std::string aims(const Results& results) {
  Aims aims;
  // A push stores the job and loads the limit. A pop loads both.
  aims.at_most("push and pop of the split deque, in units of a store and a load",
               ratio(deque(results, "split/pair/inlined"), deque(results, "split/floor/inlined")), 2);
  aims.at_most("the same as calls, in units of a call that stores and one that loads",
               ratio(deque(results, "split/pair/called"), deque(results, "split/floor/called")), 1.5);
  aims.at_most("push and pop of the Chase–Lev deque, in units of a store, a full fence and a load",
               ratio(deque(results, "chase_lev/pair/inlined"), deque(results, "baseline/store_fence_load/inlined")),
               1.25);
  for (const auto& [measure, title] : {std::pair("one_to_one", "one producer, one consumer"),
                                       std::pair("two_to_two", "two producers, two consumers")}) {
    const auto& [peer, figure] = best_peer(results, measure);
    aims.at_most("ns per job of the segmented injector, in those of the best peer (" + peer + "), " + title,
                 ratio(results.find(measure, kInjector, 1, "ns"), figure), 1);
  }
  return aims.text() + "\n";
}

std::string deques(const Results& results) {
  std::string lines = "| push and pop | ns, best batch |\n|---|---|\n";
  for (const auto& [title, row] :
       {std::pair("a store and a load, inlined", "split/floor/inlined"),
        std::pair("split deque, a job that is private, inlined", "split/pair/inlined"),
        std::pair("a store and a load, as calls", "split/floor/called"),
        std::pair("split deque, a job that is private, as calls", "split/pair/called"),
        std::pair("split deque, the only job, inlined", "split/pair_alone/inlined"),
        std::pair("a store, a full fence and a load, inlined", "baseline/store_fence_load/inlined"),
        std::pair("Chase–Lev deque, inlined", "chase_lev/pair/inlined"),
        std::pair("Chase–Lev deque, the only job, inlined", "chase_lev/pair_of_last_job/inlined"),
        std::pair("Chase–Lev deque, as calls", "chase_lev/pair/called"),
        std::pair("`std::deque` and a mutex, as calls", "mutex_and_std_deque/pair/called")})
    lines += "| " + std::string(title) + " | " + text(deque(results, row)) + " |\n";
  return lines + "\n";
}

std::string text_of(const Results& results) {
  const Columns columns{{"ns per job", "ns"}};
  return "# Deques and injectors beside others\n\nThis page compares the deques with the least that a deque can do, "
         "and "
         "the injectors with queues of others. On a shared machine compare ratios, not absolute times.\n\n" +
         circumstances(results, "./vigil report primitives") + "## Targets\n\n" + aims(results) +
         "## Deques\n\nOne thread pushes and pops. A figure is the best of many batches of 1,024.\n\n" +
         deques(results) +
         "## Injectors\n\n![ns per job](primitives-injectors.svg)\n\nWall clock for each job, push and pop included. "
         "Each push and each pop is a call. `mutex` is "
         "a `std::deque` under one. crossbeam is the queue in which Rayon takes jobs from outside.\n\nOne thread "
         "pushes "
         "a job and pops it:\n\n" +
         table(results, "injector_pair", "", columns) +
         "One thread pushes 4,096 jobs while another one pops them:\n\n" + table(results, "one_to_one", "", columns) +
         "Two threads push 2,048 jobs each while two others pop them:\n\n" + table(results, "two_to_two", "", columns) +
         dropped_rounds(results);
}

}  // namespace

std::vector<File> primitives_page(const Results& results) {
  return {{"primitives.md", text_of(results)},
          {"primitives-injectors.svg", bar_chart("One producer and one consumer", "ns per job",
                                                 bars(results, "one_to_one", "", "ns"), Axis::linear)}};
}

}  // namespace vigil::comparison
