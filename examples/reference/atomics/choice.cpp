#include <vigil/atomics/choice.hpp>
#include <vigil/atomics/layer.hpp>
#include <vigil/atomics/std_atomics.hpp>

#include <gtest/gtest.h>

#include <atomic>
#include <string_view>

namespace {

//! [example]
struct TicketsProtocol {
  static constexpr std::string_view kPrimitive = "example/tickets";
  vigil::Choice<"draw_in_one_step",
                vigil::Because<"A thread draws a ticket by one read-modify-write. Published: by a load and a store, so "
                               "that two threads may draw the same ticket.">>
      draw_in_one_step = true;
};
constexpr TicketsProtocol kTicketsProtocol{};

template <vigil::AtomicsLayer Layer = vigil::StdAtomics, const TicketsProtocol& Protocol = kTicketsProtocol>
class Tickets {
 public:
  int draw() {
    if (Protocol.draw_in_one_step) return next_.fetch_add(1, std::memory_order_relaxed);
    const int mine = next_.load(std::memory_order_relaxed);
    next_.store(mine + 1, std::memory_order_relaxed);
    return mine;
  }

 private:
  typename Layer::template atomic<int> next_{0, "next"};
};

// What a model expects to fail.
constexpr TicketsProtocol kPublishedTickets{.draw_in_one_step = false};
using PublishedTickets = Tickets<vigil::StdAtomics, kPublishedTickets>;
//! [example]

}  // namespace

TEST(ChoiceReference, IsTheRightOneUnlessATableSaysOtherwise) {
  Tickets<> tickets;
  EXPECT_EQ(tickets.draw(), 0);
  EXPECT_EQ(tickets.draw(), 1);
  EXPECT_FALSE(kPublishedTickets.draw_in_one_step);
  // One thread alone cannot show the defect.
  PublishedTickets published;
  EXPECT_EQ(published.draw(), 0);
  EXPECT_EQ(published.draw(), 1);
  EXPECT_EQ(TicketsProtocol::kPrimitive, "example/tickets");
}
