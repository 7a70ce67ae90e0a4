#include <vigil/atomics/lock_guard.hpp>

#include <gtest/gtest.h>

#include <mutex>

namespace vigil {
namespace {

struct PlainMutex {
  int locks = 0;
  int unlocks = 0;
  void lock() { ++locks; }
  void unlock() { ++unlocks; }
};

// As that of a layer that records executions.
struct RecordingMutex {
  Location locked{};
  Location unlocked{};
  void lock(Location location) { locked = location; }
  void unlock(Location location) { unlocked = location; }
};

TEST(LockGuard, HoldsTheMutexWhileInScope) {
  PlainMutex mutex;
  {
    const LockGuard lock(mutex);
    EXPECT_EQ(mutex.locks, 1);
    EXPECT_EQ(mutex.unlocks, 0);
  }
  EXPECT_EQ(mutex.locks, 1);
  EXPECT_EQ(mutex.unlocks, 1);
}

TEST(LockGuard, LocksAMutexOfTheStandardLibrary) {
  std::mutex mutex;
  { const LockGuard lock(mutex); }
  EXPECT_TRUE(mutex.try_lock());
  mutex.unlock();
}

TEST(LockGuard, GivesItsOwnLineToAMutexThatTakesOne) {
  RecordingMutex mutex;
  Location here;
  {
    here = Location::current();
    const LockGuard lock(mutex);
    EXPECT_EQ(mutex.locked.line, here.line + 1);
    EXPECT_EQ(mutex.unlocked.line, 0U);
  }
  EXPECT_STREQ(mutex.locked.file, here.file);
  EXPECT_EQ(mutex.unlocked.line, here.line + 1);
}

}  // namespace
}  // namespace vigil
