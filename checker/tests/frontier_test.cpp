// A search in slices, whose parts go through a store: as many executions as without one, whatever is lost on the way.

#include "common_knowledge.hpp"
#include "search_identity.hpp"
#include "work_item.hpp"

#include <vigil/checker.hpp>
#include <vigil/checker/frontier.hpp>

#include <algorithm>
#include <cstdint>
#include <functional>
#include <map>
#include <random>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace vigil::checker {
namespace {

using Layer = CheckedAtomics;
using testing::HasSubstr;

// A store in memory, for workers of this process. What it is told to lose, a process that died would have lost.
class InMemory : public Frontier {
 public:
  void put(std::string whole) { items_[next_++] = std::move(whole); }

  Claim claim() override {
    if (total.stop != Stop::none || items_.empty()) return {Next::ended, 0, 0, {}, {}};
    // Any of them: the counts do not depend on the order.
    auto item = items_.begin();
    std::advance(item, static_cast<std::ptrdiff_t>(random_() % items_.size()));
    if (before_claim) before_claim(item->second);
    return {Next::item, item->first, begun, item->second, known};
  }
  Outcome commit(const Claim& claim, const Contribution& contribution) override {
    ++commits;
    if (before_commit) before_commit(*this);
    if (claim.begun != begun || !items_.contains(claim.item)) return Outcome::dropped;
    if (lost != 0 && random_() % lost == 0) return Outcome::dropped;  // and the item is there as before
    if (contribution.knowledge.version != known.version) return Outcome::outdated;
    if (contribution.knowledge.bytes != known.bytes) known = {known.version + 1, contribution.knowledge.bytes};
    if (contribution.begins_again) {
      ++begun;
      items_.clear();
      total = {};
    }
    items_.erase(claim.item);
    add(total, contribution.result);
    for (const auto& part : contribution.rest) items_[next_++] = part;
    most_items = std::max(most_items, items_.size());
    return Outcome::counted;
  }
  void release(const Claim& /*claim*/) override { ++releases; }
  SharedKnowledge knowledge() override { return known; }
  unsigned wanted() override { return others_wait; }

  Result total;
  SharedKnowledge known;
  std::uint64_t begun = 0;
  unsigned others_wait = 0;
  unsigned lost = 0;  // one in so many
  std::size_t most_items = 0, commits = 0, releases = 0;
  std::function<void(InMemory&)> before_commit;
  std::function<void(std::string&)> before_claim;

 private:
  std::map<std::uint64_t, std::string> items_;
  std::uint64_t next_ = 1;
  std::mt19937_64 random_{1};
};

bool always() { return true; }

// ---- programs, each with something that parts of a search have to carry

struct Adding {
  static constexpr auto threads() { return std::tuple{&Adding::add, &Adding::add, &Adding::read}; }
  Layer::atomic<int> count{0}, other{0};
  void add() {
    count.fetch_add(1, std::memory_order_relaxed);
    other.store(1, std::memory_order_seq_cst);
    (void)count.load(std::memory_order_seq_cst);
    Layer::fence(std::memory_order_seq_cst);
  }
  void read() {
    (void)count.exchange(7, std::memory_order_acq_rel);
    (void)other.load(std::memory_order_acquire);
    int expected = 7;
    (void)count.compare_exchange_weak(expected, 3, std::memory_order_seq_cst, std::memory_order_relaxed);
  }
};

struct Waiting3 {
  static constexpr auto threads() { return std::tuple{&Waiting3::wait, &Waiting3::wait, &Waiting3::signal}; }
  Layer::mutex mutex;
  Layer::condition_variable condition;
  Layer::var<int> ready{0};
  Layer::atomic<int> flag{0};
  void wait() {
    mutex.lock();
    while (ready.get() == 0) condition.wait(mutex);
    mutex.unlock();
    flag.wait(0, std::memory_order_acquire);
  }
  void signal() {
    mutex.lock();
    ready.set(1);
    mutex.unlock();
    condition.notify_all();
    flag.store(1, std::memory_order_release);
    flag.notify_all();
  }
};

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
using Models = testing::Types<Adding, Waiting3, Stack, Declared, Starting, Contradicted, Racing>;
TYPED_TEST_SUITE(InSlices, Models);

Options options_for(MemoryModel memory_model, bool symmetry) {
  Options options;
  options.memory_model = memory_model;
  options.symmetry = symmetry;
  options.count_violations = true;
  // A loop that is no wait goes on to the bound.
  options.most_events = 12;
  return options;
}

// What a store came to.
template <class Work>
Result searched(const ModelCode& code, const Options& options, InMemory& store, Work work) {
  {
    FrontierWorker worker(code, options, "model");
    store.put(worker.whole_search());
    work(worker);
  }
  Result result = store.total;
  conclude(result, code, options);
  return result;
}

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

// ---- what is no item of this search

void expect_refused(const std::function<void(std::string&)>& change, const std::string& what) {
  InMemory store;
  (void)searched(code_of<Adding>(), options_for(MemoryModel::cpp20, false), store, [&](FrontierWorker& worker) {
    unsigned claims = 0;
    store.before_claim = [&](std::string& item) {
      if (++claims == 3) change(item);
    };
    try {
      (void)worker.work(store, {.executions = 20}, always);
      FAIL() << "nothing is refused, but: " << what;
    } catch (const FrontierError& error) {
      EXPECT_THAT(error.what(), HasSubstr(what));
      EXPECT_EQ(std::string(error.what()).find('\n'), std::string::npos) << error.what();
    }
    EXPECT_EQ(store.releases, 1U);
  });
}

TEST(WorkItem, IsRefusedIfItIsDamaged) {
  expect_refused([](std::string& item) { item.clear(); }, "a work item is damaged: it does not begin as one");
  expect_refused([](std::string& item) { item.resize(13); }, "a work item is damaged: it ends too early");
  expect_refused([](std::string& item) { item[item.size() / 2] ^= 4; },
                 "a work item is damaged: its checksum is wrong");
  expect_refused([](std::string& item) { item.pop_back(); }, "a work item is damaged: its checksum is wrong");
  expect_refused([](std::string& item) { item[11] = 9; }, "a work item has the form 9, and this program knows 2");
}

TEST(WorkItem, IsRefusedIfItIsOfAnotherSearch) {
  const SearchIdentity own{"1a", "model", "cpp20", "spins=recurring", "here", "first"};
  const auto why_refused = [&](auto change) -> std::string {
    SearchIdentity identity = own;
    change(identity);
    try {
      (void)without_head(own, with_head(identity, "body"));
    } catch (const FrontierError& error) {
      return error.what();
    }
    return {};
  };
  EXPECT_EQ(without_head(own, with_head(own, "body")), "body");
  EXPECT_EQ(why_refused([](SearchIdentity& it) { it.build = "2b"; }),
            "a work item is of another search: it is of another build of the program: 2b, and this is 1a");
  EXPECT_THAT(why_refused([](SearchIdentity& it) { it.model = "other"; }), HasSubstr("of the model other, and not"));
  EXPECT_THAT(why_refused([](SearchIdentity& it) { it.memory_model = "rc11"; }), HasSubstr("memory model rc11, and"));
  EXPECT_THAT(why_refused([](SearchIdentity& it) { it.options = "spins=unrolled"; }), HasSubstr("spins=unrolled; and"));
  EXPECT_THAT(why_refused([](SearchIdentity& it) { it.addresses = "there"; }), HasSubstr("lie at other addresses"));
  EXPECT_THAT(why_refused([](SearchIdentity& it) { it.first_run = "2nd"; }), HasSubstr("lie at other addresses"));
}

// A right checksum does not make a part right: the reader finds out, or what it reads is a graph.
TEST(WorkItem, IsReadAsItWasWrittenOrRefused) {
  std::vector<std::string> items;
  InMemory store;
  store.before_claim = [&](std::string& item) { items.push_back(item); };
  const auto code = code_of<Waiting3>();
  const auto options = options_for(MemoryModel::cpp20, true);
  SearchIdentity identity;
  (void)searched(code, options, store, [&](FrontierWorker& worker) {
    identity = worker.identity();
    (void)worker.work(store, {.executions = 100}, always);
  });
  std::mt19937_64 random(1);
  std::size_t refused = 0, read = 0;
  for (const auto& item : items) {
    const std::string body(without_head(identity, item));
    for (unsigned i = 0; i != 200; ++i) {
      std::string changed = body;
      changed[random() % changed.size()] = static_cast<char>(random());
      WorkItemReader reader(changed);
      try {
        for (std::size_t parts = reader.get_count("parts"); parts != 0; --parts) {
          WorkItem part;
          const std::string_view before = reader.rest();
          part.unpack(reader);
          WorkItemWriter again;
          part.pack(again);
          EXPECT_EQ(std::move(again).take(), before.substr(0, before.size() - reader.rest().size()));
        }
        reader.expect_end();
        ++read;
      } catch (const DamagedItem&) {
        ++refused;
      }
    }
  }
  EXPECT_GE(read, 1U);
  EXPECT_GE(refused, 1U);
}

}  // namespace
}  // namespace vigil::checker
