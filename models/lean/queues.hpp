#pragma once

#include "tasks.hpp"

#include <cstddef>
#include <string_view>
#include <tuple>

// What is asked of both queues of the lean pool: scenarios that are templates over the queue.
namespace vigil::models::lean {

using namespace vigil::lean;

// A queue and the history of its calls.
template <AtomicsLayer Layer, class Queue, std::size_t Tasks, const JobJudge& Judge = kByAccount,
          class Spec = linearizability::QueueSpec>
class RecordedQueue {
 public:
  using Consumer = typename Queue::Consumer;

  void finish() {
    for (bool is_over = false; !is_over;) {
      is_over = queue_.is_empty();
      Layer::require(consume_one() != is_over, "when no thread uses the queue, it is empty or a task can be taken");
    }
    tasks_.check();
  }

 protected:
  void push(int number) {
    LinkedTask<Layer>& task = tasks_.write(number);
    tasks_.begins();
    queue_.push(task);
    tasks_.pushed(number);
  }
  void push_two(int first) {
    Batch<LinkedTask<Layer>> batch;
    batch.push(tasks_.write(first));
    batch.push(tasks_.write(first + 1));
    tasks_.begins();
    queue_.push(batch);
    tasks_.pushed(first, 2);
  }
  // One attempt at one task. Whether it got one.
  bool consume_one() {
    tasks_.begins();
    Consumer consumer = queue_.try_consume();
    LinkedTask<Layer>* const task = consumer.has_right() ? consumer.pop() : nullptr;
    if (consumer.has_right()) static_cast<void>(consumer.release());
    tasks_.took(task, consumer.is_busy() ? StealStatus::retry : StealStatus::empty);
    return task != nullptr;
  }
  // One attempt at all tasks.
  void consume_all() {
    Consumer consumer = queue_.try_consume();
    if (!consumer.has_right()) return;
    for (;;) {
      tasks_.begins();
      LinkedTask<Layer>* const task = consumer.pop();
      tasks_.took(task);
      if (task == nullptr) break;
    }
    static_cast<void>(consumer.release());
  }

  Queue queue_;
  WatchedTasks<Layer, Tasks, Judge, Spec> tasks_;
};

// ---- a task is taken once, and whole

template <AtomicsLayer Layer, class Queue>
struct TwoAndTwo : RecordedQueue<Layer, Queue, 2> {
  static constexpr std::string_view kSentence = "two producers and two consumers: every task once, and whole";
  static constexpr std::string_view kBounds =
      "2 producers: one task each; 2 consumers: one attempt each, at all tasks; then the rest";
  static constexpr auto threads() {
    return std::tuple{&TwoAndTwo::first_producer, &TwoAndTwo::second_producer, &TwoAndTwo::consumer,
                      &TwoAndTwo::consumer};
  }
  void first_producer() { this->push(0); }
  void second_producer() { this->push(1); }
  void consumer() { this->consume_all(); }
};

template <AtomicsLayer Layer, class Queue>
struct OneAtATime : RecordedQueue<Layer, Queue, 4> {
  static constexpr std::string_view kSentence = "what a consumer leaves, the next one takes";
  static constexpr std::string_view kBounds =
      "two tasks; 1 producer: a batch of two; 2 consumers: one task each, one of them twice; then the rest";
  static constexpr auto threads() {
    return std::tuple{&OneAtATime::producer, &OneAtATime::one_consumer, &OneAtATime::other_consumer};
  }
  OneAtATime() { this->push_two(0); }
  void producer() { this->push_two(2); }
  void one_consumer() { this->consume_one(), this->consume_one(); }
  void other_consumer() { this->consume_one(); }
};

// ---- no worker sleeps on a task

template <AtomicsLayer Layer, class Queue>
struct TurnedAway : RecordedQueue<Layer, Queue, 2> {
  static constexpr std::string_view kSentence =
      "a producer that is turned away can leave its task to the consumer that is in the way";
  static constexpr std::string_view kBounds =
      "one task; 1 producer: one task, tries to consume; 1 consumer: takes all, and again if some are left";
  static constexpr auto threads() { return std::tuple{&TurnedAway::producer, &TurnedAway::consumer}; }

  bool was_turned_away = false;
  int taken = 0;

  TurnedAway() { this->push(0); }
  void producer() {
    this->push(1);
    auto consumer = this->queue_.try_consume();
    was_turned_away = consumer.is_busy();
    if (consumer.has_right()) static_cast<void>(consumer.release());
  }
  void consumer() {
    if (take_all() == Leftover::tasks) static_cast<void>(take_all());
  }
  void finish() {
    Layer::require(!was_turned_away || taken == 2, "a consumer that turns a thread away takes what is there");
    RecordedQueue<Layer, Queue, 2>::finish();
  }

 private:
  Leftover take_all() {
    auto consumer = this->queue_.try_consume();
    if (!consumer.has_right()) return Leftover::nothing;
    for (;;) {
      this->tasks_.begins();
      LinkedTask<Layer>* const task = consumer.pop();
      this->tasks_.took(task);
      if (task == nullptr) return consumer.release();
      ++taken;
    }
  }
};

// A thread that is turned away relies on the one that has the right, and the second may find the mark of the first.
template <AtomicsLayer Layer, class Queue>
struct AllHaveGone : RecordedQueue<Layer, Queue, 2> {
  static constexpr std::string_view kSentence = "when all threads have left, no task is left behind";
  static constexpr std::string_view kBounds =
      "one task; 1 producer: one task; it and 2 consumers: take all, as often as some are left; no exchange "
      "fails for nothing";
  static constexpr auto threads() {
    return std::tuple{&AllHaveGone::producer, &AllHaveGone::consumer, &AllHaveGone::consumer};
  }

  AllHaveGone() { this->push(0); }
  void producer() { this->push(1), consumer(); }
  void consumer() {
    for (;;) {
      auto consumer = this->queue_.try_consume();
      if (!consumer.has_right()) return;
      while (consumer.pop() != nullptr) {
      }
      if (consumer.release() == Leftover::nothing) return;
    }
  }
  void finish() { Layer::require(this->queue_.is_empty(), "a task is left, and no thread knows of it"); }
};

// Two workers, one of them asleep, that take one task each and never come back.
template <AtomicsLayer Layer, class Queue>
struct OneTaskEach {
  static constexpr std::string_view kSentence = "a worker that was turned away is woken for what the other one left";
  static constexpr std::string_view kBounds =
      "one task; 1 producer: one task, wakes a worker; 2 workers: one task each, and then busy for ever; one is asleep";
  static constexpr auto threads() {
    return std::tuple{&OneTaskEach::producer, &OneTaskEach::awake, &OneTaskEach::asleep};
  }

  Queue queue;
  LinkedTask<Layer> first;
  LinkedTask<Layer> second;
  typename Layer::mutex mutex{"mutex"};
  typename Layer::condition_variable condition{"condition"};
  typename Layer::template var<bool> is_notified{false, "is_notified"};

  OneTaskEach() { queue.push(first); }
  void producer() {
    queue.push(second);
    notify();
  }
  void awake() {
    Layer::retry([this] {
      if (take_one()) return true;
      wait();
      return false;
    });
  }
  void asleep() {
    Layer::retry([this] {
      wait();
      return take_one();
    });
  }

 private:
  bool take_one() {
    auto consumer = queue.try_consume();
    if (!consumer.has_right()) return false;
    const bool has_task = consumer.pop() != nullptr;
    if (consumer.release() == Leftover::tasks) notify();
    return has_task;
  }
  void notify() {
    mutex.lock();
    is_notified.set(true);
    condition.notify_one();
    mutex.unlock();
  }
  void wait() {
    mutex.lock();
    Layer::retry([this] {
      if (is_notified.get()) return true;
      condition.wait(mutex);
      return false;
    });
    is_notified.set(false);
    mutex.unlock();
  }
};

// ---- a ring that is filled from the queue

inline RingOrders ring_orders;
inline RingProtocol ring_protocol;

template <AtomicsLayer Layer, class Queue>
struct RingIsFilled : RecordedQueue<Layer, Queue, 3> {
  using Ring = RingBuffer<LinkedTask<Layer>, 2, ring_orders, ring_protocol>;
  static constexpr std::string_view kSentence =
      "tasks that go from the queue to a ring are run once, by owner or thief";
  static constexpr std::string_view kBounds =
      "two tasks; 1 producer: one task; 1 owner of a ring of two: consumes twice, pops between; 1 thief: two attempts";
  static constexpr auto threads() {
    return std::tuple{&RingIsFilled::producer, &RingIsFilled::owner, &RingIsFilled::thief};
  }

  Ring ring;
  Ring thiefs_ring;

  RingIsFilled() { this->push(0), this->push(1); }
  void producer() { this->push(2); }
  void owner() {
    consume();
    empty_ring();
    consume();
  }
  void thief() {
    for (int attempt = 0; attempt != 2; ++attempt) {
      this->tasks_.begins();
      this->tasks_.took(thiefs_ring.steal(ring));
    }
  }
  void finish() {
    empty_ring();
    RecordedQueue<Layer, Queue, 3>::finish();
  }

 protected:
  void consume() {
    this->tasks_.begins();
    const auto taken = ring.consume(this->queue_);
    this->tasks_.took(taken);
    Layer::require(taken.must_notify() || ring.is_empty(), "a worker that fills its ring has to notify");
  }
  void empty_ring() {
    LinkedTask<Layer>* task = nullptr;
    do {
      this->tasks_.begins();
      task = ring.pop();
      this->tasks_.took(task);
    } while (task != nullptr);
  }
};

// The owner pops only to see that its ring is empty, and the thief is never outrun, so that slots need not be atomic.
template <AtomicsLayer Layer, class Queue>
struct RingIsFilledAgain : RecordedQueue<Layer, Queue, 5> {
  using Ring = RingBuffer<LinkedTask<Layer>, 2, ring_orders, ring_protocol>;
  static constexpr std::string_view kSentence =
      "a ring is filled again only after the thieves that emptied it have read it";
  static constexpr std::string_view kBounds =
      "slots that are not atomic, five tasks; 1 owner of a ring of two: consumes, and again if a pop finds nothing; 1 "
      "thief: two attempts";
  static constexpr auto threads() { return std::tuple{&RingIsFilledAgain::owner, &RingIsFilledAgain::thief}; }

  Ring ring;
  Ring thiefs_ring;

  RingIsFilledAgain() {
    for (int i = 0; i != 5; ++i) this->push(i);
  }
  void owner() {
    consume();
    if (!pop()) consume();
  }
  void thief() {
    for (int attempt = 0; attempt != 2; ++attempt) {
      this->tasks_.begins();
      this->tasks_.took(thiefs_ring.steal(ring));
    }
  }
  void finish() {
    while (pop()) {
    }
    RecordedQueue<Layer, Queue, 5>::finish();
  }

 private:
  void consume() {
    this->tasks_.begins();
    this->tasks_.took(ring.consume(this->queue_));
  }
  bool pop() {
    this->tasks_.begins();
    LinkedTask<Layer>* const task = ring.pop();
    this->tasks_.took(task);
    return task != nullptr;
  }
};

}  // namespace vigil::models::lean
