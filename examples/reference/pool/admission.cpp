#include <vigil/pool/admission.hpp>

#include <gtest/gtest.h>

#include <thread>

TEST(AdmissionReference, ClosingWaitsForTheCallersInside) {
  //! [example]
  vigil::Admission<vigil::DefaultParts> admission;
  int result = 0;
  EXPECT_TRUE(admission.enter());
  std::thread caller([&] {
    result = 7;
    admission.leave();
  });
  admission.close();
  EXPECT_EQ(result, 7);
  EXPECT_FALSE(admission.enter());
  caller.join();
  //! [example]
}
