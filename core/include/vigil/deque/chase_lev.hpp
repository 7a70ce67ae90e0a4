#pragma once

#include <vigil/atomics/cache_line.hpp>
#include <vigil/atomics/layer.hpp>
#include <vigil/atomics/std_operations.hpp>
#include <vigil/common/exceptions.hpp>
#include <vigil/common/memory.hpp>
#include <vigil/common/steal_result.hpp>
#include <vigil/deque/chase_lev_tables.hpp>
#include <vigil/deque/circular_array.hpp>
#include <vigil/deque/maybe_job.hpp>

#include <atomic>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <type_traits>

namespace vigil {

// The work-stealing deque of Chase and Lev, with the C11 orders of Lê, Pop, Cohen and Zappa Nardelli (PPoPP 2013), and
// the differences that C++20 needs.
//
// One owner pushes and pops jobs at `bottom`. Any number of thieves take them, one at a time, at `top`. The jobs are
// those with indices in [top, bottom). The slot of an index is the index modulo the capacity.
//
//   * The owner takes a job above the lowest without a read-modify-write: it lowers `bottom`, and if `top` is
//     still below, no thief can claim the job.
//   * For the lowest job, owner and thieves compete by a compare-exchange on `top`. `top` only grows, so each index is
//     claimed once: `no_job_twice`.
//   * Two seq_cst fences make the first rule safe. The owner lowers `bottom`, fences, reads `top`. A thief reads `top`,
//     fences, reads `bottom`. One of the fences comes first. If the owner's comes first, the thief sees the lowered
//     bottom, and leaves the job alone. If the thief's comes first, the owner sees the raised top, and competes for the
//     job. Without either fence both can miss: C++20 and POWER allow it; x86 and ARMv8 never show it (S-21).
//
// Invariant `top_never_passes_bottom`, except while the owner has announced a claim on a job that is not there.
//
// When the array is full, the owner publishes one of twice the size. A thief may still be reading the old array, so the
// deque keeps it until it is destroyed (S-22). All old arrays together have fewer slots than the newest.

/// What a deque can hold: a value that one atomic instruction reads and writes, such as a pointer to a job.
template <class T>
concept DequeJob = std::is_trivially_copyable_v<T> && std::is_default_constructible_v<T> &&
                   (sizeof(T) <= sizeof(void*)) &&
                   std::atomic<T>::is_always_lock_free;

/// A growing work-stealing deque. Its owner pushes and pops at one end; thieves steal at the other.
///
/// Any thread may take over as owner, if its first call happens after the last call of the owner before it.
///
/// \orders What the owner did before push happens before what a thief does after it stole the job.
/// \source Chase and Lev, SPAA 2005; Lê, Pop, Cohen and Zappa Nardelli, PPoPP 2013.
///
/// \snippet deque/chase_lev.cpp example
/// \tparam T what it holds.
/// \tparam Layer the atomics layer.
/// \tparam Orders the order table; models pass their own.
/// \tparam Source where the deque takes its memory from. Only the owner uses it, and the threads that construct and
///   destroy the deque.
template <DequeJob T, AtomicsLayer Layer = StdAtomics, const ChaseLevOrders& Orders = kChaseLevOrders,
          Memory Source = LayerMemory<Layer>>
class ChaseLevDeque {
 public:
  /// What it holds.
  using Job = T;
  /// The place of a job in the order of pushes.
  using Index = std::uint64_t;

  /// In slots.
  static constexpr std::size_t kDefaultCapacity = 256;

  /// An empty deque with `capacity` slots, whose first job has the index `first_index`. Indices wrap around at 2^64
  /// without harm; tests begin just below.
  ///
  /// \throws std::invalid_argument if `capacity` is no power of two
  /// \throws std::bad_alloc, and what `memory` throws
  explicit ChaseLevDeque(std::size_t capacity = kDefaultCapacity, Index first_index = 0, Source memory = Source())
      : top_(first_index, "top"),
        bottom_(first_index, "bottom"),
        known_top_(first_index, "known_top"),
        memory_(memory),
        array_(Array::create(checked(capacity), nullptr, memory), "array") {}

  /// Drops the jobs that are left; they are the caller's.
  ///
  /// \pre No thread is using the deque.
  ~ChaseLevDeque() { Array::destroy_all(array_.load(Orders.own_array), memory_); }

  ChaseLevDeque(const ChaseLevDeque&) = delete;
  ChaseLevDeque& operator=(const ChaseLevDeque&) = delete;

  /// Adds a job at the bottom.
  ///
  /// \threads The owner.
  /// \progress Wait-free, unless the array is full. Then push allocates one of twice the size, and copies the jobs.
  /// \throws std::bad_alloc if there is no memory for a larger array, and what the memory throws; then the deque is
  ///   unchanged.
  void push(T job) {
    const Index bottom = bottom_.load(Orders.own_bottom);
    Array* const array = array_.load(Orders.own_array);
    if (bottom - known_top_.get() >= array->capacity()) [[unlikely]]
      return push_into_full(array, bottom, job);
    put(array, bottom, job);
  }

  /// Takes the job that was pushed last, or nothing if the deque is empty.
  ///
  /// \threads The owner.
  /// \progress Wait-free.
  [[nodiscard]] MaybeJob<T> pop() {
    const Index bottom = bottom_.load(Orders.own_bottom);
    if (bottom == known_top_.get()) return MaybeJob<T>();
    const Index last = bottom - 1;
    Array* const array = array_.load(Orders.own_array);
    // Before the fence, where it costs nothing: only the owner writes slots.
    const T job = array->slot(last).load(Orders.pop_slot);
    bottom_.store(last, Orders.pop_reserve);
    Layer::fence(Orders.pop_fence);
    const Index top = top_.load(Orders.pop_top);
    const std::int64_t others = distance(top, last);
    return MaybeJob<T>(others > 0 || settle(top, last, others == 0), job);
  }

  /// Takes the job that was pushed first. One attempt: `retry` if another thread claimed that job at the same time.
  ///
  /// `empty` may be stale when it is returned, and even when it is read. A protocol that sleeps on it has to check
  /// again (see Sleep).
  ///
  /// \threads Any thread.
  /// \progress Wait-free. A loop over it is lock-free: `retry` means that another thread took a job.
  [[nodiscard]] StealResult<T> steal() {
    Index index = 0;
    return steal(index);
  }
  /// The same. If it takes a job, it also says at which index the job was.
  [[nodiscard]] StealResult<T> steal(Index& index) {
    Index top = top_.load(Orders.steal_top);
    // Performance only: an empty deque costs a thief two loads and no fence.
    if (distance(top, bottom_.load(Orders.steal_probe)) <= 0) return StealResult<T>::empty();
    Layer::fence(Orders.steal_fence);
    const Index bottom = bottom_.load(Orders.steal_bottom);
    if (distance(top, bottom) <= 0) return StealResult<T>::empty();
    // After bottom: an array that was read before may lack the job that bottom counts (S-22).
    Array* const array = array_.load(Orders.steal_array);
    // Before the claim: after it, the owner may use the slot again (S-21).
    const T job = array->slot(top).load(Orders.steal_slot);
    if (!top_.compare_exchange_strong(top, top + 1, Orders.steal_claim, Orders.steal_lost)) {
      return StealResult<T>::retry();
    }
    index = top;
    return StealResult<T>::success(job);
  }

  /// How many jobs there are: exact for the owner while no thread steals, otherwise an estimate.
  ///
  /// \threads Any thread.
  /// \progress Wait-free.
  [[nodiscard]] std::size_t size() const {
    const Index bottom = bottom_.load(Orders.size_bottom);
    const std::int64_t jobs = distance(top_.load(Orders.size_top), bottom);
    return jobs > 0 ? static_cast<std::size_t>(jobs) : 0;
  }

  /// As `size() == 0`. The owner calls it before a push, because Sleep wants to know whether the queue was empty.
  [[nodiscard]] bool is_empty() const { return size() == 0; }

  /// The index that the next push gives its job.
  ///
  /// \threads The owner.
  [[nodiscard]] Index next_index() const { return bottom_.load(Orders.own_bottom); }

  /// How many jobs fit before the next growth.
  ///
  /// \threads The owner.
  [[nodiscard]] std::size_t capacity() const {
    return static_cast<std::size_t>(array_.load(Orders.own_array)->capacity());
  }

  /// The invariant of that name, which models evaluate at every step. The owner may lower bottom below top, but only by
  /// the one job that it still competes for. Not for programs: between the two reads the answer may become wrong.
  [[nodiscard]] bool top_never_passes_bottom() const {
    const Index top = top_.load(Orders.size_top);
    return distance(top, bottom_.load(Orders.size_bottom)) >= -1;
  }

 private:
  using Array = detail::CircularArray<T, Layer, Source>;
  template <class U>
  using atomic = typename Layer::template atomic<U>;

  static std::size_t checked(std::size_t capacity) {
    if (!std::has_single_bit(capacity))
      detail::fail<std::invalid_argument>("ChaseLevDeque::ChaseLevDeque",
                                          "ChaseLevDeque: capacity must be a power of two");
    return capacity;
  }

  // How far `to` is ahead of `from`, also if the indices wrapped around in between.
  static std::int64_t distance(Index from, Index to) { return static_cast<std::int64_t>(to - from); }

  void put(Array* array, Index bottom, T job) {
    array->slot(bottom).store(job, Orders.push_slot);
    bottom_.store(bottom + 1, Orders.push_publish);
  }

  // The rest of a push that saw no room. It is out of line and the last call of push, so that push is small enough to
  // inline and saves no registers: the fence of the next pop would wait for what push stores on the stack.
  [[gnu::noinline, gnu::cold]] void push_into_full(Array* array, Index bottom, T job) {
    put(make_room(array, bottom), bottom, job);
  }

  // An array in which the slot of `bottom` is free.
  Array* make_room(Array* array, Index bottom) {
    const Index top = top_.load(Orders.push_top);
    known_top_.set(top);
    if (bottom - top < array->capacity()) return array;
    Array* const larger = Array::create(array->capacity() * 2, array, memory_);
    for (Index i = top; i != bottom; ++i) {
      larger->slot(i).store(array->slot(i).load(Orders.grow_copy), Orders.grow_copy);
    }
    array_.store(larger, Orders.grow_publish);
    return larger;
  }

  // The end of a pop that found at most one job: competes for it, and lets bottom meet top again.
  bool settle(Index top, Index last, bool one_left) {
    // Strong: after a spurious failure the owner would report an empty deque although the job is still there.
    const bool won = one_left && top_.compare_exchange_strong(top, top + 1, Orders.pop_claim, Orders.pop_lost);
    bottom_.store(last + 1, Orders.pop_restore);
    known_top_.set(last + 1);
    return won;
  }

  // Written by thieves.
  alignas(kCacheLine) atomic<Index> top_;
  // Written by the owner on every push and pop.
  alignas(kCacheLine) atomic<Index> bottom_;
  // What the owner last read from `top_`, which is never ahead of it. Most pushes, and a pop from a deque that the
  // owner knows to be empty, need not touch the thieves' cache line.
  typename Layer::template var<Index> known_top_;
  [[no_unique_address]] Source memory_;
  // Written when the deque grows.
  alignas(kCacheLine) atomic<Array*> array_;
};

}  // namespace vigil
