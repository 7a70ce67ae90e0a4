#pragma once

#include <vigil/atomics/cache_line.hpp>
#include <vigil/atomics/layer.hpp>
#include <vigil/atomics/maybe_value.hpp>
#include <vigil/atomics/std_atomics.hpp>
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
//   * `limit` is the word that the owner reads in each push and pop. It is the address of the split. A thief that finds
//     no public job overwrites it with the largest address: the owner then takes its slow path, and publishes the older
//     half of its private jobs. It is a hint. Thieves may write it at any time, and the owner has a copy of the split.
//
// A slot is read after the claim, never before. So a claim with an outdated guess is no danger: if `range` has the
// guessed value again, that is true of the jobs that are there now.
//
// Invariant `tail_never_passes_split`.

/// The Listener of a SplitDeque whose thieves never sleep. It does nothing.
struct NoListener {
  /// Called by the owner, after `jobs` jobs have become public.
  void published(std::size_t jobs) noexcept { static_cast<void>(jobs); }
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
///   `kReturned` or `kThrew`, reads in the slot what the thief has left there, and calls `retire(next)`.
///
/// A thief calls `steal`, runs the job in the slot that it gets, leaves the result there, and calls `finish`.
///
/// A thief that finds no public job asks the owner for one. The owner looks at the request in its next push or pop. A
/// request is lost if the owner moves the split at the same time: a thief has to ask again, and must not sleep in the
/// belief that it has asked.
///
/// The owner may look into a slot only while the job is its own: until push, and again after pop or retire. Nothing
/// destroys a job but its user; `emplace` makes a new one over an old one.
///
/// Any thread may take over as owner, if its first call happens after the last call of the owner before it.
///
/// \orders What the owner did before push happens before what a thief does after it stole the job. What a thief did
///   before finish happens before what the owner does after it has seen that in `state`.
/// \source Private tasks as in Lace (van Dijk and van de Pol, 2014); Acar, Charguéraud and Rainey, PPoPP 2013.
///
/// \snippet deque/split.cpp example
/// \tparam J the job: the closure, with room for its result.
/// \tparam kBytes what a deque occupies, aligned to it: a power of two. Memory that was never used is never touched.
/// \tparam Listener what the owner calls after each publication, for instance to wake thieves that sleep.
template <class J, std::size_t kBytes = std::size_t{1} << 20, class Listener = NoListener,
          AtomicsLayer Layer = StdAtomics, const SplitOrders& Orders = kSplitOrders>
class alignas(kCacheLine) SplitDeque {
  template <class U>
  using atomic = typename Layer::template atomic<U>;

 public:
  /// What it holds.
  using Job = J;

  /// The states of a job that was published. Any other value is that of the thief that has stolen it.
  /// \{
  using State = std::uintptr_t;
  static constexpr State kReady = 0;     ///< Nobody has stolen it.
  static constexpr State kReturned = 1;  ///< A thief has run it.
  static constexpr State kThrew = 2;     ///< A thief has run it, and it has thrown.
  static constexpr State kFirstThief = 3;
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

    alignas(Word) std::byte state_[sizeof(Word)];
    alignas(Job) std::byte job_[sizeof(Job)];
  };

  /// Frees the memory.
  ///
  /// \pre No thread is using the deque.
  struct Free {
    void operator()(SplitDeque* deque) const noexcept {
      for (std::uint32_t i = 0; i != deque->states_.get(); ++i) std::destroy_at(&deque->first()[i].state());
      deque->~SplitDeque();
      Layer::deallocate(deque, kBytes, kBytes);
    }
  };
  /// A deque, and the duty to free it.
  using Pointer = std::unique_ptr<SplitDeque, Free>;

  /// An empty deque.
  ///
  /// \throws std::bad_alloc
  [[nodiscard]] static Pointer create(Listener listener = {}) {
    static_assert(std::has_single_bit(kBytes) && kBytes >= sizeof(SplitDeque) + sizeof(Slot), "SplitDeque: kBytes");
    static_assert(capacity() <= std::numeric_limits<std::uint32_t>::max(), "SplitDeque: slots have 32-bit indices");
    return Pointer(::new (Layer::allocate(kBytes, kBytes, "deque")) SplitDeque(std::move(listener)));
  }

  SplitDeque(const SplitDeque&) = delete;
  SplitDeque& operator=(const SplitDeque&) = delete;

  /// The deque in which `next` lies. Right for the end, too.
  [[nodiscard]] static SplitDeque& of(Slot* next) {
    return *std::launder(reinterpret_cast<SplitDeque*>((address(next) - 1) & ~std::uintptr_t{kBytes - 1}));
  }
  /// Whether there is no slot at `next`, so that no job can be pushed there.
  [[nodiscard]] static bool is_end(Slot* next) { return (address(next) & (kBytes - 1)) == 0; }
  /// The first slot, and how many there are.
  /// \{
  [[nodiscard]] Slot* first() {
    // The last slot ends where the memory ends.
    return reinterpret_cast<Slot*>(reinterpret_cast<std::byte*>(this) + kBytes - capacity() * sizeof(Slot));
  }
  [[nodiscard]] static constexpr std::size_t capacity() { return (kBytes - sizeof(SplitDeque)) / sizeof(Slot); }
  /// \}

  /// Adds the job in `next`, which becomes the newest.
  ///
  /// \pre `next` is the first slot, or follows the newest job.
  /// \threads The owner.
  /// \progress Wait-free. If a thief asks, push publishes the older half of the private jobs: a step for each.
  void push(Slot* next) {
    if (address(next) < limit_.load(Orders.limit_read)) [[unlikely]]
      of(next).publish_below(next + 1);
  }

  /// Takes back the newest job.
  ///
  /// \return whether the job is the caller's. Otherwise it was stolen: see `state` and `retire`.
  /// \pre `newest` has the newest job.
  /// \threads The owner.
  /// \progress Wait-free for a private job, and then without a write, unless a thief asks. Lock-free for a public one:
  ///   an attempt fails because a thief has stolen another job.
  [[nodiscard]] bool pop(Slot* newest) {
    if (address(newest) >= limit_.load(Orders.limit_read)) [[likely]]
      return true;
    return of(newest).pop_below_limit(newest);
  }

  /// What became of a job that was stolen.
  ///
  /// \pre `pop` has returned false, and `retire` was not called.
  /// \threads The owner.
  /// \progress Wait-free.
  [[nodiscard]] State state(Slot* stolen) const { return stolen->state().load(Orders.stolen_wait); }

  /// Removes a job that was stolen.
  ///
  /// \pre Its state is `kReturned` or `kThrew`.
  /// \threads The owner.
  /// \progress Wait-free.
  void retire(Slot* stolen) {
    const std::uint32_t split = index(stolen);
    range_.store(pack(split, split), Orders.retire_range);
    set_split(split);
  }

  /// Takes the oldest public job. One attempt: `retry` if another thread changed the public jobs at the same time.
  /// After `empty` the owner was asked to publish jobs.
  ///
  /// `empty` says nothing about private jobs. A protocol that sleeps on it needs a Listener that wakes it.
  ///
  /// \param thief what the job's state says until it ends, at least `kFirstThief`.
  /// \threads Any thread but the owner.
  /// \progress Wait-free. A loop over it is lock-free while it gets no `empty`.
  [[nodiscard]] StealResult<Slot*> steal(State thief) {
    std::uint64_t range = range_.load(Orders.claim_guess);
    if (tail_of(range) == split_of(range)) {
      if (limit_.load(Orders.limit_look) != kAsked) limit_.store(kAsked, Orders.limit_ask);
      return StealResult<Slot*>::empty();
    }
    const std::uint32_t claimed = tail_of(range);
    // Strong: after a spurious failure the caller would be told of another thread where there is none.
    if (!range_.compare_exchange_strong(range, range + 1, Orders.claim_take, Orders.claim_lost))
      return StealResult<Slot*>::retry();
    Slot* const slot = first() + claimed;
    slot->state().store(thief, Orders.claim_who);
    return StealResult<Slot*>::success(slot);
  }

  /// Ends a job that was stolen. The owner may use the slot before this returns.
  ///
  /// \param stolen what steal has returned.
  /// \param end `kReturned` or `kThrew`.
  /// \threads The thief.
  /// \progress Wait-free.
  void finish(Slot* stolen, State end) { stolen->state().store(end, Orders.stolen_finish); }

  /// How many jobs a thief could steal: an estimate.
  ///
  /// \threads Any thread.
  /// \progress Wait-free.
  [[nodiscard]] std::size_t public_size() const {
    const std::uint64_t range = range_.load(Orders.size_range);
    return split_of(range) - tail_of(range);
  }

  /// The invariant of that name, which models evaluate at every step.
  [[nodiscard]] bool tail_never_passes_split() const {
    const std::uint64_t range = range_.load(Orders.size_range);
    return tail_of(range) <= split_of(range);
  }

 private:
  // In `limit`: a thief asks for more. Above each slot's address.
  static constexpr std::uintptr_t kAsked = std::numeric_limits<std::uintptr_t>::max();

  explicit SplitDeque(Listener listener) : limit_(address(first()), "limit"), listener_(std::move(listener)) {}
  ~SplitDeque() = default;

  static std::uintptr_t address(Slot* slot) { return reinterpret_cast<std::uintptr_t>(slot); }
  std::uint32_t index(Slot* slot) { return static_cast<std::uint32_t>(slot - first()); }
  static constexpr std::uint64_t pack(std::uint64_t tail, std::uint64_t split) { return split << 32 | tail; }
  static constexpr std::uint32_t tail_of(std::uint64_t range) { return static_cast<std::uint32_t>(range); }
  static constexpr std::uint32_t split_of(std::uint64_t range) { return static_cast<std::uint32_t>(range >> 32); }

  void set_split(std::uint32_t split) {
    split_.set(split);
    limit_.store(address(first() + split), Orders.limit_set);
  }

  // Makes the older half of the private jobs below `end` public, at least one.
  [[gnu::noinline, gnu::cold]] void publish_below(Slot* end) {
    const std::uint32_t split = split_.get();
    const std::uint32_t jobs = (index(end) - split + 1) / 2;
    // Each before the job is public: a thief may end it at once.
    for (std::uint32_t i = split; i != split + jobs; ++i) reset_state(i);
    range_.fetch_add(pack(0, jobs), Orders.publish_split);
    set_split(split + jobs);
    listener_.published(jobs);
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

  // The rest of a pop that saw a limit above its job: a thief asks, or the job was public.
  [[gnu::noinline, gnu::cold]] bool pop_below_limit(Slot* newest) {
    const std::uint32_t i = index(newest);
    if (i < split_.get()) return take_back(i);
    // The popped job is the owner's. What lies below it is for the thief.
    if (i > split_.get()) publish_below(newest);
    return true;
  }

  // Takes back the newest job, which was public, and the newer half of the other public jobs.
  bool take_back(std::uint32_t i) {
    const auto before = range_.fetch_update(
        [i](std::uint64_t range) -> MaybeValue<std::uint64_t> {
          const std::uint32_t tail = tail_of(range);
          if (tail > i) return std::nullopt;
          return pack(tail, split_after(tail, i));
        },
        Orders.take_back_claim, Orders.take_back_read);
    if (!before.has_value()) return false;
    set_split(split_after(tail_of(*before), i));
    return true;
  }
  static constexpr std::uint32_t split_after(std::uint32_t tail, std::uint32_t i) { return tail + (i + 1 - tail) / 2; }

  // Read by the owner in each push and pop. Written when the split moves, and when a thief asks.
  alignas(kCacheLine) atomic<std::uintptr_t> limit_;
  // The owner's: the split, how many slots have a state, and the listener.
  typename Layer::template var<std::uint32_t> split_{0, "split"};
  typename Layer::template var<std::uint32_t> states_{0, "states"};
  [[no_unique_address]] Listener listener_;
  // Written by each claim, publication and take-back: tail in the lower half, split in the upper.
  alignas(kCacheLine) atomic<std::uint64_t> range_{0, "range"};
};

}  // namespace vigil
