#pragma once

#include <vigil/common/steal_result.hpp>
#include <vigil/pool/fork.hpp>
#include <vigil/pool/job.hpp>
#include <vigil/pool/parts.hpp>

#include <cstddef>
#include <cstdint>

namespace vigil {

template <class Parts>
class Worker;

namespace detail {

// The calls that joins of one worker have left to thieves, in a SplitDeque. A join that lies in another one ends first,
// so the calls end in the reverse order of their beginning.
//
// A call is private until the deque is asked for one: while it has none that is public, or fewer than there are idle
// workers. It becomes public at the latest when the worker waits: a private
// call would wait with it. After a publication the worker wakes others as if it had posted jobs from outside, and a
// worker that is about to sleep checks the public calls of all: so no sleeper misses a publication. And it need not
// know of private calls, because a deque whose public part is empty publishes in the next push or pop.
template <class Parts>
class Forks {
  struct Publisher {
    Worker<Parts>* worker;
    // More are wanted while there are more idle workers than calls for them.
    bool published(std::size_t calls, std::size_t before) const {
      return worker->worker_set().sleep().new_injected_jobs(calls, before == 0).count > before + calls;
    }
  };
  using Deque = typename Parts::template ForkDeque<Fork<Parts>, Publisher>;

 public:
  using Slot = typename Deque::Slot;

  explicit Forks(Worker<Parts>& worker) : deque_(Publisher{&worker}), next_(deque_.first()) {}
  Forks(const Forks&) = delete;
  Forks& operator=(const Forks&) = delete;

  // ---- for a join, on the worker's thread

  // Where the next call goes, and whether that is nowhere: the deque is full, or closed.
  [[nodiscard]] Slot* next() const { return next_; }
  [[nodiscard]] static bool is_nowhere(Slot* next) { return Deque::is_end(next); }
  // Leaves the call in the next slot to thieves. Returns whether they ask for calls: then `answer` has to follow.
  // Always inlined, as take_back: in a source with many joins, compilers would call both.
  [[nodiscard, gnu::always_inline]] bool push(Slot* next) {
    next_ = next + 1;
    return deque_.is_below_limit(next);
  }
  void answer(Slot* newest) { deque_.push_below_limit(newest); }
  // Takes the newest call of the worker back. False: it was stolen, and the worker has to wait for its end.
  [[nodiscard, gnu::always_inline]] static bool take_back(Worker<Parts>& worker, Slot* newest) {
    Forks& forks = worker.forks();
    forks.next_ = newest;
    return !forks.deque_.is_below_limit(newest) || take_back_below_limit(worker, newest);
  }
  // Waits for the end of a call that was stolen. Returns whether it has returned, and not thrown. The worker runs other
  // jobs meanwhile, or sleeps.
  [[nodiscard]] bool wait_for(Slot* stolen) {
    next_ = stolen + 1;
    typename Parts::Latch end;
    if (deque_.await(stolen, reinterpret_cast<std::uintptr_t>(&end))) deque_.listener().worker->wait_until(end);
    next_ = stolen;
    return deque_.state(stolen) == Deque::kReturned;
  }
  // Frees the slot of a call that was stolen and has ended.
  void retire(Slot* stolen) { deque_.retire(stolen); }

  // ---- for the worker that waits, on its thread

  // Makes all calls public.
  void publish() {
    if (next_ != nullptr) deque_.publish_all(next_);
  }
  // Takes the oldest call, as a thief does: its join finds the result in the slot. Null if there is none.
  [[nodiscard]] Job<Parts>* take_oldest() {
    if (next_ == nullptr) return nullptr;
    publish();
    StealResult<Job<Parts>*> oldest = StealResult<Job<Parts>*>::empty();
    Parts::Layer::retry([&] {
      oldest = steal();
      return !oldest.is_retry();
    });
    return oldest.is_success() ? oldest.job() : nullptr;
  }

  // While it lives, the deque takes no calls, and all that it has are public.
  class Closed {
   public:
    explicit Closed(Forks& forks) : forks_(forks), next_(forks.next_) {
      forks.publish();
      forks.next_ = nullptr;
    }
    ~Closed() { forks_.next_ = next_; }
    Closed(const Closed&) = delete;
    Closed& operator=(const Closed&) = delete;

   private:
    Forks& forks_;
    Slot* const next_;
  };

  // ---- for any thread

  [[nodiscard]] StealResult<Job<Parts>*> steal() {
    const auto stolen = deque_.steal();
    if (stolen.is_success()) return StealResult<Job<Parts>*>::success(&stolen.job()->job());
    return stolen.is_retry() ? StealResult<Job<Parts>*>::retry() : StealResult<Job<Parts>*>::empty();
  }
  // Says that a stolen call has ended, and wakes its worker if that sleeps. The last access to the call.
  static void end(Fork<Parts>& call, bool has_returned) {
    Slot* const slot = Deque::slot_of(call);
    Deque& deque = Deque::of(slot);
    const auto latch = deque.finish(slot, has_returned ? Deque::kReturned : Deque::kThrew);
    if (latch != Deque::kReady) deque.listener().worker->set_latch(*reinterpret_cast<typename Parts::Latch*>(latch));
  }
  // Whether there is a public call.
  [[nodiscard]] bool has_public() const { return deque_.public_size() != 0; }

 private:
  // Takes the worker, because a join has its address in a register, and not that of the forks.
  [[gnu::noinline, gnu::cold]] static bool take_back_below_limit(Worker<Parts>& worker, Slot* newest) {
    return worker.forks().deque_.pop_below_limit(newest);
  }

  Deque deque_;
  Slot* next_;
};

}  // namespace detail
}  // namespace vigil
