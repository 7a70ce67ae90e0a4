// Does a thread run what it is told, with the stack that it is told, and report that it could not be started?

#include <vigil/common/posix_thread.hpp>
#include <vigil/testing/sanitized.hpp>

#include <gtest/gtest.h>
#include <pthread.h>
#include <unistd.h>

#include <atomic>
#include <climits>
#include <cstddef>
#include <cstdio>
#include <limits>
#include <memory>
#include <thread>

namespace vigil {
namespace {

constexpr std::size_t kSystemsDefault = 0;
constexpr std::size_t kPage = 4096;

// What a thread finds out about itself.
struct Found {
  bool has_run = false;
  std::size_t stack_bytes = 0;
  std::size_t guard_bytes = 0;

  static void find(void* argument) {
    auto& found = *static_cast<Found*>(argument);
    found.has_run = true;
    pthread_attr_t attributes;
    if (pthread_getattr_np(pthread_self(), &attributes) != 0) return;
    (void)pthread_attr_getstacksize(&attributes, &found.stack_bytes);
    (void)pthread_attr_getguardsize(&attributes, &found.guard_bytes);
    (void)pthread_attr_destroy(&attributes);
  }
};

// Each stack is larger than those before, and the process is a new one: so the system has none left over to give.
class Stacks {
 public:
  void expect(std::size_t asked_for, std::size_t due) {
    PosixThread thread;
    Found found;
    const bool is_started = thread.start(asked_for, &Found::find, &found);
    thread.join();
    // Systems differ in whether the guard is a part of the stack.
    if (is_first_ && found.stack_bytes == due + found.guard_bytes) extra_ = found.guard_bytes;
    is_first_ = false;
    if (is_started && found.stack_bytes == due + extra_) return;
    std::fprintf(stderr, "asked for %zu bytes: %zu, due are %zu\n", asked_for, found.stack_bytes, due + extra_);
    status_ = 1;
  }
  [[noreturn]] void exit() const { _exit(status_); }

 private:
  std::size_t extra_ = 0;
  bool is_first_ = true;
  int status_ = 0;
};

std::size_t default_stack_bytes() {
  pthread_attr_t attributes;
  std::size_t bytes = 0;
  if (pthread_attr_init(&attributes) != 0) return 0;
  (void)pthread_attr_getstacksize(&attributes, &bytes);
  (void)pthread_attr_destroy(&attributes);
  return bytes;
}

[[noreturn]] void compare_stacks() {
  Stacks stacks;
  // A sanitizer needs more itself.
#if !defined(VIGIL_SANITIZED)
  stacks.expect(1, (static_cast<std::size_t>(PTHREAD_STACK_MIN) + kPage - 1) / kPage * kPage);
#endif
  stacks.expect(64 * kPage - 1, 64 * kPage);
  stacks.expect(65 * kPage, 65 * kPage);
  stacks.expect(65 * kPage + 1, 66 * kPage);
  stacks.expect(1 << 20, 1 << 20);
  stacks.expect(kSystemsDefault, default_stack_bytes());
  stacks.exit();
}

TEST(PosixThreadDeathTest, HasTheStackThatItsCallerAsksForInWholePages) {
  ::testing::GTEST_FLAG(death_test_style) = "threadsafe";
  EXPECT_EXIT(compare_stacks(), ::testing::ExitedWithCode(0), "");
}

TEST(PosixThread, IsNotStartedIfThereIsNoMemoryForItsStack) {
  for (const std::size_t bytes :
       {std::numeric_limits<std::size_t>::max(), std::numeric_limits<std::size_t>::max() / 16 * 15}) {
    PosixThread thread;
    Found found;
    EXPECT_FALSE(thread.start(bytes, &Found::find, &found)) << "a stack of " << bytes << " bytes";
    thread.join();
    EXPECT_FALSE(found.has_run);
  }
}

TEST(PosixThread, NeedNotBeStarted) {
  const auto thread = std::make_unique<PosixThread>();
  thread->join();
}

struct SlowEnd {
  std::atomic<bool> is_awaited = false;
  std::atomic<bool> has_ended = false;

  static void run(void* argument) {
    auto& self = *static_cast<SlowEnd*>(argument);
    while (!self.is_awaited) std::this_thread::yield();
    for (int i = 0; i != 20; ++i) std::this_thread::yield();
    self.has_ended = true;
  }
};

TEST(PosixThread, HasEndedWhenItIsJoined) {
  PosixThread thread;
  SlowEnd end;
  ASSERT_TRUE(thread.start(kSystemsDefault, &SlowEnd::run, &end));
  end.is_awaited = true;
  thread.join();
  EXPECT_TRUE(end.has_ended);
}

// The system may give the second thread the handle of the first.
TEST(PosixThread, IsJoinedOnce) {
  PosixThread first;
  Found found;
  ASSERT_TRUE(first.start(kSystemsDefault, &Found::find, &found));
  first.join();
  PosixThread second;
  SlowEnd end;
  ASSERT_TRUE(second.start(kSystemsDefault, &SlowEnd::run, &end));
  first.join();
  end.is_awaited = true;
  second.join();
  EXPECT_TRUE(end.has_ended);
}

TEST(PosixThread, CanBeStartedAgainWhenItHasBeenJoined) {
  PosixThread thread;
  for (int round = 0; round != 3; ++round) {
    Found found;
    ASSERT_TRUE(thread.start(kSystemsDefault, &Found::find, &found));
    thread.join();
    EXPECT_TRUE(found.has_run) << "in round " << round;
  }
}

}  // namespace
}  // namespace vigil
