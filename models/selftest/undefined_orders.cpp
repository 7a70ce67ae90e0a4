// Does the engine report orders that the standard leaves undefined, and no others?

#include <vigil/model/model.hpp>

namespace vigil::models {
namespace {

struct Orders {
  Order<"flag.publish"> publish = std::memory_order_release;
  Order<"flag.check"> check = std::memory_order_acquire;
  Order<"flag.take"> take = std::memory_order_acq_rel;
  Order<"flag.taken"> taken = std::memory_order_acquire;
};
constinit Orders orders;

template <AtomicsLayer Layer>
struct Handover {
  static constexpr std::string_view kSentence = "no operation has an order that is undefined for it";
  static constexpr std::string_view kBounds = "1 thread that publishes, 1 that checks and takes";
  static constexpr auto threads() { return std::tuple{&Handover::publish, &Handover::take}; }

  typename Layer::template atomic<int> flag{0, "flag"};

  void publish() { flag.store(1, orders.publish); }
  void take() {
    int seen = flag.load(orders.check);
    flag.compare_exchange_strong(seen, 2, orders.take, orders.taken);
  }
};
const auto base = model<Handover>("selftest/undefined_orders/defined").tables(orders).holds();
const auto store_acquires = base.with(Orders{.publish = std::memory_order_acquire})
                                .named("selftest/undefined_orders/store-acquires")
                                .fails(Violation::undefined_order);
const auto load_releases = base.with(Orders{.check = std::memory_order_release})
                               .named("selftest/undefined_orders/load-releases")
                               .fails(Violation::undefined_order);
const auto failure_releases = base.with(Orders{.taken = std::memory_order_acq_rel})
                                  .named("selftest/undefined_orders/failure-releases")
                                  .fails(Violation::undefined_order);

}  // namespace
}  // namespace vigil::models
