// StdAtomics: the machine itself.

#include "layer_conformance.hpp"

#include <vigil/atomics/std_atomics.hpp>
#include <vigil/testing/sanitized.hpp>

#include <gtest/gtest.h>

#include <new>

namespace vigil::proofs {
namespace {

INSTANTIATE_TYPED_TEST_SUITE_P(StdAtomics, LayerConformance, StdAtomics);

#if !defined(VIGIL_SANITIZED)

TEST(StdAtomics, AllocateThrowsIfThereIsNoMemory) {
  constexpr std::size_t kAlignment = 64;
  EXPECT_THROW(static_cast<void>(StdAtomics::allocate(std::numeric_limits<std::size_t>::max() / 2, kAlignment)),
               std::bad_alloc);
}

#endif

#ifndef NDEBUG

TEST(StdAtomicsDeathTest, RequireIsAnAssertion) {
  StdAtomics::require(true, "holds");
  EXPECT_DEATH(StdAtomics::require(false, "is violated"), "condition");
}

#endif

}  // namespace
}  // namespace vigil::proofs
