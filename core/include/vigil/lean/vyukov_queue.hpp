#pragma once

#include <vigil/atomics/cache_line.hpp>
#include <vigil/atomics/layer.hpp>
#include <vigil/lean/batch.hpp>
#include <vigil/lean/queue_consumer.hpp>
#include <vigil/lean/task.hpp>
#include <vigil/lean/vyukov_queue_tables.hpp>

#include <atomic>

namespace vigil::lean {

// Tasks without a bound, from any number of producers, for one consumer at a time: Vyukov's intrusive queue. The word
// that says where the consumer continues is the right to consume, too.
//
//   front ──▶ task ──▶ … ──▶ task ◀── back      each task is linked to the one that was pushed after it
//
//   push     exchanges `back` for its last task, then links the task that was last to its first one. Between the two
//            steps the queue is cut in two, and the tasks behind the cut cannot be taken.
//   consume  exchanges `front` for null, which is the right to consume, and follows the links. A thread that finds null
//            there leaves a mark in its place, and is turned away.
//   release  puts back where the consumer continues, and sees the mark.
//
// A task can be taken when its link is known, that is, when another task follows. To take the last one, the consumer
// pushes the stub behind it: a task of the queue itself, which consumers skip. So the consumer is a producer too.
//
// The queue is empty if `front` and `back` are both the stub. A thread reads `back` first, because the last consumer
// changed `front` before it changed `back`. The published form takes only a queue that was never used for empty, and
// locks all others to find nothing (S-48).
//
// A pop may find nothing while a task lies behind a cut. Its producer has not returned from push, and in a pool it
// notifies next. So `nothing` does not mean that the queue is empty, and the calls need not have an order (S-48).
// Release does not report such a task: a consumer that learned of it would come back, find the cut, and learn of it
// again, for as long as the producer is interrupted.
//
// A consumer may hold the right while a task is pushed that it does not see; a worker that is woken for that task is
// turned away. Release sees the worker's mark (S-42): the worker put it in place of null, or of the mark, so before the
// exchange that gives the right back. A worker that comes after this exchange finds the right free.
//
// Promised: each task is taken once. Tasks come out in the order in which they were pushed, as long as one asks the
// queue alone; what its consumers do with a batch does not keep it (S-58). Not promised: progress of consumers. A
// producer that is interrupted between its two steps hides all later tasks, and a consumer that is interrupted turns
// all others away (S-52).

/// Tasks without a bound, in the order of their pushes, for one consumer at a time.
///
/// \tparam T  The tasks. The queue uses their layer.
/// \threads   Any thread, for all members.
/// \source    D. Vyukov, "Intrusive MPSC node-based queue", after "Resource efficient Thread Pools with Zig".
///
/// \snippet lean/vyukov_queue.cpp example
template <class T = Task<>, const VyukovQueueOrders& Orders = kVyukovQueueOrders,
          const VyukovQueueProtocol& Protocol = kVyukovQueueProtocol>
class VyukovQueue {
  using Layer = typename T::Layer;

 public:
  /// What the queue holds.
  using TaskType = T;
  /// The right to consume.
  using Consumer = QueueConsumer<VyukovQueue>;

  /// An empty queue, which can be `constinit`.
  constexpr VyukovQueue() = default;
  /// \pre No thread uses the queue. Tasks that are left are dropped; the caller still has their memory.
  ~VyukovQueue() = default;
  VyukovQueue(const VyukovQueue&) = delete;
  VyukovQueue& operator=(const VyukovQueue&) = delete;

  /// Adds all tasks of a batch in one step, or one task. An empty batch adds nothing.
  ///
  /// \progress  Wait-free: one exchange and one store.
  /// \orders    What came before push happens before the return of the pop that takes the task.
  /// \{
  void push(Batch<T> batch) {
    if (batch.is_empty()) return;
    T* const last = back_.exchange(batch.tail(), Orders.append);
    last->link().store(batch.head(), Orders.link);
  }
  void push(T& task) { push(Batch<T>::from(task)); }
  /// \}

  /// Takes the right to consume, or says why not. Does not wait for the thread that has it.
  ///
  /// \progress Lock-free.
  [[nodiscard]] Consumer try_consume() {
    T* const back = back_.load(Orders.back);
    Word front = front_.load(Orders.probe);
    const auto is_held = [&] { return front == nullptr || front == mark(); };
    const auto is_empty = [&] { return front == &stub_ && back == &stub_ && Protocol.stub_alone_is_empty; };
    Layer::retry([&] {
      if (is_held()) return front_.compare_exchange_weak(front, mark(), Orders.turned_away, Orders.refused);
      return is_empty() || front_.compare_exchange_weak(front, nullptr, Orders.lock, Orders.refused);
    });
    if (is_held()) return Consumer::busy();
    return is_empty() ? Consumer::empty() : Consumer::holding(*this, static_cast<T*>(front));
  }

  /// Whether there was no task at some moment. The tasks that a consumer holds do not count.
  ///
  /// \progress Wait-free.
  [[nodiscard]] bool is_empty() const {
    return back_.load(Orders.back) == &stub_ && front_.load(Orders.probe) == &stub_;
  }

 private:
  friend Consumer;

  // A task's address, or null, or the mark that a thread was turned away.
  using Word = void*;
  Word mark() { return &back_; }

  // For the consumer, which continues at `front`.
  T* take(T*& front) {
    T* next = front->link().load(Orders.next);
    if (front == &stub_) {
      if (next == nullptr) return nullptr;
      front = next;
      next = front->link().load(Orders.next);
    }
    if (next == nullptr) {
      if (back_.load(Orders.last) != front) return nullptr;
      push(stub_);
      next = front->link().load(Orders.next);
      if (next == nullptr) return nullptr;
    }
    T* const task = front;
    front = next;
    return task;
  }

  Leftover give_back(T* front) {
    // The last task can be taken, once the stub is pushed behind it.
    const bool can_take_last = front != &stub_ && back_.load(Orders.last) == front;
    const bool can_take = can_take_last || front->link().load(Orders.next) != nullptr;
    const bool turned_away = front_.exchange(front, Orders.unlock) == mark();
    return can_take || turned_away ? Leftover::tasks : Leftover::nothing;
  }

  // Written by producers.
  alignas(kCacheLine) typename Layer::template atomic<T*> back_{&stub_, "back"};
  // Where the consumer continues; null or the mark while there is a consumer. Written by consumers.
  alignas(kCacheLine) typename Layer::template atomic<Word> front_{&stub_, "front"};
  T stub_;
};

}  // namespace vigil::lean
