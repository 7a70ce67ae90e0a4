#pragma once

#include <vigil/atomics/cache_line.hpp>
#include <vigil/atomics/layer.hpp>
#include <vigil/atomics/std_atomics.hpp>
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

// The work-stealing deque of Chase and Lev, with the C11 orders of Lê, Pop, Cohen and Zappa Nardelli (PPoPP 2013) and
// the differences that C++20 asks for.
//
// One owner pushes and pops jobs at `bottom`; any number of thieves take them, one at a time, at `top`. The jobs are
// those with indices in [top, bottom); the slot of an index is index modulo capacity. `top_never_passes_bottom`, but
// for the moment in which the owner has announced a claim on a job that is not there.
//
//   * A job above the lowest is the owner's by right: it lowers `bottom`, and if `top` has not come near, the job is
//     taken with no read-modify-write at all.
//   * For the lowest job, owner and thieves compete by a compare-exchange on `top`. `top` only ever grows, so each
//     index is claimed once: `no_job_twice`.
//   * What makes the first rule safe is a pair of fences. The owner announces its claim (lower `bottom`), then looks at
//     `top`. A thief has seen `top`, then looks at `bottom`. Of two seq_cst fences one comes first, so either the thief
//     sees the lowered bottom and leaves the job alone, or the owner sees the raised top and competes for it. Without
//     either fence both can miss, on the abstract machine and on POWER; x86 and ARMv8 never show it (S-21).
//
// When the array is full the owner publishes one of twice the size. A thief may still be reading the old one, so it is
// kept until the deque dies (S-22); all old arrays together have fewer slots than the newest.
//
// Progress: pop is wait-free; push is wait-free unless it grows the array; steal is lock-free as a loop, since a
// `retry` means that another thread took a job.

// What a deque can hold: a value that one atomic instruction reads and writes, such as a pointer to a job.
template <class T>
concept DequeJob = std::is_trivially_copyable_v<T> && std::is_default_constructible_v<T> &&
                   (sizeof(T) <= sizeof(void*)) &&
                   std::atomic<T>::is_always_lock_free;

template <DequeJob T, AtomicsLayer A = StdAtomics, const ChaseLevOrders& Orders = kChaseLevOrders>
class ChaseLevDeque {
 public:
  using Job = T;
  using Index = std::uint64_t;

  static constexpr std::size_t kDefaultCapacity = 256;

  // An empty deque with `capacity` slots. The thread that may push and pop is whoever is given that role; handing the
  // role on needs a happens-before edge, nothing else. `first_index` is where the indices start to grow from: they wrap
  // around at 2^64 without harm, and tests begin just below.
  // Throws std::invalid_argument if `capacity` is not a power of two, std::bad_alloc if there is no memory.
  explicit ChaseLevDeque(std::size_t capacity = kDefaultCapacity, Index first_index = 0)
      : top_(first_index, "top"),
        bottom_(first_index, "bottom"),
        known_top_(first_index, "known_top"),
        array_(Array::create(checked(capacity), nullptr), "array") {}

  // No thread may be using the deque. Jobs that are left are dropped; they are the caller's.
  ~ChaseLevDeque() { Array::destroy_all(array_.load(Orders.own_array)); }

  ChaseLevDeque(const ChaseLevDeque&) = delete;
  ChaseLevDeque& operator=(const ChaseLevDeque&) = delete;

  // Adds a job at the bottom. Owner only. Wait-free, except when the array is full: then it allocates one of twice the
  // size and copies the jobs. Throws std::bad_alloc if that fails; the deque is then as it was before.
  // Everything that happens before push happens before the steal that takes the job.
  void push(T job) {
    const Index bottom = bottom_.load(Orders.own_bottom);
    Array* const array = array_.load(Orders.own_array);
    if (bottom - known_top_.get() >= array->capacity()) [[unlikely]]
      return push_into_full(array, bottom, job);
    put(array, bottom, job);
  }

  // Takes the job that was pushed last, or nothing if there is none left. Owner only. Wait-free.
  [[nodiscard]] MaybeJob<T> pop() {
    const Index bottom = bottom_.load(Orders.own_bottom);
    if (bottom == known_top_.get()) return MaybeJob<T>();
    const Index last = bottom - 1;
    Array* const array = array_.load(Orders.own_array);
    // Before the fence, where it costs nothing: nobody but the owner writes slots.
    const T job = array->slot(last).load(Orders.pop_slot);
    bottom_.store(last, Orders.pop_reserve);
    A::fence(Orders.pop_fence);
    const Index top = top_.load(Orders.pop_top);
    const std::int64_t others = distance(top, last);
    return MaybeJob<T>(others > 0 || settle(top, last, others == 0), job);
  }

  // Takes the job that was pushed first. Any thread. One attempt: wait-free, `retry` if another thread claimed that job
  // at the same time. An `empty` may be stale by the time it is returned, and by design it may be stale already when it
  // is read: a protocol that sleeps on it has to look again (see Sleep).
  [[nodiscard]] StealResult<T> steal() {
    Index top = top_.load(Orders.steal_top);
    // Performance only: an empty deque costs a thief two loads and no fence.
    if (distance(top, bottom_.load(Orders.steal_probe)) <= 0) return StealResult<T>::empty();
    A::fence(Orders.steal_fence);
    const Index bottom = bottom_.load(Orders.steal_bottom);
    if (distance(top, bottom) <= 0) return StealResult<T>::empty();
    // After bottom: an array that was read before may lack the job that bottom counts (S-22).
    Array* const array = array_.load(Orders.steal_array);
    // Before the claim: after it, the owner may use the slot again (S-21).
    const T job = array->slot(top).load(Orders.steal_slot);
    if (!top_.compare_exchange_strong(top, top + 1, Orders.steal_claim, Orders.steal_lost)) {
      return StealResult<T>::retry();
    }
    return StealResult<T>::success(job);
  }

  // How many jobs there are: exact for the owner while nobody steals, otherwise an estimate. Any thread. Wait-free.
  [[nodiscard]] std::size_t size() const {
    const Index bottom = bottom_.load(Orders.size_bottom);
    const std::int64_t jobs = distance(top_.load(Orders.size_top), bottom);
    return jobs > 0 ? static_cast<std::size_t>(jobs) : 0;
  }

  // As `size() == 0`. The owner asks this before a push to tell Sleep whether the queue was empty.
  [[nodiscard]] bool is_empty() const { return size() == 0; }

  // How many jobs fit before the next growth. Owner only.
  [[nodiscard]] std::size_t capacity() const {
    return static_cast<std::size_t>(array_.load(Orders.own_array)->capacity());
  }

  // The invariant that models evaluate at every step: the owner's announcement may lower bottom below top, but only by
  // the one job that it may still have to compete for. Not for programs: between its two reads the answer grows old.
  [[nodiscard]] bool top_never_passes_bottom() const {
    const Index top = top_.load(Orders.size_top);
    return distance(top, bottom_.load(Orders.size_bottom)) >= -1;
  }

 private:
  using Array = detail::CircularArray<T, A>;
  template <class U>
  using atomic = typename A::template atomic<U>;

  static std::size_t checked(std::size_t capacity) {
    if (!std::has_single_bit(capacity)) throw std::invalid_argument("ChaseLevDeque: capacity must be a power of two");
    return capacity;
  }

  // How far `to` lies ahead of `from`, right also when the indices have wrapped around between them.
  static std::int64_t distance(Index from, Index to) { return static_cast<std::int64_t>(to - from); }

  void put(Array* array, Index bottom, T job) {
    array->slot(bottom).store(job, Orders.push_slot);
    bottom_.store(bottom + 1, Orders.push_publish);
  }

  // The rest of a push that saw no room. Out of line and the last thing that push does, so that push is small enough to
  // inline and saves no registers: what it stores on the stack, the fence of the next pop would wait for.
  [[gnu::noinline, gnu::cold]] void push_into_full(Array* array, Index bottom, T job) {
    put(make_room(array, bottom), bottom, job);
  }

  // An array in which the slot of `bottom` is free.
  Array* make_room(Array* array, Index bottom) {
    const Index top = top_.load(Orders.push_top);
    known_top_.set(top);
    if (bottom - top < array->capacity()) return array;
    Array* const larger = Array::create(array->capacity() * 2, array);
    for (Index i = top; i != bottom; ++i) {
      larger->slot(i).store(array->slot(i).load(Orders.grow_copy), Orders.grow_copy);
    }
    array_.store(larger, Orders.grow_publish);
    return larger;
  }

  // The end of a pop that found nobody's job but perhaps the last: competes for it, and lets bottom meet top again.
  bool settle(Index top, Index last, bool one_left) {
    // A strong one: after a spurious failure the owner would report an empty deque although the job is still there.
    const bool won = one_left && top_.compare_exchange_strong(top, top + 1, Orders.pop_claim, Orders.pop_lost);
    bottom_.store(last + 1, Orders.pop_restore);
    known_top_.set(last + 1);
    return won;
  }

  // Written by thieves.
  alignas(kCacheLine) atomic<Index> top_;
  // Written by the owner on every push and pop.
  alignas(kCacheLine) atomic<Index> bottom_;
  // The owner's last knowledge of `top_`, which is never ahead of it: most pushes, and a pop from a deque that it knows
  // to be empty, need not touch the thieves' cache line.
  typename A::template var<Index> known_top_;
  // Written when the deque grows.
  alignas(kCacheLine) atomic<Array*> array_;
};

}  // namespace vigil
