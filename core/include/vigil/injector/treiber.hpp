#pragma once

#include <vigil/atomics/cache_line.hpp>
#include <vigil/atomics/layer.hpp>
#include <vigil/atomics/maybe_value.hpp>
#include <vigil/atomics/std_atomics.hpp>
#include <vigil/common/steal_result.hpp>
#include <vigil/injector/treiber_tables.hpp>

#include <atomic>
#include <concepts>
#include <cstdint>
#include <optional>

namespace vigil {

// Where threads that are not workers leave jobs for those that are: Treiber's stack, with a right to take.
//
// The jobs are linked through themselves, newest first, so nothing is allocated on a job's way. One word, `head`, holds
// the newest job and one bit, the right to take:
//
//   push   links the job above the newest and exchanges `head` for it. The bit stays as it is.
//   pop    sets the bit. Only its holder reads the link of the newest job; it exchanges `head` for the job below, which
//          also gives the right back. If a newer job came in between, the holder takes that one.
//
// Without the right, a popper reads the link of a job that another popper has already taken, run and freed; or the job
// is pushed again at the same address with another one below, and the exchange, which compares addresses, puts a job
// back that is gone (S-20, both). With it, a job that can be reached from `head` stays where it is.
//
// A job is in `head`'s list until the very exchange that takes it. No job is ever in private hands that are not about
// to run it, so `is_empty` never hides one; and a bit never comes without a job, `right_implies_job`. All changes are
// read-modify-writes of one word, so a popper knows whatever any earlier pusher knew.
//
// Progress: push is lock-free. pop never waits, but only one popper at a time gets a job: while it is interrupted the
// others are told `retry`, and pushers go on (S-52). Order: the newest job first; under steady load the oldest can wait
// for ever, so promise nobody fairness (S-58).

template <class T, AtomicsLayer A, const TreiberOrders& Orders, const TreiberProtocol& Protocol>
class TreiberInjector;

// What a job derives from so that it can be left in an injector. In at most one at a time.
template <AtomicsLayer A = StdAtomics>
class InjectorNode {
 public:
  InjectorNode() : next_(this, "job.next") {}
  InjectorNode(const InjectorNode&) = delete;
  InjectorNode& operator=(const InjectorNode&) = delete;

 protected:
  ~InjectorNode() = default;

 private:
  template <class T, AtomicsLayer B, const TreiberOrders& Orders, const TreiberProtocol& Protocol>
  friend class TreiberInjector;

  // The job below; null for the lowest; the node itself while it is in no injector.
  typename A::template var<InjectorNode*> next_;
};

template <class T, AtomicsLayer A = StdAtomics, const TreiberOrders& Orders = kTreiberOrders,
          const TreiberProtocol& Protocol = kTreiberProtocol>
class TreiberInjector {
  using Node = InjectorNode<A>;

 public:
  using Job = T*;

  // Jobs that one push makes visible together.
  class Chain {
   public:
    Chain() = default;
    Chain(const Chain&) = delete;
    Chain& operator=(const Chain&) = delete;

    // Adds `job`, to be taken before those that were added earlier. The job must be in no chain and no injector.
    void add(T& job) {
      Node& node = job;
      A::require(is_free(node), "TreiberInjector: a job is added that is already in");
      node.next_.set(first_);
      if (first_ == nullptr) last_ = &node;
      first_ = &node;
    }
    [[nodiscard]] bool is_empty() const { return first_ == nullptr; }

   private:
    friend class TreiberInjector;
    Node* first_ = nullptr;
    Node* last_ = nullptr;
  };

  TreiberInjector() = default;
  // No thread may be using the injector. Jobs that are left are dropped; they are the caller's.
  ~TreiberInjector() = default;
  TreiberInjector(const TreiberInjector&) = delete;
  TreiberInjector& operator=(const TreiberInjector&) = delete;

  // Leaves `job`, which must stay alive until it is popped and must be in no injector. Any thread. Lock-free.
  // True if there was no other job: what Sleep::new_injected_jobs wants to know.
  // Everything that happens before push happens before the pop that takes the job.
  bool push(T& job) {
    Node& node = job;
    A::require(is_free(node), "TreiberInjector: a job is pushed that is already in");
    return publish(node, node);
  }

  // Leaves all jobs of `chain`, which is empty afterwards, as one step. Otherwise as push of a job. An empty chain
  // leaves nothing.
  bool push(Chain& chain) {
    if (chain.is_empty()) return is_empty();
    Node& first = *chain.first_;
    Node& last = *chain.last_;
    chain.first_ = chain.last_ = nullptr;
    return publish(first, last);
  }

  // Takes the newest job. Any thread. Never waits; `retry` if another thread is taking a job at this moment: then there
  // may be more of them, so look again, and do not sleep on it.
  // The job is the caller's at once: it may be freed, or pushed again here or elsewhere.
  [[nodiscard]] StealResult<T*> pop() {
    static_assert(std::derived_from<T, Node>, "a job derives from InjectorNode of the same layer");
    if (!Protocol.consumer_takes_right) return pop_without_right();
    auto refusal = StealResult<T*>::empty();
    const auto with_right = [&refusal](Word head) -> MaybeValue<Word> {
      if (node_of(head) == nullptr) return std::nullopt;
      if (!is_held(head)) return held(head);
      refusal = StealResult<T*>::retry();
      return std::nullopt;
    };
    const MaybeValue<Word> head = head_.fetch_update(with_right, Orders.lock, Orders.probe);
    if (!head.has_value()) return refusal;
    return StealResult<T*>::success(take(held(*head)));
  }

  // Whether there was no job a moment ago. Any thread. Wait-free. A job counts until the instant in which it is taken;
  // a caller that may have to be woken for a job asks this after its fence, as Sleep does (S-29).
  [[nodiscard]] bool is_empty() const {
    const Word head = head_.load(Orders.has_jobs);
    if (!Protocol.jobs_count_until_taken && is_held(head)) return true;
    return node_of(head) == nullptr;
  }
  [[nodiscard]] bool has_jobs() const { return !is_empty(); }

  // The invariant of that name, for models and tests: whoever holds the right has a job to take.
  [[nodiscard]] bool right_implies_job() const {
    const Word head = head_.load(Orders.has_jobs);
    return !is_held(head) || node_of(head) != nullptr;
  }

 private:
  // The newest job's address, plus the right in a bit that alignment leaves free.
  using Word = void*;
  static constexpr std::uintptr_t kRight = 1;
  static_assert(alignof(Node) > kRight);

  static std::uintptr_t bits(Word word) { return reinterpret_cast<std::uintptr_t>(word); }
  // NOLINTBEGIN(performance-no-int-to-ptr): a pointer with a bit of its own.
  static Node* node_of(Word word) { return reinterpret_cast<Node*>(bits(word) & ~kRight); }
  static Word held(Word word) { return reinterpret_cast<Word>(bits(word) | kRight); }
  // NOLINTEND(performance-no-int-to-ptr)
  static bool is_held(Word word) { return (bits(word) & kRight) != 0; }

  static bool is_free(const Node& node) { return node.next_.get() == &node || !Protocol.consumer_takes_right; }

  // Puts `first` … `last`, linked already, above the newest job.
  bool publish(Node& first, Node& last) {
    // Guesses that there is none, which saves a look: that would fetch the line to read it only to fetch it again to
    // write.
    const auto linked = [&](Word below) {
      if (Protocol.link_before_publishing) last.next_.set(node_of(below));
      return Protocol.pushers_keep_right && is_held(below) ? held(&first) : static_cast<Word>(&first);
    };
    const Word head = head_.fetch_update_from(nullptr, linked, Orders.publish, Orders.occupied);
    if (!Protocol.link_before_publishing) last.next_.set(node_of(head));
    return node_of(head) == nullptr;
  }

  // Takes the newest job, with the right, and gives the right back. Not a `fetch_update`: a failed attempt has read the
  // link of a job that another thread may take, and free, afterwards. That is what [inject.take] is for.
  T* take(Word head) {
    A::retry([this, &head] {
      return head_.compare_exchange_weak(head, node_of(head)->next_.get(), Orders.take, Orders.newer);
    });
    Node* const node = node_of(head);
    if (Protocol.unlink_taken_job) node->next_.set(node);
    return static_cast<T*>(node);
  }

  // The pop of S-20. A failed attempt has read the link of a job that may have been freed.
  StealResult<T*> pop_without_right() {
    Word head = head_.load(Orders.newer);
    A::retry([this, &head] {
      Node* const node = node_of(head);
      return node == nullptr || head_.compare_exchange_weak(head, node->next_.get(), Orders.take, Orders.newer);
    });
    Node* const node = node_of(head);
    return node == nullptr ? StealResult<T*>::empty() : StealResult<T*>::success(static_cast<T*>(node));
  }

  alignas(kCacheLine) typename A::template atomic<Word> head_{nullptr, "head"};
};

}  // namespace vigil
