#pragma once

#if defined(__SANITIZE_THREAD__)
#define VIGIL_UNDER_TSAN 1
#elif defined(__has_feature)
#if __has_feature(thread_sanitizer)
#define VIGIL_UNDER_TSAN 1
#endif
#endif

#ifdef VIGIL_UNDER_TSAN
#include <vigil/atomics/tsan_atomics.hpp>
#else
#include <vigil/atomics/std_atomics.hpp>
#endif

namespace vigil::testing {

/// The layer of stress tests: production's, StdAtomics. Under ThreadSanitizer TsanAtomics, whose fences that tool
/// understands.
///
/// \snippet testing/layer.cpp example
#ifdef VIGIL_UNDER_TSAN
using Layer = TsanAtomics;
#else
using Layer = StdAtomics;
#endif

}  // namespace vigil::testing
