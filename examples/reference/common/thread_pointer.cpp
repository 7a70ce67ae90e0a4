#include <vigil/atomics/std_atomics.hpp>
#include <vigil/common/thread_pointer.hpp>

#include <gtest/gtest.h>

#include <thread>

TEST(ThreadPointerReference, IsTheThreadsOwn) {
  //! [example]
  struct Role {};
  Role reader;
  const vigil::ThreadPointer<vigil::StdAtomics, Role> role;
  role.set(&reader);
  std::thread other([&role] { EXPECT_EQ(role.get(), nullptr); });
  other.join();
  EXPECT_EQ(role.get(), &reader);
  //! [example]
}
