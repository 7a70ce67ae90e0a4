// Does a worker with a place find what is left far away?

#include "parts.hpp"

#include <vigil/pool/isolation.hpp>
#include <vigil/pool/placement.hpp>
#include <vigil/pool/topology.hpp>

#include <tuple>

namespace vigil::models {
namespace {

using pools::with_tables;

// Workers 0 and 1 are in one node, worker 2 is in another.
Placement two_nodes() {
  return Placement::on({0, 1, 2}, Topology({{0, 0, 0, 0, 0}, {1, 1, 0, 0, 0}, {2, 2, 2, 2, 1}}));
}

template <class Parts>
struct FarAway {
  FarAway() {
    for (std::size_t index = 0; index != worker_set.size(); ++index) worker_set.add_worker(index);
    worker_set.worker(0).steal_from_nearest(two_nodes());
  }

  void waiter() {
    auto& worker = worker_set.worker(2);
    worker.push(pushed);
    isolate(worker, [&] { worker.wait_until(latch); });
  }
  void thief() { worker_set.worker(0).run(); }

  struct Pushed : Job<Parts> {
    explicit Pushed(FarAway& whose) : Job<Parts>(&run_it), all(whose) {}
    static void run_it(Job<Parts>& job, Worker<Parts>& worker) noexcept {
      FarAway& here = static_cast<Pushed&>(job).all;
      here.worker_set.worker(2).set_latch(here.latch);
      worker.stop();
    }
    FarAway& all;
  };

  WorkerSet<Parts> worker_set{3, pools::kNoRounds, pools::kCapacity};
  typename Parts::Latch latch;
  Pushed pushed{*this};
};

template <AtomicsLayer Layer>
struct LeftFarAway : FarAway<pools::Parts<Layer>> {
  static constexpr std::string_view kSentence =
      "a job that a worker left before an isolation is run by a worker of another node, while the first one waits";
  static constexpr std::string_view kBounds =
      "3 workers in 2 nodes: one pushes a job and waits inside an isolation until it has run; one of the other node, "
      "with a near worker that has no thread, searches and sleeps; no round of yielding";
  static constexpr auto threads() { return std::tuple{&LeftFarAway::waiter, &LeftFarAway::thief}; }
};

const auto left_far_away = with_tables(model<LeftFarAway>("pool/placement/left-far-away")).holds();

// Without sleep a thief that finds nothing is seen to search for ever.
template <AtomicsLayer Layer>
struct SoughtFarAway : FarAway<pools::RestlessParts<Layer>> {
  static constexpr std::string_view kSentence = "a worker that searches finds a job of a worker of another node";
  static constexpr std::string_view kBounds =
      "3 workers in 2 nodes: one pushes a job and waits inside an isolation until it has run; one of the other node, "
      "with a near worker that has no thread, searches and never sleeps";
  static constexpr auto threads() { return std::tuple{&SoughtFarAway::waiter, &SoughtFarAway::thief}; }
};

const auto sought_far_away = with_tables(model<SoughtFarAway>("pool/placement/sought-far-away")).holds();

const auto stays_near = sought_far_away.mutant("thief_stays_near")
                            .named("pool/placement/sought-far-away/stays-near")
                            .fails(Violation::livelock);

}  // namespace
}  // namespace vigil::models
