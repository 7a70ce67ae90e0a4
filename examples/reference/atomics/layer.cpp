#include <vigil/atomics/layer.hpp>
#include <vigil/atomics/std_atomics.hpp>

#include <gtest/gtest.h>

#include <atomic>
#include <thread>

namespace {

//! [example]
// One thread hands a number to another. The source that ships is the source that is checked.
template <vigil::AtomicsLayer Layer = vigil::StdAtomics>
class Handover {
 public:
  void give(int number) {
    number_.set(number);
    is_given_.store(true, std::memory_order_release);
  }
  int take() {
    (void)is_given_.spin_until([](bool is_given) { return is_given; }, std::memory_order_acquire);
    Layer::require(number_.get() != 0, "the number has arrived");
    return number_.get();
  }

 private:
  typename Layer::template var<int> number_{0, "number"};
  typename Layer::template atomic<bool> is_given_{false, "is_given"};
};
//! [example]

}  // namespace

TEST(LayerReference, OfTheMachineRunsAnAlgorithmAsItIsWritten) {
  Handover<> handover;
  std::thread giver([&] { handover.give(42); });
  EXPECT_EQ(handover.take(), 42);
  giver.join();
}
