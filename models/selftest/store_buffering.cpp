// Does the engine know what keeps a load from overtaking an earlier store of the same thread?

#include <vigil/model/model.hpp>

namespace vigil::models {
namespace {

struct StoreBufferingOrders {
  // [selftest.sb.store] pairs with [selftest.sb.load]: one of two threads sees the other's store.
  Order<"selftest.sb.store"> store = std::memory_order_seq_cst;
  // [selftest.sb.fence] pairs with itself in the other thread, where a variant has it.
  Order<"selftest.sb.fence"> fence = std::memory_order_relaxed;
  // [selftest.sb.load] pairs with [selftest.sb.store].
  Order<"selftest.sb.load"> load = std::memory_order_seq_cst;
};
StoreBufferingOrders orders;

template <AtomicsLayer Layer>
struct StoreBuffering {
  static constexpr std::string_view kSentence =
      "if two threads store and then load, at least one sees the other's store";
  static constexpr std::string_view kBounds = "2 threads, one store and one load each";
  static constexpr auto threads() { return std::tuple{&StoreBuffering::left, &StoreBuffering::right}; }

  typename Layer::template atomic<int> x{0, "x"};
  typename Layer::template atomic<int> y{0, "y"};
  int left_saw = 0;
  int right_saw = 0;

  void left() {
    x.store(1, orders.store);
    Layer::fence(orders.fence);
    left_saw = y.load(orders.load);
  }
  void right() {
    y.store(1, orders.store);
    Layer::fence(orders.fence);
    right_saw = x.load(orders.load);
  }
  void finish() { Layer::require(left_saw == 1 || right_saw == 1, "one of the two sees the other's store"); }
};

constexpr auto kRelaxed = std::memory_order_relaxed;
const SearchPlan everything{.quick = {.full = true}};

const auto base = model<StoreBuffering>("selftest/store_buffering").tables(orders).search(everything).holds();
const auto relaxed = base.with(StoreBufferingOrders{.store = kRelaxed, .load = kRelaxed})
                         .named("selftest/store_buffering/relaxed")
                         .fails(Violation::requirement);
const auto release_acquire =
    base.with(StoreBufferingOrders{.store = std::memory_order_release, .load = std::memory_order_acquire})
        .named("selftest/store_buffering/release-acquire")
        .fails(Violation::requirement);
const auto fences =
    base.with(StoreBufferingOrders{.store = kRelaxed, .fence = std::memory_order_seq_cst, .load = kRelaxed})
        .named("selftest/store_buffering/fences")
        .holds();
const auto weak_fences =
    base.with(StoreBufferingOrders{.store = kRelaxed, .fence = std::memory_order_acq_rel, .load = kRelaxed})
        .named("selftest/store_buffering/acq-rel-fences")
        .fails(Violation::requirement);

}  // namespace
}  // namespace vigil::models
