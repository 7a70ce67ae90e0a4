#pragma once

#include <vigil/atomics/cache_line.hpp>
#include <vigil/atomics/layer.hpp>
#include <vigil/atomics/std_operations.hpp>
#include <vigil/common/spin_wait.hpp>
#include <vigil/common/steal_result.hpp>
#include <vigil/injector/segment.hpp>
#include <vigil/injector/segmented_tables.hpp>

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <utility>

namespace vigil {

/// Where threads that are not workers leave jobs for the workers, first in, first out: a queue of linked segments.
///
/// *Pushers* are any threads, and *poppers* are any threads. Each push gets a *place*, the next of 0, 1, 2, …, and
/// `head` and `tail` are the places of the next pop and of the next push. A segment has slots for `Capacity` jobs in a
/// row, and the place behind them is none: while head or tail stands there, one thread moves it to the next segment.
///
///   * push raises `tail`, which makes the place its own, and then writes the job into the slot. The push that gets a
///     segment's last slot also appends the next segment, before it writes the job.
///   * pop reads the slot at `head`, and then raises `head`. If another popper has raised it, what was read is dropped.
///     The pop that takes a segment's last job moves `head` to the next segment, which that job's push has appended.
///
/// A popper reads a slot before it knows whether the segment is still in use. So no segment is freed before the
/// injector is destroyed. Segments that the head has left are used again, oldest first, by the push that appends. Each
/// use of a segment has the other *parity*, a bit that stands in the pointers to the segment and in its filled slots.
/// So a segment that is used again need not be cleared: what its slots hold counts as nothing. In return a push and a
/// pop are one read-modify-write each, and poppers write nothing into segments.
///
/// What pushers write and what poppers write lies apart. *leave* and *poll* touch only their own side and the job's
/// slot. *push* and *pop* also answer whether there were other jobs, or why there was none: that takes a cache line
/// from the other side.
///
/// Invariant: `head_never_passes_tail`.
///
/// A job is in the injector from the instant in which it gets its place until the instant in which it is claimed. So
/// is_empty hides no job. A pop that finds the slot at `head` not yet written returns `retry`, also if jobs that were
/// pushed later are complete.
///
/// Not promised: that memory is given back. The injector keeps as many segments as it has ever needed at a time.
///
/// \snippet injector/segmented.cpp example
/// \tparam T the job. Its alignment is at least two.
/// \tparam Layer the atomics layer.
/// \tparam Orders the order table; models pass their own.
/// \tparam Capacity how many jobs a segment has slots for; with one more, a power of two. Models use 1 and 2.
/// \tparam Doublings how often a push that waits pauses before it yields; see SpinWait. Models use 0.
/// \progress pop never waits. push is lock-free except at the end of a segment: while the thread that appends the next
///   one is interrupted, other pushers wait, and poppers proceed up to there (S-52).
/// \source The segments, the places and the pushes: crossbeam's `SegQueue`, after D. Vyukov's bounded queue. Its
///   poppers claim before they read, and mark each slot that they have read; the last one frees the segment.
template <class T, AtomicsLayer Layer = StdAtomics, const SegmentedOrders& Orders = kSegmentedOrders,
          std::size_t Capacity = 63, unsigned Doublings = SpinWait<Layer>::kDoublings>
class SegmentedInjector {
  using Segment = detail::Segment<T, Layer, Capacity>;
  using Use = detail::SegmentUse<Segment>;

 public:
  /// What pop returns.
  using Job = T*;

  /// An empty injector, with one segment.
  ///
  /// \throws std::bad_alloc
  SegmentedInjector() : SegmentedInjector(Use::first_of(Segment::create()).word()) {}
  /// Drops the jobs that are left; they are the caller's.
  ///
  /// \pre No thread is using the injector.
  ~SegmentedInjector() {
    const Word last = newest_.load(Orders.newest);
    Word oldest = oldest_.load(Orders.oldest);
    while (oldest != last) {
      Segment* const segment = Use(std::exchange(oldest, Use(oldest).segment()->next())).segment();
      Segment::destroy(segment);
    }
    Segment::destroy(Use(last).segment());
  }
  SegmentedInjector(const SegmentedInjector&) = delete;
  SegmentedInjector& operator=(const SegmentedInjector&) = delete;

  /// Leaves `job`, which must stay alive until it is popped.
  ///
  /// \return true if there was no other job, as Sleep::new_injected_jobs wants to know. A false may be out of date.
  /// \threads Any thread.
  /// \progress Lock-free, except at the end of a segment; see above.
  /// \orders What the pusher did before push happens before the return of the pop that takes the job.
  /// \throws std::bad_alloc if there is no memory for a segment; then the injector is unchanged.
  bool push(T& job) { return leave_at(job) == head_.load(Orders.others); }

  /// As push, for a caller that does not ask for other jobs: it does not touch what poppers write.
  ///
  /// \threads Any thread.
  /// \progress As push.
  /// \orders As push.
  /// \throws std::bad_alloc, as push.
  void leave(T& job) { static_cast<void>(leave_at(job)); }

  /// Takes the job that was pushed first. The job is the caller's at once: the caller may free it, or push it again
  /// here or elsewhere. One attempt.
  ///
  /// \return `retry` if another thread takes a job at this moment, or has not yet finished the push of the first job.
  ///   Then there may be more jobs: a caller must search again, and must not sleep.
  /// \threads Any thread.
  /// \progress Wait-free.
  /// \orders What the pusher did before push happens before the return.
  [[nodiscard]] StealResult<T*> pop() {
    const First first = find_first();
    if (!first.is_there) {
      return tail_.load(Orders.unfilled) == first.place ? StealResult<T*>::empty() : StealResult<T*>::retry();
    }
    return claim(first) ? StealResult<T*>::success(Use::job_in(first.word)) : StealResult<T*>::retry();
  }

  /// As pop, for a caller that does not ask why there was no job: it does not touch what pushers write but the job.
  ///
  /// \return null if no job was taken. Then there may be jobs: a caller must not sleep before it has called is_empty.
  /// \threads Any thread.
  /// \progress Wait-free.
  /// \orders As pop.
  [[nodiscard]] T* poll() {
    const First first = find_first();
    return first.is_there && claim(first) ? Use::job_in(first.word) : nullptr;
  }

  /// Whether there was no job a moment ago. A job counts from the instant in which its push gets its place until the
  /// instant in which it is taken.
  ///
  /// A caller that may have to be woken for a job calls this after its fence, as Sleep does (S-29).
  /// \threads Any thread.
  /// \progress Wait-free.
  [[nodiscard]] bool is_empty() const {
    // In this order: after the tail, the head may have passed jobs that the tail did not count.
    const Place head = head_.load(Orders.seen);
    return head == tail_.load(Orders.end);
  }
  /// The opposite of is_empty.
  [[nodiscard]] bool has_jobs() const { return !is_empty(); }

  /// The invariant of that name, for models and tests.
  [[nodiscard]] bool head_never_passes_tail() const {
    const Place head = head_.load(Orders.seen);
    return head <= tail_.load(Orders.end);
  }

 private:
  // A use of a segment, or what is in a slot.
  using Word = void*;
  // 2^64 places last for centuries.
  using Place = std::uint64_t;
  static constexpr std::size_t kLast = Capacity - 1;
  static_assert(Capacity >= 1);

  static std::size_t slot_of(Place place) { return static_cast<std::size_t>(place % (Capacity + 1)); }

  explicit SegmentedInjector(Word first)
      : head_(0, "head"),
        first_(first, "first"),
        tail_(0, "tail"),
        newest_(first, "newest"),
        oldest_(first, "oldest") {}

  // What a popper has read, which is true if it can claim the place.
  struct First {
    Place place;
    Use use;
    Word word;
    bool is_there;
  };
  First find_first() const {
    const Place head = head_.load(Orders.head);
    const std::size_t slot = slot_of(head);
    if (slot == Capacity) return First{head, Use(), nullptr, false};
    const Use use(first_.load(Orders.first));
    const Word word = use.segment()->slot(slot).load(Orders.job);
    return First{head, use, word, use.has_filled(word)};
  }
  bool claim(const First& first) {
    Place head = first.place;
    // Strong: a spurious failure would be a `retry` without a reason.
    if (!head_.compare_exchange_strong(head, first.place + 1, Orders.claim, Orders.lost)) return false;
    if (slot_of(first.place) == kLast) [[unlikely]]
      advance(first.use, first.place);
    return true;
  }

  static void fill(Use use, Place place, T& job) {
    use.segment()->slot(slot_of(place)).store(use.filled_with(job), Orders.publish);
  }

  // Leaves the job, and returns its place.
  Place leave_at(T& job) {
    Place tail = 0;
    Use use;
    bool is_at_end = false;
    Layer::retry([&] {
      tail = tail_.load(Orders.tail);
      is_at_end = slot_of(tail) >= kLast;
      if (is_at_end) return true;
      use = Use(newest_.load(Orders.newest));
      return tail_.compare_exchange_weak(tail, tail + 1, Orders.place, Orders.outrun);
    });
    if (is_at_end) [[unlikely]]
      return leave_at_end(job);
    fill(use, tail, job);
    return tail;
  }

  // The same where the segment may have no slot left, or one. The push that gets the last one appends
  // the next segment.
  [[gnu::noinline, gnu::cold]] Place leave_at_end(T& job) {
    typename Segment::Owner made;
    Place tail = 0;
    Use use;
    SpinWait<Layer> spin(Doublings);
    Layer::retry([&] {
      tail = tail_.load(Orders.tail);
      if (slot_of(tail) == Capacity) {
        spin.pause();
        return false;
      }
      use = Use(newest_.load(Orders.newest));
      // Before the place is taken, so that a failing allocation leaves the injector as it was.
      if (slot_of(tail) == kLast && !made.has_segment() && !has_spare()) made.create();
      return tail_.compare_exchange_weak(tail, tail + 1, Orders.place, Orders.outrun);
    });
    if (slot_of(tail) == kLast) append(use, tail, made.has_segment() ? Use::first_of(made.release()) : take_spare());
    fill(use, tail, job);
    return tail;
  }

  // Whether the head has left the oldest segment. Only the thread that appends takes one: the answer stays true for the
  // thread that gets the place for which it asked.
  [[nodiscard]] bool has_spare() const { return oldest_.load(Orders.oldest) != first_.load(Orders.spare); }
  // For the thread that appends.
  Use take_spare() {
    const Use spare(oldest_.load(Orders.oldest));
    oldest_.store(spare.segment()->next(), Orders.oldest);
    return spare.next_of_segment();
  }
  void append(Use full, Place last, Use next) {
    full.segment()->set_next(next.word());
    newest_.store(next.word(), Orders.newer);
    tail_.store(last + 2, Orders.append);
  }

  // For the popper that took the last job of the segment.
  [[gnu::noinline, gnu::cold]] void advance(Use emptied, Place last) {
    first_.store(emptied.segment()->next(), Orders.advance);
    head_.store(last + 2, Orders.moved);
  }

  template <class U>
  using atomic = typename Layer::template atomic<U>;

  // Written by poppers: the place of the next pop, and its segment.
  alignas(kCacheLine) atomic<Place> head_;
  atomic<Word> first_;
  // Written by pushers: the place of the next push, its segment, and the segment that is used again next.
  alignas(kCacheLine) atomic<Place> tail_;
  atomic<Word> newest_;
  atomic<Word> oldest_;
};

}  // namespace vigil
