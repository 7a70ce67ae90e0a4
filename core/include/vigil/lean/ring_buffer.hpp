#pragma once

#include <vigil/atomics/cache_line.hpp>
#include <vigil/atomics/layer.hpp>
#include <vigil/atomics/maybe_value.hpp>
#include <vigil/lean/batch.hpp>
#include <vigil/lean/queue_consumer.hpp>
#include <vigil/lean/ring_buffer_tables.hpp>
#include <vigil/lean/taken.hpp>
#include <vigil/lean/task.hpp>

#include <array>
#include <atomic>
#include <bit>
#include <cstdint>
#include <optional>

namespace vigil::lean {

// A worker's own tasks: a bounded ring that one owner fills and that owner and thieves empty, all at the same end.
//
// The tasks are those with indices in [head, tail); the slot of an index is index modulo capacity, and both indices
// wrap around. `head_never_passes_tail`.
//
//   push   The owner writes slots at `tail`, then moves `tail`. A full ring is made to overflow: the owner claims half
//          of it, as a thief would, and hands that half and what did not fit back, for a queue that has no bounds.
//   pop    The owner claims the oldest task by a compare-exchange on `head`.
//   steal  A thief copies the oldest half, rounded up, into its own ring, which is empty, and only then claims it by a
//          compare-exchange on `head`. If that succeeds, `head` never moved, so nobody has taken a task of the half and
//          the owner has not come round to its slots; if not, the copies lie behind the thief's own `tail`, where
//          nobody looks. One task of the half is returned, the others become visible by the thief's `tail`.
//
// A thief that was outrun reads slots that the owner is writing again, so slots are atomic. `head` only ever grows:
// each index is claimed once.
//
// Progress: pop and push are lock-free, since they go on trying only when a thief has taken something; steal is one
// attempt, and wait-free. `retry` means that somebody else took tasks at the same time. The published form waits inside
// steal until the size that it reads makes sense, which is for as long as the owner is interrupted (S-52).
// Order: none is promised. Tasks of one push come out in its order, but overflow and stealing take them apart (S-58).

template <class T = Task<>, std::uint32_t Capacity = 256, const RingOrders& Orders = kRingOrders,
          const RingProtocol& Protocol = kRingProtocol>
class RingBuffer {
  using A = typename T::Layer;
  static_assert(std::has_single_bit(Capacity) && Capacity >= 2, "indices wrap around where the capacity divides them");

 public:
  using Index = std::uint32_t;
  static constexpr Index kCapacity = Capacity;

  // An empty ring. `first_index` is where the indices begin, for tests of their wrapping around.
  explicit constexpr RingBuffer(Index first_index = 0) : head_(first_index, "head"), tail_(first_index, "tail") {}
  // No thread may be using the ring. Tasks that are left are dropped; they are the caller's.
  ~RingBuffer() = default;
  RingBuffer(const RingBuffer&) = delete;
  RingBuffer& operator=(const RingBuffer&) = delete;

  // Adds the tasks of `batch`. Owner only. Lock-free. What is handed back did not fit, and half of the ring with it: it
  // is the caller's, for its queue. Everything that happens before push happens before a thief returns the task.
  [[nodiscard]] Batch<T> push(Batch<T> batch) {
    if (batch.is_empty()) return batch;
    A::retry([this, &batch] {
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

  // Takes the oldest task; null if there is none. Owner only. Lock-free.
  [[nodiscard]] T* pop() {
    if (!Protocol.pop_looks_before_claiming) return pop_by_adding();
    const Index tail = tail_.load(Orders.own_tail);
    const auto next = [tail](Index head) -> MaybeValue<Index> {
      if (head == tail) return std::nullopt;
      return head + 1;
    };
    const MaybeValue<Index> head = head_.fetch_update(next, Orders.pop, Orders.pop_probe);
    if (!head.has_value()) return nullptr;
    return slot(Protocol.pop_returns_claimed_task ? *head : head_.load(Orders.pop_probe)).load(Orders.own_slot);
  }

  // Takes half of the tasks of `victim`, rounded up: returns one and keeps the others. Owner of this ring, which must
  // be empty and another one. One attempt: wait-free. `empty` was true at an instant of the call; `retry` if another
  // thread took tasks of the same ring at the same time. `must_notify` if there was more than one.
  [[nodiscard]] Taken<T> steal(RingBuffer& victim) {
    const Index begin = free_begin();
    Index head = victim.head_.load(Orders.head);
    const Index size = victim.tail_.load(Orders.tail) - head;
    if (size == 0) return Taken<T>::empty();
    // The head is from before tasks were taken that made room for the newest.
    if (size > kCapacity) return Taken<T>::retry();
    const Index half = size - size / 2;
    if (Protocol.copy_before_claiming) copy(victim, head, half, begin);
    if (!victim.head_.compare_exchange_strong(head, head + half, Orders.steal, Orders.steal_lost)) {
      return Taken<T>::retry();
    }
    if (!Protocol.copy_before_claiming) copy(victim, head, half, begin);
    T* const task = slot(begin + half - (Protocol.steal_returns_last_copy ? 1 : 0)).load(Orders.own_slot);
    if (half > 1) tail_.store(begin + half - 1, Orders.publish);
    return Taken<T>::success(task, size > 1);
  }

  // Takes up to one task more than fit from `queue`, a VyukovQueue or a TreiberQueue: returns one and keeps the others.
  // Owner only, with an empty ring. Wait-free but for what the queue says of itself. `retry` if another thread consumes
  // the queue. `must_notify` if tasks were kept here or left there.
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

  // How many tasks there are: exact for the owner while nobody steals, otherwise an estimate. Any thread. Wait-free.
  [[nodiscard]] Index size() const {
    const Index head = head_.load(Orders.head);
    const Index size = tail_.load(Orders.tail) - head;
    return size < kCapacity ? size : kCapacity;
  }
  [[nodiscard]] bool is_empty() const { return size() == 0; }

  // The invariant of that name, for models. Not for programs: between its two reads the answer grows old.
  [[nodiscard]] bool head_never_passes_tail() const {
    const Index head = head_.load(Orders.head);
    return tail_.load(Orders.tail) - head <= kCapacity;
  }

 private:
  auto& slot(Index index) { return slots_[index % kCapacity]; }

  // Where an owner whose ring is empty may write.
  Index free_begin() {
    const Index tail = tail_.load(Orders.own_tail);
    A::require(head_.load(Orders.room) == tail, "RingBuffer: it is filled from elsewhere while it has tasks");
    return tail;
  }

  void copy(RingBuffer& victim, Index head, Index count, Index begin) {
    for (Index i = 0; i != count; ++i) slot(begin + i).store(victim.slot(head + i).load(Orders.copy), Orders.fill);
  }

  // Half of a full ring, that was claimed from `head` on, before `rest`.
  Batch<T> with_claimed(Index head, Batch<T> rest) {
    Batch<T> batch;
    for (Index i = 0; i != kCapacity / 2; ++i) batch.push(*slot(head + i).load(Orders.own_slot));
    batch.push(rest);
    return batch;
  }

  // The pop of S-57.
  T* pop_by_adding() {
    const Index tail = tail_.load(Orders.own_tail);
    const Index head = head_.fetch_add(1, Orders.pop);
    if (head != tail) return slot(head).load(Orders.own_slot);
    head_.store(head, Orders.pop_probe);
    return nullptr;
  }

  // Written by thieves, and by the owner when it pops.
  alignas(kCacheLine) typename A::template atomic<Index> head_;
  // Written by the owner.
  alignas(kCacheLine) typename A::template atomic<Index> tail_;
  std::array<typename A::template atomic<T*>, kCapacity> slots_ = Names("slot", static_cast<T*>(nullptr));
};

}  // namespace vigil::lean
