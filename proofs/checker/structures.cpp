// Does each structure have as many executions as were counted by hand?

#include <vigil/checker/check.hpp>
#include <vigil/checker/checked_atomics.hpp>

#include <gtest/gtest.h>

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <tuple>
#include <utility>

namespace vigil::conformance {
namespace {

using checker::check;
using checker::CheckedAtomics;
using checker::code_of;
using checker::Options;
using checker::Result;
using checker::Spins;

constexpr auto kRelaxed = std::memory_order_relaxed;
constexpr auto kAcquire = std::memory_order_acquire;
constexpr auto kRelease = std::memory_order_release;
constexpr auto kSeqCst = std::memory_order_seq_cst;

// A model whose threads are the same function `Count` times.
template <class Member, std::size_t... I>
constexpr auto repeated(Member member, std::index_sequence<I...> /*numbers*/) {
  return std::tuple{(static_cast<void>(I), member)...};
}
template <std::size_t Count, class Member>
constexpr auto times(Member member) {
  return repeated(member, std::make_index_sequence<Count>());
}

template <class Model>
std::uint64_t executions(Spins spins) {
  Options options;
  options.spins = spins;
  const Result result = check(code_of<Model>(), options);
  EXPECT_TRUE(result.holds()) << (result.finding ? result.finding->what : "the search was not complete");
  return result.executions;
}

template <std::size_t Threads, bool Declared>
struct TicketLock {
  static constexpr auto threads() { return times<Threads>(&TicketLock::adds); }

  CheckedAtomics::atomic<int> next{0};
  CheckedAtomics::atomic<int> serving{0};
  CheckedAtomics::var<unsigned> count{0};

  void adds() {
    const int ticket = next.fetch_add(1, kRelaxed);
    if constexpr (Declared) {
      serving.spin_until([ticket](int value) { return value == ticket; }, kAcquire);
    } else {
      while (serving.load(kAcquire) != ticket) CheckedAtomics::relax();
    }
    count.set(count.get() + 1);
    serving.store(ticket + 1, kRelease);
  }
  void finish() { CheckedAtomics::require(count.get() == Threads, "no addition is lost"); }
};

template <std::size_t Threads>
struct Mutex {
  static constexpr auto threads() { return times<Threads>(&Mutex::adds); }

  CheckedAtomics::mutex mutex;
  CheckedAtomics::var<unsigned> count{0};

  void adds() {
    mutex.lock();
    count.set(count.get() + 1);
    mutex.unlock();
  }
  void finish() { CheckedAtomics::require(count.get() == Threads, "no addition is lost"); }
};

struct TreiberStack {
  static constexpr auto threads() {
    return std::tuple{&TreiberStack::push_first, &TreiberStack::push_second, &TreiberStack::pop};
  }
  struct Node {
    CheckedAtomics::var<Node*> next{nullptr};
  };

  std::array<Node, 2> nodes;
  CheckedAtomics::atomic<Node*> head{nullptr};
  Node* popped = nullptr;

  void push_first() { push(nodes[0]); }
  void push_second() { push(nodes[1]); }
  void push(Node& node) {
    CheckedAtomics::retry([this, &node] {
      Node* seen = head.load(kRelaxed);
      node.next.set(seen);
      return head.compare_exchange_strong(seen, &node, kRelease, kRelaxed);
    });
  }
  void pop() {
    CheckedAtomics::retry([this] {
      Node* seen = head.load(kAcquire);
      if (seen == nullptr) return true;
      Node* const next = seen->next.get();
      if (!head.compare_exchange_strong(seen, next, kRelaxed, kRelaxed)) return false;
      popped = seen;
      return true;
    });
  }
  void finish() {
    std::size_t left = 0;
    for (Node* node = head.load(kRelaxed); node != nullptr; node = node->next.get()) ++left;
    CheckedAtomics::require(left + (popped == nullptr ? 0 : 1) == nodes.size(),
                            "no node is lost, and none is there twice");
  }
};

// Lê, Pop, Cohen, Zappa Nardelli: Correct and Efficient Work-Stealing for Weak Memory Models, PPoPP 2013.
struct ChaseLev {
  CheckedAtomics::atomic<int> top{0};
  CheckedAtomics::atomic<int> bottom{0};
  std::array<CheckedAtomics::atomic<int>, 4> slots;

  void push(int job) {
    const int end = bottom.load(kRelaxed);
    (void)top.load(kAcquire);
    slot(end).store(job, kRelaxed);
    CheckedAtomics::fence(kRelease);
    bottom.store(end + 1, kRelaxed);
  }
  int pop() {
    const int last = bottom.load(kRelaxed) - 1;
    bottom.store(last, kRelaxed);
    CheckedAtomics::fence(kSeqCst);
    int first = top.load(kRelaxed);
    int job = 0;
    if (first <= last) job = slot(last).load(kRelaxed);
    if (first < last) return job;
    if (first == last && !top.compare_exchange_strong(first, first + 1, kSeqCst, kRelaxed)) job = 0;
    bottom.store(last + 1, kRelaxed);
    return job;
  }
  int steal() {
    int first = top.load(kAcquire);
    CheckedAtomics::fence(kSeqCst);
    const int end = bottom.load(kAcquire);
    if (first >= end) return 0;
    const int job = slot(first).load(kRelaxed);
    return top.compare_exchange_strong(first, first + 1, kSeqCst, kRelaxed) ? job : 0;
  }
  CheckedAtomics::atomic<int>& slot(int index) { return slots[static_cast<std::size_t>(index) % slots.size()]; }
};

template <unsigned Pops, std::size_t Thieves, unsigned Steals>
struct ChaseLevJobs {
  static constexpr auto threads() { return with_thieves(std::make_index_sequence<Thieves>()); }
  template <std::size_t... I>
  static constexpr auto with_thieves(std::index_sequence<I...> /*numbers*/) {
    return std::tuple{&ChaseLevJobs::owner, &ChaseLevJobs::template thief<1 + I>...};
  }

  ChaseLev deque;
  std::array<std::array<int, 3>, 1 + Thieves> taken{};  // how often each job, by each thread

  void owner() {
    deque.push(1);
    deque.push(2);
    for (unsigned i = 0; i != Pops; ++i) ++taken[0][static_cast<std::size_t>(deque.pop())];
  }
  template <std::size_t Row>
  void thief() {
    for (unsigned i = 0; i != Steals; ++i) ++taken[Row][static_cast<std::size_t>(deque.steal())];
  }
  void finish() {
    const int left = deque.bottom.load(kRelaxed) - deque.top.load(kRelaxed);
    int found = 0;
    for (std::size_t job = 1; job != 3; ++job) {
      int times_taken = 0;
      for (const auto& row : taken) times_taken += row[job];
      CheckedAtomics::require(times_taken <= 1, "no job is taken twice");
      found += times_taken;
    }
    CheckedAtomics::require(found + left == 2, "no job is lost");
  }
};

template <std::size_t Threads>
struct ReloadingCounter {
  static constexpr auto threads() { return times<Threads>(&ReloadingCounter::add); }

  CheckedAtomics::atomic<unsigned> count{0};

  void add() {
    for (;;) {
      unsigned seen = count.load(kRelaxed);
      if (count.compare_exchange_strong(seen, seen + 1, kRelaxed, kRelaxed)) return;
    }
  }
  void finish() { CheckedAtomics::require(count.load(kRelaxed) == Threads, "no addition is lost"); }
};

template <std::size_t Threads>
struct DeclaredCounter {
  static constexpr auto threads() { return times<Threads>(&DeclaredCounter::add); }

  CheckedAtomics::atomic<unsigned> count{0};

  void add() {
    count.fetch_update([](unsigned seen) { return seen + 1; }, kRelaxed, kRelaxed);
  }
  void finish() { CheckedAtomics::require(count.load(kRelaxed) == Threads, "no addition is lost"); }
};

// A lock in one operation.
template <std::memory_order kOfLoad>
struct SpinningLock {
  static constexpr auto threads() { return times<3>(&SpinningLock::add); }

  CheckedAtomics::atomic<bool> is_locked{false};
  CheckedAtomics::var<unsigned> count{0};

  void add() {
    is_locked.spin_update([](bool locked) { return locked ? std::nullopt : std::optional(true); },
                          std::memory_order_acquire, kOfLoad);
    count.set(count.get() + 1);
    is_locked.store(false, kRelease);
  }
  void finish() { CheckedAtomics::require(count.get() == 3, "no addition is lost"); }
};

template <std::size_t Waiters>
struct WaitOnAtomic {
  static constexpr auto threads() {
    return std::tuple_cat(times<Waiters>(&WaitOnAtomic::wait), times<1>(&WaitOnAtomic::notify));
  }

  CheckedAtomics::atomic<int> word{0};

  void wait() { word.wait(0, kAcquire); }
  void notify() {
    word.store(1, kRelease);
    word.notify_all();
  }
};

template <std::size_t Threads>
struct CarryingCounter {
  static constexpr auto threads() { return times<Threads>(&CarryingCounter::add); }

  CheckedAtomics::atomic<unsigned> count{0};

  void add() {
    unsigned seen = count.load(kRelaxed);
    while (!count.compare_exchange_strong(seen, seen + 1, kRelaxed, kRelaxed)) continue;
  }
  void finish() { CheckedAtomics::require(count.load(kRelaxed) == Threads, "no addition is lost"); }
};

template <std::size_t Threads>
struct SharedCounter {
  static constexpr auto threads() { return times<Threads>(&SharedCounter::add); }

  CheckedAtomics::atomic<unsigned> count{0};

  void add() { count.fetch_add(1, kRelaxed); }
  void finish() { CheckedAtomics::require(count.load(kRelaxed) == Threads, "no addition is lost"); }
};

// The write of a read-modify-write that cannot be completed revisits without a run of its own.
template <class Model>
void expect_no_run_in_vain(std::uint64_t executions) {
  Options options;
  std::uint64_t runs = 0;
  options.on_execution = [&](const checker::ObservedExecution& /*execution*/) { ++runs; };
  const Result result = check(code_of<Model>(), options);
  EXPECT_EQ(result.executions, executions);
  EXPECT_EQ(result.blocked, 0U);
  EXPECT_EQ(runs, executions);
}

TEST(Structures, ReadModifyWritesOfOneLocationTakeARunForEachOrder) {
  expect_no_run_in_vain<SharedCounter<2>>(2);
  expect_no_run_in_vain<SharedCounter<3>>(6);
  expect_no_run_in_vain<SharedCounter<4>>(24);
  expect_no_run_in_vain<SharedCounter<5>>(120);
  expect_no_run_in_vain<SharedCounter<6>>(720);
}

TEST(Structures, ATicketLockLetsThreadsInInEveryOrder) {
  EXPECT_EQ((executions<TicketLock<2, true>>(Spins::recurring)), 2U);
  EXPECT_EQ((executions<TicketLock<3, true>>(Spins::recurring)), 6U);
  EXPECT_EQ((executions<TicketLock<4, true>>(Spins::recurring)), 24U);
#ifdef VIGIL_INSTRUMENTED
  GTEST_SKIP() << "the instrumentation's values on the stack make iterations differ";
#endif
  EXPECT_EQ((executions<TicketLock<2, false>>(Spins::recurring)), 2U);
  EXPECT_EQ((executions<TicketLock<3, false>>(Spins::recurring)), 6U);
  EXPECT_EQ((executions<TicketLock<4, false>>(Spins::recurring)), 24U);
}

TEST(Structures, AMutexLetsThreadsInInEveryOrder) {
  EXPECT_EQ(executions<Mutex<2>>(Spins::recurring), 2U);
  EXPECT_EQ(executions<Mutex<3>>(Spins::recurring), 6U);
  EXPECT_EQ(executions<Mutex<4>>(Spins::recurring), 24U);
}

TEST(Structures, ATreiberStackWithTwoPushersAndAPopper) {
  // A push that failed and wrote another successor to its node goes on. Every other failed attempt waits.
  EXPECT_EQ(executions<TreiberStack>(Spins::recurring), 10U);
  EXPECT_EQ(executions<TreiberStack>(Spins::unrolled), 22U);
}

TEST(Structures, AChaseLevDeque) {
  EXPECT_EQ((executions<ChaseLevJobs<2, 1, 1>>(Spins::unrolled)), 18U);
  EXPECT_EQ((executions<ChaseLevJobs<2, 2, 1>>(Spins::unrolled)), 348U);
  EXPECT_EQ((executions<ChaseLevJobs<1, 1, 2>>(Spins::unrolled)), 38U);
}

TEST(Structures, ACounterThatReloadsAfterAFailure) {
  EXPECT_EQ(executions<DeclaredCounter<2>>(Spins::recurring), 2U);
  EXPECT_EQ(executions<DeclaredCounter<3>>(Spins::recurring), 6U);
  EXPECT_EQ(executions<ReloadingCounter<2>>(Spins::unrolled), 4U);
  EXPECT_EQ(executions<ReloadingCounter<3>>(Spins::unrolled), 60U);
}

TEST(Structures, ALockInOneOperationLetsThreadsInInEveryOrder) {
  EXPECT_EQ(executions<SpinningLock<kRelaxed>>(Spins::recurring), 6U);
  EXPECT_EQ(executions<SpinningLock<kAcquire>>(Spins::recurring), 6U);
  // A load with stronger order than the read-modify-write is a step of its own. It may read any of the values that it
  // waits for.
  EXPECT_EQ(executions<SpinningLock<std::memory_order_seq_cst>>(Spins::recurring), 36U);
}

// Each thread has read the atomic before the change and was notified, in some order, or reads it after the change.
TEST(Structures, WaitsOnAnAtomicReadTheOldValueOnceAtMost) {
  expect_no_run_in_vain<WaitOnAtomic<1>>(2);
  expect_no_run_in_vain<WaitOnAtomic<2>>(5);
  expect_no_run_in_vain<WaitOnAtomic<3>>(16);
  expect_no_run_in_vain<WaitOnAtomic<4>>(65);
}

TEST(Structures, ACounterThatCarriesTheValueOfAFailure) {
  EXPECT_EQ(executions<CarryingCounter<2>>(Spins::unrolled), 4U);
  EXPECT_EQ(executions<CarryingCounter<3>>(Spins::unrolled), 48U);
}

}  // namespace
}  // namespace vigil::conformance
