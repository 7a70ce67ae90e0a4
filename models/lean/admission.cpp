// Does exactly one caller learn that no thread is inside any more, and does it come after all that were?

#include "pool_parts.hpp"

#include <array>
#include <cstddef>
#include <tuple>

namespace vigil::models {
namespace {

using namespace lean;

template <AtomicsLayer Layer>
class LastOneOut {
 public:
  static constexpr std::string_view kSentence =
      "the thread that learns that none is inside comes after all that were, and after the one that closed";
  static constexpr std::string_view kBounds = "2 threads that enter, and leave if they are let in; 1 that closes";
  static constexpr auto threads() { return std::tuple{&LastOneOut::first, &LastOneOut::second, &LastOneOut::closer}; }

  LastOneOut() {
    for (auto& done : done_) done.set(0);
  }
  void first() { visit(0); }
  void second() { visit(1); }
  void closer() {
    done_[2].set(1);
    if (admission_.close().was_empty) learn();
  }
  void finish() { Layer::require(learned_.load(std::memory_order_relaxed) == 1, "exactly one learns it"); }

 private:
  void visit(std::size_t who) {
    if (!admission_.enter()) return;
    done_[who].set(1);
    if (admission_.leave()) learn();
  }
  void learn() {
    for (auto& done : done_) done.set(2);
    learned_.fetch_add(1, std::memory_order_relaxed);
  }

  AdmissionWord<Layer, lean_orders> admission_;
  std::array<typename Layer::template var<int>, 3> done_ = Names("done");
  typename Layer::template atomic<int> learned_{0, "learned"};
};

const auto last_one_out = model<LastOneOut>("lean/admission/last-one-out").tables(lean_orders).weak_failures(0).holds();

const auto others_unseen = last_one_out.with(lean::PoolOrders{.leave = std::memory_order_release})
                               .named("lean/admission/last-one-out/leave-release")
                               .fails(Violation::data_race);

const auto closer_unseen = last_one_out.with(lean::PoolOrders{.close = std::memory_order_acquire})
                               .named("lean/admission/last-one-out/close-acquire")
                               .fails(Violation::data_race);

}  // namespace
}  // namespace vigil::models
