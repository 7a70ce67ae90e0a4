// What ends a search or a program besides a verdict: lack of memory, a killed process, output that is not written,
// choices that lead nowhere.

#include "deadline.hpp"
#include "walk.hpp"

#include <vigil/checker.hpp>

#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <chrono>
#include <csignal>
#include <cstdio>
#include <fstream>
#include <new>
#include <sstream>
#include <stdexcept>
#include <string>
#include <tuple>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace vigil::checker {
namespace {

using Layer = CheckedAtomics;
using testing::ExitedWithCode;
using testing::HasSubstr;

template <class... Models>
int status_of(std::vector<const char*> arguments) {
  arguments.insert(arguments.begin(), "check");
  return checker::main<Models...>(static_cast<int>(arguments.size()), arguments.data());
}

struct Holding {
  static constexpr auto threads() { return std::tuple{&Holding::add, &Holding::add}; }
  Layer::atomic<int> count{0};
  void add() { count.fetch_add(1, std::memory_order_relaxed); }
};

// The process gets no more memory while one lives, or while a model has asked for it.
class NoMoreMemory {
 public:
  NoMoreMemory() { getrlimit(RLIMIT_AS, &before_); }
  ~NoMoreMemory() { setrlimit(RLIMIT_AS, &before_); }
  NoMoreMemory(const NoMoreMemory&) = delete;
  NoMoreMemory& operator=(const NoMoreMemory&) = delete;
  static void begin() {
    const rlimit none{1, RLIM_INFINITY};
    setrlimit(RLIMIT_AS, &none);
  }

 private:
  rlimit before_{};
};

const pid_t this_process = getpid();

// An exception of the checker's would count as the model's in one of them, and end the program in the other.
template <bool kNoexcept, bool kOnlyInWorkers = false>
struct NeedsMemory {
  static constexpr auto threads() { return std::tuple{&NeedsMemory::thread, &NeedsMemory::thread}; }
  Layer::atomic<int> count{0};
  void thread() noexcept(kNoexcept) {
    if (kOnlyInWorkers && getpid() == this_process) return;
    NoMoreMemory::begin();
    for (int i = 0; i != 900; ++i) count.fetch_add(1, std::memory_order_relaxed);
  }
};

#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
TEST(Breakdown, OfMemoryIsNoViolation) {
  const NoMoreMemory memory;
  EXPECT_THROW((void)run<NeedsMemory<false>>(), std::bad_alloc);
  EXPECT_THROW((void)run<NeedsMemory<true>>(), std::bad_alloc);
  EXPECT_THROW((void)run(subject<NeedsMemory<true>>(), Sample{.count = 10}), std::bad_alloc);
}

// What the checker lacks is nothing that a model could catch.
struct CatchesAll : NeedsMemory<false> {
  static constexpr auto threads() { return std::tuple{&CatchesAll::thread, &CatchesAll::thread}; }
  static inline bool has_caught = false;
  void thread() {
    try {
      NeedsMemory::thread();
    } catch (...) {
      has_caught = true;
    }
  }
};
TEST(Breakdown, OfMemoryDoesNotPassThroughTheModel) {
  const NoMoreMemory memory;
  EXPECT_THROW((void)run<CatchesAll>(), std::bad_alloc);
  EXPECT_FALSE(CatchesAll::has_caught);
}

TEST(Breakdown, OfMemoryInAWorkerProcessIsNoViolation) {
  Options options;
  options.jobs = 2;
  EXPECT_THROW((void)(run<NeedsMemory<false, true>>(options)), std::bad_alloc);
  EXPECT_THROW((void)(run<NeedsMemory<true, true>>(options)), std::bad_alloc);
}

TEST(Breakdown, OfOneSearchIsStatus5AndLeavesTheOthersAlone) {
  const auto file = testing::TempDir() + "vigil_breakdown_test.json";
  testing::internal::CaptureStdout();
  testing::internal::CaptureStderr();
  const int status = [&] {
    const NoMoreMemory memory;
    return status_of<NeedsMemory<true>>({"--json", file.c_str()});
  }();
  EXPECT_EQ(status, 5);
  EXPECT_THAT(testing::internal::GetCapturedStderr(), HasSubstr("the search broke down: memory is exhausted\n"));
  EXPECT_EQ(testing::internal::GetCapturedStdout(), "");
  std::stringstream report;
  report << std::ifstream(file).rdbuf();
  EXPECT_THAT(report.str(), HasSubstr(R"("verdict":"broken")"));
  EXPECT_THAT(report.str(), HasSubstr(R"("stop":"broken")"));
  EXPECT_THAT(report.str(), HasSubstr(R"("limit":"memory is exhausted")"));
  std::remove(file.c_str());
}
#endif

struct IsKilled {
  static constexpr auto threads() { return std::tuple{&IsKilled::thread, &IsKilled::thread}; }
  Layer::atomic<int> count{0};
  void thread() {
    if (getpid() != this_process) syscall(SYS_kill, getpid(), SIGKILL);
    count.store(1, std::memory_order_relaxed);
  }
};
TEST(Breakdown, OfAProcessSaysHowItEnded) {
  Options options;
  options.jobs = 2;
  try {
    (void)run<IsKilled>(options);
    FAIL() << "the search has ended";
  } catch (const std::runtime_error& error) {
    EXPECT_STREQ(error.what(), "a process of the search was ended by a signal: Killed");
  }
  EXPECT_EQ((status_of<IsKilled, Holding>({"--jobs", "2"})), 5);
}

struct Losing : Holding {
  void finish() { Layer::require(false, "nothing is right"); }
};
// Has the standard output replaced, so it is a process of its own.
[[noreturn]] void end_on(const char* file, bool has_violation) {
  if (std::freopen(file, "w", stdout) == nullptr) _exit(127);
  _exit(has_violation ? status_of<Losing>({}) : status_of<Holding>({}));
}
[[noreturn]] void end_without(const std::vector<const char*>& arguments) {
  close(STDIN_FILENO);
  close(STDOUT_FILENO);
  _exit(status_of<Holding>(arguments));
}
TEST(BreakdownDeathTest, OfOutputWeighsMoreThanAnyVerdict) {
  EXPECT_EXIT(end_on("/dev/null", false), ExitedWithCode(0), "");
  EXPECT_EXIT(end_on("/dev/full", false), ExitedWithCode(4), "cannot write the standard output: No space left");
  EXPECT_EXIT(end_on("/dev/full", true), ExitedWithCode(4), "cannot write the standard output: No space left");
  EXPECT_EXIT(end_without({}), ExitedWithCode(4), "cannot write the standard output: Bad file descriptor");
  EXPECT_EXIT(end_without({"--jobs", "2"}), ExitedWithCode(4), "cannot write the standard output: Bad file descriptor");
}

TEST(Breakdown, OfAFileIsStatus4) {
  for (const char* const form : {"--json", "--junit", "--html", "--svg"})
    EXPECT_EQ(status_of<Losing>({form, "/dev/full"}), 4) << form;
}

struct Loops {
  static constexpr auto threads() { return std::tuple{&Loops::thread}; }
  Layer::atomic<int> count{0};
  void thread() {
    if (Layer::choose(2) == 1)
      for (volatile bool forever = true; forever;) {
      }
  }
};
TEST(Breakdown, OfChoicesThatLeadIntoALoopIsAnError) {
  const auto loops = subject<Loops>();
  Walk walk(loops.code, loops.options);
  const DeadlineAlarm alarm(std::chrono::milliseconds(5));
  EXPECT_THROW(walk.follow("i1"), std::invalid_argument);
}

}  // namespace
}  // namespace vigil::checker
