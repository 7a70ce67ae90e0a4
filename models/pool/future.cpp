// Is a call that was forked by hand made once, and is its frame the owner's alone when the owner leaves it?

#include "parts.hpp"

#include <string_view>
#include <tuple>

namespace vigil::models {
namespace {

using pools::with_tables;

template <AtomicsLayer Layer>
struct StealOne {
  using Parts = pools::RestlessParts<Layer>;
  static constexpr std::string_view kSentence =
      "a forked call is made once, and what it did is seen after it was joined";
  static constexpr std::string_view kBounds = "1 worker: one fork and join; 1 thief, which never sleeps";
  static constexpr auto threads() { return std::tuple{&StealOne::owner, &StealOne::thief}; }

  StealOne() {
    worker_set.add_worker(0);
    worker_set.add_worker(1);
  }

  static int call(StealOne* self) {
    self->right.set(self->right.get() + 2);
    return 2;
  }

  WorkerSet<Parts> worker_set{2, pools::kNoRounds, pools::kCapacity};
  typename Layer::template var<int> right{0, "right"};

  void owner() {
    auto& worker = worker_set.worker(0);
    Future<StealOne*, int, Parts> future;
    future.template fork<&StealOne::call>(worker, this);
    Layer::require(future.template join<&StealOne::call>(worker) == 2, "a join returns what the call returns");
    Layer::require(right.get() == 2, "the call is made once");
    worker_set.worker(1).stop();
  }
  void thief() { worker_set.worker(1).run(); }
};

const auto steal_one =
    with_tables(model<StealOne>("pool/future/steal-one")).tables(pools::deque_orders, pools::latch_orders).holds();

const auto frame_after_latch = steal_one.mutant("thief_reads_frame_after_latch")
                                   .named("pool/future/steal-one/owner-read-after-latch")
                                   .defect("S-24")
                                   .fails(Violation::use_after_free);

const auto push_relaxed =
    steal_one.with(ChaseLevOrders{.push_publish = std::memory_order_relaxed, .pop_reserve = std::memory_order_relaxed})
        .named("pool/future/steal-one/push-relaxed")
        .relacy_may_find(Violation::livelock)
        .fails(Violation::data_race, Violation::uninitialised_read);

const auto set_relaxed = steal_one.with(CoreLatchOrders{.set = std::memory_order_relaxed})
                             .named("pool/future/steal-one/latch-set-relaxed")
                             .fails(Violation::data_race, Violation::use_after_free);

}  // namespace
}  // namespace vigil::models
