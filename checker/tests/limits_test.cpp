// A search that stops at a limit of the checker decides nothing.

#include "choices.hpp"
#include "graph.hpp"

#include <vigil/checker.hpp>

#include <chrono>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <deque>
#include <stdexcept>
#include <string>
#include <tuple>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace vigil::checker {
namespace {

using Layer = CheckedAtomics;
using testing::HasSubstr;

template <class M>
int status_of(std::vector<const char*> arguments) {
  arguments.insert(arguments.begin(), "check");
  return checker::main<M>(static_cast<int>(arguments.size()), arguments.data());
}
template <class M>
std::string output_of(const std::vector<const char*>& arguments) {
  testing::internal::CaptureStdout();
  (void)status_of<M>(arguments);
  return testing::internal::GetCapturedStdout();
}

// Every kind of search ends at the limit `due`, which it names.
template <class M>
void expect_limit(const std::string& due) {
  for (const unsigned jobs : {1U, 2U}) {
    Options options;
    options.jobs = jobs;
    const auto verdict = run<M>(options);
    EXPECT_EQ(verdict.result.stop, Stop::limit) << text(verdict);
    EXPECT_THAT(verdict.result.limit, HasSubstr(due));
    EXPECT_FALSE(verdict.result.finding.has_value()) << text(verdict);
    EXPECT_EQ(verdict.exit_status(), 3);
    EXPECT_THAT(text(verdict), HasSubstr(": nothing found\n"));
    EXPECT_THAT(text(verdict), HasSubstr("not complete: "));
    EXPECT_THAT(text(verdict), HasSubstr("; limit reached: " + verdict.result.limit));
  }
  const auto sampled = run(subject<M>(), Sample{.count = 10});
  EXPECT_EQ(sampled.result.stop, Stop::limit) << text(sampled);
  EXPECT_THAT(sampled.result.limit, HasSubstr(due));
  EXPECT_EQ(status_of<M>({}), 3);
}

template <unsigned Count>
struct Starts {
  static constexpr auto threads() { return std::tuple{&Starts::start}; }
  Layer::atomic<int> ended{0};
  void start() {
    std::deque<Layer::thread> started;
    for (unsigned i = 0; i != Count; ++i)
      started.emplace_back([this] { ended.fetch_add(1, std::memory_order_relaxed); }).join();
  }
};
TEST(Limits, ThreadsAreFourteen) {
  const auto verdict = run<Starts<13>>();
  EXPECT_TRUE(verdict.holds()) << text(verdict);
  expect_limit<Starts<14>>("a model has at most 14 threads, with those that its threads start");
}

// The last of many atomics works as the first does, and so does waiting for it.
template <unsigned Count>
struct Constructs {
  static constexpr auto threads() { return std::tuple{&Constructs::construct}; }
  void construct() {
    std::deque<Layer::atomic<unsigned>> made;
    for (unsigned i = 0; i != Count; ++i) made.emplace_back(i);
    Layer::require(made.back().load(std::memory_order_relaxed) == Count - 1, "the last one has a value of its own");
    made.back().store(7, std::memory_order_relaxed);
    Layer::thread waker([&] {
      made.back().store(8, std::memory_order_release);
      made.back().notify_one();
    });
    made.back().wait(7, std::memory_order_acquire);
    Layer::require(made.back().load(std::memory_order_relaxed) == 8, "the wait has ended");
    Layer::require(made.front().load(std::memory_order_relaxed) == 0, "the first one is a different atomic");
    waker.join();
  }
};
TEST(Limits, AtomicsOfAThreadAreManyAndCounted) {
  const auto verdict = run<Constructs<1'500>>();
  EXPECT_TRUE(verdict.holds()) << text(verdict);
  expect_limit<Constructs<Graph::kLocationsOfEach + 1>>("makes at most 2048 atomics");
}

template <std::size_t Bytes>
struct Allocates {
  static constexpr auto threads() { return std::tuple{&Allocates::thread}; }
  void thread() {
    auto* const memory = static_cast<volatile char*>(Layer::allocate(Bytes, 8));
    memory[Bytes - 1] = 1;
    Layer::deallocate(const_cast<char*>(memory), Bytes, 8);
  }
};
constexpr std::size_t kMuch = 2 * 1024 * 1024;

TEST(Limits, MemoryIsAnOption) {
  expect_limit<Allocates<kMuch>>("more than 1048576 bytes in one execution, which arena_bytes (--arena-bytes) raises");
  Options options;
  options.arena_bytes = kMuch;
  for (int time = 0; time != 2; ++time) {
    const auto verdict = run<Allocates<kMuch>>(options);
    EXPECT_TRUE(verdict.holds()) << text(verdict);
    EXPECT_THAT(text(verdict), HasSubstr("; not as usual: bytes of a thread 2097152"));
  }
  EXPECT_EQ(status_of<Allocates<kMuch>>({"--arena-bytes", "2097152"}), 0);
  EXPECT_EQ(status_of<Allocates<kMuch>>({"--arena-bytes", "9999999999"}), 2);
  options.arena_bytes = kMostArenaBytes;
  EXPECT_TRUE(run<Allocates<kMostArenaBytes / 8>>(options).holds());
}

// A part of an arena that was returned to the system is zero again.
struct FindsZeros {
  static constexpr auto threads() { return std::tuple{&FindsZeros::use, &FindsZeros::add}; }
  Layer::atomic<int> other{0};
  void use() {
    (void)other.load(std::memory_order_relaxed);
    auto* const memory = static_cast<volatile char*>(Layer::allocate(kMuch, 8));
    Layer::require(memory[0] == 0 && memory[kMuch - 1] == 0, "the memory is zero");
    memory[0] = 1;
    memory[kMuch - 1] = 1;
    Layer::deallocate(const_cast<char*>(memory), kMuch, 8);
  }
  void add() { other.store(1, std::memory_order_relaxed); }
};
TEST(Limits, MuchMemoryIsZeroInEveryExecution) {
  Options options;
  options.arena_bytes = 2 * kMuch;
  const auto verdict = run<FindsZeros>(options);
  EXPECT_TRUE(verdict.holds()) << text(verdict);
  EXPECT_EQ(verdict.result.executions, 2U);
}

// A violation in one execution, and a limit in another.
struct Both {
  static constexpr auto threads() { return std::tuple{&Both::read, &Both::write}; }
  Layer::atomic<int> value{0};
  void read() {
    const int seen = value.load(std::memory_order_relaxed);
    Layer::require(seen != 0, "a store is seen");
    if (seen != 0) Layer::deallocate(Layer::allocate(kMuch, 8), kMuch, 8);
  }
  void write() { value.store(1, std::memory_order_relaxed); }
};
TEST(Limits, AViolationWeighsMore) {
  Options options;
  options.count_violations = true;
  const auto verdict = run<Both>(options);
  EXPECT_EQ(verdict.result.stop, Stop::limit);
  EXPECT_EQ(verdict.result.violating, 1U);
  EXPECT_EQ(verdict.exit_status(), 1);
  EXPECT_THAT(text(verdict), HasSubstr("fails: requirement (a store is seen)"));
}

// ---- a violation before the first operation

struct FailsAtOnce {
  static constexpr auto threads() { return std::tuple{&FailsAtOnce::thread}; }
  void thread() { Layer::require(false, "at once"); }
};
TEST(Choices, OfNoStepAreWrittenAndReadBack) {
  EXPECT_EQ(write_choices({}), "0");
  EXPECT_TRUE(read_choices("0").empty());
  EXPECT_THROW((void)read_choices("0a"), std::invalid_argument);
  const auto verdict = run<FailsAtOnce>();
  ASSERT_TRUE(verdict.result.finding.has_value());
  EXPECT_EQ(verdict.result.finding->choices, "0");
  EXPECT_THAT(text(verdict, "./check"), HasSubstr("./check --replay 0\n"));
  EXPECT_EQ(status_of<FailsAtOnce>({"--replay", "0"}), 1);
  EXPECT_THAT(output_of<FailsAtOnce>({"--replay", "0"}), HasSubstr("at once"));
}

// ---- an execution that does not end

struct RunsForEver {
  static constexpr auto threads() { return std::tuple{&RunsForEver::thread, &RunsForEver::other}; }
  Layer::atomic<int> value{0};
  void thread() {
    if (value.load(std::memory_order_relaxed) == 0) return;
    for (volatile bool forever = true; forever;) {
    }
  }
  void other() { value.store(1, std::memory_order_relaxed); }
};
struct ConstructsForEver {
  static constexpr auto threads() { return std::tuple{&ConstructsForEver::thread}; }
  ConstructsForEver() {
    // Calls libc, which holds a lock during the call.
    for (volatile bool forever = true; forever;) std::fflush(stdout);
  }
  void thread() {}
};
struct Holding {
  static constexpr auto threads() { return std::tuple{&Holding::add, &Holding::add}; }
  Layer::atomic<int> count{0};
  void add() { count.fetch_add(1, std::memory_order_relaxed); }
};

Options until(std::chrono::milliseconds time) {
  Options options;
  options.deadline = std::chrono::steady_clock::now() + time;
  return options;
}

TEST(Deadline, EndsAnExecutionThatDoesNotEnd) {
  using namespace std::chrono_literals;
  for (const unsigned jobs : {1U, 2U}) {
    auto options = until(50ms);
    options.jobs = jobs;
    const auto verdict = run<RunsForEver>(options);
    EXPECT_EQ(verdict.result.stop, Stop::deadline) << text(verdict);
    EXPECT_EQ(verdict.exit_status(), 3);
    EXPECT_FALSE(verdict.result.finding.has_value()) << text(verdict);
    EXPECT_LT(std::chrono::steady_clock::now() - *options.deadline, 10s);
  }
}

TEST(Deadline, EndsAConstructorThatDoesNotEnd) {
  using namespace std::chrono_literals;
  for (int time = 0; time != 10; ++time) EXPECT_EQ(run<ConstructsForEver>(until(5ms)).result.stop, Stop::deadline);
  EXPECT_EQ(std::fflush(stdout), 0);
}

TEST(Deadline, EndsAnEstimateAndASample) {
  using namespace std::chrono_literals;
  auto options = until(50ms);
  options.on_progress = [](const SearchProgress&) { return true; };
  EXPECT_EQ(run<RunsForEver>(options).result.stop, Stop::deadline);
  auto chosen = subject<RunsForEver>();
  chosen.options = until(50ms);
  const auto verdict = run(chosen, Sample{.count = 1'000'000'000});
  EXPECT_EQ(verdict.result.stop, Stop::deadline) << text(verdict);
}

TEST(Deadline, LeavesNothingBehind) {
  using namespace std::chrono_literals;
  sigset_t blocked_before;
  sigprocmask(SIG_SETMASK, nullptr, &blocked_before);
  for (int time = 0; time != 3; ++time) EXPECT_EQ(run<RunsForEver>(until(10ms)).result.stop, Stop::deadline);
  for (int signal = SIGRTMIN; signal != SIGRTMAX; ++signal) {
    struct sigaction after {};
    sigaction(signal, nullptr, &after);
    EXPECT_EQ(after.sa_handler, SIG_DFL) << signal;
  }
  sigset_t blocked_after;
  sigprocmask(SIG_SETMASK, nullptr, &blocked_after);
  for (int signal = 1; signal != SIGRTMAX; ++signal)
    EXPECT_EQ(sigismember(&blocked_before, signal), sigismember(&blocked_after, signal)) << signal;
  EXPECT_TRUE(run<Holding>().holds());
  EXPECT_TRUE(run<Holding>(until(1h)).holds());
}

}  // namespace
}  // namespace vigil::checker
