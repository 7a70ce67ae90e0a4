// Is every job of the deque taken, by its owner or by one thief, exactly once?

#include "chase_lev_jobs.hpp"

#include <string_view>
#include <tuple>

#include <vigil/model/model.hpp>

namespace vigil::models {
namespace {

ChaseLevOrders orders;

template <AtomicsLayer Layer>
using Jobs = ChaseLevJobs<Layer, orders, 2>;

constexpr std::string_view kOnce = "a job is taken by the owner or by one thief, never by both, never lost";

// Each quick plan ends within a few seconds; the program with the fewest steps is searched in full.
const SearchPlan kTwoThreads{.quick = {.bounds = {2, 3}},
                             .thorough = {.random = 1'000'000, .bounds = {2, 3, 4}, .limit = 100'000'000}};
const SearchPlan kThreeThreads{.quick = {.bounds = {2, 3}, .limit = 4'000'000},
                               .thorough = {.random = 1'000'000, .bounds = {2, 3}, .limit = 100'000'000}};
const SearchPlan kInFull{.quick = {.bounds = {2, 3}, .full = true, .limit = 4'000'000},
                         .thorough = {.random = 1'000'000, .bounds = {2, 3}, .full = true, .limit = 100'000'000}};

const SearchPlan kLargest{.quick = {.bounds = {2}},
                          .thorough = {.random = 1'000'000, .bounds = {2, 3}, .limit = 100'000'000}};

// Orders of a deque without fences, as the seeds have them: the accesses themselves are seq_cst.
constexpr ChaseLevOrders without_fences(std::memory_order steal_top, std::memory_order steal_bottom,
                                        std::memory_order steal_fence = std::memory_order_relaxed) {
  return {.pop_reserve = std::memory_order_seq_cst,
          .pop_fence = std::memory_order_relaxed,
          .pop_top = std::memory_order_seq_cst,
          .steal_top = steal_top,
          .steal_fence = steal_fence,
          .steal_bottom = steal_bottom};
}

template <AtomicsLayer Layer>
struct LastJob : Jobs<Layer> {
  static constexpr std::string_view kSentence = "the last job goes to the owner or to the thief, and not to both";
  static constexpr std::string_view kBounds = "owner: push pop; 1 thief: steal; capacity 2";
  static constexpr auto threads() { return std::tuple{&LastJob::owner, &LastJob::thief}; }
  void owner() { this->push(), this->pop(); }
  void thief() { this->steal(); }
};

const auto last_job = model<LastJob>("deque/chase_lev/last-job").tables(orders).search(kInFull).holds();

const auto last_job_without_probe =
    last_job.mutant("steal_never_probes").named("deque/chase_lev/last-job/without-probe").search(kInFull).holds();

template <AtomicsLayer Layer>
struct LastJobTwoThieves : Jobs<Layer> {
  static constexpr std::string_view kSentence = LastJob<Layer>::kSentence;
  static constexpr std::string_view kBounds = "owner: push pop; 2 thieves: steal; capacity 2";
  static constexpr auto threads() {
    return std::tuple{&LastJobTwoThieves::owner, &LastJobTwoThieves::thief, &LastJobTwoThieves::thief};
  }
  void owner() { this->push(), this->pop(); }
  void thief() { this->steal(); }
};

const auto last_job_two_thieves =
    model<LastJobTwoThieves>("deque/chase_lev/last-job-two-thieves").tables(orders).search(kThreeThreads).holds();

// The smallest program in which a missing fence shows.
template <AtomicsLayer Layer>
struct PopAgainstTwoSteals : Jobs<Layer> {
  static constexpr std::string_view kSentence = kOnce;
  static constexpr std::string_view kBounds = "owner: push push pop; 1 thief: steal steal; capacity 2";
  static constexpr auto threads() { return std::tuple{&PopAgainstTwoSteals::owner, &PopAgainstTwoSteals::thief}; }
  void owner() { this->push(), this->push(), this->pop(); }
  void thief() { this->steal(), this->steal(); }
};

const auto pop_two_steals =
    model<PopAgainstTwoSteals>("deque/chase_lev/pop-against-two-steals").tables(orders).search(kTwoThreads).holds();

const auto pop_two_steals_without_probe = pop_two_steals.mutant("steal_never_probes")
                                              .named("deque/chase_lev/pop-against-two-steals/without-probe")
                                              .search(kTwoThreads)
                                              .holds();

const auto no_steal_fence = pop_two_steals.with(ChaseLevOrders{.steal_fence = std::memory_order_relaxed})
                                .named("deque/chase_lev/pop-against-two-steals/without-steal-fence")
                                .defect("S-21")
                                .fails(Violation::requirement);

const auto no_pop_fence = pop_two_steals.with(ChaseLevOrders{.pop_fence = std::memory_order_relaxed})
                              .named("deque/chase_lev/pop-against-two-steals/without-pop-fence")
                              .defect("S-21")
                              .fails(Violation::requirement);

const auto seed_table = pop_two_steals.with(without_fences(std::memory_order_acquire, std::memory_order_acquire))
                            .named("deque/chase_lev/pop-against-two-steals/seed-orders")
                            .defect("S-21")
                            .fails(Violation::requirement);

template <AtomicsLayer Layer>
struct PopAgainstTwoThieves : Jobs<Layer> {
  static constexpr std::string_view kSentence = kOnce;
  static constexpr std::string_view kBounds = "owner: push push pop; 2 thieves: steal; capacity 2";
  static constexpr auto threads() {
    return std::tuple{&PopAgainstTwoThieves::owner, &PopAgainstTwoThieves::thief, &PopAgainstTwoThieves::thief};
  }
  void owner() { this->push(), this->push(), this->pop(); }
  void thief() { this->steal(); }
};

const auto pop_two_thieves =
    model<PopAgainstTwoThieves>("deque/chase_lev/pop-against-two-thieves").tables(orders).search(kThreeThreads).holds();

const auto no_steal_fence_two_thieves = pop_two_thieves.with(ChaseLevOrders{.steal_fence = std::memory_order_relaxed})
                                            .named("deque/chase_lev/pop-against-two-thieves/without-steal-fence")
                                            .defect("S-21")
                                            .fails(Violation::requirement);

const auto no_pop_fence_two_thieves = pop_two_thieves.with(ChaseLevOrders{.pop_fence = std::memory_order_relaxed})
                                          .named("deque/chase_lev/pop-against-two-thieves/without-pop-fence")
                                          .defect("S-21")
                                          .fails(Violation::requirement);

const auto seed_table_two_thieves =
    pop_two_thieves.with(without_fences(std::memory_order_acquire, std::memory_order_acquire))
        .named("deque/chase_lev/pop-against-two-thieves/seed-orders")
        .defect("S-21")
        .fails(Violation::requirement);

// C++20 needs both loads of the thief seq_cst: a claim and a later acquire load are not "strongly happens before".
const auto seed_bottom_seq_cst =
    pop_two_thieves.with(without_fences(std::memory_order_acquire, std::memory_order_seq_cst))
        .named("deque/chase_lev/pop-against-two-thieves/seed-orders-bottom-seq-cst")
        .defect("S-21")
        .search(kThreeThreads)
        .relacy_cannot_decide(RelacyLimit::seq_cst_of_cpp11, kHolds)
        .fails(Violation::requirement);

const auto seed_both_seq_cst =
    pop_two_thieves.with(without_fences(std::memory_order_seq_cst, std::memory_order_seq_cst))
        .named("deque/chase_lev/pop-against-two-thieves/no-fences-both-loads-seq-cst")
        .defect("S-21")
        .search(kThreeThreads)
        .holds();

const auto seed_steal_fence =
    pop_two_thieves
        .with(without_fences(std::memory_order_acquire, std::memory_order_acquire, std::memory_order_seq_cst))
        .named("deque/chase_lev/pop-against-two-thieves/seed-orders-and-steal-fence")
        .defect("S-21")
        .search(kThreeThreads)
        .relacy_cannot_decide(RelacyLimit::fence_against_access, Violation::requirement)
        .holds();

// Everything is relaxed whose comment in the order table does not rest on a model.
constexpr ChaseLevOrders kNeededOrders{.push_top = std::memory_order_relaxed,
                                       .pop_top = std::memory_order_relaxed,
                                       .pop_claim = std::memory_order_relaxed,
                                       .pop_lost = std::memory_order_relaxed,
                                       .steal_top = std::memory_order_relaxed,
                                       .steal_claim = std::memory_order_relaxed};

const auto needed_orders = pop_two_thieves.with(kNeededOrders)
                               .named("deque/chase_lev/pop-against-two-thieves/needed-orders-only")
                               .search(kThreeThreads)
                               .holds();

template <AtomicsLayer Layer>
struct TwoPopsAgainstASteal : Jobs<Layer> {
  static constexpr std::string_view kSentence = kOnce;
  static constexpr std::string_view kBounds = "owner: push push pop pop; 1 thief: steal; capacity 2";
  static constexpr auto threads() { return std::tuple{&TwoPopsAgainstASteal::owner, &TwoPopsAgainstASteal::thief}; }
  void owner() { this->push(), this->push(), this->pop(), this->pop(); }
  void thief() { this->steal(); }
};

const auto two_pops =
    model<TwoPopsAgainstASteal>("deque/chase_lev/two-pops-against-a-steal").tables(orders).search(kTwoThreads).holds();

// One steal alone cannot show a missing fence: this program alone would confirm the published table.
const auto two_pops_without_steal_fence = two_pops.with(ChaseLevOrders{.steal_fence = std::memory_order_relaxed})
                                              .named("deque/chase_lev/two-pops-against-a-steal/without-steal-fence")
                                              .defect("S-21")
                                              .search(kTwoThreads)
                                              .holds();

template <AtomicsLayer Layer>
struct TwoPopsAgainstTwoThieves : Jobs<Layer> {
  static constexpr std::string_view kSentence = kOnce;
  static constexpr std::string_view kBounds = "owner: push push pop pop; 2 thieves: steal; capacity 2";
  static constexpr auto threads() {
    return std::tuple{&TwoPopsAgainstTwoThieves::owner, &TwoPopsAgainstTwoThieves::thief,
                      &TwoPopsAgainstTwoThieves::thief};
  }
  void owner() { this->push(), this->push(), this->pop(), this->pop(); }
  void thief() { this->steal(); }
};

const auto two_pops_two_thieves = model<TwoPopsAgainstTwoThieves>("deque/chase_lev/two-pops-against-two-thieves")
                                      .tables(orders)
                                      .search(kLargest)
                                      .holds();

const auto two_pops_two_thieves_without_steal_fence =
    two_pops_two_thieves.with(ChaseLevOrders{.steal_fence = std::memory_order_relaxed})
        .named("deque/chase_lev/two-pops-against-two-thieves/without-steal-fence")
        .defect("S-21")
        .fails(Violation::requirement);

const auto two_pops_two_thieves_without_pop_fence =
    two_pops_two_thieves.with(ChaseLevOrders{.pop_fence = std::memory_order_relaxed})
        .named("deque/chase_lev/two-pops-against-two-thieves/without-pop-fence")
        .defect("S-21")
        .fails(Violation::requirement);

template <AtomicsLayer Layer>
struct IndicesWrapAround : ChaseLevJobs<Layer, orders, 2, ~std::uint64_t{0}> {
  static constexpr std::string_view kSentence = "indices that wrap around at 2^64 change nothing";
  static constexpr std::string_view kBounds =
      "owner: push push pop; 1 thief: steal steal; first index 2^64-1, capacity 2";
  static constexpr auto threads() { return std::tuple{&IndicesWrapAround::owner, &IndicesWrapAround::thief}; }
  void owner() { this->push(), this->push(), this->pop(); }
  void thief() { this->steal(), this->steal(); }
};

const auto indices_wrap_around =
    model<IndicesWrapAround>("deque/chase_lev/indices-wrap-around").tables(orders).search(kTwoThreads).holds();

// A pop that finds nothing has lowered bottom below top for a moment.
template <AtomicsLayer Layer>
struct SizeFromOutside {
  static constexpr std::string_view kSentence = "the size that another thread is told is one that the deque had";
  static constexpr std::string_view kBounds = "owner: pop push pop; 1 other thread: size; capacity 1";
  static constexpr auto threads() { return std::tuple{&SizeFromOutside::owner, &SizeFromOutside::other}; }

  ChaseLevDeque<int, Layer, orders> deque{1};

  void owner() {
    Layer::require(!deque.pop().has_value(), "a deque without jobs is empty");
    deque.push(7);
    Layer::require(deque.pop().has_value(), "the job is there");
  }
  void other() { Layer::require(deque.size() <= 1, "a deque has no more jobs than were pushed"); }
};

const auto size_from_outside =
    model<SizeFromOutside>("deque/chase_lev/size-from-outside").tables(orders).search(kTwoThreads).holds();

template <AtomicsLayer Layer, std::memory_order HandOver>
struct NewOwnerBy : Jobs<Layer> {
  static constexpr std::string_view kSentence = "another thread may go on as owner, if it begins after the first ended";
  static constexpr std::string_view kBounds =
      "first owner: push pop push; second owner: push pop; 1 thief: steal; capacity 2";
  static constexpr auto threads() {
    return std::tuple{&NewOwnerBy::first_owner, &NewOwnerBy::second_owner, &NewOwnerBy::thief};
  }
  void first_owner() {
    this->push(), this->pop(), this->push();
    handed_over.store(true, HandOver);
  }
  void second_owner() {
    (void)handed_over.spin_until([](bool is_handed_over) { return is_handed_over; }, std::memory_order_acquire);
    this->push(), this->pop();
  }
  void thief() { this->steal(); }

  typename Layer::template atomic<bool> handed_over{false, "handed_over"};
};

template <AtomicsLayer Layer>
using NewOwner = NewOwnerBy<Layer, std::memory_order_release>;
template <AtomicsLayer Layer>
using NewOwnerTooEarly = NewOwnerBy<Layer, std::memory_order_relaxed>;

const auto new_owner = model<NewOwner>("deque/chase_lev/new-owner").tables(orders).search(kThreeThreads).holds();
const auto new_owner_too_early =
    model<NewOwnerTooEarly>("deque/chase_lev/new-owner/handed-over-relaxed").tables(orders).fails(Violation::data_race);

}  // namespace
}  // namespace vigil::models
