// What the queue is asked before it ships: every execution that C++20 allows, of two small programs.

#include <mailbox/queue.hpp>

#include <vigil/model/exhibit.hpp>
#include <vigil/model/model.hpp>
#include <vigil/model/recorder.hpp>

#include <string_view>
#include <tuple>

namespace {

using namespace vigil::models;
using mailbox::Queue;
using mailbox::QueueOrders;

// A copy that the program may weaken, entry by entry.
QueueOrders orders;

template <vigil::AtomicsLayer Layer>
struct Handover {
  static constexpr std::string_view kSentence = "every item comes out once, in the order in which it went in";
  static constexpr std::string_view kBounds = "1 producer, 1 consumer, 3 items, room for 2";
  static constexpr auto threads() { return std::tuple{&Handover::producer, &Handover::consumer}; }

  Queue<int, 2, Layer, orders> queue;
  int pushed = 0;  // by the producer only
  int popped = 0;  // by the consumer only

  void producer() {
    for (const int item : {1, 2, 3})
      if (queue.push(item)) ++pushed;
  }
  void consumer() {
    for (int attempt = 0; attempt != 3; ++attempt)
      if (const auto item = queue.pop()) Layer::require(*item == ++popped, "first in, first out");
  }
  void finish() {
    while (queue.pop()) ++popped;
    Layer::require(popped == pushed, "every item comes out");
  }
};

// The same with the answers: a pop that finds no item must be right.
template <vigil::AtomicsLayer Layer>
struct Answers {
  static constexpr std::string_view kSentence = "the calls have an order in which each answer is right";
  static constexpr std::string_view kBounds = "1 producer, 1 consumer, 2 items";
  static constexpr auto threads() { return std::tuple{&Answers::producer, &Answers::consumer}; }

  Queue<int, 2, Layer, orders> queue;
  JobRecorder<Layer, vigil::linearizability::QueueSpec> recorder;

  void producer() {
    for (const int item : {1, 2}) {
      recorder.begins();
      Layer::require(queue.push(item), "there is room");
      recorder.pushed(item);
    }
  }
  bool pop() {
    recorder.begins();
    const auto item = queue.pop();
    recorder.popped(item ? vigil::StealStatus::success : vigil::StealStatus::empty, item.value_or(0));
    return item.has_value();
  }
  void consumer() {
    pop();
    pop();
  }
  void finish() {
    while (pop()) {
    }
    recorder.check();
  }
};

const auto handover = model<Handover>("queue/handover").tables(orders).holds();
const auto answers = model<Answers>("queue/answers").tables(orders).holds();

// Without its order, each of the two publications is a race.
const auto relaxed_publish = handover.with(QueueOrders{.publish = std::memory_order_relaxed})
                                 .named("queue/handover/relaxed-publish")
                                 .fails(Violation::data_race);
const auto relaxed_free = handover.with(QueueOrders{.free = std::memory_order_relaxed})
                              .named("queue/handover/relaxed-free")
                              .defect("issue 12")
                              .fails(Violation::data_race);

// What was once released by mistake stays on show, and is checked for as long as the project lives.
const Exhibition shown{{"12",
                        "Version 1.0 freed slots by a relaxed store.",
                        {{.published = "queue/handover/relaxed-free", .fixed = "queue/handover"}}}};

}  // namespace
