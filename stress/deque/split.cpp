// Does the split deque keep its promises on this machine, with real threads that fork, join, steal and steal back?

#include <vigil/deque/split.hpp>

#include <vigil/testing/duration.hpp>
#include <vigil/testing/layer.hpp>
#include <vigil/testing/ledger.hpp>
#include <vigil/testing/random_delays.hpp>
#include <vigil/testing/thread_set.hpp>

#include <gtest/gtest.h>

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace vigil::stress {
namespace {

using namespace testing;

constexpr std::uint64_t value_of(std::uint64_t leaf) { return leaf * 0x9e3779b97f4a7c15u + 1; }

struct Scenario {
  std::size_t workers = 2;
  Pinning pinning = Pinning::none;
  bool delays = true;
  unsigned depth = 10;
};

// A tree of forks. Its leaves are the jobs that the ledger counts; each inner node adds the results of its two parts. A
// part that was stolen "throws" if its number is divisible by 5: its state says so, and nothing else changes.
template <std::size_t kBytes>
class Round {
 public:
  Round(const Scenario& scenario, std::uint64_t seed)
      : scenario_(scenario), seed_(seed), ledger_(scenario.workers, leaves()) {
    for (std::size_t i = 0; i != scenario.workers; ++i) workers_.push_back(std::make_unique<Worker>(seed, i));
  }

  void run() {
    ThreadSet threads(scenario_.pinning);
    threads.add([this] { own(); });
    threads.add(scenario_.workers - 1, [this](std::size_t thief) { steal(*workers_[thief + 1]); });
    threads.run();
    std::uint64_t expected = 0;
    for (std::uint64_t leaf = 0; leaf != leaves(); ++leaf) expected += value_of(leaf);
    ASSERT_EQ(ledger_.complaint(leaves()), "") << "seed " << seed_;
    ASSERT_EQ(sum_, expected) << "seed " << seed_;
    for (const auto& worker : workers_) {
      ASSERT_EQ(worker->wrong, 0u) << "jobs that were not as the owner or the thief had left them, seed " << seed_;
      ASSERT_EQ(worker->deque.public_size(), 0u) << "seed " << seed_;
    }
  }

  [[nodiscard]] std::size_t stolen() const {
    std::size_t jobs = 0;
    for (const auto& worker : workers_) jobs += worker->stolen;
    return jobs;
  }

 private:
  struct Job {
    std::uint64_t node;
    std::uint64_t check;
    std::uint64_t result;
    unsigned depth;
  };
  struct Published {
    std::size_t* jobs;
    // Now and then more are wanted.
    bool published(std::size_t more, std::size_t) const {
      *jobs += more;
      return *jobs % 4 == 0;
    }
  };
  using Deque = SplitDeque<Job, kBytes, Published, Layer>;
  using Slot = typename Deque::Slot;
  using State = typename Deque::State;

  struct Worker {
    Worker(std::uint64_t seed, std::size_t number) : index(number), random(seed * 31 + number), delays(random.next()) {}
    std::size_t index;
    std::size_t published = 0;
    Deque deque{Published{&published}};
    Random random;
    RandomDelays delays;
    std::size_t stolen = 0;
    std::size_t wrong = 0;
  };

  [[nodiscard]] std::uint64_t leaves() const { return std::uint64_t{1} << scenario_.depth; }

  void own() {
    sum_ = value(*workers_[0], workers_[0]->deque.first(), 0, scenario_.depth);
    // Only this flag shows the thieves that no more jobs will come. It does not order the jobs that they took.
    finished_.store(true, std::memory_order_relaxed);
  }

  void steal(Worker& thief) {
    while (!finished_.load(std::memory_order_relaxed)) {
      steal_from_any(thief, thief.deque.first());
      pause(thief);
    }
  }
  void steal_from_any(Worker& thief, Slot* next) {
    const std::size_t victim = static_cast<std::size_t>(thief.random.below(scenario_.workers));
    if (victim != thief.index) steal_from(*workers_[victim], thief, next);
  }

  void steal_from(Worker& victim, Worker& thief, Slot* next) {
    const auto result = victim.deque.steal();
    if (!result.is_success()) return;
    ++thief.stolen;
    Job& job = result.job()->job();
    if (job.check != value_of(job.node)) ++thief.wrong;
    const std::uint64_t node = job.node;
    job.result = value(thief, next, node, job.depth);
    job.check = ~value_of(node);
    pause(thief);
    const State word = victim.deque.finish(result.job(), end_of(node));
    if (word != Deque::kReady) reinterpret_cast<std::atomic<bool>*>(word)->store(true, std::memory_order_release);
  }

  static State end_of(std::uint64_t node) { return node % 5 == 0 ? Deque::kThrew : Deque::kReturned; }

  std::uint64_t value(Worker& self, Slot* next, std::uint64_t node, unsigned depth) {
    if (depth == 0) {
      ledger_.page_of(self.index).push_back(node);
      return value_of(node);
    }
    const std::uint64_t right = 2 * node + 1;
    if (Deque::is_end(next)) return value(self, next, 2 * node, depth - 1) + value(self, next, right, depth - 1);
    next->emplace(right, value_of(right), std::uint64_t{0}, depth - 1);
    self.deque.push(next);
    pause(self);
    const std::uint64_t left = value(self, next + 1, 2 * node, depth - 1);
    return left + right_value(self, next, right, depth - 1);
  }

  std::uint64_t right_value(Worker& self, Slot* next, std::uint64_t node, unsigned depth) {
    if (self.deque.pop(next)) {
      if (next->job().check != value_of(node)) ++self.wrong;
      return value(self, next, node, depth);
    }
    wait(self, next);
    const State state = self.deque.state(next);
    self.deque.retire(next);
    if (next->job().check != ~value_of(node) || state != end_of(node)) ++self.wrong;
    return next->job().result;
  }

  // Every other time the owner leaves word, and waits until the thief has answered.
  void wait(Worker& self, Slot* stolen) {
    std::atomic<bool> is_answered{false};
    if (self.random.below(2) == 0) {
      if (!self.deque.await(stolen, reinterpret_cast<State>(&is_answered))) return;
      while (!is_answered.load(std::memory_order_acquire)) steal_meanwhile(self, stolen);
    } else {
      while (self.deque.state(stolen) == Deque::kReady) steal_meanwhile(self, stolen);
    }
  }
  void steal_meanwhile(Worker& self, Slot* stolen) {
    steal_from_any(self, stolen + 1);
    Layer::yield();
  }

  void pause(Worker& worker) {
    if (scenario_.delays) worker.delays.perhaps();
  }

  const Scenario scenario_;
  const std::uint64_t seed_;
  Ledger ledger_;
  std::vector<std::unique_ptr<Worker>> workers_;
  std::uint64_t sum_ = 0;
  std::atomic<bool> finished_{false};
};

template <std::size_t kBytes = std::size_t{1} << 16>
void run_for_a_while(const Scenario& scenario) {
  std::size_t stolen = 0;
  const auto run = [&](unsigned number) {
    if (::testing::Test::HasFatalFailure()) return;
    Round<kBytes> round(scenario, 1 + number);
    round.run();
    stolen += round.stolen();
  };
  repeat_for_a_while(run, [&] { return stolen != 0 || ::testing::Test::HasFatalFailure(); });
  EXPECT_GT(stolen, 0u) << "the thieves took no job, so nothing was tested";
}

class EveryPartRunsOnce : public ::testing::TestWithParam<std::size_t> {};

TEST_P(EveryPartRunsOnce, WithoutPinning) { run_for_a_while({.workers = GetParam()}); }
TEST_P(EveryPartRunsOnce, OnAProcessorEach) { run_for_a_while({.workers = GetParam(), .pinning = Pinning::one_each}); }
TEST_P(EveryPartRunsOnce, OnOneProcessor) {
  run_for_a_while({.workers = GetParam(), .pinning = Pinning::all_on_one, .depth = 7});
}

INSTANTIATE_TEST_SUITE_P(SplitDeque, EveryPartRunsOnce, ::testing::Values(2, 3, 4, 8),
                         [](const auto& parameter) { return std::to_string(parameter.param) + "Workers"; });

TEST(SplitDequeStress, EveryPartRunsOnceAtFullSpeed) {
  run_for_a_while({.workers = 2, .pinning = Pinning::one_each, .delays = false, .depth = 16});
}

// Four slots: most forks find no room.
TEST(SplitDequeStress, EveryPartRunsOnceWhereMostForksFindNoRoom) { run_for_a_while<512>({.workers = 3}); }

}  // namespace
}  // namespace vigil::stress
