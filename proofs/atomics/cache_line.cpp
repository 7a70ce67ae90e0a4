#include <vigil/atomics/cache_line.hpp>

#include <gtest/gtest.h>

#include <bit>

namespace vigil {
namespace {

TEST(CacheLine, IsThatOfTheProcessor) {
  EXPECT_TRUE(std::has_single_bit(kCacheLine)) << "alignments are powers of two";
#if defined(__x86_64__)
  EXPECT_EQ(kCacheLine, 64U);
#endif
}

}  // namespace
}  // namespace vigil
