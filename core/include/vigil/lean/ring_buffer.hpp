#pragma once

#include <vigil/atomics/cache_line.hpp>
#include <vigil/atomics/layer.hpp>
#include <vigil/atomics/maybe_value.hpp>
#include <vigil/lean/batch.hpp>
#include <vigil/lean/queue_consumer.hpp>
#include <vigil/lean/ring_buffer_tables.hpp>
#include <vigil/lean/taken.hpp>
#include <vigil/lean/task.hpp>

#include <algorithm>
#include <array>
#include <atomic>
#include <bit>
#include <cstdint>
#include <optional>

namespace vigil::lean {

// A worker's own tasks: a bounded ring that one owner fills. The owner and thieves empty it, all at the same end.
//
// The tasks are those with indices in [head, tail). The slot of an index is the index modulo the capacity, and both
// indices wrap around. Invariant: `head_never_passes_tail`.
//
//   push   The owner writes slots at `tail`, then moves `tail`. If the ring is full, the owner claims half of it, as a
//          thief would, and hands that half and what did not fit back to the caller, for a queue without a bound.
//   pop    The owner claims the oldest task by a compare-exchange on `head`.
//   steal  A thief copies the oldest half, rounded up, into its own ring, which is empty, and only then claims it by a
//          compare-exchange on `head`. If that succeeds, `head` never moved: no thread has taken a task of the half,
//          and the owner has not wrapped around to its slots. If it fails, the copies lie behind the thief's own
//          `tail`, where no thread reads. Steal returns one task of the half; the others become visible by the thief's
//          `tail`.
//
// A thief that was outrun reads slots that the owner is writing again, so slots are atomic. `head` only ever grows, so
// each index is claimed once.
//
// Promised: each task is taken once. Not promised: an order. Tasks of one push come out in its order, but overflow and
// stealing take them apart (S-58).

/// A worker's own tasks: a bounded ring, of which thieves take half.
///
/// The published form waits inside steal until the size that it reads makes sense, which is for as long as the owner is
/// interrupted (S-52). This one says `retry`.
///
/// \tparam T         The tasks. The ring uses their layer.
/// \tparam Capacity  A power of two, and at least 2.
/// \source  The queue of the Go scheduler, after "Resource efficient Thread Pools with Zig" and zap's thread pool.
///
/// \snippet lean/ring_buffer.cpp example
template <class T = Task<>, std::uint32_t Capacity = 256, const RingOrders& Orders = kRingOrders,
          const RingProtocol& Protocol = kRingProtocol>
class RingBuffer {
  using Layer = typename T::Layer;
  static_assert(std::has_single_bit(Capacity) && Capacity >= 2, "indices wrap around where the capacity divides them");

 public:
  /// Counts the tasks that were ever pushed or taken. Wraps around.
  using Index = std::uint32_t;
  /// How many tasks fit.
  static constexpr Index kCapacity = Capacity;

  /// An empty ring. The indices begin with `first_index`: tests of wrapping around choose it.
  explicit constexpr RingBuffer(Index first_index = 0) : head_(first_index), tail_(first_index) {}
  /// \pre No thread uses the ring. Tasks that are left are dropped; the caller still has their memory.
  ~RingBuffer() = default;
  RingBuffer(const RingBuffer&) = delete;
  RingBuffer& operator=(const RingBuffer&) = delete;

  /// Adds the tasks of a batch, or one task. Returns the tasks that did not fit, and half of the ring with them: the
  /// caller puts them into its queue.
  ///
  /// \threads   The owner.
  /// \progress  Lock-free: it retries only if a thief has taken tasks.
  /// \orders    What came before push happens before the return of the steal that takes the task.
  /// \{
  [[nodiscard]] Batch<T> push(Batch<T> batch) {
    if (batch.is_empty()) return batch;
    Layer::retry([this, &batch] {
      const Index tail = tail_.load(Orders.own_tail);
      Index head = head_.load(Orders.room);
      if (tail - head != kCapacity) {
        Index end = tail;
        for (; end - head != kCapacity && !batch.is_empty(); ++end) slot(end).store(&batch.pop(), Orders.fill);
        tail_.store(end, Orders.publish);
        return batch.is_empty();
      }
      if (!head_.compare_exchange_weak(head, head + kCapacity / 2, Orders.overflow, Orders.outrun)) return false;
      batch = with_claimed(head, batch);
      return true;
    });
    return batch;
  }
  [[nodiscard]] Batch<T> push(T& task) { return push(Batch<T>::from(task)); }
  /// \}

  /// Takes the oldest task. Null if there is none.
  ///
  /// \threads   The owner.
  /// \progress  Lock-free: it retries only if a thief has taken tasks.
  [[nodiscard]] T* pop() {
    const Index tail = tail_.load(Orders.own_tail);
    const auto next = [tail](Index head) -> MaybeValue<Index> {
      if (head == tail) return std::nullopt;
      return head + 1;
    };
    const MaybeValue<Index> head = head_.fetch_update(next, Orders.pop, Orders.pop_probe);
    if (!head.has_value()) return nullptr;
    return slot(Protocol.pop_returns_claimed_task ? *head : head_.load(Orders.pop_probe)).load(Orders.own_slot);
  }

  /// Takes half of the tasks of `victim`, rounded up: returns one, and keeps the others. One attempt. `empty` was true
  /// at an instant of the call. `retry` means that another thread took tasks of `victim` at the same time.
  /// `must_notify` is true if there was more than one task.
  ///
  /// \threads   The owner of this ring.
  /// \progress  Wait-free.
  /// \orders    What came before the push of the tasks happens before the return.
  /// \pre       This ring is empty, and is not `victim`.
  [[nodiscard]] Taken<T> steal(RingBuffer& victim) {
    Layer::require(&victim != this, "RingBuffer: it steals from itself");
    const Index begin = free_begin();
    Index head = victim.head_.load(Orders.head);
    const Index size = victim.tail_.load(Orders.tail) - head;
    if (size == 0) return Taken<T>::empty();
    // Tasks were taken after `head` was read, and newer ones fill their slots.
    if (size > kCapacity) return Taken<T>::retry();
    const Index half = size - size / 2;
    copy(victim, head, half, begin);
    if (!victim.head_.compare_exchange_strong(head, head + half, Orders.steal, Orders.steal_lost)) {
      return Taken<T>::retry();
    }
    T* const task = slot(begin + half - (Protocol.steal_returns_last_copy ? 1 : 0)).load(Orders.own_slot);
    if (half > 1) tail_.store(begin + half - 1, Orders.publish);
    return Taken<T>::success(task, size > 1);
  }

  /// Takes up to one task more than fit from `queue`: returns one, and keeps the others. `retry` means that another
  /// thread consumes the queue. `must_notify` is true if tasks were kept here or left there.
  ///
  /// \tparam Queue  VyukovQueue or TreiberQueue.
  /// \threads   The owner.
  /// \progress  Wait-free, but for what the queue says of itself.
  /// \orders    What came before the push of the tasks happens before the return.
  /// \pre       This ring is empty.
  template <class Queue>
  [[nodiscard]] Taken<T> consume(Queue& queue) {
    auto consumer = queue.try_consume();
    if (!consumer.has_right()) return consumer.is_busy() ? Taken<T>::retry() : Taken<T>::empty();
    const Index begin = free_begin();
    T* const task = consumer.pop();
    Index end = begin;
    while (task != nullptr && end - begin != kCapacity) {
      T* const another = consumer.pop();
      if (another == nullptr) break;
      slot(end++).store(another, Orders.fill);
    }
    if (end != begin) tail_.store(end, Orders.publish);
    const bool are_left = consumer.release() == Leftover::tasks;
    if (task != nullptr) return Taken<T>::success(task, end != begin || are_left);
    return are_left ? Taken<T>::retry(true) : Taken<T>::empty();
  }

  /// How many tasks there are, and whether there are none. Exact for the owner while no thread steals, otherwise an
  /// estimate.
  ///
  /// \threads   Any thread.
  /// \progress  Wait-free.
  /// \{
  [[nodiscard]] Index size() const {
    const Index head = head_.load(Orders.head);
    const Index size = tail_.load(Orders.tail) - head;
    return std::min(size, kCapacity);
  }
  [[nodiscard]] bool is_empty() const { return size() == 0; }
  /// \}

  /// The invariant, for models. It reads two indices, so another thread may change one in between.
  [[nodiscard]] bool head_never_passes_tail() const {
    const Index head = head_.load(Orders.head);
    return tail_.load(Orders.tail) - head <= kCapacity;
  }

 private:
  auto& slot(Index index) { return slots_[index % kCapacity]; }

  // Where an owner whose ring is empty may write.
  Index free_begin() {
    const Index tail = tail_.load(Orders.own_tail);
    Layer::require(head_.load(Orders.room) == tail, "RingBuffer: it is filled from elsewhere while it has tasks");
    return tail;
  }

  void copy(RingBuffer& victim, Index head, Index count, Index begin) {
    for (Index i = 0; i != count; ++i) slot(begin + i).store(victim.slot(head + i).load(Orders.copy), Orders.fill);
  }

  // Half of a full ring, claimed from `head` on, in front of `rest`.
  Batch<T> with_claimed(Index head, Batch<T> rest) {
    Batch<T> batch;
    for (Index i = 0; i != kCapacity / 2; ++i) batch.push(*slot(head + i).load(Orders.own_slot));
    batch.push(rest);
    return batch;
  }

  // Written by thieves, and by the owner when it pops.
  alignas(kCacheLine) typename Layer::template atomic<Index> head_;
  // Written by the owner.
  alignas(kCacheLine) typename Layer::template atomic<Index> tail_;
  std::array<typename Layer::template atomic<T*>, kCapacity> slots_ = Names("slot", static_cast<T*>(nullptr));
};

}  // namespace vigil::lean
