#include <vigil/version.hpp>

#include <gtest/gtest.h>

#include <string>

TEST(VersionReference, IsKnownToThePreprocessor) {
  //! [example]
#if VIGIL_VERSION < 100
#error "this program needs Vigil 0.1.0"
#endif
  const std::string compiled_with = "Vigil " VIGIL_VERSION_STRING;
  //! [example]
  EXPECT_EQ(compiled_with, "Vigil " + std::to_string(VIGIL_VERSION_MAJOR) + "." + std::to_string(VIGIL_VERSION_MINOR) +
                               "." + std::to_string(VIGIL_VERSION_PATCH));
}
