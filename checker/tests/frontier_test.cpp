// A search in slices, whose parts go through a store: as many executions as without one, whatever is lost on the way.

#include "in_slices.hpp"

#include <vigil/checker.hpp>
#include <vigil/checker/frontier.hpp>

#include <cstddef>
#include <cstdint>
#include <string>
#include <tuple>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace vigil::checker {
namespace {

using namespace slices;

// ---- programs, each with something that parts of a search have to carry, beside those of in_slices.hpp

// A stack of nodes whose addresses are values.
struct Stack {
  struct Node {
    Node* next = nullptr;
    int value = 0;
  };
  static constexpr auto threads() { return std::tuple{&Stack::push, &Stack::push, &Stack::pop}; }
  Layer::atomic<Node*> top{nullptr};
  Node nodes[3];
  Layer::atomic<unsigned> used{0};
  void push() {
    Node& node = nodes[used.fetch_add(1, std::memory_order_relaxed)];
    Node* head = top.load(std::memory_order_relaxed);
    do node.next = head;
    while (!top.compare_exchange_weak(head, &node, std::memory_order_release, std::memory_order_relaxed));
  }
  void pop() {
    Node* head = top.load(std::memory_order_acquire);
    while (head != nullptr &&
           !top.compare_exchange_strong(head, head->next, std::memory_order_acquire, std::memory_order_acquire)) {
    }
  }
};

// Declared waits: their conditions are functions of the program.
struct Declared {
  static constexpr auto threads() { return std::tuple{&Declared::take, &Declared::take, &Declared::take}; }
  Layer::atomic<unsigned> next{0}, serving{0};
  void take() {
    const unsigned mine = next.fetch_add(1, std::memory_order_relaxed);
    serving.spin_until([mine](unsigned now) { return now == mine; }, std::memory_order_acquire);
    serving.store(mine + 1, std::memory_order_release);
  }
};

// Threads that are started only in some executions: the first one that a search meets gets the lower number.
struct Starting {
  static constexpr auto threads() { return std::tuple{&Starting::left, &Starting::right, &Starting::write}; }
  Layer::atomic<int> flag{0}, count{0};
  void left() {
    if (flag.load(std::memory_order_relaxed) == 1)
      Layer::thread([this] { count.fetch_add(1, std::memory_order_relaxed); }).join();
  }
  void right() {
    if (flag.load(std::memory_order_relaxed) == 2)
      Layer::thread([this] { count.fetch_add(2, std::memory_order_relaxed); }).join();
  }
  void write() {
    flag.store(1, std::memory_order_relaxed);
    flag.store(2, std::memory_order_relaxed);
    (void)count.load(std::memory_order_relaxed);
  }
};

// A thread that starts equal ones. It distinguishes them in some executions: the search has begun by then.
template <bool Distinguishes>
struct StartingEqual {
  static constexpr auto threads() { return std::tuple{&StartingEqual::start, &StartingEqual::write}; }
  Layer::atomic<int> flag{0}, count{0};
  void start() {
    const auto add = [this] { count.fetch_add(1 + flag.load(std::memory_order_relaxed), std::memory_order_relaxed); };
    Layer::thread one(add), two(add);
    const bool seen = flag.load(std::memory_order_relaxed) != 0;
    one.join();
    if (Distinguishes && seen) (void)count.load(std::memory_order_relaxed);
    two.join();
  }
  void write() {
    flag.store(1, std::memory_order_relaxed);
    (void)count.load(std::memory_order_relaxed);
  }
};

// A loop that polls under a mutex, which another thread tries only if it has seen a value: the search has begun by
// then.
struct Contradicted {
  static constexpr auto threads() {
    return std::tuple{&Contradicted::poll, &Contradicted::set, &Contradicted::attempt};
  }
  Layer::mutex mutex;
  Layer::atomic<int> ready{0}, seen{0};
  void poll() {
    for (;;) {
      mutex.lock();
      const bool is_ready = ready.load(std::memory_order_relaxed) != 0;
      mutex.unlock();
      if (is_ready) return;
    }
  }
  void set() {
    seen.store(1, std::memory_order_relaxed);
    ready.store(1, std::memory_order_relaxed);
  }
  void attempt() {
    if (seen.load(std::memory_order_relaxed) != 0) return;
    if (mutex.try_lock()) mutex.unlock();
  }
};

struct Racing {
  static constexpr auto threads() { return std::tuple{&Racing::write, &Racing::read, &Racing::read}; }
  Layer::atomic<int> data{0}, flag{0};
  void write() {
    data.store(1, std::memory_order_relaxed);
    flag.store(1, std::memory_order_relaxed);
  }
  void read() {
    if (flag.load(std::memory_order_acquire) == 1)
      Layer::require(data.load(std::memory_order_relaxed) == 1, "the message is read");
  }
};

void expect_same(const Result& one, const Result& other, const std::string& where) {
  EXPECT_EQ(one.executions, other.executions) << where;
  EXPECT_EQ(one.executions_in_all, other.executions_in_all) << where;
  EXPECT_EQ(one.blocked, other.blocked) << where;
  EXPECT_EQ(one.violating, other.violating) << where;
  EXPECT_EQ(one.cut_short, other.cut_short) << where;
  EXPECT_EQ(one.bounded, other.bounded) << where;
  EXPECT_EQ(one.most_events, other.most_events) << where;
  EXPECT_EQ(one.undeclared_waits, other.undeclared_waits) << where;
  EXPECT_EQ(one.stop, other.stop) << where;
  EXPECT_EQ(one.finding.has_value(), other.finding.has_value()) << where;
}

template <class Model>
class InSlices : public testing::Test {};
using Models = testing::Types<Adding, Waiting3, Stack, Declared, Starting, StartingEqual<false>, StartingEqual<true>,
                              Contradicted, Racing>;
TYPED_TEST_SUITE(InSlices, Models);

TYPED_TEST(InSlices, CountsAreThoseOfASearchInOnePiece) {
  for (const auto memory_model : kMemoryModels)
    for (const bool symmetry : {false, true}) {
      const auto options = options_for(memory_model, symmetry);
      const auto code = code_of<TypeParam>();
      const Result whole = check(code, options);
      for (const std::uint64_t executions : {1U, 2U, 7U}) {
        InMemory store;
        store.others_wait = executions == 2 ? 3 : 0;
        const Result result = searched(code, options, store, [&](FrontierWorker& worker) {
          EXPECT_EQ(worker.work(store, {.executions = executions}, always), FrontierWorker::End::search_ended);
        });
        expect_same(result, whole, std::string(name_of(memory_model)) + " by " + std::to_string(executions));
      }
    }
}

TYPED_TEST(InSlices, NothingOfALostSliceCounts) {
  const auto options = options_for(MemoryModel::cpp20, false);
  const auto code = code_of<TypeParam>();
  InMemory store;
  store.lost = 3;
  const Result result = searched(code, options, store,
                                 [&](FrontierWorker& worker) { (void)worker.work(store, {.executions = 3}, always); });
  expect_same(result, check(code, options), "with losses");
}

// ---- what all processes have to agree on

template <class Model>
void expect_counts_of(const InMemory& store, const Result& result) {
  EXPECT_GE(store.commits, 2U);
  expect_same(result, check(code_of<Model>(), options_for(MemoryModel::cpp20, false)), "in slices");
}

TEST(Slices, TheSearchBeginsAgainIfALoopWasNoWait) {
  InMemory store;
  const Result result = searched(code_of<Contradicted>(), options_for(MemoryModel::cpp20, false), store,
                                 [&](FrontierWorker& worker) { (void)worker.work(store, {.executions = 1}, always); });
  EXPECT_GE(store.begun, 1U);
  expect_counts_of<Contradicted>(store, result);
}

// One process saw the loop, the other one the attempt.
TEST(Slices, TheSearchBeginsAgainIfAnotherProcessKnowsThatALoopWasNoWait) {
  InMemory store;
  bool has_polled = false;
  store.before_commit = [&](InMemory& self) {
    if (has_polled) return;
    auto known = CommonKnowledge::unpack(self.known.bytes, 3);
    for (auto& mutex : known.mutexes)
      if (mutex.polled_by != 0) {
        has_polled = true;
        mutex.tried_by = 4;
      }
    if (has_polled) self.known = {self.known.version + 1, known.pack()};
  };
  const Result result = searched(code_of<Contradicted>(), options_for(MemoryModel::cpp20, false), store,
                                 [&](FrontierWorker& worker) { (void)worker.work(store, {.executions = 1}, always); });
  EXPECT_TRUE(has_polled);
  EXPECT_EQ(store.begun, 1U);
  expect_counts_of<Contradicted>(store, result);
}

TEST(Slices, ASliceIsVoidIfAnotherProcessHasNumberedThreadsDifferently) {
  const auto started_by = [](std::uint32_t thread) { return (std::uint32_t{1} << 31U) | (thread << 16U); };
  std::size_t void_slices = 0;
  for (const std::uint32_t first : {0U, 1U}) {
    InMemory store;
    store.before_commit = [&](InMemory& self) {
      if (self.known.version != 0) return;
      CommonKnowledge other;
      other.threads = {started_by(first), started_by(1 - first)};
      self.known = {1, other.pack()};
    };
    const Result result =
        searched(code_of<Starting>(), options_for(MemoryModel::cpp20, false), store,
                 [&](FrontierWorker& worker) { (void)worker.work(store, {.executions = 50}, always); });
    expect_counts_of<Starting>(store, result);
    void_slices += store.releases;
  }
  // The search meets one of the two threads first: only the other order contradicts it.
  EXPECT_EQ(void_slices, 1U);
}

TEST(Slices, PartsAreSplitIfOthersWait) {
  InMemory store;
  store.others_wait = 5;
  const Result result = searched(code_of<Adding>(), options_for(MemoryModel::cpp20, false), store,
                                 [&](FrontierWorker& worker) { (void)worker.work(store, {.executions = 40}, always); });
  EXPECT_GE(store.most_items, 6U);
  expect_counts_of<Adding>(store, result);
}

TEST(Slices, TheFirstViolationEndsTheSearch) {
  Options options;
  InMemory store;
  const auto code = code_of<Racing>();
  const Result result = searched(code, options, store, [&](FrontierWorker& worker) {
    EXPECT_EQ(worker.work(store, {.executions = 1}, always), FrontierWorker::End::search_ended);
  });
  EXPECT_EQ(result.stop, Stop::violation);
  ASSERT_TRUE(result.finding);
  EXPECT_EQ(replay(code, options, result.finding->choices).what, "the message is read");
}

TEST(Slices, HaveNoBoundOnPreemptions) {
  Options options;
  options.most_preemptions = 1;
  EXPECT_THROW(FrontierWorker(code_of<Adding>(), options, "adding"), std::invalid_argument);
}

TEST(Slices, AWorkerThatIsToldToStopPutsBackWhatItHas) {
  const auto code = code_of<Adding>();
  const auto options = options_for(MemoryModel::cpp20, false);
  InMemory store;
  const Result result = searched(code, options, store, [&](FrontierWorker& worker) {
    unsigned asked = 0;
    const auto thrice = [&] { return ++asked != 4; };
    EXPECT_EQ(worker.work(store, {.executions = 5}, thrice), FrontierWorker::End::told_to);
    EXPECT_EQ(store.total.executions + store.total.blocked, 15U);
    (void)worker.work(store, {.executions = 5}, always);
  });
  expect_counts_of<Adding>(store, result);
}

}  // namespace
}  // namespace vigil::checker
