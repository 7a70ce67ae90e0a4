// Does a thief that is busy with the old array survive its replacement, and find the jobs in the new one?

#include "chase_lev_jobs.hpp"

#include <string_view>
#include <tuple>

#include <vigil/model/model.hpp>

namespace vigil::models {
namespace {

ChaseLevOrders orders;

template <AtomicsLayer Layer>
using Jobs = ChaseLevJobs<Layer, orders, 1>;

constexpr std::string_view kSentence = "growth loses no job, doubles none, and frees nothing that a thief still reads";
const SearchPlan kPlan{.quick = {.bounds = {2, 3}, .limit = 4'000'000},
                       .thorough = {.random = 1'000'000, .bounds = {2, 3}, .limit = 100'000'000}};

template <AtomicsLayer Layer>
struct Growth : Jobs<Layer> {
  static constexpr std::string_view kSentence = models::kSentence;
  static constexpr std::string_view kBounds = "owner: push push pop; 1 thief: steal steal; capacity 1 to 2";
  static constexpr auto threads() { return std::tuple{&Growth::owner, &Growth::thief}; }
  void owner() { this->push(), this->push(), this->pop(); }
  void thief() { this->steal(), this->steal(); }
};

const auto growth = model<Growth>("deque/chase_lev/growth").tables(orders).search(kPlan).holds();

const auto publish_relaxed = growth.with(ChaseLevOrders{.grow_publish = std::memory_order_relaxed})
                                 .named("deque/chase_lev/growth/grow-publish-relaxed")
                                 .fails(Violation::data_race, Violation::uninitialised_read);

const auto array_relaxed = growth.with(ChaseLevOrders{.steal_array = std::memory_order_relaxed})
                               .named("deque/chase_lev/growth/steal-array-relaxed")
                               .fails(Violation::data_race, Violation::uninitialised_read);

const auto freed_at_once = growth.mutant("replaced_array_freed_at_once")
                               .named("deque/chase_lev/growth/arrays-freed-at-once")
                               .defect("S-22")
                               .fails(Violation::use_after_free);

template <AtomicsLayer Layer>
struct GrowthTwoThieves : Jobs<Layer> {
  static constexpr std::string_view kSentence = models::kSentence;
  static constexpr std::string_view kBounds = "owner: push push; 2 thieves: steal; capacity 1 to 2";
  static constexpr auto threads() {
    return std::tuple{&GrowthTwoThieves::owner, &GrowthTwoThieves::thief, &GrowthTwoThieves::thief};
  }
  void owner() { this->push(), this->push(); }
  void thief() { this->steal(); }
};

const auto growth_two_thieves =
    model<GrowthTwoThieves>("deque/chase_lev/growth-two-thieves").tables(orders).search(kPlan).holds();

// A slot whose job was stolen is used again, without growth if the owner sees in time that it is free.
template <AtomicsLayer Layer>
struct SlotUsedAgain : Jobs<Layer> {
  static constexpr std::string_view kSentence = "a slot is used again only for a job whose predecessor was taken";
  static constexpr std::string_view kBounds =
      "owner: push pop push push; 1 thief: steal steal; capacity 1, grows if need be";
  static constexpr auto threads() { return std::tuple{&SlotUsedAgain::owner, &SlotUsedAgain::thief}; }
  void owner() { this->push(), this->pop(), this->push(), this->push(); }
  void thief() { this->steal(), this->steal(); }
};

const auto slot_used_again =
    model<SlotUsedAgain>("deque/chase_lev/slot-used-again").tables(orders).search(kPlan).holds();

template <AtomicsLayer Layer>
struct GrowthAtTheWrap : ChaseLevJobs<Layer, orders, 1, ~std::uint64_t{0}> {
  static constexpr std::string_view kSentence = "growth copies the right jobs when their indices wrap around";
  static constexpr std::string_view kBounds =
      "owner: push push pop; 1 thief: steal steal; first index 2^64-1, capacity 1 to 2";
  static constexpr auto threads() { return std::tuple{&GrowthAtTheWrap::owner, &GrowthAtTheWrap::thief}; }
  void owner() { this->push(), this->push(), this->pop(); }
  void thief() { this->steal(), this->steal(); }
};

const auto growth_at_the_wrap =
    model<GrowthAtTheWrap>("deque/chase_lev/growth-at-the-wrap").tables(orders).search(kPlan).holds();

}  // namespace
}  // namespace vigil::models
