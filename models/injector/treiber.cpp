// Can a job that was left in the injector be lost, taken twice, touched after it was freed, or overlooked?

#include "jobs.hpp"

namespace vigil::models {
namespace {

using namespace injecting;

TreiberOrders orders;
TreiberProtocol protocol;

constexpr auto kRelaxed = std::memory_order_relaxed;

// Takes one job, whatever it takes: for a thread that is due one.
template <AtomicsLayer A, class Injector>
auto* pop_one(Injector& injector) {
  for (;;) {
    const auto result = injector.pop();
    if (result.is_success()) return result.job();
    A::yield();
  }
}

// ---- a job is taken once, and complete

template <AtomicsLayer A>
struct PushAgainstPop {
  static constexpr std::string_view kSentence = "a job is taken once, and with everything written before its push";
  static constexpr std::string_view kBounds = "1 pusher: two jobs; 1 popper: two attempts; then the rest is popped";
  static constexpr auto threads() { return std::tuple{&PushAgainstPop::pusher, &PushAgainstPop::popper}; }

  WatchedJob<A> jobs[2];
  TreiberInjector<WatchedJob<A>, A, orders, protocol> injector;

  void pusher() {
    for (auto& job : jobs) {
      job.write();
      injector.push(job);
    }
  }
  void popper() {
    for (int attempt = 0; attempt != 2; ++attempt) {
      const auto result = injector.pop();
      if (result.is_success()) result.job()->take();
    }
  }
  void finish() {
    while (injector.has_jobs()) pop_one<A>(injector)->take();
    for (const auto& job : jobs) A::require(job.is_taken, "no_job_lost");
  }
  void invariant() const { A::require(injector.right_implies_job(), "right_implies_job"); }
};

const auto push_pop = model<PushAgainstPop>("injector/treiber/push-against-pop")
                          .tables(orders, protocol)
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

// ---- a holder that a pusher outruns leaves the job that it looked at to the next

template <AtomicsLayer A>
struct HolderIsOutrun {
  static constexpr std::string_view kSentence = "two poppers and a pusher between them: every job once";
  static constexpr std::string_view kBounds = "one job to begin with; 1 pusher: one job; 2 poppers: one job each";
  static constexpr auto threads() {
    return std::tuple{&HolderIsOutrun::pusher, &HolderIsOutrun::popper, &HolderIsOutrun::popper};
  }

  WatchedJob<A> jobs[2];
  TreiberInjector<WatchedJob<A>, A, orders, protocol> injector;

  HolderIsOutrun() {
    jobs[0].write();
    injector.push(jobs[0]);
  }
  void pusher() {
    jobs[1].write();
    injector.push(jobs[1]);
  }
  void popper() { pop_one<A>(injector)->take(); }
  void finish() {
    for (const auto& job : jobs) A::require(job.is_taken, "no_job_lost");
    A::require(injector.is_empty(), "every job was taken, and something is left");
  }
  void invariant() const { A::require(injector.right_implies_job(), "right_implies_job"); }
};

const auto outrun = model<HolderIsOutrun>("injector/treiber/holder-is-outrun").tables(orders, protocol).holds();

const auto no_take_release = outrun.with(TreiberOrders{.take = kRelaxed})
                                 .named("injector/treiber/holder-is-outrun/without-take-release")
                                 .fails(Violation::data_race);

const auto right_dropped = outrun.with(TreiberProtocol{.pushers_keep_right = false})
                               .named("injector/treiber/holder-is-outrun/pusher-drops-right")
                               .fails(Violation::data_race);

// ---- several of each

template <AtomicsLayer A>
struct TwoAndTwo {
  static constexpr std::string_view kSentence = "two pushers and two poppers: every job once";
  static constexpr std::string_view kBounds = "2 pushers: one job each; 2 poppers: one job each";
  static constexpr auto threads() {
    return std::tuple{&TwoAndTwo::first_pusher, &TwoAndTwo::second_pusher, &TwoAndTwo::popper, &TwoAndTwo::popper};
  }

  WatchedJob<A> jobs[2];
  TreiberInjector<WatchedJob<A>, A, orders, protocol> injector;

  void first_pusher() { push(jobs[0]); }
  void second_pusher() { push(jobs[1]); }
  void push(WatchedJob<A>& job) {
    job.write();
    injector.push(job);
  }
  void popper() { pop_one<A>(injector)->take(); }
  void finish() {
    for (const auto& job : jobs) A::require(job.is_taken, "no_job_lost");
    A::require(injector.is_empty(), "every job was taken, and something is left");
  }
  void invariant() const { A::require(injector.right_implies_job(), "right_implies_job"); }
};

const auto two_and_two = model<TwoAndTwo>("injector/treiber/two-pushers-two-poppers").tables(orders, protocol).holds();

template <AtomicsLayer A>
struct ChainIsLeft {
  static constexpr std::string_view kSentence = "jobs left as one chain are taken once each, and complete";
  static constexpr std::string_view kBounds = "1 pusher: a chain of two jobs; 2 poppers: one job each";
  static constexpr auto threads() {
    return std::tuple{&ChainIsLeft::pusher, &ChainIsLeft::popper, &ChainIsLeft::popper};
  }

  using Injector = TreiberInjector<WatchedJob<A>, A, orders, protocol>;
  WatchedJob<A> jobs[2];
  Injector injector;

  void pusher() {
    typename Injector::Chain chain;
    for (auto& job : jobs) {
      job.write();
      chain.add(job);
    }
    injector.push(chain);
  }
  void popper() { pop_one<A>(injector)->take(); }
  void finish() {
    for (const auto& job : jobs) A::require(job.is_taken, "no_job_lost");
    A::require(injector.is_empty(), "every job was taken, and something is left");
  }
};

const auto chain = model<ChainIsLeft>("injector/treiber/chain").tables(orders, protocol).holds();

const auto chain_no_publish = chain.with(TreiberOrders{.publish = kRelaxed})
                                  .named("injector/treiber/chain/without-publish-release")
                                  .fails(Violation::data_race);

// ---- a popped job is the popper's, to free or to push again

template <AtomicsLayer A>
struct PoppersFree {
  static constexpr std::string_view kSentence = "a job that its popper frees at once is touched by nobody afterwards";
  static constexpr std::string_view kBounds = "two jobs to begin with; 2 poppers: one job each, freed at once";
  static constexpr auto threads() { return std::tuple{&PoppersFree::popper, &PoppersFree::popper}; }

  TreiberInjector<WatchedJob<A>, A, orders, protocol> injector;

  PoppersFree() {
    for (int i = 0; i != 2; ++i) {
      WatchedJob<A>* const job = allocate_job<A>();
      job->write();
      injector.push(*job);
    }
  }
  void popper() {
    WatchedJob<A>* const job = pop_one<A>(injector);
    job->take();
    free_job<A>(job);
  }
  void finish() { A::require(injector.is_empty(), "every job was taken, and something is left"); }
};

const auto poppers_free = model<PoppersFree>("injector/treiber/poppers-free")
                              .tables(orders, protocol)
                              .search({.quick = {.full = true}, .thorough = {.full = true}})
                              .holds();

const auto read_after_free = poppers_free.with(TreiberProtocol{.consumer_takes_right = false})
                                 .named("injector/treiber/poppers-free/without-right")
                                 .defect("S-20")
                                 .fails(Violation::use_after_free);

template <AtomicsLayer A>
struct PopperPushesAgain {
  static constexpr std::string_view kSentence = "a job that comes back at the same address confuses no popper";
  static constexpr std::string_view kBounds =
      "two jobs to begin with; 1 popper: two attempts, pushes the first again; 1 popper: one attempt";
  static constexpr auto threads() { return std::tuple{&PopperPushesAgain::returner, &PopperPushesAgain::popper}; }

  WatchedJob<A> jobs[2];
  TreiberInjector<WatchedJob<A>, A, orders, protocol> injector;

  PopperPushesAgain() {
    for (auto& job : jobs) {
      job.write();
      injector.push(job);
    }
  }
  void returner() {
    const auto first = injector.pop();
    if (first.is_success()) first.job()->take();
    const auto second = injector.pop();
    if (second.is_success()) second.job()->take();
    if (!first.is_success()) return;
    first.job()->write();
    injector.push(*first.job());
  }
  void popper() {
    const auto result = injector.pop();
    if (result.is_success()) result.job()->take();
  }
  void finish() {
    while (injector.has_jobs()) pop_one<A>(injector)->take();
    for (const auto& job : jobs) A::require(job.is_taken, "no_job_lost");
  }
};

const auto pushes_again = model<PopperPushesAgain>("injector/treiber/popper-pushes-again")
                              .tables(orders, protocol)
                              .search({.quick = {.full = true}, .thorough = {.full = true}})
                              .holds();

const auto again_races = pushes_again.with(TreiberProtocol{.consumer_takes_right = false})
                             .named("injector/treiber/popper-pushes-again/without-right")
                             .defect("S-20")
                             .fails(Violation::data_race);

template <AtomicsLayer A>
struct PopperPushesAgainBlind : PopperPushesAgain<BlindToRaces<A>> {
  using Base = PopperPushesAgain<BlindToRaces<A>>;
  static constexpr auto threads() { return std::tuple{&Base::returner, &Base::popper}; }
};

// What the race leads to: the exchange compares equal addresses, and puts a taken job back.
const auto again_twice = model<PopperPushesAgainBlind>("injector/treiber/popper-pushes-again/without-right/job-twice")
                             .tables(orders, protocol)
                             .with(TreiberProtocol{.consumer_takes_right = false})
                             .defect("S-20")
                             .fails(Violation::requirement);

}  // namespace
}  // namespace vigil::models
