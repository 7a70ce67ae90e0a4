// Has each thread a pointer of its own, the same one through every copy?

#include <vigil/atomics/std_atomics.hpp>
#include <vigil/common/thread_pointer.hpp>

#include <gtest/gtest.h>

#include <thread>

namespace vigil {
namespace {

// What no other test has a pointer to.
struct Target {};

TEST(ThreadPointer, IsOfTheCallingThreadAlone) {
  const ThreadPointer<StdAtomics, Target> pointer;
  const ThreadPointer<StdAtomics, Target> copy = pointer;
  Target here;
  EXPECT_EQ(pointer.get(), nullptr);
  pointer.set(&here);
  std::thread([&pointer] {
    Target there;
    EXPECT_EQ(pointer.get(), nullptr);
    pointer.set(&there);
    EXPECT_EQ(pointer.get(), &there);
  }).join();
  EXPECT_EQ(pointer.get(), &here);
  EXPECT_EQ(copy.get(), &here);
  pointer.set(nullptr);
  EXPECT_EQ(copy.get(), nullptr);
}

}  // namespace
}  // namespace vigil
