#include "crash.hpp"
#include "fiber.hpp"

#include <gtest/gtest.h>

#include <csignal>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <stdexcept>
#include <vector>

namespace vigil::checker {
namespace {

constexpr std::size_t kStackBytes = 256 * 1024;

struct Crash {
  int signal = 0;
  const void* address = nullptr;
};
std::vector<Crash> crashes;

void note(int signal, const void* address) {
  crashes.push_back({signal, address});
  if (Fiber::current() != nullptr) Fiber::current()->suspend();
}

void decline(int /*signal*/, const void* /*address*/) { std::fputs("declined\n", stderr); }

// Nothing is mapped there.
volatile int* volatile nowhere = reinterpret_cast<volatile int*>(std::uintptr_t{64});

void read_nowhere() { (void)*nowhere; }

[[gnu::noinline]] int recurse(volatile int* depth) {
  volatile int deeper = *depth + 1;
  if (deeper < 0) return 0;
  return recurse(&deeper) + deeper;
}
void recurse_for_ever() {
  volatile int depth = 0;
  recurse(&depth);
}

class CrashGuardTest : public testing::Test {
 protected:
  CrashGuardTest() {
    crashes.clear();
    crashes.reserve(1000);
  }

  // The crash of code that runs on a fiber.
  Crash crash_of(void (*code)()) {
    fiber_.start([](void* argument) { reinterpret_cast<void (*)()>(argument)(); }, reinterpret_cast<void*>(code));
    crashes.clear();
    fiber_.resume();
    EXPECT_EQ(crashes.size(), 1U);
    return crashes.empty() ? Crash{} : crashes.front();
  }

  Fiber fiber_{kStackBytes};
};

TEST_F(CrashGuardTest, ACrashEndsTheFiberAndTheNextOneIsSeenToo) {
  const CrashGuard guard(&note);
  for (int i = 0; i != 100; ++i) {
    const auto crash = crash_of(&read_nowhere);
    ASSERT_EQ(crash.signal, SIGSEGV);
    ASSERT_EQ(crash.address, const_cast<const int*>(nowhere));
  }
}

TEST_F(CrashGuardTest, EverySignalOfAFaultIsSeen) {
  const CrashGuard guard(&note);
  EXPECT_EQ(crash_of([] { raise(SIGSEGV); }).signal, SIGSEGV);
  EXPECT_EQ(crash_of([] { raise(SIGBUS); }).signal, SIGBUS);
  EXPECT_EQ(crash_of([] { raise(SIGFPE); }).signal, SIGFPE);
  EXPECT_EQ(crash_of([] { raise(SIGILL); }).signal, SIGILL);
  for (int i = 0; i != 10; ++i) {
    const auto crash = crash_of([] { std::abort(); });
    EXPECT_EQ(crash.signal, SIGABRT);
    EXPECT_EQ(crash.address, nullptr);
  }
}

TEST_F(CrashGuardTest, AStackThatOverflowsIsACrashAtItsEnd) {
  const CrashGuard guard(&note);
  for (int i = 0; i != 10; ++i) {
    const auto crash = crash_of(&recurse_for_ever);
    ASSERT_EQ(crash.signal, SIGSEGV);
    ASSERT_TRUE(fiber_.overflows_at(crash.address)) << crash.address;
  }
}

TEST_F(CrashGuardTest, TheFiberIsAsGoodAsNewAfterACrash) {
  const CrashGuard guard(&note);
  crash_of(&recurse_for_ever);
  crash_of([] {
    try {
      throw 1;
    } catch (int) {
      read_nowhere();
    }
  });
  static int caught = 0;
  fiber_.clear(static_cast<const std::byte*>(fiber_.top()) - kStackBytes);
  fiber_.start(
      [](void*) {
        try {
          throw std::runtime_error("after a crash");
        } catch (const std::exception&) {
          ++caught;
        }
        for (;;) Fiber::current()->suspend();
      },
      nullptr);
  fiber_.resume();
  EXPECT_EQ(caught, 1);
}

TEST_F(CrashGuardTest, NoSignalStaysBlocked) {
  const CrashGuard guard(&note);
  sigset_t before, after;
  sigprocmask(SIG_SETMASK, nullptr, &before);
  crash_of(&read_nowhere);
  crash_of([] { std::abort(); });
  sigprocmask(SIG_SETMASK, nullptr, &after);
  for (const int signal : {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT, SIGTERM, SIGINT})
    EXPECT_EQ(sigismember(&before, signal), sigismember(&after, signal)) << signal;
}

TEST_F(CrashGuardTest, TheInnerOneOfTwoHandlesAndThenTheOuterOne) {
  {
    const CrashGuard outer(&decline);
    const CrashGuard inner(&note);
    EXPECT_EQ(crash_of(&read_nowhere).signal, SIGSEGV);
  }
  const CrashGuard outer(&note);
  {
    const CrashGuard inner([](int, const void*) { crashes.push_back({}); });
  }
  EXPECT_EQ(crash_of(&read_nowhere).signal, SIGSEGV);
}

TEST_F(CrashGuardTest, HandlersAndTheStackOfBeforeComeBack) {
  struct sigaction ours {};
  ours.sa_handler = [](int) {};
  struct sigaction before {};
  sigaction(SIGFPE, &ours, &before);
  stack_t stack_before{};
  sigaltstack(nullptr, &stack_before);
  {
    const CrashGuard guard(&note);
    struct sigaction current {};
    sigaction(SIGFPE, nullptr, &current);
    EXPECT_NE(current.sa_handler, ours.sa_handler);
  }
  struct sigaction after {};
  stack_t stack_after{};
  sigaltstack(nullptr, &stack_after);
  sigaction(SIGFPE, &before, &after);
  EXPECT_EQ(after.sa_handler, ours.sa_handler);
  EXPECT_EQ(stack_after.ss_sp, stack_before.ss_sp);
  EXPECT_EQ(stack_after.ss_flags, stack_before.ss_flags);
}

using CrashGuardDeathTest = CrashGuardTest;

TEST_F(CrashGuardDeathTest, ASignalThatTheHandlerDeclinesEndsTheProcess) {
  const CrashGuard guard(&decline);
  EXPECT_DEATH(read_nowhere(), "declined");
  EXPECT_DEATH(std::abort(), "declined");
  EXPECT_DEATH(raise(SIGFPE), "declined");
}

TEST_F(CrashGuardDeathTest, ASignalThatTheHandlerDeclinesGoesToTheOneBefore) {
  constexpr int kStatus = 42;
  struct sigaction ours {};
  ours.sa_handler = [](int) { std::_Exit(kStatus); };
  const auto crash = [&ours](void (*code)()) {
    sigaction(SIGSEGV, &ours, nullptr);
    const CrashGuard guard(&decline);
    code();
  };
  EXPECT_EXIT(crash(&read_nowhere), testing::ExitedWithCode(kStatus), "declined");
  EXPECT_EXIT(crash([] { raise(SIGSEGV); }), testing::ExitedWithCode(kStatus), "declined");
}

TEST_F(CrashGuardDeathTest, ASignalThatBothDeclineEndsTheProcess) {
  const CrashGuard outer(&decline);
  const CrashGuard inner(&decline);
  EXPECT_DEATH(read_nowhere(), "declined\ndeclined");
  EXPECT_DEATH(raise(SIGFPE), "declined\ndeclined");
}

}  // namespace
}  // namespace vigil::checker
