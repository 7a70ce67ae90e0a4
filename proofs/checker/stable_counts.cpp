// Are the counts of a search constants of the model's source? They must not depend on the number of processes, on
// earlier searches of this process, or on the memory that it has in use.

#include <vigil/checker/check.hpp>
#include <vigil/checker/checked_atomics.hpp>
#include <vigil/lean/task.hpp>
#include <vigil/lean/vyukov_queue.hpp>

#include <gtest/gtest.h>

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <ostream>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

namespace vigil::conformance {
namespace {

using namespace lean;

using Layer = checker::CheckedAtomics;

constexpr auto kRelaxed = std::memory_order_relaxed;
constexpr auto kAcquire = std::memory_order_acquire;
constexpr auto kRelease = std::memory_order_release;
constexpr auto kAcqRel = std::memory_order_acq_rel;

// ---- waits

template <bool kDeclared>
struct TicketLock {
  static constexpr auto threads() { return std::tuple{&TicketLock::add, &TicketLock::add, &TicketLock::add}; }
  Layer::atomic<int> next{0};
  Layer::atomic<int> serving{0};
  Layer::var<int> count{0};
  void add() {
    const int ticket = next.fetch_add(1, kRelaxed);
    if constexpr (kDeclared) {
      (void)serving.spin_until([ticket](int value) { return value == ticket; }, kAcquire);
    } else {
      while (serving.load(kAcquire) != ticket) Layer::relax();
    }
    count.set(count.get() + 1);
    serving.store(ticket + 1, kRelease);
  }
};

struct TtasLock {
  static constexpr auto threads() { return std::tuple{&TtasLock::add, &TtasLock::add, &TtasLock::add}; }
  Layer::atomic<int> held{0};
  Layer::var<int> count{0};
  void add() {
    do {
      while (held.load(kRelaxed) != 0) Layer::relax();
    } while (held.exchange(1, kAcquire) != 0);
    count.set(count.get() + 1);
    held.store(0, kRelease);
  }
};

template <bool kDeclared>
struct Increments {
  static constexpr auto threads() { return std::tuple{&Increments::add, &Increments::add, &Increments::add}; }
  Layer::atomic<int> count{0};
  void add() {
    if constexpr (kDeclared) {
      (void)count.fetch_update([](int value) { return value + 1; }, kRelaxed, kRelaxed);
    } else {
      for (;;) {
        int seen = count.load(kRelaxed);
        if (count.compare_exchange_weak(seen, seen + 1, kRelaxed, kRelaxed)) return;
      }
    }
  }
};

struct Mutex {
  static constexpr auto threads() { return std::tuple{&Mutex::add, &Mutex::add, &Mutex::tries}; }
  Layer::mutex mutex;
  Layer::var<int> count{0};
  void add() {
    for (int round = 0; round != 2; ++round) {
      mutex.lock();
      count.set(count.get() + 1);
      mutex.unlock();
    }
  }
  void tries() {
    if (!mutex.try_lock()) return;
    count.set(count.get() + 1);
    mutex.unlock();
  }
};

struct ConditionVariable {
  static constexpr auto threads() {
    return std::tuple{&ConditionVariable::take, &ConditionVariable::take, &ConditionVariable::give};
  }
  Layer::mutex mutex;
  Layer::condition_variable given;
  Layer::var<int> jobs{0};
  void take() {
    mutex.lock();
    while (jobs.get() == 0) given.wait(mutex);
    jobs.set(jobs.get() - 1);
    mutex.unlock();
  }
  void give() {
    for (int job = 0; job != 2; ++job) {
      mutex.lock();
      jobs.set(jobs.get() + 1);
      mutex.unlock();
      given.notify_one();
    }
  }
};

struct AtomicWait {
  static constexpr auto threads() { return std::tuple{&AtomicWait::waits, &AtomicWait::waits, &AtomicWait::wakes}; }
  Layer::atomic<int> turn{0};
  void waits() {
    while (turn.load(kAcquire) == 0) turn.wait(0, kAcquire);
  }
  void wakes() {
    turn.store(1, kRelease);
    turn.notify_all();
  }
};

// The loops of a queue of core, nested and undeclared. The search is large enough for several processes to share it.
struct EmptiedQueue {
  static constexpr auto threads() {
    return std::tuple{&EmptiedQueue::produce, &EmptiedQueue::consume, &EmptiedQueue::consume};
  }
  VyukovQueue<Task<Layer>> queue;
  std::array<Task<Layer>, 2> tasks;
  EmptiedQueue() { queue.push(tasks[0]); }
  void produce() {
    queue.push(tasks[1]);
    consume();
  }
  void consume() {
    for (;;) {
      auto consumer = queue.try_consume();
      if (!consumer.has_right()) return;
      while (consumer.pop() != nullptr) continue;
      if (consumer.release() == Leftover::nothing) return;
    }
  }
};

// ---- threads that a model starts

// Which thread starts first, and how many start, depends on the values read.
struct StartedInBranches {
  static constexpr auto threads() { return std::tuple{&StartedInBranches::starts, &StartedInBranches::starts}; }
  Layer::atomic<int> claims{0};
  Layer::atomic<int> sum{0};
  void starts() {
    if (claims.fetch_add(1, kRelaxed) == 0) {
      Layer::thread one([this] { sum.fetch_add(1, kRelaxed); });
      Layer::thread other([this] { sum.store(2, kRelaxed); });
      one.join();
      other.join();
    } else if (sum.load(kRelaxed) == 0) {
      Layer::thread late([this] { sum.fetch_add(4, kRelaxed); });
      late.join();
    }
  }
};

// The threads' code allocates when it is made and when it runs.
struct StartedWithMemory {
  static constexpr auto threads() { return std::tuple{&StartedWithMemory::starts, &StartedWithMemory::starts}; }
  Layer::atomic<int> sum{0};
  void starts() {
    const std::vector<int> numbers(100, 1);
    const std::string name(64, sum.load(kRelaxed) == 0 ? 'a' : 'b');
    Layer::thread started([this, numbers, name] {
      std::string text = name + name;
      while (text.size() < 1'000) text += text;
      sum.fetch_add(text.front() == 'a' ? numbers.front() : 10, kRelaxed);
    });
    started.join();
  }
};

// A started thread waits for a thread that another thread starts.
struct StartedAndWaiting {
  static constexpr auto threads() { return std::tuple{&StartedAndWaiting::sleeps, &StartedAndWaiting::wakes}; }
  Layer::mutex mutex;
  Layer::condition_variable woken;
  Layer::var<bool> is_awake{false};
  void sleeps() {
    Layer::thread started([this] {
      mutex.lock();
      while (!is_awake.get()) woken.wait(mutex);
      mutex.unlock();
    });
    started.join();
  }
  void wakes() {
    Layer::thread started([this] {
      mutex.lock();
      is_awake.set(true);
      mutex.unlock();
      woken.notify_one();
    });
    started.join();
  }
};

// ---- memory

struct FromNew {
  static int* take(int value) { return new int(value); }
  static void give_back(int* memory) { delete memory; }
};

struct FromMalloc {
  static int* take(int value) {
    int* const memory = static_cast<int*>(std::malloc(sizeof(int)));
    *memory = value;
    return memory;
  }
  static void give_back(int* memory) { std::free(memory); }
};

struct FromLayer {
  static int* take(int value) { return ::new (Layer::allocate(sizeof(int), alignof(int))) int(value); }
  static void give_back(int* memory) { Layer::deallocate(memory, sizeof(int), alignof(int)); }
};

// Twice, each thread puts memory of its own into a slot and frees what it finds there.
template <class Memory>
struct Swaps {
  static constexpr auto threads() { return std::tuple{&Swaps::swap, &Swaps::swap, &Swaps::peek}; }
  Layer::atomic<int*> slot{nullptr};
  Layer::atomic<int> seen{0};
  void swap() {
    for (int value = 1; value != 3; ++value) {
      int* const before = slot.exchange(Memory::take(value), kAcqRel);
      if (before == nullptr) continue;
      seen.store(*before, kRelaxed);
      Memory::give_back(before);
    }
  }
  void peek() {
    if (seen.load(kRelaxed) == 2) Memory::give_back(Memory::take(0));
  }
  void finish() { Memory::give_back(slot.load(kRelaxed)); }
};

// A stack of nodes from `new`. The search recognises its undeclared loops.
struct StackFromNew {
  static constexpr auto threads() { return std::tuple{&StackFromNew::push, &StackFromNew::push, &StackFromNew::pop}; }
  struct Node {
    Layer::atomic<Node*> next{nullptr};
  };
  Layer::atomic<Node*> head{nullptr};
  Node* popped = nullptr;
  void push() {
    Node* const node = new Node;
    Node* seen = head.load(kRelaxed);
    do {
      node->next.store(seen, kRelaxed);
    } while (!head.compare_exchange_strong(seen, node, kRelease, kRelaxed));
  }
  void pop() {
    Node* seen = head.load(kAcquire);
    while (seen != nullptr) {
      Node* const next = seen->next.load(kRelaxed);
      if (!head.compare_exchange_strong(seen, next, kAcquire, kAcquire)) continue;
      popped = seen;
      return;
    }
  }
  void finish() {
    delete popped;
    for (Node* node = head.load(kRelaxed); node != nullptr;) delete std::exchange(node, node->next.load(kRelaxed));
  }
};

// ---- the counts

struct NamedModel {
  std::string_view name;
  checker::ModelCode code;
  unsigned weak_failures = 1;
  bool needs_plain_build = false;  // has undeclared loops, or memory from `new` or `malloc`
};

void PrintTo(const NamedModel& model, std::ostream* out) { *out << model.name; }

const auto& models() {
  static const auto all = std::to_array<NamedModel>({
      {"TicketLock", checker::code_of<TicketLock<false>>(), 1, true},
      {"DeclaredTicketLock", checker::code_of<TicketLock<true>>()},
      {"TtasLock", checker::code_of<TtasLock>(), 1, true},
      {"Increments", checker::code_of<Increments<false>>(), 1, true},
      {"DeclaredIncrements", checker::code_of<Increments<true>>()},
      {"Mutex", checker::code_of<Mutex>()},
      {"ConditionVariable", checker::code_of<ConditionVariable>()},
      {"AtomicWait", checker::code_of<AtomicWait>()},
      {"EmptiedQueue", checker::code_of<EmptiedQueue>(), 0, true},
      {"StartedInBranches", checker::code_of<StartedInBranches>()},
      {"StartedWithMemory", checker::code_of<StartedWithMemory>()},
      {"StartedAndWaiting", checker::code_of<StartedAndWaiting>()},
      {"SwapsFromNew", checker::code_of<Swaps<FromNew>>(), 1, true},
      {"SwapsFromMalloc", checker::code_of<Swaps<FromMalloc>>(), 1, true},
      {"SwapsFromLayer", checker::code_of<Swaps<FromLayer>>()},
      {"StackFromNew", checker::code_of<StackFromNew>(), 1, true},
  });
  return all;
}

// Instrumentation has a malloc of its own, and its values on the stack make the iterations of a loop differ.
#ifdef VIGIL_INSTRUMENTED
bool can_run(const NamedModel& model) { return !model.needs_plain_build; }
#else
bool can_run(const NamedModel&) { return true; }
#endif

struct Counts {
  std::uint64_t executions = 0;
  std::uint64_t blocked = 0;

  friend bool operator==(const Counts&, const Counts&) = default;
};

void PrintTo(const Counts& counts, std::ostream* out) {
  *out << counts.executions << " executions, " << counts.blocked << " blocked";
}

Counts counts_of(const NamedModel& model, unsigned jobs = 1) {
  checker::Options options;
  options.weak_failures = model.weak_failures;
  options.jobs = jobs;
  const auto result = checker::check(model.code, options);
  EXPECT_TRUE(result.holds()) << model.name << ": " << (result.finding ? result.finding->what : result.limit);
  return {result.executions, result.blocked};
}

// Blocks of many sizes. Every other block has been freed.
std::vector<std::unique_ptr<char[]>> memory_with_gaps() {
  std::vector<std::unique_ptr<char[]>> blocks;
  for (std::size_t size = 8; size < 100'000; size += size / 4) blocks.push_back(std::make_unique<char[]>(size));
  for (std::size_t i = 0; i < blocks.size(); i += 2) blocks[i].reset();
  return blocks;
}

// Each test runs in a process of its own under ctest: its first search is the first of the process.
class StableCounts : public ::testing::TestWithParam<NamedModel> {
 protected:
  void SetUp() override {
    if (!can_run(GetParam())) GTEST_SKIP() << "its counts are not constant in instrumented code";
  }
};

TEST_P(StableCounts, DoNotDependOnTheNumberOfProcesses) {
  const Counts alone = counts_of(GetParam());
  for (const unsigned jobs : {2U, 3U, 8U}) EXPECT_EQ(counts_of(GetParam(), jobs), alone) << jobs << " processes";
}

TEST_P(StableCounts, OfSharedSearchesAreTheSameEachTime) {
  const Counts first = counts_of(GetParam(), 3);
  for (int time = 2; time != 7; ++time) EXPECT_EQ(counts_of(GetParam(), 3), first) << "search " << time;
}

TEST_P(StableCounts, DoNotDependOnEarlierSearches) {
  const Counts alone = counts_of(GetParam());
  EXPECT_EQ(counts_of(GetParam()), alone) << "after itself";
  for (const auto& other : models())
    if (can_run(other)) (void)counts_of(other);
  EXPECT_EQ(counts_of(GetParam()), alone) << "after all of them";
}

TEST_P(StableCounts, DoNotDependOnMemoryThatIsInUse) {
  const Counts alone = counts_of(GetParam());
  const auto blocks = memory_with_gaps();
  EXPECT_EQ(counts_of(GetParam()), alone);
  const auto more_blocks = memory_with_gaps();
  EXPECT_EQ(counts_of(GetParam(), 2), alone);
}

INSTANTIATE_TEST_SUITE_P(Each, StableCounts, ::testing::ValuesIn(models().begin(), models().end()),
                         [](const auto& each) { return std::string(each.param.name); });

}  // namespace
}  // namespace vigil::conformance
