#include <vigil/atomics/name.hpp>
#include <vigil/atomics/std_atomics.hpp>

#include <gtest/gtest.h>

#include <array>
#include <atomic>

namespace {

//! [example]
// A checker shows `write message = 1` and `store is_sent = true, release`.
template <class Layer>
struct Mailbox {
  typename Layer::template var<int> message{vigil::Name("message")};
  typename Layer::template atomic<bool> is_sent{false, "is_sent"};

  void send(int value) {
    message.set(value);
    is_sent.store(true, std::memory_order_release);
  }
};
//! [example]

//! [array]
template <class Layer>
struct Mailboxes {
  std::array<typename Layer::template var<int>, 2> messages = vigil::Names("message");
  std::array<typename Layer::template atomic<bool>, 2> are_sent = vigil::Names("is_sent", false);
};
//! [array]

}  // namespace

TEST(NameReference, ChangesNothingOnTheMachine) {
  Mailbox<vigil::StdAtomics> mailbox;
  mailbox.send(1);
  EXPECT_TRUE(mailbox.is_sent.load(std::memory_order_acquire));
  EXPECT_EQ(mailbox.message.get(), 1);
  Mailboxes<vigil::StdAtomics> mailboxes;
  EXPECT_FALSE(mailboxes.are_sent[1].load(std::memory_order_relaxed));
  EXPECT_EQ(mailboxes.messages[1].get(), 0);
}
