// Can a task that was left in the queue be lost, taken twice, or slept on?

#include <vigil/lean/treiber_queue.hpp>

#include "queues.hpp"

namespace vigil::models {
namespace {

using namespace lean;

TreiberQueueOrders orders;
TreiberQueueProtocol protocol;

constexpr auto kRelaxed = std::memory_order_relaxed;

template <AtomicsLayer Layer>
using Queue = TreiberQueue<LinkedTask<Layer>, orders, protocol>;

template <AtomicsLayer Layer>
struct Crowd : TwoAndTwo<Layer, Queue<Layer>> {};

const auto crowd =
    model<Crowd>("lean/treiber_queue/two-producers-two-consumers").tables(orders, protocol, links).holds();

const auto no_publish = crowd.with(TreiberQueueOrders{.publish = kRelaxed})
                            .named("lean/treiber_queue/two-producers-two-consumers/without-publish-release")
                            .fails(Violation::data_race);

const auto no_newer = crowd.with(TreiberQueueOrders{.newer = kRelaxed})
                          .named("lean/treiber_queue/two-producers-two-consumers/without-newer-acquire")
                          .fails(Violation::data_race);

const auto bits_dropped = crowd.mutant("pusher_drops_bits")
                              .named("lean/treiber_queue/two-producers-two-consumers/pusher-drops-bits")
                              .fails(Violation::data_race, Violation::requirement);

const auto wrong_expected = crowd.mutant("consumer_expects_what_it_wants")
                                .named("lean/treiber_queue/two-producers-two-consumers/expects-what-it-wants")
                                .defect("S-45")
                                .fails(Violation::livelock);

template <AtomicsLayer Layer>
struct Cached : OneAtATime<Layer, Queue<Layer>> {
  static constexpr std::string_view kBounds =
      "two tasks; 1 producer: a batch of two; 2 consumers: one task each, one of them twice; no exchange fails for "
      "nothing; then the rest";
};

const auto cached =
    model<Cached>("lean/treiber_queue/one-at-a-time").tables(orders, protocol, links).weak_failures(0).holds();

const auto no_right = cached.with(TreiberQueueOrders{.lock = kRelaxed})
                          .named("lean/treiber_queue/one-at-a-time/without-right-acquire")
                          .fails(Violation::data_race);

const auto no_release = cached.with(TreiberQueueOrders{.unlock = kRelaxed})
                            .named("lean/treiber_queue/one-at-a-time/without-release")
                            .fails(Violation::data_race);

const auto bit_stays = cached.mutant("cached_bit_stays")
                           .named("lean/treiber_queue/one-at-a-time/cached-bit-stays")
                           .fails(Violation::requirement);

template <AtomicsLayer Layer>
struct InTheWay : TurnedAway<Layer, Queue<Layer>> {};

const auto in_the_way = model<InTheWay>("lean/treiber_queue/turned-away").tables(orders, protocol, links).holds();

const auto reports_nothing = in_the_way.with(TreiberQueueProtocol{.report_tasks_left = false})
                                 .named("lean/treiber_queue/turned-away/release-says-nothing")
                                 .defect("S-42")
                                 .fails(Violation::requirement);

template <AtomicsLayer Layer>
struct NoTaskLeft : AllHaveGone<Layer, Queue<Layer>> {};

const auto no_task_left =
    model<NoTaskLeft>("lean/treiber_queue/all-have-gone").tables(orders, protocol, links).weak_failures(0).holds();

template <AtomicsLayer Layer>
struct Sleeper : OneTaskEach<Layer, Queue<Layer>> {};

const auto sleeper =
    model<Sleeper>("lean/treiber_queue/one-task-each").tables(orders, protocol, links).spurious_wakes(0).holds();

const auto reports_nothing_to_sleeper = sleeper.with(TreiberQueueProtocol{.report_tasks_left = false})
                                            .named("lean/treiber_queue/one-task-each/release-says-nothing")
                                            .defect("S-42")
                                            .fails(Violation::missed_wake);

template <AtomicsLayer Layer>
struct Ring : RingIsFilled<Layer, Queue<Layer>> {};

const auto ring = model<Ring>("lean/treiber_queue/ring-is-filled")
                      .tables(orders, protocol, links, ring_orders, ring_protocol)
                      .holds();

template <AtomicsLayer Layer>
struct RingAgain : RingIsFilledAgain<PlainPointers<Layer>, Queue<PlainPointers<Layer>>> {};

const auto ring_again = model<RingAgain>("lean/treiber_queue/ring-is-filled-again")
                            .tables(orders, protocol, links, ring_orders, ring_protocol)
                            .holds();

const auto ring_again_too_early = ring_again.with(RingOrders{.room = kRelaxed})
                                      .named("lean/treiber_queue/ring-is-filled-again/without-room-acquire")
                                      .defect("S-46")
                                      .fails(Violation::data_race);

// ---- the order that is not promised

template <AtomicsLayer Layer, class Spec>
struct InOrder : RecordedQueue<Layer, Queue<Layer>, 3, kJobJudge, Spec> {
  static constexpr std::string_view kBounds = "1 thread: pushes two tasks, takes one, pushes one, takes the rest";
  static constexpr auto threads() { return std::tuple{&InOrder::only}; }
  void only() {
    this->push(0), this->push(1);
    this->consume_one();
    this->push(2);
    this->consume_one();
  }
};

template <AtomicsLayer Layer>
struct OldestFirst : InOrder<Layer, linearizability::QueueSpec> {
  static constexpr std::string_view kSentence = "tasks come out as they went in";
};
template <AtomicsLayer Layer>
struct NewestFirst : InOrder<Layer, linearizability::StackSpec> {
  static constexpr std::string_view kSentence = "the newest task comes out first";
};

const auto oldest_first = model<OldestFirst>("lean/treiber_queue/oldest-first")
                              .tables(orders, protocol, links)
                              .defect("S-58")
                              .fails(Violation::requirement);
const auto newest_first = model<NewestFirst>("lean/treiber_queue/newest-first")
                              .tables(orders, protocol, links)
                              .defect("S-58")
                              .fails(Violation::requirement);

}  // namespace
}  // namespace vigil::models
