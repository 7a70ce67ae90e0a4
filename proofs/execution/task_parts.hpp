#pragma once

// What the tests of tasks have in common: tasks of which the frames are counted.

#include <vigil/execution/execution.hpp>

#include <gtest/gtest.h>

#include <atomic>
#include <cstddef>
#include <exception>
#include <new>
#include <string>
#include <thread>
#include <vector>

// Named, not unnamed: g++ warns of a coroutine's frame with members of an unnamed namespace, where sources are compiled
// together.
namespace vigil::task_proofs {

namespace ex = vigil::execution;

// Counts frames, and refuses them when it is asked to.
struct Counted : StdAtomics {
  static inline std::atomic<int> frames = 0;
  static inline std::atomic<int> allocated = 0;
  static inline std::atomic<int> left = -1;

  static void* allocate(std::size_t bytes, std::size_t alignment, Name name = {}) {
    if (left == 0) throw std::bad_alloc();
    if (left > 0) --left;
    void* const memory = StdAtomics::allocate(bytes, alignment, name);
    ++frames;
    ++allocated;
    return memory;
  }
  static void deallocate(void* memory, std::size_t bytes, std::size_t alignment) noexcept {
    --frames;
    StdAtomics::deallocate(memory, bytes, alignment);
  }
};
template <class T = void>
using Task = ex::task<T, Counted>;

class Tasks : public ::testing::Test {
 protected:
  void SetUp() override {
    Counted::frames = 0;
    Counted::allocated = 0;
    Counted::left = -1;
  }
  void TearDown() override { EXPECT_EQ(Counted::frames, 0) << "each frame is freed once"; }
};

// What the receivers of these tests learn.
struct Ending {
  int completions = 0;
  std::string how;
  int frames_left = -1;

  void complete(const char* ending) {
    ++completions;
    how = ending;
    frames_left = Counted::frames;
  }
};
struct Noting {
  Ending* ending;
  template <class... Values>
  void set_value(Values&&... /*values*/) && noexcept {
    ending->complete("value");
  }
  void set_error(std::exception_ptr&& /*error*/) && noexcept { ending->complete("error"); }
  void set_stopped() && noexcept { ending->complete("stopped"); }
};

// Notes how many there are, and the order in which they are destroyed.
struct Local {
  std::vector<int>* destroyed;
  int number;
  Local(std::vector<int>& log, int which) : destroyed(&log), number(which) {}
  Local(const Local&) = delete;
  Local& operator=(const Local&) = delete;
  ~Local() { destroyed->push_back(number); }
};

// Which thread this is. clang++ takes std::this_thread::get_id() for the same before and after an await.
[[gnu::noinline]] inline std::thread::id this_thread() {
  asm volatile("");
  return std::this_thread::get_id();
}

}  // namespace vigil::task_proofs
