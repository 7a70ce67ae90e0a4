// Does a worker with a place try each victim once, and those that are near first?

#include <vigil/pool/victim_order.hpp>
#include <vigil/pool/worker_set.hpp>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <numeric>
#include <set>
#include <string>
#include <vector>

namespace vigil {
namespace {

using detail::VictimOrder;

// Begins as far into each circle as the test says.
struct Scripted {
  [[nodiscard]] std::size_t below(std::size_t limit) const { return first % limit; }
  std::size_t first;
};

std::vector<std::size_t> visited(const VictimOrder& order, std::size_t first) {
  std::vector<std::size_t> victims;
  Scripted random{first};
  EXPECT_FALSE(order.visit(random, [&](std::size_t victim) {
    victims.push_back(victim);
    return false;
  }));
  return victims;
}

// Two nodes in each of two packages; two caches in each node; two processors for each cache.
Topology sixteen() {
  std::vector<Processor> processors;
  for (unsigned number = 0; number != 16; ++number)
    processors.push_back({number, number, number / 2 * 2, number / 8 * 8, number / 4});
  return Topology(processors);
}

TEST(VictimOrder, GoesRoundInEachCircleTheNearestFirst) {
  const VictimOrder order(Placement::compact(sixteen()), 16, 5);
  EXPECT_EQ(visited(order, 0), (std::vector<std::size_t>{4, 6, 7, 0, 1, 2, 3, 8, 9, 10, 11, 12, 13, 14, 15}));
  EXPECT_EQ(visited(order, 3), (std::vector<std::size_t>{4, 7, 6, 3, 0, 1, 2, 11, 12, 13, 14, 15, 8, 9, 10}));
}

TEST(VictimOrder, IsThatOfTheWorkersWhateverTheirProcessorsAreCalled) {
  const VictimOrder order(Placement::on({12, 0, 13, 1}, sixteen()), 4, 0);
  EXPECT_EQ(visited(order, 0), (std::vector<std::size_t>{2, 1, 3}));
}

TEST(VictimOrder, HasWorkersOfOneProcessorInOneCircle) {
  const VictimOrder order(Placement::on({0, 15}, sixteen()), 5, 2);
  EXPECT_EQ(visited(order, 0), (std::vector<std::size_t>{0, 4, 1, 3}));
}

TEST(VictimOrder, EndsWithTheFirstVictimThatIsTaken) {
  const VictimOrder order(Placement::compact(sixteen()), 16, 5);
  std::vector<std::size_t> victims;
  Scripted random{0};
  EXPECT_TRUE(order.visit(random, [&](std::size_t victim) {
    victims.push_back(victim);
    return victim == 7;
  }));
  EXPECT_EQ(victims, (std::vector<std::size_t>{4, 6, 7}));
}

TEST(VictimOrder, IsEmptyForOneWorker) {
  EXPECT_TRUE(visited(VictimOrder(Placement::on({3}, sixteen()), 1, 0), 0).empty());
}

// Invariant `each_victim_once`.
TEST(VictimOrder, HasEachVictimOnceAndTheNearestFirstOnAnyMachine) {
  EXPECT_TRUE(rc::check([](const std::vector<std::uint16_t>& choices, std::uint8_t more_workers,
                           std::uint8_t self_of_all, std::uint8_t first) {
    std::vector<Processor> processors{{0, 0, 0, 0, 0}};
    for (const unsigned choice : choices)
      processors.push_back(
          {static_cast<unsigned>(processors.size()), choice % 7, choice / 7 % 5, choice / 35 % 3, choice / 105 % 3});
    const Topology topology(processors);
    const Placement placement = first % 2 == 0 ? Placement::spread(topology) : Placement::compact(topology);
    const std::size_t workers = processors.size() + more_workers % 8U;
    const std::size_t self = self_of_all % workers;

    const auto victims = visited(VictimOrder(placement, workers, self), first);
    std::set<std::size_t> others;
    for (std::size_t other = 0; other != workers; ++other)
      if (other != self) others.insert(other);
    RC_ASSERT(victims.size() == others.size());
    RC_ASSERT(std::set<std::size_t>(victims.begin(), victims.end()) == others);
    const auto far = [&](std::size_t victim) { return distance(placement.of(self), placement.of(victim)); };
    RC_ASSERT(std::is_sorted(victims.begin(), victims.end(), [&](auto a, auto b) { return far(a) < far(b); }));
  }));
}

struct ScriptedParts : PoolParts<StdAtomics> {
  struct Random : Scripted {
    explicit Random(std::uint64_t) : Scripted{0} {}
  };
};
using PlayedWorker = Worker<ScriptedParts>;

struct NamedJob : Job<ScriptedParts> {
  NamedJob(std::size_t name_of_job, std::vector<std::size_t>& log_of_all)
      : Job(&write), name(name_of_job), log(log_of_all) {}
  static void write(Job& job, PlayedWorker&) noexcept {
    auto& self = static_cast<NamedJob&>(job);
    self.log.push_back(self.name);
  }
  std::size_t name;
  std::vector<std::size_t>& log;
};

TEST(PlacedWorker, StealsFromTheNearestFirst) {
  WorkerSet<ScriptedParts> set(16, {}, 4);
  for (std::size_t index = 0; index != set.size(); ++index) set.add_worker(index);
  set.worker(5).steal_from_nearest(Placement::compact(sixteen()));
  std::vector<std::size_t> log;
  std::deque<NamedJob> jobs;
  for (std::size_t victim = 0; victim != set.size(); ++victim)
    if (victim != 5) set.worker(victim).push(jobs.emplace_back(victim, log));
  while (set.worker(5).run_one()) {
  }
  EXPECT_EQ(log, (std::vector<std::size_t>{4, 6, 7, 0, 1, 2, 3, 8, 9, 10, 11, 12, 13, 14, 15}));
  EXPECT_EQ(set.worker(5).statistics().stolen, 15U);
}

}  // namespace
}  // namespace vigil
