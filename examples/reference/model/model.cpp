#include <vigil/atomics/order.hpp>
#include <vigil/model/model.hpp>

#include <atomic>
#include <string_view>
#include <tuple>

namespace {

//! [example]
using namespace vigil::models;

struct MessageOrders {
  static constexpr std::string_view kPrimitive = "message";
  vigil::Order<"message.publish", vigil::PairsWith<"message.see">,
               vigil::Because<"A reader that sees the flag sees the data.">>
      publish = std::memory_order_release;
  vigil::Order<"message.see", vigil::PairsWith<"message.publish">, vigil::Because<"As [message.publish].">> see =
      std::memory_order_acquire;
};
MessageOrders orders;  // the program weakens entries of it

template <vigil::AtomicsLayer Layer>
struct Message {
  static constexpr std::string_view kSentence = "a reader that sees the flag sees the data written before it";
  static constexpr std::string_view kBounds = "1 writer, 1 reader, one message";
  static constexpr auto threads() { return std::tuple{&Message::writer, &Message::reader}; }

  typename Layer::template var<int> data{0, "data"};
  typename Layer::template atomic<bool> published{false, "published"};

  void writer() {
    data.set(1);
    published.store(true, orders.publish);
  }
  void reader() {
    if (published.load(orders.see)) Layer::require(data.get() == 1, "the published message is read");
  }
};

const auto base = model<Message>("message").tables(orders).holds();
const auto relaxed_publish = base.with(MessageOrders{.publish = std::memory_order_relaxed})
                                 .named("message/relaxed-publish")
                                 .defect("3")
                                 .fails(Violation::data_race);
//! [example]

}  // namespace
