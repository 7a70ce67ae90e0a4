// Do all watches that have begun, and no others, learn that the process is a child or is about to exit?

#include <vigil/common/posix_process.hpp>
#include <vigil/testing/in_child.hpp>
#include <vigil/testing/sanitized.hpp>

#include <gtest/gtest.h>
#include <pthread.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cstddef>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <iterator>
#include <memory>
#include <new>
#include <numeric>
#include <string>
#include <thread>

namespace vigil {
namespace {

using testing::in_child;

TEST(ProcessWatch, IsNeitherInAChildNorExitingAtFirst) {
  ProcessWatch watch;
  EXPECT_FALSE(watch.is_in_child());
  EXPECT_FALSE(watch.is_exiting()) << "before it begins";
  EXPECT_TRUE(watch.begin());
  EXPECT_FALSE(watch.is_in_child());
  EXPECT_FALSE(watch.is_exiting());
}

TEST(ProcessWatch, LearnsOfTheForkInTheChildAlone) {
  ProcessWatch watch;
  ASSERT_TRUE(watch.begin());
  for (int round = 0; round != 2; ++round) EXPECT_EQ(in_child([&] { return watch.is_in_child() ? 0 : 1; }), 0);
  EXPECT_FALSE(watch.is_in_child());
}

TEST(ProcessWatch, LearnsOfNothingBeforeItBegins) {
  ProcessWatch begun;
  ProcessWatch idle;
  ASSERT_TRUE(begun.begin());
  EXPECT_EQ(in_child([&] { return begun.is_in_child() && !idle.is_in_child() ? 0 : 1; }), 0);
}

TEST(ProcessWatch, MayBeginTwice) {
  ProcessWatch watch;
  ASSERT_TRUE(watch.begin());
  EXPECT_TRUE(watch.begin());
  ProcessWatch other;
  ASSERT_TRUE(other.begin());
  EXPECT_TRUE(watch.begin()) << "when it is no longer the newest";
  EXPECT_EQ(in_child([&] { return watch.is_in_child() && other.is_in_child() ? 0 : 1; }), 0);
}

TEST(ProcessWatch, CanBeMadeAndDestroyedInTheChild) {
  auto parents = std::make_unique<ProcessWatch>();
  ASSERT_TRUE(parents->begin());
  EXPECT_EQ(in_child([&] {
              ProcessWatch own;
              if (!own.begin()) return 1;
              if (own.is_in_child()) return 2;
              parents.reset();
              return in_child([&] { return own.is_in_child() ? 0 : 1; }) == 0 ? 0 : 3;
            }),
            0);
}

// Watches whose memory shows what is done to it after they have been destroyed.
class Watches {
 public:
  static constexpr std::size_t kCount = 4;

  Watches() {
    for (auto& place : places_) {
      auto* const watch = ::new (static_cast<void*>(place.memory)) ProcessWatch();
      EXPECT_TRUE(watch->begin());
    }
  }
  ~Watches() {
    for (auto& place : places_)
      if (place.is_alive) std::destroy_at(place.watch());
  }
  Watches(const Watches&) = delete;
  Watches& operator=(const Watches&) = delete;

  void destroy(std::size_t index) {
    auto& place = places_[index];
    std::destroy_at(place.watch());
    place.is_alive = false;
    std::memset(place.memory, 0, sizeof place.memory);
  }
  // 0, or one more than the number of a watch of which it is not so.
  [[nodiscard]] int wrong_in_child() {
    for (std::size_t i = 0; i != kCount; ++i) {
      auto& place = places_[i];
      const bool is_untouched = std::all_of(std::begin(place.memory), std::end(place.memory),
                                            [](std::byte byte) { return byte == std::byte{0}; });
      if (place.is_alive ? !place.watch()->is_in_child() : !is_untouched) return static_cast<int>(i) + 1;
    }
    return 0;
  }

 private:
  struct Place {
    alignas(ProcessWatch) std::byte memory[sizeof(ProcessWatch)];
    bool is_alive = true;
    ProcessWatch* watch() { return std::launder(reinterpret_cast<ProcessWatch*>(memory)); }
  };
  std::array<Place, kCount> places_;
};

TEST(ProcessWatch, IsForgottenWhenItIsDestroyedWhateverTheOrder) {
  std::array<std::size_t, Watches::kCount> order{};
  std::iota(order.begin(), order.end(), std::size_t{0});
  do {
    Watches watches;
    for (const std::size_t index : order) {
      watches.destroy(index);
      ASSERT_EQ(in_child([&] { return watches.wrong_in_child(); }), 0)
          << "the number of a watch, after that of " << index + 1 << " was destroyed, in the order " << order[0] + 1
          << order[1] + 1 << order[2] + 1 << order[3] + 1;
    }
  } while (std::next_permutation(order.begin(), order.end()));
}

// ---- in processes of their own, in which no watch has begun yet

ProcessWatch watching;
ProcessWatch idling;

void exit_while_watched() {
  // Registered before the watch begins, so it runs when the watch has learned of the exit.
  (void)std::atexit([] { _exit(watching.is_exiting() && !idling.is_exiting() && !watching.is_in_child() ? 0 : 1); });
  if (!watching.begin() || watching.is_exiting()) _exit(2);
  std::exit(3);
}

TEST(ProcessWatchDeathTest, LearnsThatTheProcessExits) {
  ::testing::GTEST_FLAG(death_test_style) = "threadsafe";
  EXPECT_EXIT(exit_while_watched(), ::testing::ExitedWithCode(0), "");
}

#if defined(__linux__) && !defined(VIGIL_SANITIZED)
// Takes all memory that the process may still have, until the limit is lifted.
class NoMemory {
 public:
  NoMemory() {
    is_limited_ = getrlimit(RLIMIT_AS, &before_) == 0;
    rlimit none = before_;
    none.rlim_cur = 0;
    is_limited_ = is_limited_ && setrlimit(RLIMIT_AS, &none) == 0;
    for (std::size_t bytes = std::size_t{1} << 20; is_limited_ && bytes != 0; bytes /= 2)
      while (take(bytes)) {
      }
  }
  ~NoMemory() { (void)setrlimit(RLIMIT_AS, &before_); }
  NoMemory(const NoMemory&) = delete;
  NoMemory& operator=(const NoMemory&) = delete;

  [[nodiscard]] bool is_limited() const { return is_limited_; }

 private:
  static bool take(std::size_t bytes) {
    void* volatile const taken = std::malloc(bytes);
    return taken != nullptr;
  }

  rlimit before_{};
  bool is_limited_ = false;
};

void begin_without_memory() {
  (void)alarm(20);
  {
    const NoMemory no_memory;
    if (!no_memory.is_limited()) _exit(1);
    // The system has room for some without asking for memory.
    while (std::atexit([] {}) == 0) {
    }
    if (watching.begin()) _exit(2);
    if (watching.is_exiting() || watching.is_in_child()) _exit(3);
  }
  if (!watching.begin()) _exit(4);
  _exit(in_child([] { return watching.is_in_child() ? 0 : 1; }) == 0 ? 0 : 5);
}

TEST(ProcessWatchDeathTest, ReportsThatTheSystemHasNoMemoryForItAndCanBeginLater) {
  ::testing::GTEST_FLAG(death_test_style) = "threadsafe";
  EXPECT_EXIT(begin_without_memory(), ::testing::ExitedWithCode(0), "");
}

// Another thread that makes a watch begin, and whether it waits for a mutex.
std::atomic<pid_t> other_thread = 0;
std::atomic<bool> other_has_begun = false;
std::thread other;

bool other_is_asleep() {
  std::ifstream file("/proc/self/task/" + std::to_string(other_thread) + "/stat");
  const std::string text{std::istreambuf_iterator<char>(file), {}};
  return text.find(") S ") != std::string::npos;
}

void fork_while_another_watch_begins() {
  (void)alarm(20);
  // The handlers of a fork run in the order opposite to that of their registration: when this one does, the list is
  // locked already.
  const auto begin_another = [] {
    other = std::thread([] {
      other_thread = gettid();
      (void)idling.begin();
      other_has_begun = true;
    });
    while (!other_has_begun && (other_thread == 0 || !other_is_asleep())) std::this_thread::yield();
  };
  if (pthread_atfork(begin_another, nullptr, nullptr) != 0) _exit(2);
  if (!watching.begin()) _exit(3);
  const pid_t child = fork();
  if (child == 0) _exit(watching.is_in_child() && !idling.is_in_child() ? 0 : 1);
  int status = 0;
  if (child < 0 || waitpid(child, &status, 0) != child) _exit(4);
  other.join();
  _exit(status == 0 && other_has_begun ? 0 : 5);
}

TEST(ProcessWatchDeathTest, IsNotAddedToTheListWhileTheListIsCopied) {
  ::testing::GTEST_FLAG(death_test_style) = "threadsafe";
  EXPECT_EXIT(fork_while_another_watch_begins(), ::testing::ExitedWithCode(0), "");
}
#endif

}  // namespace
}  // namespace vigil
