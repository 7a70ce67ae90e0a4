#include <benchmark/benchmark.h>

#include <algorithm>
#include <array>
#include <comparison/beside.hpp>
#include <comparison/measurement.hpp>
#include <comparison/samples.hpp>
#include <comparison/work.hpp>
#include <functional>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace vigil::comparison {
namespace {

// What one turn of a pool measured.
using Figures = std::map<std::string, double>;
using Turn = std::function<Figures(Peer&)>;

class Turns {
 public:
  // Each turn has a pool of its own, since the workers of some pools never sleep. Who comes first alternates.
  Turns(const std::array<PeerKind, 2>& kinds, std::size_t workers, int least, const Turn& turn) {
    std::size_t first = 0;
    for (Enough enough(least); enough.wants_another(); first = 1 - first)
      for (const std::size_t each : {first, 1 - first}) turns_[each].push_back(turn(*kinds[each].start(workers)));
  }

  // The median, over all pairs of turns, of the first pool's figure in units of the second one's.
  [[nodiscard]] double ratio(const std::array<std::string, 2>& figures) const {
    Samples ratios;
    for (std::size_t i = 0; i != turns_[0].size(); ++i)
      ratios.add(turns_[0][i].at(figures[0]) / turns_[1][i].at(figures[1]));
    return ratios.median();
  }
  [[nodiscard]] double ratio(const std::string& figure) const { return ratio({figure, figure}); }

  // Which of two figures has the lesser median, for each pool.
  [[nodiscard]] std::array<std::string, 2> lesser(const std::string& one, const std::string& other) const {
    std::array<std::string, 2> names;
    for (const std::size_t each : {0U, 1U}) names[each] = median(each, one) < median(each, other) ? one : other;
    return names;
  }

 private:
  [[nodiscard]] double median(std::size_t pool, const std::string& figure) const {
    Samples samples;
    for (const Figures& turn : turns_[pool]) samples.add(turn.at(figure));
    return samples.median();
  }

  std::array<std::vector<Figures>, 2> turns_;
};

// ns per join, of batches that take 5 ms together. The first batch wakes the workers and is not counted.
double turn_of_fib(const std::function<double(int)>& fib) {
  constexpr double kLeastNs = 5e6;
  time_fib(fib);
  Samples batches;
  for (const double begin = wall_ns(); wall_ns() - begin < kLeastNs;) batches.add(time_fib(fib));
  return batches.median();
}

Figures fib(Peer& peer) {
  return {{"ns", turn_of_fib([&](int n) { return static_cast<double>(peer.fib(n)); })}};
}

template <auto Fib>
Figures fib_of(Peer& peer) {
  const auto ns = [&](Left left) {
    return turn_of_fib([&](int n) { return static_cast<double>((peer.*Fib)(n, left)); });
  };
  return {{"larger_ns", ns(Left::kLarger)}, {"smaller_ns", ns(Left::kSmaller)}};
}

Turn lone(std::chrono::microseconds pause, int jobs) {
  return [=](Peer& peer) -> Figures {
    LoneJobs lone_jobs(peer, pause);
    for (int i = 0; i != jobs; ++i) lone_jobs.time_one();
    return {{"start_p50_us", lone_jobs.start.median()},
            {"whole_p50_us", lone_jobs.whole.median()},
            {"cpu_us", lone_jobs.cpu()}};
  };
}

// The first batch, in which a pool gets its memory, is not counted.
Turn tasks() {
  return [all = std::make_shared<EmptyTasks>()](Peer& peer) -> Figures {
    all->time(peer);
    return {{"ns", all->time(peer).wall}};
  };
}

Turn sort() {
  return [sorting = std::make_shared<Sorting>(Sorting::of_permutation())](Peer& peer) -> Figures {
    return {{"ns", sorting->time([&](std::span<int> values) { peer.sort(values); }).wall}};
  };
}

// A measure, the peers beside which it is taken, and how.
struct Measure {
  std::string name;
  std::vector<std::string> peers;
  std::function<Turn()> turn;
  int least_turns;
  std::vector<std::string> figures;
  // A pool is judged by the lesser of its two figures, which becomes the counter "ns".
  bool takes_lesser = false;
};

const std::vector<Measure>& measures() {
  using std::chrono::microseconds;
  static const std::vector<std::string> kEitherWay{"larger_ns", "smaller_ns"};
  static const std::vector<std::string> kLone{"start_p50_us", "whole_p50_us", "cpu_us"};
  static const std::vector<Measure> all{
      {"fib", {"Rayon", "oneTBB"}, [] { return fib; }, 12, {"ns"}},
      {"fib_of_longs", {"Lace"}, [] { return fib_of<&Peer::fib_of_longs>; }, 40, kEitherWay, true},
      {"fib_of_ints", {"Lace"}, [] { return fib_of<&Peer::fib_of_ints>; }, 40, kEitherWay, true},
      {"fib_of_doubles", {"Lace"}, [] { return fib_of<&Peer::fib_of_doubles>; }, 40, kEitherWay, true},
      {"lone/pause_us:0", {"mutex+condvar"}, [] { return lone(microseconds(0), 400); }, 20, kLone},
      {"lone/pause_us:1000", {"mutex+condvar"}, [] { return lone(microseconds(1000), 40); }, 10, kLone},
      {"sort", {"Rayon"}, sort, 5, {"ns"}},
      {"tasks", {"oneTBB", "OpenMP", "Rayon"}, tasks, 5, {"ns"}}};
  return all;
}

void run(benchmark::State& state, const Measure& measure, const std::array<PeerKind, 2>& kinds, std::size_t workers) {
  const Turns turns(kinds, workers, measure.least_turns, measure.turn());
  if (measure.takes_lesser)
    state.counters["ns"] = turns.ratio(turns.lesser(measure.figures.at(0), measure.figures.at(1)));
  else
    for (const std::string& figure : measure.figures) state.counters[figure] = turns.ratio(figure);
}

void add_pair(const std::array<PeerKind, 2>& kinds) {
  for (const Measure& each : measures()) {
    if (std::find(each.peers.begin(), each.peers.end(), kinds[1].name) == each.peers.end()) continue;
    for (std::size_t workers = 1; workers <= std::min(kinds[0].most_workers, kinds[1].most_workers); ++workers)
      add_measurement("pool/beside/" + kinds[1].name + "/workers:" + std::to_string(workers) + "/" + each.name,
                      [=](benchmark::State& state) { run(state, each, kinds, workers); });
  }
}

}  // namespace

void add_beside(const PeerKind& kind) {
  // Of the kinds so far: they register themselves in no particular order.
  static std::vector<PeerKind> all;
  for (const PeerKind& other : all) {
    if (kind.name == "vigil") add_pair({kind, other});
    if (other.name == "vigil") add_pair({other, kind});
  }
  all.push_back(kind);
}

}  // namespace vigil::comparison
