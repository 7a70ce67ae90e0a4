// Can a task that was left in the queue be lost, taken twice, or slept on, and is a thread turned away without reason?

#include <vigil/lean/vyukov_queue.hpp>

#include "queues.hpp"

namespace vigil::models {
namespace {

using namespace lean;

VyukovQueueOrders orders;
VyukovQueueProtocol protocol;

constexpr auto kRelaxed = std::memory_order_relaxed;

template <AtomicsLayer Layer>
using Queue = VyukovQueue<LinkedTask<Layer>, orders, protocol>;

template <AtomicsLayer Layer>
struct Crowd : TwoAndTwo<Layer, Queue<Layer>> {};

const auto crowd =
    model<Crowd>("lean/vyukov_queue/two-producers-two-consumers").tables(orders, protocol, links).holds();

template <AtomicsLayer Layer>
struct Handover : OneAtATime<Layer, Queue<Layer>> {};

const auto handover = model<Handover>("lean/vyukov_queue/one-at-a-time").tables(orders, protocol, links).holds();

const auto no_link = handover.with(VyukovQueueOrders{.link = kRelaxed})
                         .named("lean/vyukov_queue/one-at-a-time/without-link-release")
                         .fails(Violation::data_race);

const auto no_next = handover.with(VyukovQueueOrders{.next = kRelaxed})
                         .named("lean/vyukov_queue/one-at-a-time/without-next-acquire")
                         .fails(Violation::data_race);

template <AtomicsLayer Layer>
struct InTheWay : TurnedAway<Layer, Queue<Layer>> {};

const auto in_the_way = model<InTheWay>("lean/vyukov_queue/turned-away").tables(orders, protocol, links).holds();

const auto reports_nothing = in_the_way.mutant("no_tasks_left_reported")
                                 .named("lean/vyukov_queue/turned-away/release-says-nothing")
                                 .defect("S-42")
                                 .fails(Violation::requirement);

template <AtomicsLayer Layer>
struct NoTaskLeft : AllHaveGone<Layer, Queue<Layer>> {};

const auto no_task_left =
    model<NoTaskLeft>("lean/vyukov_queue/all-have-gone").tables(orders, protocol, links).weak_failures(0).holds();

const auto mark_only_read = no_task_left.mutant("mark_only_read")
                                .named("lean/vyukov_queue/all-have-gone/mark-only-read")
                                .defect("S-42")
                                .fails(Violation::requirement);

template <AtomicsLayer Layer>
struct Sleeper : OneTaskEach<Layer, Queue<Layer>> {};

const auto sleeper =
    model<Sleeper>("lean/vyukov_queue/one-task-each").tables(orders, protocol, links).spurious_wakes(0).holds();

const auto reports_nothing_to_sleeper = sleeper.mutant("no_tasks_left_reported")
                                            .named("lean/vyukov_queue/one-task-each/release-says-nothing")
                                            .defect("S-42")
                                            .fails(Violation::missed_wake);

template <AtomicsLayer Layer>
struct Ring : RingIsFilled<Layer, Queue<Layer>> {};

const auto ring =
    model<Ring>("lean/vyukov_queue/ring-is-filled").tables(orders, protocol, links, ring_orders, ring_protocol).holds();

// ---- an empty queue is not locked

template <AtomicsLayer Layer>
struct EmptyAfterUse : RecordedQueue<Layer, Queue<Layer>, 1> {
  static constexpr std::string_view kSentence = "a queue that was used and is empty turns no thread away";
  static constexpr std::string_view kBounds = "a queue through which one task has gone; 2 consumers: one attempt each";
  static constexpr auto threads() { return std::tuple{&EmptyAfterUse::consumer, &EmptyAfterUse::consumer}; }

  EmptyAfterUse() {
    this->push(0);
    this->consume_one();
  }
  void consumer() {
    auto consumer = this->queue_.try_consume();
    Layer::require(consumer.is_empty(), "there is nothing to turn a thread away from");
    if (consumer.has_right()) static_cast<void>(consumer.release());
  }
};

const auto empty_after_use =
    model<EmptyAfterUse>("lean/vyukov_queue/empty-after-use").tables(orders, protocol, links).holds();

const auto locks_nothing = empty_after_use.with(VyukovQueueProtocol{.stub_alone_is_empty = false})
                               .named("lean/vyukov_queue/empty-after-use/locked-all-the-same")
                               .defect("S-48")
                               .fails(Violation::requirement);

// ---- what lies behind a cut

// The second producer has returned from its push, and a thread that knows that finds nothing.
template <AtomicsLayer Layer>
struct BehindACut : RecordedQueue<Layer, Queue<Layer>, 2, kJobJudge> {
  static constexpr std::string_view kSentence = "a thread that knows that a push is over finds the task";
  static constexpr std::string_view kBounds = "1 producer: one task; 1 thread: pushes a task, then consumes";
  static constexpr auto threads() { return std::tuple{&BehindACut::producer, &BehindACut::both}; }
  void producer() { this->push(0); }
  void both() {
    this->push(1);
    this->consume_one();
  }
};

const auto behind_a_cut = model<BehindACut>("lean/vyukov_queue/behind-a-cut")
                              .tables(orders, protocol, links)
                              .defect("S-48")
                              .fails(Violation::requirement);

}  // namespace
}  // namespace vigil::models
