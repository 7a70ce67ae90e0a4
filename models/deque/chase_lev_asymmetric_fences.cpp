// Do a light fence of the owner and a heavy fence of each thief do what the two seq_cst fences of the deque do?

#include "chase_lev_jobs.hpp"

#include <string_view>
#include <tuple>

#include <vigil/model/model.hpp>

namespace vigil::models {
namespace {

ChaseLevOrders orders;

enum class Thief : std::uint8_t { heavy, light };

// The layer with the deque's fences replaced: the owner's by a light one, a thief's by what the parameter says.
template <AtomicsLayer Layer, Thief Fence>
struct FencesByLabel : Layer {
  static void fence(LabelledOrder order, Location location = Location::current()) {
    if (Fence == Thief::heavy && order.label == "steal.fence")
      Layer::fence_heavy(order, location);
    else
      Layer::fence_light(order, location);
  }
};

template <AtomicsLayer Layer, Thief Fence>
using Jobs = ChaseLevJobs<FencesByLabel<Layer, Fence>, orders, 2>;

constexpr std::string_view kOnce = "a job is taken by the owner or by one thief, never by both, never lost";

template <AtomicsLayer Layer>
struct LastJob : Jobs<Layer, Thief::heavy> {
  static constexpr std::string_view kSentence = "the last job goes to the owner or to the thief, and not to both";
  static constexpr std::string_view kBounds = "owner: push pop; 1 thief: steal; capacity 2";
  static constexpr auto threads() { return std::tuple{&LastJob::owner, &LastJob::thief}; }
  void owner() { this->push(), this->pop(); }
  void thief() { this->steal(); }
};

template <AtomicsLayer Layer, Thief Fence>
struct PopAgainstTwoSteals : Jobs<Layer, Fence> {
  static constexpr std::string_view kSentence = kOnce;
  static constexpr std::string_view kBounds = "owner: push push pop; 1 thief: steal steal; capacity 2";
  static constexpr auto threads() { return std::tuple{&PopAgainstTwoSteals::owner, &PopAgainstTwoSteals::thief}; }
  void owner() { this->push(), this->push(), this->pop(); }
  void thief() { this->steal(), this->steal(); }
};
template <AtomicsLayer Layer>
struct HeavyTwoSteals : PopAgainstTwoSteals<Layer, Thief::heavy> {};
template <AtomicsLayer Layer>
struct LightTwoSteals : PopAgainstTwoSteals<Layer, Thief::light> {};

template <AtomicsLayer Layer>
struct PopAgainstTwoThieves : Jobs<Layer, Thief::heavy> {
  static constexpr std::string_view kSentence = kOnce;
  static constexpr std::string_view kBounds = "owner: push push pop; 2 thieves: steal; capacity 2";
  static constexpr auto threads() {
    return std::tuple{&PopAgainstTwoThieves::owner, &PopAgainstTwoThieves::thief, &PopAgainstTwoThieves::thief};
  }
  void owner() { this->push(), this->push(), this->pop(); }
  void thief() { this->steal(); }
};

const auto last_job = model<LastJob>("deque/chase_lev/asymmetric-fences/last-job").tables(orders).holds();
const auto two_steals =
    model<HeavyTwoSteals>("deque/chase_lev/asymmetric-fences/pop-against-two-steals").tables(orders).holds();
const auto two_thieves =
    model<PopAgainstTwoThieves>("deque/chase_lev/asymmetric-fences/pop-against-two-thieves").tables(orders).holds();
const auto without_light = two_steals.with(ChaseLevOrders{.pop_fence = std::memory_order_relaxed})
                               .named("deque/chase_lev/asymmetric-fences/pop-against-two-steals/without-light")
                               .under(checker::MemoryModel::x86_tso, kHolds)
                               .needs_weak_memory()
                               .fails(Violation::requirement);
const auto without_heavy = two_steals.with(ChaseLevOrders{.steal_fence = std::memory_order_relaxed})
                               .named("deque/chase_lev/asymmetric-fences/pop-against-two-steals/without-heavy")
                               .under(checker::MemoryModel::x86_tso, Violation::requirement)
                               .needs_weak_memory()
                               .fails(Violation::requirement);
const auto two_light = model<LightTwoSteals>("deque/chase_lev/asymmetric-fences/pop-against-two-steals/two-light")
                           .relacy_cannot_decide(RelacyLimit::light_fences, kHolds)
                           .tables(orders)
                           .under(checker::MemoryModel::x86_tso, Violation::requirement)
                           .needs_weak_memory()
                           .fails(Violation::requirement);

}  // namespace
}  // namespace vigil::models
