#pragma once

#include <vigil/atomics/cache_line.hpp>
#include <vigil/atomics/layer.hpp>
#include <vigil/atomics/maybe_value.hpp>
#include <vigil/atomics/std_operations.hpp>
#include <vigil/common/steal_result.hpp>
#include <vigil/deque/split_tables.hpp>

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <new>
#include <optional>
#include <utility>

namespace vigil {

// A deque for fork and join, whose jobs lie in its slots, and whose newest jobs are private.
//
//   slot 0            tail              split             head
//     │   claimed       │     public      │     private     │   free
//     ▼                 ▼                 ▼                 ▼
//
//   * The owner pushes and pops at `head`. It knows `head` as the address of the next free slot; the deque does not
//     store it. A private job is pushed and popped by ordinary instructions: no fence, no read-modify-write.
//   * Thieves claim public jobs at `tail`. The owner takes public jobs back at `split`.
//   * `tail` and `split` are one word, `range`. So each claim, each take-back and each publication is one
//     read-modify-write of the same object, and they need no order among each other: a job is claimed once, because
//     they have a modification order.
//   * `limit` is the word that the owner reads in each push and pop. It is the address of the split, or the largest
//     address, which *asks*: then the owner takes its slow path, and publishes the older half of its private jobs. It
//     is a hint. Thieves may write it at any time, and the owner has a copy of the split.
//
// A slot is read after the claim, never before. So a claim with an outdated guess is no danger: if `range` has the
// guessed value again, that is true of the jobs that are there now.
//
// **No request is lost**: while no job is public and no operation is under way, `limit` asks. So a thief that finds no
// job need not ask, and may sleep if the owner wakes it after the next publication. Who takes the last public job asks:
//   * The thief asks after its claim. The owner sets `limit` *before* it publishes or takes back by a
//     read-modify-write of `range` that is a release. The claim acquires it. So the request comes later in the
//     modification order of `limit`, and the owner does not overwrite it.
//   * The owner asks itself after it has taken back the last one, or found it stolen: only the owner could make jobs
//     public then.
//
// Invariant `tail_never_passes_split`; `empty_asks` when no operation is under way.

/// The Listener of a SplitDeque whose thieves never sleep. It does nothing.
struct NoListener {
  /// Called by the owner, after `jobs` jobs have become public. `before` were public already. Returns whether more are
  /// wanted: then the owner publishes in its next push or pop, too.
  bool published([[maybe_unused]] std::size_t jobs, [[maybe_unused]] std::size_t before) noexcept { return false; }
};

/// A bounded deque of jobs that end in the reverse order of their beginning, as those of fork and join do. The owner
/// pushes and pops at one end; thieves steal at the other, and leave the result in the job's slot.
///
/// The owner keeps the address of the next free slot, `next`. It begins as `first()`. The owner forks like this:
///
/// - If `is_end(next)`, there is no room. It does the work of the job at once.
/// - It makes the job by `next->emplace(...)`, calls `push(next)`, and goes on with `next + 1`. What it pushes
///   meanwhile, it pops first.
/// - It calls `pop(next)`. If that returns true, the owner runs the job. Otherwise it waits until `state(next)` is
///   `kReturned` or `kThrew`, reads in the slot what the thief has left there, and calls `retire(next)`. It may leave
///   word by `await`, and sleep meanwhile.
///
/// A thief calls `steal`, runs the job in the slot that it gets, leaves the result there, and calls `finish`. If that
/// returns the word of the owner, the thief wakes it.
///
/// While no job is public, or the listener wants more, the owner is asked for one. It looks at the request in its next
/// push or pop, and publishes the older half of its private jobs.
///
/// The owner may look into a slot only while the job is its own: until push, and again after pop or retire. Nothing
/// destroys a job but its user; `emplace` makes a new one over an old one.
///
/// Any thread may take over as owner, if its first call happens after the last call of the owner before it.
///
/// \orders What the owner did before push happens before what a thief does after it stole the job. What a thief did
///   before finish happens before what the owner does after it has seen that in `state` or in `await`. What the owner
///   did before await happens before what the thief does after finish.
/// \source Private tasks as in Lace (van Dijk and van de Pol, 2014); Acar, Charguéraud and Rainey, PPoPP 2013.
///
/// \snippet deque/split.cpp example
/// \tparam J the job: the closure, with room for its result.
/// \tparam kBytes what a deque occupies, aligned to it: a power of two. Memory that was never used is never touched.
/// \tparam Listener what the owner calls after each publication, for instance to wake thieves that sleep: see NoListener.
template <class J, std::size_t kBytes = std::size_t{1} << 20, class Listener = NoListener,
          AtomicsLayer Layer = StdAtomics, const SplitOrders& Orders = kSplitOrders>
class alignas(kCacheLine) SplitDeque {
  template <class U>
  using atomic = typename Layer::template atomic<U>;

 public:
  /// What it holds.
  using Job = J;

  /// The states of a job that was published. Any other value is the word of an owner that waits: see await.
  /// \{
  using State = std::uintptr_t;
  enum : State {
    kReady,      ///< It has not ended.
    kReturned,   ///< A thief has run it.
    kThrew,      ///< A thief has run it, and it has thrown.
    kFirstWord,  ///< The least word.
  };
  /// \}

  /// A place for one job.
  class alignas(std::max(kCacheLine, alignof(Job))) Slot {
   public:
    Slot() = delete;
    Slot(const Slot&) = delete;
    Slot& operator=(const Slot&) = delete;

    /// Makes the job.
    ///
    /// \threads The owner, before push.
    template <class... Arguments>
    Job& emplace(Arguments&&... arguments) {
      return *::new (static_cast<void*>(job_)) Job{std::forward<Arguments>(arguments)...};
    }
    /// The job.
    ///
    /// \threads Whose the job is: the owner or the thief.
    [[nodiscard]] Job& job() { return *std::launder(reinterpret_cast<Job*>(job_)); }

   private:
    friend SplitDeque;
    using Word = atomic<State>;
    Word& state() { return *std::launder(reinterpret_cast<Word*>(state_)); }

    // The job first, so that the owner's code needs one address for the slot and for the job.
    alignas(Job) std::byte job_[sizeof(Job)];
    alignas(Word) std::byte state_[sizeof(Word)];
  };

  /// An empty deque.
  ///
  /// \throws std::bad_alloc
  explicit SplitDeque(Listener listener = {}) : slots_(make_slots()), listener_(std::move(listener)) {
    ::new (static_cast<void*>(slots_)) Header{this};
  }
  /// Frees the memory.
  ///
  /// \pre No thread is using the deque.
  ~SplitDeque() {
    for (std::uint32_t i = 0; i != states_.get(); ++i) std::destroy_at(&first()[i].state());
    Layer::deallocate(slots_, kBytes, kBytes);
  }
  SplitDeque(const SplitDeque&) = delete;
  SplitDeque& operator=(const SplitDeque&) = delete;

  /// The deque in which `slot` lies, and the slot in which `job` lies.
  /// \{
  [[nodiscard]] static SplitDeque& of(Slot* slot) {
    return *std::launder(reinterpret_cast<Header*>(address(slot) - address(slot) % kBytes))->deque;
  }
  [[nodiscard]] static Slot* slot_of(Job& job) { return reinterpret_cast<Slot*>(std::addressof(job)); }
  /// \}
  /// Whether there is no slot at `next`, so that no job can be pushed there.
  [[nodiscard]] static bool is_end(Slot* next) { return address(next) % kBytes == 0; }
  /// The first slot, how many there are, and where they end.
  /// \{
  [[nodiscard]] Slot* first() { return end() - capacity(); }
  [[nodiscard]] static constexpr std::size_t capacity() { return (kBytes - sizeof(Header)) / sizeof(Slot); }
  [[nodiscard]] Slot* end() { return reinterpret_cast<Slot*>(slots_ + kBytes); }
  /// \}

  /// Adds the job in `next`, which becomes the newest.
  ///
  /// \pre `next` is the first slot, or follows the newest job.
  /// \threads The owner.
  /// \progress Wait-free. If push is asked, it publishes the older half of the private jobs: a step for each.
  void push(Slot* next) {
    if (is_below_limit(next)) [[unlikely]]
      push_below_limit(next);
  }

  /// Takes back the newest job.
  ///
  /// \return whether the job is the caller's. Otherwise it was stolen: see `state` and `retire`.
  /// \pre `newest` has the newest job.
  /// \threads The owner.
  /// \progress Wait-free for a private job, and then without a write, unless a thief asks. Lock-free for a public one:
  ///   an attempt fails because a thief has stolen another job.
  [[nodiscard]] bool pop(Slot* newest) { return !is_below_limit(newest) || pop_below_limit(newest); }

  /// Whether a push or pop of that slot has more to do: thieves ask for jobs, or the job is public. Then `push` and
  /// `pop` call push_below_limit and pop_below_limit. A caller may do so itself, to keep what is rare out of its
  /// frequent path.
  ///
  /// \threads The owner.
  /// \progress Wait-free.
  [[nodiscard]] bool is_below_limit(Slot* slot) const { return limit_.load(Orders.limit_read) > address(slot); }
  /// The rest of a push.
  ///
  /// \pre `is_below_limit(next)`.
  /// \threads The owner.
  /// \progress Wait-free: a step for each private job.
  void push_below_limit(Slot* next) { publish_older_half(next + 1); }
  /// The rest of a pop: returns what pop returns.
  ///
  /// \pre `is_below_limit(newest)`.
  /// \threads The owner.
  /// \progress Lock-free, as pop.
  [[nodiscard]] [[gnu::noinline, gnu::cold]] bool pop_below_limit(Slot* newest) {
    const std::uint32_t i = index(newest);
    if (i < split_.get()) return take_back(i);
    // The popped job is the owner's. What lies below it is for the thief.
    if (i > split_.get()) publish_older_half(newest);
    return true;
  }

  /// Publishes all jobs below `next`, so that they do not depend on a push or pop of the owner.
  ///
  /// \threads The owner.
  /// \progress Wait-free: a step for each private job.
  void publish_all(Slot* next) {
    if (const std::uint32_t split = split_.get(); index(next) > split) publish(index(next) - split);
  }

  /// What became of a job that was stolen.
  ///
  /// \pre `pop` has returned false, and `retire` was not called.
  /// \threads The owner.
  /// \progress Wait-free.
  [[nodiscard]] State state(Slot* stolen) const { return stolen->state().load(Orders.stolen_wait); }

  /// Leaves `word` for the thief, to which finish returns it.
  ///
  /// \param stolen the slot of the job.
  /// \param word at least `kFirstWord`.
  /// \return false if the job has ended. Then no word was left.
  /// \pre As `state`; once for each stolen job.
  /// \threads The owner.
  /// \progress Wait-free.
  [[nodiscard]] bool await(Slot* stolen, State word) {
    State expected = kReady;
    return stolen->state().compare_exchange_strong(expected, word, Orders.stolen_await, Orders.stolen_wait);
  }

  /// Removes a job that was stolen.
  ///
  /// \pre Its state is `kReturned` or `kThrew`.
  /// \threads The owner.
  /// \progress Wait-free.
  void retire(Slot* stolen) {
    const std::uint32_t split = index(stolen);
    range_.store(pack(split, split), Orders.retire_range);
    split_.set(split);
  }

  /// Takes the oldest public job. One attempt: `retry` if another thread changed the public jobs at the same time.
  ///
  /// \threads Any thread. The owner may: then the job is as one that was stolen.
  /// \progress Wait-free. A loop over it is lock-free while it gets no `empty`.
  [[nodiscard]] StealResult<Slot*> steal() {
    std::uint64_t range = range_.load(Orders.claim_guess);
    const std::uint32_t claimed = tail_of(range);
    const std::uint32_t split = split_of(range);
    if (claimed == split) return StealResult<Slot*>::empty();
    // Strong: after a spurious failure the caller would be told of another thread where there is none.
    if (!range_.compare_exchange_strong(range, range + 1, Orders.claim_take, Orders.claim_lost))
      return StealResult<Slot*>::retry();
    if (claimed + 1 == split) limit_.store(kAsked, Orders.limit_ask);
    return StealResult<Slot*>::success(first() + claimed);
  }

  /// Ends a job that was stolen. Without a word of the owner, the owner may use the slot before this returns.
  ///
  /// \param stolen what steal has returned.
  /// \param end `kReturned` or `kThrew`.
  /// \return the word that the owner has left by await; `kReady` if it has left none.
  /// \threads The thief.
  /// \progress Wait-free.
  State finish(Slot* stolen, State end) { return stolen->state().exchange(end, Orders.stolen_finish); }

  /// How many jobs a thief could steal: an estimate.
  ///
  /// \threads Any thread.
  /// \progress Wait-free.
  [[nodiscard]] std::size_t public_size() const {
    const std::uint64_t range = range_.load(Orders.size_range);
    return split_of(range) - tail_of(range);
  }

  /// The invariants of these names, which models evaluate: the first at every step, the second while no operation is
  /// under way.
  /// \{
  [[nodiscard]] bool tail_never_passes_split() const {
    const std::uint64_t range = range_.load(Orders.size_range);
    return tail_of(range) <= split_of(range);
  }
  [[nodiscard]] bool empty_asks() const { return public_size() != 0 || limit_.load(Orders.limit_read) == kAsked; }
  /// \}

  /// What create was given.
  [[nodiscard]] Listener& listener() { return listener_; }

 private:
  // In `limit`: the owner is asked for jobs. Above each slot's address.
  static constexpr std::uintptr_t kAsked = std::numeric_limits<std::uintptr_t>::max();

  // Where the slots begin. The last one ends where the memory ends.
  struct Header {
    SplitDeque* deque;
  };
  static std::byte* make_slots() {
    static_assert(std::has_single_bit(kBytes) && kBytes >= sizeof(Header) + sizeof(Slot), "SplitDeque: kBytes");
    static_assert(capacity() <= std::numeric_limits<std::uint32_t>::max(), "SplitDeque: slots have 32-bit indices");
    return static_cast<std::byte*>(Layer::allocate(kBytes, kBytes, "deque"));
  }

  static std::uintptr_t address(Slot* slot) { return reinterpret_cast<std::uintptr_t>(slot); }
  std::uint32_t index(Slot* slot) { return static_cast<std::uint32_t>(slot - first()); }
  static constexpr std::uint64_t pack(std::uint64_t tail, std::uint64_t split) { return split << 32 | tail; }
  static constexpr std::uint32_t tail_of(std::uint64_t range) { return static_cast<std::uint32_t>(range); }
  static constexpr std::uint32_t split_of(std::uint64_t range) { return static_cast<std::uint32_t>(range >> 32); }

  // Before the read-modify-write of `range`: see above.
  void set_split(std::uint32_t split) {
    split_.set(split);
    limit_.store(address(first() + split), Orders.limit_set);
  }

  // Makes the older half of the private jobs below `end` public, at least one.
  [[gnu::noinline, gnu::cold]] void publish_older_half(Slot* end) { publish((index(end) - split_.get() + 1) / 2); }

  // Makes the oldest `jobs` of the private jobs public.
  void publish(std::uint32_t jobs) {
    const std::uint32_t split = split_.get();
    // Each before the job is public: a thief may end it at once.
    for (std::uint32_t i = split; i != split + jobs; ++i) reset_state(i);
    set_split(split + jobs);
    const std::uint64_t before = range_.fetch_add(pack(0, jobs), Orders.publish_split);
    if (listener_.published(jobs, split - tail_of(before))) limit_.store(kAsked, Orders.limit_set);
  }

  // A state begins to live when its slot becomes public for the first time.
  void reset_state(std::uint32_t i) {
    Slot* const slot = first() + i;
    if (i < states_.get()) {
      slot->state().store(kReady, Orders.publish_reset);
    } else {
      ::new (static_cast<void*>(slot->state_)) typename Slot::Word(kReady, Name("state", i));
      states_.set(i + 1);
    }
  }

  // Takes back the newest job, which was public, and the newer half of the other public jobs.
  bool take_back(std::uint32_t i) {
    std::uint64_t range = range_.load(Orders.take_back_read);
    while (tail_of(range) <= i) {
      const std::uint32_t tail = tail_of(range);
      const std::uint32_t split = tail + (i + 1 - tail) / 2;
      set_split(split);
      if (range_.compare_exchange_strong(range, pack(tail, split), Orders.take_back_claim, Orders.take_back_read)) {
        if (split == tail) limit_.store(kAsked, Orders.limit_set);
        return true;
      }
    }
    split_.set(i + 1);
    limit_.store(kAsked, Orders.limit_set);
    return false;
  }

  // Read by the owner in each push and pop. Written when the split moves, and when the last public job is taken.
  alignas(kCacheLine) atomic<std::uintptr_t> limit_{kAsked, "limit"};
  // The owner's: the split, how many slots have a state, where the slots lie, and the listener.
  typename Layer::template var<std::uint32_t> split_{0, "split"};
  typename Layer::template var<std::uint32_t> states_{0, "states"};
  std::byte* const slots_;
  [[no_unique_address]] Listener listener_;
  // Written by each claim, publication and take-back: tail in the lower half, split in the upper.
  alignas(kCacheLine) atomic<std::uint64_t> range_{0, "range"};
};

}  // namespace vigil
