#include <vigil/atomics/std_atomics.hpp>
#include <vigil/atomics/tsan_atomics.hpp>

#include <gtest/gtest.h>

#include <atomic>

namespace {

//! [example]
// A test chooses its layer. Without the sanitizer the header may be included, but the layer cannot be linked.
#if defined(__SANITIZE_THREAD__)  // clang: __has_feature(thread_sanitizer)
using TestedLayer = vigil::TsanAtomics;
#else
using TestedLayer = vigil::StdAtomics;
#endif

// Publishes by a fence. ThreadSanitizer reports a race if one of the fences is missing.
struct PublishedNumber {
  TestedLayer::var<int> number{0};
  TestedLayer::atomic<bool> is_there{false};

  void publish(int value) {
    number.set(value);
    TestedLayer::fence(std::memory_order_release);
    is_there.store(true, std::memory_order_relaxed);
  }
  int wait() const {
    (void)is_there.spin_until([](bool value) { return value; }, std::memory_order_relaxed);
    TestedLayer::fence(std::memory_order_acquire);
    return number.get();
  }
};
//! [example]

}  // namespace

TEST(TsanAtomicsReference, AreALayerForTestsWithThreads) {
  PublishedNumber published;
  TestedLayer::thread publisher([&] { published.publish(7); });
  EXPECT_EQ(published.wait(), 7);
  publisher.join();
}
