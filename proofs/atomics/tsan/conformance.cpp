// TsanAtomics keeps the promises of a layer. Built with ThreadSanitizer; proofs/atomics/tsan_atomics.cpp runs it.

#include "layer_conformance.hpp"

#include <vigil/atomics/tsan_atomics.hpp>

#include <gtest/gtest.h>

#include <atomic>

namespace vigil::proofs {
namespace {

// Relaxed stores, and most read-modify-writes, run in a shadow only after the thread's first release fence.
struct TsanAtomicsAfterAFence : TsanAtomics {
  static void prepare() { fence(std::memory_order_release); }
};

INSTANTIATE_TYPED_TEST_SUITE_P(TsanAtomics, LayerConformance, TsanAtomics);
INSTANTIATE_TYPED_TEST_SUITE_P(TsanAtomicsAfterAFence, LayerConformance, TsanAtomicsAfterAFence);

}  // namespace
}  // namespace vigil::proofs
