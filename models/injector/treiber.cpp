// Can a job that was left in the injector be lost, taken twice, accessed after it was freed, or missed?

#include "jobs.hpp"

namespace vigil::models {
namespace {

using namespace injecting;

TreiberOrders orders;

constexpr auto kRelaxed = std::memory_order_relaxed;

template <AtomicsLayer Layer>
using Injector = RecordedInjector<Layer, WatchedJob<Layer>, TreiberInjector<WatchedJob<Layer>, Layer, orders>>;

// ---- a job is taken once, and complete

template <AtomicsLayer Layer>
struct PushAgainstPop {
  static constexpr std::string_view kSentence = "a job is taken once, and with everything written before its push";
  static constexpr std::string_view kBounds = "1 pusher: two jobs; 1 popper: two attempts; then the rest is popped";
  static constexpr auto threads() { return std::tuple{&PushAgainstPop::pusher, &PushAgainstPop::popper}; }

  WatchedJob<Layer> jobs[2];
  Injector<Layer> injector;

  void pusher() {
    for (int i = 0; i != 2; ++i) injector.push(jobs[i], i);
  }
  void popper() {
    for (int attempt = 0; attempt != 2; ++attempt) injector.pop();
  }
  void finish() { injector.finish(); }
  void invariant() const { injector.invariant(); }
};

const auto push_pop = model<PushAgainstPop>("injector/treiber/push-against-pop")
                          .tables(orders)
                          .search({.quick = {.full = true}, .thorough = {.full = true}})
                          .holds();

const auto no_publish = push_pop.with(TreiberOrders{.publish = kRelaxed})
                            .named("injector/treiber/push-against-pop/without-publish-release")
                            .fails(Violation::data_race);

const auto no_right_acquire = push_pop.with(TreiberOrders{.right = kRelaxed})
                                  .named("injector/treiber/push-against-pop/without-right-acquire")
                                  .fails(Violation::data_race);

const auto no_newer_acquire = push_pop.with(TreiberOrders{.newer = kRelaxed})
                                  .named("injector/treiber/push-against-pop/without-newer-acquire")
                                  .fails(Violation::data_race);

// ---- a holder leaves the job whose link it has read to the next holder, if a push came in between

template <AtomicsLayer Layer>
struct HolderIsOutrun {
  static constexpr std::string_view kSentence = "two poppers and a pusher between them: every job once";
  static constexpr std::string_view kBounds = "one job to begin with; 1 pusher: one job; 2 poppers: one job each";
  static constexpr auto threads() {
    return std::tuple{&HolderIsOutrun::pusher, &HolderIsOutrun::popper, &HolderIsOutrun::popper};
  }

  WatchedJob<Layer> jobs[2];
  Injector<Layer> injector;

  HolderIsOutrun() { injector.push(jobs[0], 0); }
  void pusher() { injector.push(jobs[1], 1); }
  void popper() { injector.pop_one(); }
  void finish() { injector.finish(); }
  void invariant() const { injector.invariant(); }
};

const auto outrun = model<HolderIsOutrun>("injector/treiber/holder-is-outrun").tables(orders).holds();

const auto no_take_release = outrun.with(TreiberOrders{.take = kRelaxed})
                                 .named("injector/treiber/holder-is-outrun/without-take-release")
                                 .fails(Violation::data_race);

const auto right_dropped = outrun.mutant("injector_push_drops_right")
                               .named("injector/treiber/holder-is-outrun/pusher-drops-right")
                               .fails(Violation::data_race);

// ---- several of each

template <AtomicsLayer Layer>
struct TwoAndTwo {
  static constexpr std::string_view kSentence = "two pushers and two poppers: every job once";
  static constexpr std::string_view kBounds = "2 pushers: one job each; 2 poppers: one job each";
  static constexpr auto threads() {
    return std::tuple{&TwoAndTwo::first_pusher, &TwoAndTwo::second_pusher, &TwoAndTwo::popper, &TwoAndTwo::popper};
  }

  WatchedJob<Layer> jobs[2];
  Injector<Layer> injector;

  void first_pusher() { injector.push(jobs[0], 0); }
  void second_pusher() { injector.push(jobs[1], 1); }
  void popper() { injector.pop_one(); }
  void finish() { injector.finish(); }
  void invariant() const { injector.invariant(); }
};

const auto two_and_two = model<TwoAndTwo>("injector/treiber/two-pushers-two-poppers").tables(orders).holds();

template <AtomicsLayer Layer>
struct ChainIsLeft {
  static constexpr std::string_view kSentence = "jobs left as one chain are taken once each, and complete";
  static constexpr std::string_view kBounds = "1 pusher: a chain of two jobs; 2 poppers: one job each";
  static constexpr auto threads() {
    return std::tuple{&ChainIsLeft::pusher, &ChainIsLeft::popper, &ChainIsLeft::popper};
  }

  WatchedJob<Layer> jobs[2];
  Injector<Layer> injector;

  void pusher() {
    typename TreiberInjector<WatchedJob<Layer>, Layer, orders>::Chain chain;
    for (int i = 0; i != 2; ++i) {
      jobs[i].write(i);
      chain.add(jobs[i]);
    }
    injector.push(chain, 0, 2);
  }
  void popper() { injector.pop_one(); }
  void finish() { injector.finish(); }
};

const auto chain = model<ChainIsLeft>("injector/treiber/chain").tables(orders).holds();

const auto chain_no_publish = chain.with(TreiberOrders{.publish = kRelaxed})
                                  .named("injector/treiber/chain/without-publish-release")
                                  .fails(Violation::data_race);

// ---- a popped job is the popper's, to free or to push again

template <AtomicsLayer Layer>
struct PoppersFree {
  static constexpr std::string_view kSentence =
      "a job that its popper frees at once is accessed by no other thread afterwards";
  static constexpr std::string_view kBounds = "two jobs to begin with; 2 poppers: one job each, freed at once";
  static constexpr auto threads() { return std::tuple{&PoppersFree::popper, &PoppersFree::popper}; }

  Injector<Layer> injector;

  PoppersFree() {
    for (int i = 0; i != 2; ++i) injector.push(*allocate_job<Layer>(), i);
  }
  void popper() { free_job<Layer>(injector.pop_one()); }
  void finish() { injector.finish(); }
};

const auto poppers_free = model<PoppersFree>("injector/treiber/poppers-free")
                              .tables(orders)
                              .search({.quick = {.full = true}, .thorough = {.full = true}})
                              .holds();

const auto read_after_free = poppers_free.mutant("injector_pops_without_right")
                                 .named("injector/treiber/poppers-free/without-right")
                                 .defect("S-20")
                                 .fails(Violation::use_after_free);

template <AtomicsLayer Layer>
struct PopperPushesAgain {
  static constexpr std::string_view kSentence = "a job that comes back at the same address confuses no popper";
  static constexpr std::string_view kBounds =
      "two jobs to begin with; 1 popper: two attempts, pushes the first again; 1 popper: one attempt";
  static constexpr auto threads() { return std::tuple{&PopperPushesAgain::returner, &PopperPushesAgain::popper}; }

  WatchedJob<Layer> jobs[2];
  Injector<Layer> injector;

  PopperPushesAgain() {
    for (int i = 0; i != 2; ++i) injector.push(jobs[i], i);
  }
  void returner() {
    WatchedJob<Layer>* const first = injector.pop();
    injector.pop();
    if (first != nullptr) injector.push(*first, 2);
  }
  void popper() { injector.pop(); }
  void finish() { injector.finish(); }
};

const auto pushes_again = model<PopperPushesAgain>("injector/treiber/popper-pushes-again")
                              .tables(orders)
                              .search({.quick = {.full = true}, .thorough = {.full = true}})
                              .holds();

const auto again_races = pushes_again.mutant("injector_pops_without_right")
                             .named("injector/treiber/popper-pushes-again/without-right")
                             .defect("S-20")
                             .fails(Violation::data_race);

template <AtomicsLayer Layer>
struct PopperPushesAgainBlind : PopperPushesAgain<BlindToRaces<Layer>> {
  using Base = PopperPushesAgain<BlindToRaces<Layer>>;
  static constexpr auto threads() { return std::tuple{&Base::returner, &Base::popper}; }
};

// What the race leads to: the exchange compares equal addresses, and puts a taken job back.
const auto again_twice = model<PopperPushesAgainBlind>("injector/treiber/popper-pushes-again/without-right/job-twice")
                             .tables(orders)
                             .mutant("injector_pops_without_right")
                             .defect("S-20")
                             .fails(Violation::requirement);

}  // namespace
}  // namespace vigil::models
