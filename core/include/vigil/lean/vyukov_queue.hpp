#pragma once

#include <vigil/atomics/cache_line.hpp>
#include <vigil/atomics/layer.hpp>
#include <vigil/lean/batch.hpp>
#include <vigil/lean/queue_consumer.hpp>
#include <vigil/lean/task.hpp>
#include <vigil/lean/vyukov_queue_tables.hpp>

#include <atomic>

namespace vigil::lean {

// Tasks without a bound, from any number of producers, for one consumer at a time: Vyukov's intrusive queue, with a
// right to consume in the word that says where the consumer goes on.
//
//   front ──▶ task ──▶ … ──▶ task ◀── back      each task linked to the one that came after it
//
//   push     exchanges `back` for the own last task, then links the task that was last to the own first one. Between
//            the two steps the queue is cut in two, and what lies behind the cut cannot be taken.
//   consume  exchanges `front` for null, which is the right to consume, and follows the links. Whoever finds null there
//            puts a mark in its place, and goes away.
//   release  says how far it came, and sees the mark.
//
// A task is taken when its link is known, that is, when another one follows. For the last one to be taken the stub is
// pushed behind it: a task of the queue's own, which is passed over when it comes. So the consumer is a producer too.
//
// The queue is empty if `front` and `back` are both the stub: whoever looks reads `back` first, and what the last
// consumer did to `front` comes before what it did to `back`. The published form knows only the queue that was never
// used as empty, and locks every other one to find nothing (S-48).
//
// A pop may find nothing while a task lies behind a cut. Then its producer has not returned from push; what it does
// next, in a pool, is to wake somebody. So `nothing` is not said of the queue but of what can be taken, and the calls
// need not have an order (S-48). Release does not call that a task that is left: a consumer that is told of it would
// come back, find the cut, and be told again, for as long as the producer is interrupted.
//
// A consumer may hold the right while a task comes in that it does not see, and whoever is woken for that task is
// turned away. The mark tells on release (S-42): it was put in place of null, or of itself, so before the exchange that
// gives the right back, and whoever comes later finds the right free.
//
// Progress: push is wait-free, one exchange and one store. Taking the right is lock-free, pop and release are
// wait-free; but a producer that is interrupted between its two steps hides all later tasks, and a consumer that is
// interrupted turns all others away (S-52): blocking for consumers. Order: first in, first out, as long as one asks the
// queue alone; what its consumers do with a batch does not keep it (S-58).

template <class T = Task<>, const VyukovQueueOrders& Orders = kVyukovQueueOrders,
          const VyukovQueueProtocol& Protocol = kVyukovQueueProtocol>
class VyukovQueue {
  using A = typename T::Layer;

 public:
  using TaskType = T;
  using Consumer = QueueConsumer<VyukovQueue>;

  // An empty queue; a constant, so that a queue may be static.
  constexpr VyukovQueue() = default;
  // No thread may be using the queue. Tasks that are left are dropped; they are the caller's.
  ~VyukovQueue() = default;
  VyukovQueue(const VyukovQueue&) = delete;
  VyukovQueue& operator=(const VyukovQueue&) = delete;

  // Leaves all tasks of `batch` in one step; an empty batch leaves nothing. Any thread. Wait-free.
  // Everything that happens before push happens before a consumer's pop returns the task.
  void push(Batch<T> batch) {
    if (batch.is_empty()) return;
    T* const last = back_.exchange(batch.tail(), Orders.append);
    last->link().store(batch.head(), Orders.link);
  }
  void push(T& task) { push(Batch<T>::from(task)); }

  // Takes the right to consume, or says why not. Any thread. Lock-free, and never waits for the one who has the right.
  [[nodiscard]] Consumer try_consume() {
    T* const early = Protocol.back_before_front ? back_.load(Orders.back) : nullptr;
    Word front = front_.load(Orders.probe);
    T* const back = Protocol.back_before_front ? early : back_.load(Orders.back);
    const auto is_held = [&] { return front == nullptr || front == mark(); };
    const auto is_empty = [&] { return front == &stub_ && back == &stub_ && Protocol.stub_alone_is_empty; };
    A::retry([&] {
      if (is_held()) {
        if (!Protocol.tells_what_is_left || (front == mark() && !Protocol.mark_is_confirmed)) return true;
        return front_.compare_exchange_weak(front, mark(), Orders.turned_away, Orders.refused);
      }
      return is_empty() || front_.compare_exchange_weak(front, nullptr, Orders.lock, Orders.refused);
    });
    if (is_held()) return Consumer::busy();
    return is_empty() ? Consumer::empty() : Consumer::holding(*this, static_cast<T*>(front));
  }

  // Whether there was no task a moment ago, none being one that a consumer holds. Any thread. Wait-free.
  [[nodiscard]] bool is_empty() const {
    return back_.load(Orders.back) == &stub_ && front_.load(Orders.probe) == &stub_;
  }

 private:
  friend Consumer;

  // A task's address, or null, or the mark that somebody was turned away.
  using Word = void*;
  Word mark() { return &back_; }

  // For the consumer, which goes on at `front`.
  T* take(T*& front) {
    T* next = front->link().load(Orders.next);
    if (front == &stub_) {
      if (next == nullptr) return nullptr;
      front = next;
      next = front->link().load(Orders.next);
    }
    if (next == nullptr) {
      if (Protocol.stub_behind_last && back_.load(Orders.last) != front) return nullptr;
      push(stub_);
      next = front->link().load(Orders.next);
      if (next == nullptr) return nullptr;
    }
    T* const task = front;
    front = next;
    return task;
  }

  Leftover give_back(T* front) {
    // A last task that is nobody's end: the stub can still be pushed behind it.
    const bool can_take_last = front != &stub_ && back_.load(Orders.last) == front;
    const bool can_take = can_take_last || front->link().load(Orders.next) != nullptr;
    const bool turned_away = front_.exchange(front, Orders.unlock) == mark();
    return (can_take || turned_away) && Protocol.tells_what_is_left ? Leftover::tasks : Leftover::nothing;
  }

  // Written by producers.
  alignas(kCacheLine) typename A::template atomic<T*> back_{&stub_, "back"};
  // Where the consumer goes on; null or the mark while there is one. Written by consumers.
  alignas(kCacheLine) typename A::template atomic<Word> front_{&stub_, "front"};
  T stub_;
};

}  // namespace vigil::lean
