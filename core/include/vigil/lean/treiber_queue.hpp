#pragma once

#include <vigil/atomics/cache_line.hpp>
#include <vigil/atomics/layer.hpp>
#include <vigil/atomics/maybe_value.hpp>
#include <vigil/lean/batch.hpp>
#include <vigil/lean/queue_consumer.hpp>
#include <vigil/lean/task.hpp>
#include <vigil/lean/treiber_queue_tables.hpp>

#include <atomic>
#include <cstdint>
#include <optional>

namespace vigil::lean {

// Tasks without a bound, from any number of producers, for one consumer at a time: a Treiber stack that is taken whole.
//
// One word holds the newest task and two bits that the task's alignment leaves free:
//
//   consuming   A consumer has the right to consume.
//   cached      Tasks that a consumer took off the stack and did not use are in `cache`. The cache belongs to the
//               consumer that has the right.
//
//   push     links its tasks above the newest and exchanges the word; the bits stay
//   consume  sets both bits, and takes the stack in the same exchange unless there is a cache to continue with; when
//            the tasks are used up, it checks for newer ones and takes all of them at once
//   release  puts the rest into the cache and clears `consuming`, and `cached` if there is no rest
//
// The stack is only ever taken whole. So no consumer reads the link of a task that is still in the stack, and an
// address that comes back does no harm. Invariant while no thread consumes, `cached_bit_means_cache`: the bit is set if
// and only if there is a cache.
//
// A consumer may hold the right while a task is pushed that it does not see; a worker that is woken for that task is
// turned away. So release says whether tasks are left, from the word that its exchange replaces (S-42). If the push
// comes before this exchange, release sees the task. If it comes after, the worker finds the right free.
//
// Promised: each task is taken once. Not promised: an order. Newer tasks mostly come out first, but not before what is
// cached, and under steady load the oldest can wait forever (S-58). Only one thread at a time gets tasks out. While it
// is interrupted the others get `busy`, whatever producers do (S-52).

/// Tasks without a bound, from any number of producers, for one consumer at a time.
///
/// \tparam T  The tasks. The queue uses their layer.
/// \threads   Any thread, for all members.
/// \source    R. K. Treiber's stack, after "Resource efficient Thread Pools with Zig" and zap's thread pool.
///
/// \snippet lean/treiber_queue.cpp example
template <class T = Task<>, const TreiberQueueOrders& Orders = kTreiberQueueOrders,
          const TreiberQueueProtocol& Protocol = kTreiberQueueProtocol>
class TreiberQueue {
  using Layer = typename T::Layer;

 public:
  /// What the queue holds.
  using TaskType = T;
  /// The right to consume.
  using Consumer = QueueConsumer<TreiberQueue>;

  /// An empty queue, which can be `constinit`.
  constexpr TreiberQueue() = default;
  /// \pre No thread uses the queue. Tasks that are left are dropped; the caller still has their memory.
  ~TreiberQueue() = default;
  TreiberQueue(const TreiberQueue&) = delete;
  TreiberQueue& operator=(const TreiberQueue&) = delete;

  /// Adds all tasks of a batch in one step, or one task. An empty batch adds nothing.
  ///
  /// \progress  Lock-free.
  /// \orders    What came before push happens before the return of the pop that takes the task.
  /// \{
  void push(Batch<T> batch) {
    if (batch.is_empty()) return;
    const auto linked = [&batch](Word word) {
      batch.tail()->set_next(task_of(word));
      return with_bits(batch.head(), bits_of(word));
    };
    // The guess is that there is no task, which saves a load.
    word_.fetch_update_from(nullptr, linked, Orders.publish, Orders.occupied);
  }
  void push(T& task) { push(Batch<T>::from(task)); }
  /// \}

  /// Takes the right to consume, or says why not. Does not wait for the thread that has it.
  ///
  /// \progress Lock-free.
  [[nodiscard]] Consumer try_consume() {
    static_assert(alignof(T) > kBits, "two bits beside a task's address");
    bool is_busy = false;
    const auto with_right = [&is_busy](Word word) -> MaybeValue<Word> {
      if (word == nullptr) return std::nullopt;
      if ((bits_of(word) & kConsuming) == 0)
        return with_bits((bits_of(word) & kCached) != 0 ? task_of(word) : nullptr, kBits);
      is_busy = true;
      return std::nullopt;
    };
    const MaybeValue<Word> word = word_.fetch_update(with_right, Orders.lock, Orders.probe);
    if (!word.has_value()) return is_busy ? Consumer::busy() : Consumer::empty();
    const bool is_cached = (bits_of(*word) & kCached) != 0;
    Layer::require(is_cached == (cache_.get() != nullptr), "cached_bit_means_cache");
    return Consumer::holding(*this, is_cached ? cache_.get() : task_of(*word));
  }

  /// Whether there was no task at some moment. The tasks that a consumer holds do not count.
  ///
  /// \progress Wait-free.
  [[nodiscard]] bool is_empty() const { return word_.load(Orders.probe) == nullptr; }

  /// The invariant, for tests. try_consume requires it.
  ///
  /// \pre No other thread uses the queue, and no thread consumes it.
  [[nodiscard]] bool cached_bit_means_cache() const {
    const Word word = word_.load(Orders.probe);
    return ((bits_of(word) & kCached) != 0) == (cache_.get() != nullptr);
  }

 private:
  friend Consumer;

  // The newest task's address, plus the two bits.
  using Word = void*;
  static constexpr std::uintptr_t kCached = 1;
  static constexpr std::uintptr_t kConsuming = 2;
  static constexpr std::uintptr_t kBits = kCached | kConsuming;

  static std::uintptr_t bits_of(Word word) { return reinterpret_cast<std::uintptr_t>(word) & kBits; }
  // NOLINTBEGIN(performance-no-int-to-ptr): a pointer with bits of its own.
  static T* task_of(Word word) { return reinterpret_cast<T*>(reinterpret_cast<std::uintptr_t>(word) & ~kBits); }
  static Word with_bits(T* task, std::uintptr_t bits) {
    return reinterpret_cast<Word>(reinterpret_cast<std::uintptr_t>(task) | bits);
  }
  // NOLINTEND(performance-no-int-to-ptr)

  // For the consumer, whose chain continues at `front`.
  T* take(T*& front) {
    if (front == nullptr) {
      if (task_of(word_.load(Orders.check)) == nullptr) return nullptr;
      front = task_of(word_.exchange(with_bits(nullptr, kBits), Orders.newer));
    }
    T* const task = front;
    front = task->next();
    return task;
  }

  Leftover give_back(T* rest) {
    cache_.set(rest);
    const std::uintptr_t bits = rest != nullptr ? kCached : 0;
    const auto released = [bits](Word word) { return with_bits(task_of(word), bits); };
    // The guess is that no task was pushed.
    const Word word = word_.fetch_update_from(with_bits(nullptr, kBits), released, Orders.unlock, Orders.joined);
    const bool are_left = rest != nullptr || task_of(word) != nullptr;
    return are_left && Protocol.report_tasks_left ? Leftover::tasks : Leftover::nothing;
  }

  alignas(kCacheLine) typename Layer::template atomic<Word> word_{nullptr, "top"};
  // The consumer's: tasks that are off the stack.
  typename Layer::template var<T*> cache_{nullptr, "cache"};
};

}  // namespace vigil::lean
