// Functions that no model may call.

#include "interposition.hpp"

#include <vigil/checker.hpp>

#include <chrono>
#include <csignal>
#include <cstdlib>
#include <ctime>
#include <future>
#include <stdexcept>
#include <string>
#include <thread>
#include <tuple>
#include <vector>

#include <pthread.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace vigil::checker {
namespace {

using Layer = CheckedAtomics;
using testing::HasSubstr;

class ForbiddenCalls : public testing::Test {
 protected:
  void SetUp() override {
    if (VIGIL_CHECKER_INTERPOSES == 0) GTEST_SKIP() << "libc's calls are not watched here";
  }
};

// A model of two threads. One runs `Code` if it sees what the other has written.
template <auto Code>
struct Runs {
  static constexpr auto threads() { return std::tuple{&Runs::thread, &Runs::other}; }
  Layer::atomic<int> value{0};
  void thread() {
    if (value.load(std::memory_order_relaxed) == 1) Code();
  }
  void other() { value.store(1, std::memory_order_relaxed); }
};

Options with_jobs(unsigned jobs) {
  Options options;
  options.jobs = jobs;
  return options;
}

// The result is the same in one process, in two, and in a search after these.
template <auto Code>
void expect_crash(const std::string& due) {
  for (const unsigned jobs : {1U, 2U, 1U}) {
    const auto verdict = run<Runs<Code>>(with_jobs(jobs));
    ASSERT_TRUE(verdict.result.finding.has_value()) << due;
    EXPECT_EQ(verdict.result.finding->violation, Violation::crash);
    EXPECT_EQ(verdict.result.finding->what, due);
    EXPECT_EQ(verdict.exit_status(), 1);
    EXPECT_THAT(text(verdict), HasSubstr("crash: " + due));
  }
}

// In a process of its own: its status shows whether the test ended, or a model left it.
TEST_F(ForbiddenCalls, ExitIsAViolation) {
  constexpr int kEnded = 42;
  const auto all = [] {
    expect_crash<[] { std::exit(0); }>("the model calls exit(0)");
    expect_crash<[] { std::quick_exit(3); }>("the model calls quick_exit(3)");
    expect_crash<[] { _exit(0); }>("the model calls _exit(0)");
    expect_crash<[] { std::_Exit(1); }>("the model calls _Exit(1)");
    expect_crash<[] { std::abort(); }>("Aborted");
    _exit(testing::Test::HasFailure() ? EXIT_FAILURE : kEnded);
  };
  EXPECT_EXIT(all(), testing::ExitedWithCode(kEnded), "");
}

TEST_F(ForbiddenCalls, ASignalIsAViolation) {
  expect_crash<[] { std::raise(SIGTERM); }>("the model raises SIGTERM");
  expect_crash<[] { std::raise(SIGSEGV); }>("the model raises SIGSEGV");
  expect_crash<[] { kill(getpid(), SIGUSR1); }>("the model raises SIGUSR1");
  expect_crash<[] { kill(0, SIGINT); }>("the model raises SIGINT");
  EXPECT_TRUE(run<Runs<[] { Layer::require(kill(getpid(), 0) == 0, "there is such a process"); }>>().holds());
}

// The error of the search, and the status of a program that checks the model.
template <auto Code>
void expect_refusal(const std::string& call, const std::string& instead) {
  for (const unsigned jobs : {1U, 2U, 1U}) try {
      (void)run<Runs<Code>>(with_jobs(jobs));
      ADD_FAILURE() << call << " is not refused";
    } catch (const std::logic_error& error) {
      EXPECT_THAT(error.what(), HasSubstr("the model calls " + call));
      EXPECT_THAT(error.what(), HasSubstr(instead));
    }
  EXPECT_THROW((void)sample(code_of<Runs<Code>>(), {}, Sample{100, 1}), std::logic_error);
  const std::vector<const char*> arguments{"check"};
  testing::internal::CaptureStderr();
  EXPECT_EQ(checker::main<Runs<Code>>(1, arguments.data()), 2);
  EXPECT_THAT(testing::internal::GetCapturedStderr(), HasSubstr("the model calls " + call));
}

TEST_F(ForbiddenCalls, ThreadsThatTheCheckerDoesNotSeeAreRefused) {
  expect_refusal<[] { std::thread([] {}).join(); }>("pthread_create()", "use Layer::thread");
  expect_refusal<[] { std::async(std::launch::async, [] {}).wait(); }>("pthread_create()", "use Layer::thread");
}

TEST_F(ForbiddenCalls, ProcessesAndHandlersAreRefused) {
  expect_refusal<[] { (void)fork(); }>("fork()", "Layer::thread");
  expect_refusal<[] { (void)std::signal(SIGSEGV, SIG_DFL); }>("signal()", "signals are the checker's");
  expect_refusal<[] {
    const struct sigaction action {};
    sigaction(SIGSEGV, &action, nullptr);
  }>("sigaction()", "signals are the checker's");
}

TEST_F(ForbiddenCalls, ClocksAreRefused) {
  expect_refusal<[] { (void)std::chrono::steady_clock::now(); }>("clock_gettime()", "Layer::choose");
  expect_refusal<[] { (void)std::chrono::system_clock::now(); }>("clock_gettime()", "Layer::choose");
  expect_refusal<[] { (void)std::time(nullptr); }>("time()", "Layer::choose");
  expect_refusal<[] { (void)std::clock(); }>("clock()", "Layer::choose");
  expect_refusal<[] {
    timeval now{};
    gettimeofday(&now, nullptr);
  }>("gettimeofday()", "Layer::choose");
  expect_refusal<[] {
    timespec now{};
    (void)std::timespec_get(&now, TIME_UTC);
  }>("timespec_get()", "Layer::choose");
}

TEST_F(ForbiddenCalls, ClocksOutsideOfAModelTellTheTime) {
  const auto is_near = [](std::time_t one, std::time_t other) { return std::abs(one - other) <= 2; };
  const std::time_t now = std::chrono::system_clock::to_time_t(std::chrono::system_clock::now());
  EXPECT_GT(now, 1'700'000'000);
  std::time_t written = 0;
  EXPECT_TRUE(is_near(std::time(&written), now));
  EXPECT_TRUE(is_near(written, now));
  timeval of_day{};
  EXPECT_EQ(gettimeofday(&of_day, nullptr), 0);
  EXPECT_TRUE(is_near(of_day.tv_sec, now));
  timespec in_utc{};
  EXPECT_EQ(std::timespec_get(&in_utc, TIME_UTC), TIME_UTC);
  EXPECT_TRUE(is_near(in_utc.tv_sec, now));
  timespec spent{};
  EXPECT_EQ(clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &spent), 0);
  EXPECT_NEAR(static_cast<double>(std::clock()) / CLOCKS_PER_SEC,
              static_cast<double>(spent.tv_sec) + static_cast<double>(spent.tv_nsec) * 1e-9, 0.5);
  EXPECT_EQ(clock_gettime(static_cast<clockid_t>(12345), &spent), -1);
}

TEST_F(ForbiddenCalls, OutsideOfAModelEverythingIsAsItWas) {
  EXPECT_EXIT(std::exit(4), testing::ExitedWithCode(4), "");
  EXPECT_EXIT(std::quick_exit(5), testing::ExitedWithCode(5), "");
  EXPECT_EXIT(_exit(6), testing::ExitedWithCode(6), "");
  EXPECT_EXIT(std::_Exit(7), testing::ExitedWithCode(7), "");
  EXPECT_EXIT(std::raise(SIGTERM), testing::KilledBySignal(SIGTERM), "");
  EXPECT_EXIT(kill(getpid(), SIGUSR2), testing::KilledBySignal(SIGUSR2), "");
  EXPECT_EXIT((std::atexit([] { _exit(8); }), std::exit(0)), testing::ExitedWithCode(8), "");

  static volatile std::sig_atomic_t seen = 0;
  const auto before = std::signal(SIGUSR1, [](int signal) { seen = signal; });
  EXPECT_EQ(std::raise(SIGUSR1), 0);
  EXPECT_EQ(seen, SIGUSR1);
  EXPECT_NE(std::signal(SIGUSR1, before), SIG_ERR);

  int ran = 0;
  std::thread([&] { ran = 1; }).join();
  EXPECT_EQ(ran, 1);
  const pid_t child = fork();
  if (child == 0) _exit(9);
  int status = 0;
  EXPECT_EQ(waitpid(child, &status, 0), child);
  EXPECT_EQ(WEXITSTATUS(status), 9);
}

}  // namespace
}  // namespace vigil::checker
