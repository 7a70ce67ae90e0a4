#include <vigil/checker.hpp>

#include <gtest/gtest.h>

#include <atomic>
#include <tuple>

namespace {

//! [example]
// One thread sends a message, another reads it if the flag is set. A class template, so that it also runs on the
// machine.
template <class Layer>
class Message {
 public:
  void send(int number) {
    number_.set(number);
    is_sent_.store(true, std::memory_order_release);
  }
  int number_or_0() const { return is_sent_.load(std::memory_order_acquire) ? number_.get() : 0; }

 private:
  typename Layer::template var<int> number_{0, "number"};
  typename Layer::template atomic<bool> is_sent_{false, "is_sent"};
};

struct MessageArrives {
  using Layer = vigil::checker::CheckedAtomics;
  static constexpr auto threads() { return std::tuple{&MessageArrives::sender, &MessageArrives::receiver}; }

  Message<Layer> message;

  void sender() { message.send(42); }
  void receiver() {
    const int number = message.number_or_0();
    Layer::require(number == 0 || number == 42, "the message arrives as it was sent");
  }
};
//! [example]

TEST(CheckerReference, ShowsThatAModelHolds) {
  const auto verdict = vigil::checker::run<MessageArrives>();
  EXPECT_TRUE(verdict.holds()) << text(verdict);
  EXPECT_EQ(verdict.result.executions, 2U);
}

}  // namespace
