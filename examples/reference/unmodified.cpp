#include <vigil/unmodified.h>

#include <gtest/gtest.h>

#include <atomic>

namespace {

//! [example]
// A reader of a sequence lock. Its plain reads may race, and it throws away what it read then. Vigil explores both
// orders of the writes besides, because the program asks for it.
struct SequenceLock {
  std::atomic<unsigned> sequence{0};
  long data[2] = {0, 0};

  SequenceLock() { vigil_race_intended(data, sizeof data); }

  void write(long value) {
    const unsigned first = vigil_choose(2);
    sequence.store(1, std::memory_order_relaxed);
    std::atomic_thread_fence(std::memory_order_release);
    data[first] = value;
    data[1 - first] = value;
    sequence.store(2, std::memory_order_release);
  }

  // Whether both halves were read from one write.
  bool read(long& one, long& two) const {
    const unsigned before = sequence.load(std::memory_order_acquire);
    vigil_assume(before % 2 == 0);  // nothing is to be seen of a reader that comes in between
    one = data[0];
    two = data[1];
    std::atomic_thread_fence(std::memory_order_acquire);
    return sequence.load(std::memory_order_relaxed) == before;
  }
};
//! [example]

// Without Vigil the functions do nothing.
TEST(UnmodifiedReference, RunsAsAnOrdinaryProgramToo) {
  EXPECT_FALSE(vigil_explores());
  SequenceLock lock;
  lock.write(5);
  long one = 0, two = 0;
  EXPECT_TRUE(lock.read(one, two));
  EXPECT_EQ(one, 5);
  EXPECT_EQ(two, 5);
}

}  // namespace
