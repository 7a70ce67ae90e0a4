// Memory that a model takes from malloc, without Vigil::checker_new.

#include "allocation.hpp"

#include <vigil/checker.hpp>

#include <array>
#include <cerrno>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <iostream>
#include <memory>
#include <optional>
#include <sstream>
#include <stdexcept>
#include <string>
#include <tuple>
#include <vector>

#include <malloc.h>  // memalign

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace vigil::checker {
namespace {

using Layer = CheckedAtomics;

class TrackedMalloc : public testing::Test {
 protected:
  void SetUp() override {
    if (!malloc_is_tracked()) GTEST_SKIP() << "malloc is not tracked here";
  }
};

std::optional<Violation> violation_in(const Verdict& verdict) {
  if (!verdict.result.finding) return std::nullopt;
  return verdict.result.finding->violation;
}

// A model of one thread that runs `Code`.
template <auto Code>
struct Runs {
  static constexpr auto threads() { return std::tuple{&Runs::thread}; }
  void thread() { Code(); }
};

// The ways to allocate. Not inlined, because the compiler might optimise the calls.
[[gnu::noinline]] void* anywhere(std::size_t bytes) { return std::malloc(bytes); }
[[gnu::noinline]] void* zeroed(std::size_t bytes) { return std::calloc(bytes, 1); }
[[gnu::noinline]] void* grown(std::size_t bytes) { return std::realloc(std::malloc(1), bytes); }
[[gnu::noinline]] void* from_nothing(std::size_t bytes) { return std::realloc(nullptr, bytes); }
[[gnu::noinline]] void* array_from_nothing(std::size_t bytes) { return reallocarray(nullptr, bytes, 1); }
[[gnu::noinline]] void* aligned(std::size_t bytes) { return std::aligned_alloc(64, bytes); }
[[gnu::noinline]] void* aligned_by_posix(std::size_t bytes) {
  void* memory = nullptr;
  return posix_memalign(&memory, 64, bytes) == 0 ? memory : nullptr;
}
[[gnu::noinline]] void* aligned_of_old(std::size_t bytes) { return memalign(64, bytes); }
[[gnu::noinline]] void* copied(std::size_t bytes) { return strdup(std::string(bytes - 1, 'x').c_str()); }
[[gnu::noinline]] void* copied_in_part(std::size_t bytes) {
  return strndup(std::string(bytes, 'x').c_str(), bytes - 1);
}
[[gnu::noinline]] void* by_new(std::size_t bytes) { return ::operator new(bytes); }
[[gnu::noinline]] void* by_aligned_new(std::size_t bytes) { return ::operator new(bytes, std::align_val_t(64)); }
[[gnu::noinline]] void* by_new_that_returns_null(std::size_t bytes) { return ::operator new(bytes, std::nothrow); }

[[gnu::noinline]] void give_back(void* memory) { std::free(memory); }

constexpr std::size_t kBytes = 40;
using Way = void* (*)(std::size_t);

template <Way Allocate>
struct Used {
  static constexpr auto threads() { return std::tuple{&Used::use}; }
  void use() {
    auto* const memory = static_cast<volatile char*>(Allocate(kBytes));
    Layer::require(memory != nullptr, "there is memory");
    memory[kBytes - 1] = 1;
    Layer::require(detail::owns(const_cast<char*>(memory)), "the memory belongs to the execution");
    give_back(const_cast<char*>(memory));
  }
};
template <Way Allocate>
struct Leaked {
  static constexpr auto threads() { return std::tuple{&Leaked::leak}; }
  Layer::atomic<void*> published{nullptr};
  void leak() { published.store(Allocate(kBytes), std::memory_order_relaxed); }
};
template <Way Allocate>
struct FreedTwice {
  static constexpr auto threads() { return std::tuple{&FreedTwice::free, &FreedTwice::free}; }
  Layer::atomic<void*> published{Allocate(kBytes)};
  void free() { give_back(published.load(std::memory_order_acquire)); }
};

template <Way Allocate>
void expect_tracked(const char* name) {
  const auto used = run<Used<Allocate>>();
  EXPECT_TRUE(used.holds()) << name << '\n' << text(used);
  EXPECT_EQ(violation_in(run<Leaked<Allocate>>()), Violation::leak) << name;
  EXPECT_EQ(violation_in(run<FreedTwice<Allocate>>()), Violation::double_free) << name;
}

TEST_F(TrackedMalloc, KnowsEveryWayToAllocate) {
  expect_tracked<&anywhere>("malloc");
  expect_tracked<&zeroed>("calloc");
  expect_tracked<&grown>("realloc");
  expect_tracked<&from_nothing>("realloc of null");
  expect_tracked<&array_from_nothing>("reallocarray");
  expect_tracked<&aligned>("aligned_alloc");
  expect_tracked<&aligned_by_posix>("posix_memalign");
  expect_tracked<&aligned_of_old>("memalign");
  expect_tracked<&copied>("strdup");
  expect_tracked<&copied_in_part>("strndup");
  expect_tracked<&by_new>("new");
  expect_tracked<&by_aligned_new>("aligned new");
  expect_tracked<&by_new_that_returns_null>("new that does not throw");
}

struct Node {
  Layer::atomic<int> value{0};
};
struct UsedAfterFree {
  static constexpr auto threads() { return std::tuple{&UsedAfterFree::use, &UsedAfterFree::free}; }
  Node* const node = ::new (anywhere(sizeof(Node))) Node;
  void use() { node->value.store(1, std::memory_order_relaxed); }
  void free() { give_back(node); }
};
TEST_F(TrackedMalloc, FindsUseAfterFree) { EXPECT_EQ(violation_in(run<UsedAfterFree>()), Violation::use_after_free); }

void allocates_as_it_should() {
  auto* text = static_cast<char*>(std::malloc(4));
  std::strcpy(text, "abc");
  text = static_cast<char*>(std::realloc(text, 4'000));
  Layer::require(std::strcmp(text, "abc") == 0, "realloc keeps what was there");
  text = static_cast<char*>(std::realloc(text, 2));
  Layer::require(text[0] == 'a' && text[1] == 'b', "realloc keeps what has room");
  Layer::require(std::realloc(text, 0) == nullptr, "realloc to nothing frees");

  auto* const once = static_cast<volatile char*>(anywhere(kBytes));
  for (std::size_t i = 0; i != kBytes; ++i) once[i] = 1;
  give_back(const_cast<char*>(once));
  auto* const zeros = static_cast<char*>(std::calloc(kBytes, 1));
  for (std::size_t i = 0; i != kBytes; ++i) Layer::require(zeros[i] == 0, "calloc gives zeros");
  std::free(zeros);

  void* const cache_line = std::aligned_alloc(256, 512);
  Layer::require(reinterpret_cast<std::uintptr_t>(cache_line) % 256 == 0, "aligned_alloc aligns");
  std::free(cache_line);
  char* const copy = strndup("abcdef", 3);
  Layer::require(std::strcmp(copy, "abc") == 0, "strndup copies a part");
  std::free(copy);
  std::free(nullptr);
}
TEST_F(TrackedMalloc, DoesWhatLibcDoes) {
  const auto verdict = run<Runs<&allocates_as_it_should>>();
  EXPECT_TRUE(verdict.holds()) << text(verdict);
}

void asks_for_too_much() {
  volatile std::size_t all = PTRDIFF_MAX;
  // Volatile too: a compiler may assume that unused memory was allocated, and that malloc does not change errno.
  void* volatile got = nullptr;
  void* (*volatile ask)(std::size_t) = &std::malloc;
  errno = 0;
  got = ask(all);
  Layer::require(got == nullptr && errno == ENOMEM, "malloc reports that there is too little memory");
  got = std::calloc(all, 3);
  Layer::require(got == nullptr, "calloc too, of a product that is too large");
  got = reallocarray(nullptr, all, 3);
  Layer::require(got == nullptr, "reallocarray too");
  void* memory = nullptr;
  Layer::require(posix_memalign(&memory, 64, all) == ENOMEM, "posix_memalign too");
  Layer::require(posix_memalign(&memory, 3, 1) == EINVAL, "posix_memalign wants a power of two");
  bool thrown = false;
  try {
    (void)Layer::allocate(all, 1);
  } catch (const std::bad_alloc&) {
    thrown = true;
  }
  Layer::require(thrown, "the layer throws");
}
TEST_F(TrackedMalloc, FailsAsLibcDoes) {
  const auto verdict = run<Runs<&asks_for_too_much>>();
  EXPECT_TRUE(verdict.holds()) << text(verdict);
}

// An array, because a container's memory would be the model's.
std::array<const void*, 8> addresses{};
std::size_t runs = 0;

struct Addresses {
  static constexpr auto threads() { return std::tuple{&Addresses::take, &Addresses::add}; }
  Layer::atomic<int> other{0};
  void take() {
    if (other.load(std::memory_order_relaxed) == 1) give_back(anywhere(1000));
    void* const own = anywhere(kBytes);
    addresses.at(runs++ % addresses.size()) = own;
    give_back(own);
  }
  void add() { other.store(1, std::memory_order_relaxed); }
};
TEST_F(TrackedMalloc, AnAddressDependsOnNothingButItsExecution) {
  std::array<std::unique_ptr<char[]>, 3> elsewhere;
  const void* first = nullptr;
  for (auto& unrelated : elsewhere) {
    runs = 0;
    EXPECT_EQ(run<Addresses>().result.executions, 2U);
    ASSERT_EQ(runs, 2U);
    EXPECT_NE(addresses[0], addresses[1]) << "one of the executions allocates something else before";
    if (first == nullptr) first = addresses[0];
    EXPECT_EQ(first, addresses[0]);
    unrelated = std::make_unique<char[]>(12'345);
  }
}

// Two threads that use containers as programs do. One of them starts a third.
struct Containers {
  static constexpr auto threads() { return std::tuple{&Containers::fill, &Containers::start}; }
  Layer::atomic<int> turns{0};
  Layer::mutex mutex;
  std::vector<std::string> names;
  void fill() {
    const int turn = turns.fetch_add(1, std::memory_order_relaxed);
    const std::string name = "a name that is too long for the object itself, number " + std::to_string(turn);
    const std::function<void()> add = [this, name, turn, more = std::array<int, 8>{}] {
      Layer::require(more.front() == 0 && turn < 2, "the captures are there");
      names.push_back(name);
    };
    mutex.lock();
    add();
    mutex.unlock();
  }
  void start() {
    Layer::thread thread([this, name = std::string("a name that is too long for the object itself")] {
      Layer::require(name.size() == 45, "the captures are there");
      fill();
    });
    thread.join();
  }
  void finish() { Layer::require(names.size() == 2, "both names are there"); }
};
TEST_F(TrackedMalloc, HasTheSameCountsAfterAnyEarlierAllocation) {
  const auto first = run<Containers>();
  EXPECT_TRUE(first.holds()) << text(first);
  std::vector<std::unique_ptr<char[]>> unrelated;
  for (std::size_t bytes = 1; bytes != 200; ++bytes) unrelated.push_back(std::make_unique<char[]>(bytes));
  const auto second = run<Containers>();
  EXPECT_GT(first.result.executions, 1U);
  EXPECT_EQ(first.result.executions, second.result.executions);
  EXPECT_EQ(first.result.blocked, second.result.blocked);
  EXPECT_EQ(first.result.most_events, second.result.most_events);
}

struct Printing {
  static constexpr auto threads() { return std::tuple{&Printing::print, &Printing::add}; }
  Layer::atomic<int> other{0};
  void print() {
    const int seen = other.load(std::memory_order_relaxed);
    std::printf("seen %d\n", seen);
    std::fprintf(file(), "seen %d\n", seen);
    std::cout << "seen " << seen << ' ' << 0.5 << std::endl;
    std::ostringstream text;
    text << seen << 0.25;
    Layer::require(text.str() == std::to_string(seen) + "0.25", "a stream of its own");
  }
  void add() { other.store(1, std::memory_order_relaxed); }
  // The first execution opens it. All executions use its buffer.
  static std::FILE* file() {
    static std::FILE* const opened = std::tmpfile();
    return opened;
  }
};
TEST_F(TrackedMalloc, LeavesWhatStreamsKeepToLibc) {
  testing::internal::CaptureStdout();
  const auto verdict = run<Printing>();
  EXPECT_THAT(testing::internal::GetCapturedStdout(), testing::HasSubstr("seen 1\nseen 1 0.5\n"));
  EXPECT_TRUE(verdict.holds()) << text(verdict);
  EXPECT_EQ(verdict.result.executions, 2U);
  std::rewind(Printing::file());
  std::array<char, 80> text{};
  EXPECT_EQ(std::fread(text.data(), 1, text.size(), Printing::file()), 14U);
  EXPECT_STREQ(text.data(), "seen 0\nseen 1\n");
  std::fclose(Printing::file());
}

void throws_and_catches() {
  for (int time = 0; time != 3; ++time) {
    std::string seen;
    try {
      throw std::runtime_error("a message that is too long for the object that carries it, by far");
    } catch (const std::exception& exception) {
      seen = exception.what();
    }
    Layer::require(seen.find("by far") != std::string::npos, "the message arrives");
  }
}
TEST_F(TrackedMalloc, LetsExceptionsBeCaught) {
  const auto verdict = run<Runs<&throws_and_catches>>();
  EXPECT_TRUE(verdict.holds()) << text(verdict);
}

void throws_out() { throw std::runtime_error("a message that is too long for the object that carries it, by far"); }
TEST_F(TrackedMalloc, KeepsTheMessageOfAnExceptionThatLeavesAThread) {
  for (int time = 0; time != 3; ++time) {
    const auto verdict = run<Runs<&throws_out>>();
    ASSERT_EQ(violation_in(verdict), Violation::exception);
    EXPECT_THAT(verdict.result.finding->what, testing::HasSubstr("by far"));
  }
}

}  // namespace
}  // namespace vigil::checker
