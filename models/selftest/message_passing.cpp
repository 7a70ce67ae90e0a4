// Does the engine know when another thread may read a plain write that a flag publishes?

#include <vigil/model/model.hpp>

namespace vigil::models {
namespace {

struct MessagePassingOrders {
  // [selftest.mp.write_fence] pairs with [selftest.mp.see] and [selftest.mp.read_fence], where a variant has it.
  Order<"selftest.mp.write_fence"> write_fence = std::memory_order_relaxed;
  // [selftest.mp.publish] pairs with [selftest.mp.see]: the data is written before the flag can be seen.
  Order<"selftest.mp.publish"> publish = std::memory_order_release;
  // [selftest.mp.see] pairs with [selftest.mp.publish].
  Order<"selftest.mp.see"> see = std::memory_order_acquire;
  // [selftest.mp.read_fence] pairs with [selftest.mp.publish] and [selftest.mp.write_fence], where a variant has it.
  Order<"selftest.mp.read_fence"> read_fence = std::memory_order_relaxed;
};
MessagePassingOrders orders;

template <AtomicsLayer Layer>
struct MessagePassing {
  static constexpr std::string_view kSentence = "a reader that sees the flag sees the data written before it";
  static constexpr std::string_view kBounds = "1 writer, 1 reader, one message";
  static constexpr auto threads() { return std::tuple{&MessagePassing::writer, &MessagePassing::reader}; }

  typename Layer::template var<int> data{0, "data"};
  typename Layer::template atomic<bool> published{false, "published"};

  void writer() {
    data.set(1);
    Layer::fence(orders.write_fence);
    published.store(true, orders.publish);
  }
  void reader() {
    if (!published.load(orders.see)) return;
    Layer::fence(orders.read_fence);
    Layer::require(data.get() == 1, "the published message is read");
  }
};

constexpr auto kRelaxed = std::memory_order_relaxed;
const SearchPlan everything{.quick = {.full = true}};

const auto base = model<MessagePassing>("selftest/message_passing").tables(orders).search(everything).holds();
const auto relaxed_publish = base.with(MessagePassingOrders{.publish = kRelaxed})
                                 .named("selftest/message_passing/relaxed-publish")
                                 .fails(Violation::data_race);
const auto relaxed_see = base.with(MessagePassingOrders{.see = kRelaxed})
                             .named("selftest/message_passing/relaxed-see")
                             .fails(Violation::data_race);
const auto two_fences = base.with(MessagePassingOrders{.write_fence = std::memory_order_release,
                                                       .publish = kRelaxed,
                                                       .see = kRelaxed,
                                                       .read_fence = std::memory_order_acquire})
                            .named("selftest/message_passing/two-fences")
                            .holds();
const auto write_fence = base.with(MessagePassingOrders{.write_fence = std::memory_order_release, .publish = kRelaxed})
                             .named("selftest/message_passing/write-fence")
                             .holds();
const auto read_fence = base.with(MessagePassingOrders{.see = kRelaxed, .read_fence = std::memory_order_acquire})
                            .named("selftest/message_passing/read-fence")
                            .holds();
const auto write_fence_alone =
    two_fences
        .with(MessagePassingOrders{.write_fence = std::memory_order_release, .publish = kRelaxed, .see = kRelaxed})
        .named("selftest/message_passing/two-fences/without-read-fence")
        .fails(Violation::data_race);
const auto read_fence_alone =
    two_fences.with(MessagePassingOrders{.publish = kRelaxed, .see = kRelaxed, .read_fence = std::memory_order_acquire})
        .named("selftest/message_passing/two-fences/without-write-fence")
        .fails(Violation::data_race);

}  // namespace
}  // namespace vigil::models
