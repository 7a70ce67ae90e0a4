// What a bound on preemptions saves, and with which bound faults are found: two tables, as Markdown. A time limit of a
// minute ends a search; then the row has what it had seen by then.

#include "checker/jobs.hpp"
#include "checker/retrying.hpp"
#include "checker/waiting.hpp"

#include <vigil/checker.hpp>

#include <array>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <optional>
#include <string>
#include <tuple>

namespace {

using vigil::bench::Loops;
using vigil::checker::CheckedAtomics;
using vigil::checker::MemoryModel;
using vigil::checker::ModelCode;
using vigil::checker::Options;
using vigil::checker::Result;
using vigil::checker::Stop;

constexpr auto kRelaxed = std::memory_order_relaxed;
constexpr auto kSeqCst = std::memory_order_seq_cst;

// ---- programs that hold

template <int kTimes>
struct Adders {
  static constexpr auto threads() { return std::tuple{&Adders::add, &Adders::add, &Adders::add}; }
  CheckedAtomics::atomic<int> sum{0};
  void add() {
    for (int i = 0; i != kTimes; ++i) sum.fetch_add(1, kRelaxed);
  }
};

// Each thread announces itself and looks for the others, several times.
template <int kTimes>
struct Announcements {
  static constexpr auto threads() {
    return std::tuple{&Announcements::one<0>, &Announcements::one<1>, &Announcements::one<2>};
  }
  std::array<CheckedAtomics::atomic<int>, 3> flags;
  template <std::size_t I>
  void one() {
    for (int i = 1; i <= kTimes; ++i) {
      flags[I].store(i, kSeqCst);
      for (std::size_t other = 0; other != flags.size(); ++other)
        if (other != I) (void)flags[other].load(kSeqCst);
    }
  }
};

// ---- programs with a fault

// The deque without its fences.
struct WithoutFences : CheckedAtomics {
  static void fence(std::memory_order /*order*/) {}
};

// Two threads that add by a load and a store, behind others that only add.
struct LosesOne {
  static constexpr auto threads() {
    return std::tuple{&LosesOne::add, &LosesOne::lose, &LosesOne::lose, &LosesOne::add};
  }
  CheckedAtomics::atomic<int> sum{0}, other{0};
  void add() {
    for (int i = 0; i != 3; ++i) other.fetch_add(1, kRelaxed);
  }
  void lose() {
    other.fetch_add(1, kRelaxed);
    sum.store(sum.load(kSeqCst) + 1, kSeqCst);
    other.fetch_add(1, kRelaxed);
  }
  void finish() { CheckedAtomics::require(sum.load(kRelaxed) == 2, "both are counted"); }
};

// A stack of the numbers 1 to 3 as an array of links. A number that was popped is pushed again: ABA.
struct Aba {
  static constexpr auto threads() { return std::tuple{&Aba::pops, &Aba::pops_and_pushes}; }
  CheckedAtomics::atomic<int> head{3};
  std::array<CheckedAtomics::atomic<int>, 4> below;
  std::array<CheckedAtomics::atomic<int>, 4> owners;
  Aba() {
    below[3].store(2, kRelaxed);
    below[2].store(1, kRelaxed);
  }
  int pop() {
    int top = head.load(kSeqCst);
    while (top != 0)
      if (head.compare_exchange_strong(top, below[index(top)].load(kSeqCst), kSeqCst, kSeqCst)) break;
    if (top != 0) CheckedAtomics::require(owners[index(top)].fetch_add(1, kSeqCst) == 0, "one thread has it");
    return top;
  }
  void push(int number) {
    owners[index(number)].fetch_sub(1, kSeqCst);
    int top = head.load(kSeqCst);
    do below[index(number)].store(top, kSeqCst);
    while (!head.compare_exchange_strong(top, number, kSeqCst, kSeqCst));
  }
  void pops() {
    (void)pop();
    (void)pop();
  }
  void pops_and_pushes() {
    const int first = pop();
    (void)pop();
    if (first != 0) push(first);
  }
  static std::size_t index(int number) { return static_cast<std::size_t>(number); }
};

// Comments on a problem in concurrent programming control (Hyman, CACM 1966): two threads can be inside.
struct Hyman {
  static constexpr auto threads() { return std::tuple{&Hyman::one, &Hyman::other}; }
  std::array<CheckedAtomics::atomic<int>, 2> wants;
  CheckedAtomics::atomic<int> turn{0}, inside{0};
  void one() { enter(0); }
  void other() { enter(1); }
  void enter(int self) {
    auto& own = wants[static_cast<std::size_t>(self)];
    auto& others = wants[static_cast<std::size_t>(1 - self)];
    for (int round = 0; round != 2; ++round) {
      own.store(1, kSeqCst);
      while (turn.load(kSeqCst) != self) {
        others.spin_until([](int value) { return value == 0; }, kSeqCst);
        turn.store(self, kSeqCst);
      }
      CheckedAtomics::require(inside.fetch_add(1, kSeqCst) == 0, "one thread is inside");
      inside.fetch_sub(1, kSeqCst);
      own.store(0, kSeqCst);
    }
  }
};

// ---- the tables

struct Measured {
  Result result;
  double seconds = 0;
};

Measured search(const ModelCode& code, MemoryModel model, std::optional<unsigned> preemptions) {
  constexpr std::chrono::minutes kLongest{1};
  Options options;
  options.memory_model = model;
  options.most_preemptions = preemptions;
  const auto begin = std::chrono::steady_clock::now();
  options.deadline = begin + kLongest;
  Measured measured{vigil::checker::check(code, options)};
  measured.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  return measured;
}

constexpr std::array<std::optional<unsigned>, 5> kBounds{0U, 1U, 2U, 3U, std::nullopt};

template <class Model>
void print_cost(const char* name, MemoryModel model = MemoryModel::cpp20) {
  std::printf("| %s | %s |", name, std::string(name_of(model)).c_str());
  for (const auto bound : kBounds) {
    const auto [result, seconds] = search(vigil::checker::code_of<Model>(), model, bound);
    const auto executions = static_cast<unsigned long long>(result.executions);
    if (bound)
      std::printf(" %llu + %llu, %.2f s |", executions, static_cast<unsigned long long>(result.beyond_preemptions),
                  seconds);
    else
      std::printf(" %s%llu, %.2f s |", result.stop == Stop::deadline ? "more than " : "", executions, seconds);
  }
  std::printf("\n");
  std::fflush(stdout);
}

template <class Model>
void print_fault(const char* name, MemoryModel model = MemoryModel::cpp20) {
  std::printf("| %s | %s |", name, std::string(name_of(model)).c_str());
  for (const auto bound : kBounds) {
    const auto [result, seconds] = search(vigil::checker::code_of<Model>(), model, bound);
    const auto met = static_cast<unsigned long long>(result.seen() + result.blocked + result.beyond_preemptions);
    std::printf(" %s after %llu, %.2f s |", result.finding ? "found" : "not found", met, seconds);
  }
  std::printf("\n");
  std::fflush(stdout);
}

void print_costs() {
  std::printf("| program | memory model | at most 0 | at most 1 | at most 2 | at most 3 | all |\n");
  std::printf("|---|---|---|---|---|---|---|\n");
  print_cost<Adders<5>>("3 threads add 5 times");
  print_cost<Adders<6>>("3 threads add 6 times");
  print_cost<Announcements<2>>("3 threads announce themselves, 2 times");
  print_cost<Announcements<2>>("3 threads announce themselves, 2 times", MemoryModel::sequential);
  print_cost<vigil::bench::Mutex<CheckedAtomics, 4, 2>>("4 threads lock a mutex, 2 times");
  print_cost<vigil::bench::Jobs<CheckedAtomics, 2, 2>>("deque, 2 thieves steal 2 times");
  print_cost<vigil::bench::Jobs<CheckedAtomics, 2, 2>>("deque, 2 thieves steal 2 times", MemoryModel::sequential);
  print_cost<vigil::bench::Jobs<CheckedAtomics, 3, 2>>("deque, 3 thieves steal 2 times");
  print_cost<vigil::bench::TreiberStack<CheckedAtomics, Loops::declared, 3, 3>>("stack, 3 push, 3 pop");
  print_cost<vigil::bench::MichaelScottQueue<CheckedAtomics, Loops::declared, 3, 2>>("queue, 3 enqueue, 2 dequeue");
}

void print_faults() {
  std::printf("\n| program with a fault | memory model | at most 0 | at most 1 | at most 2 | at most 3 | all |\n");
  std::printf("|---|---|---|---|---|---|---|\n");
  print_fault<LosesOne>("an addition is lost");
  print_fault<LosesOne>("an addition is lost", MemoryModel::sequential);
  print_fault<Aba>("stack with ABA");
  print_fault<Hyman>("Hyman's lock");
  print_fault<vigil::bench::Jobs<WithoutFences, 2, 2>>("deque without fences, 2 thieves steal 2 times");
}

}  // namespace

int main() {
  print_costs();
  print_faults();
  return 0;
}
