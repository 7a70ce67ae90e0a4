// Is the newest job taken first? Counting the jobs cannot show it: each is taken once, in any order.

#include "jobs.hpp"

namespace vigil::models {
namespace {

using namespace injecting;

TreiberOrders orders;
JobJudge judge;

// One thread pushes a job and takes the newest, which is that job unless the other took it.
template <AtomicsLayer Layer, class Job, class Injector>
struct NewestFirst {
  static constexpr std::string_view kSentence = "a job that comes in is taken before those that were there";
  static constexpr std::string_view kBounds = "two jobs to begin with; 1 popper: one attempt; 1 thread: push, pop";
  static constexpr auto threads() { return std::tuple{&NewestFirst::popper, &NewestFirst::pusher}; }

  Job jobs[3];
  RecordedInjector<Layer, Job, Injector, judge> injector;

  NewestFirst() {
    for (int i = 0; i != 2; ++i) injector.push(jobs[i], i);
  }
  void popper() { injector.pop(); }
  void pusher() {
    injector.push(jobs[2], 2);
    injector.pop();
  }
  void finish() { injector.finish(); }
};

template <AtomicsLayer Layer>
struct Shipped : NewestFirst<Layer, WatchedJob<Layer>, TreiberInjector<WatchedJob<Layer>, Layer, orders>> {};

const auto shipped = model<Shipped>("injector/treiber/newest-first").tables(orders, judge).holds();

// The jobs that it puts back come to lie above one that is newer.
template <AtomicsLayer Layer>
struct DetachAll : NewestFirst<Layer, LinkedJob<Layer>, DetachAllInjector<LinkedJob<Layer>, Layer>> {};

const auto detach_all = model<DetachAll>("injector/treiber/newest-first/detach-all")
                            .tables(judge)
                            .defect("S-20")
                            .fails(Violation::requirement);

// A model that counts jobs, and does not check answers, finds nothing.
const auto detach_all_by_account = detach_all.with(JobJudge{.asks_for_order = false})
                                       .named("injector/treiber/newest-first/detach-all/by-account-alone")
                                       .holds();

}  // namespace
}  // namespace vigil::models
