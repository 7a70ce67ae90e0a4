// Does the engine know when a plain write, published by a flag, may be read?

#include <vigil/model/model.hpp>

namespace vigil::models {
namespace {

struct MessagePassingOrders {
  // [selftest.mp.publish] pairs with [selftest.mp.see]: the data is written before the flag can be seen.
  Order<"selftest.mp.publish"> publish = std::memory_order_release;
  // [selftest.mp.see] pairs with [selftest.mp.publish].
  Order<"selftest.mp.see"> see = std::memory_order_acquire;
};
MessagePassingOrders orders;

template <AtomicsLayer A>
struct MessagePassing {
  static constexpr std::string_view kSentence = "a reader that sees the flag sees the data written before it";
  static constexpr std::string_view kBounds = "1 writer, 1 reader, one message";
  static constexpr auto threads() { return std::tuple{&MessagePassing::writer, &MessagePassing::reader}; }

  typename A::template var<int> data{0};
  typename A::template atomic<bool> published{false};

  void writer() {
    data.set(1);
    published.store(true, orders.publish);
  }
  void reader() {
    if (published.load(orders.see)) A::require(data.get() == 1, "the message that was published is read");
  }
};

const auto base = model<MessagePassing>("selftest/message-passing").tables(orders).holds();
const auto relaxed_publish = base.with(MessagePassingOrders{.publish = std::memory_order_relaxed})
                                 .named("selftest/message-passing/relaxed-publish")
                                 .fails(Violation::data_race);
const auto relaxed_see = base.with(MessagePassingOrders{.see = std::memory_order_relaxed})
                             .named("selftest/message-passing/relaxed-see")
                             .fails(Violation::data_race);

}  // namespace
}  // namespace vigil::models
