#pragma once

#include <vigil/atomics/cache_line.hpp>
#include <vigil/atomics/layer.hpp>
#include <vigil/atomics/maybe_value.hpp>
#include <vigil/atomics/std_operations.hpp>
#include <vigil/common/steal_result.hpp>
#include <vigil/injector/treiber_tables.hpp>

#include <atomic>
#include <concepts>
#include <cstdint>
#include <optional>

namespace vigil {

template <class T, AtomicsLayer Layer, const TreiberOrders& Orders>
class TreiberInjector;

/// What a job derives from, so that it can be left in an injector. A job is in at most one injector at a time.
///
/// \tparam Layer the atomics layer of the injector.
template <AtomicsLayer Layer = StdAtomics>
class InjectorNode {
 public:
  /// A node that is in no injector.
  InjectorNode() : next_(this, "job.next") {}
  InjectorNode(const InjectorNode&) = delete;
  InjectorNode& operator=(const InjectorNode&) = delete;

 protected:
  ~InjectorNode() = default;

 private:
  template <class T, AtomicsLayer L, const TreiberOrders& Orders>
  friend class TreiberInjector;

  // The job below; null for the lowest; the node itself while it is in no injector.
  typename Layer::template var<InjectorNode*> next_;
};

/// Where threads that are not workers leave jobs for the workers: Treiber's stack, with a right to take.
///
/// *Pushers* are any threads, and *poppers* are any threads. The jobs are linked through themselves, newest first, so
/// no operation allocates. One word, `head`, holds the newest job and one bit, the *right to take*:
///
///   * push links the job above the newest one and exchanges `head` for it. The bit stays as it is.
///   * pop sets the bit. Only the *holder* of the right reads the link of the newest job. It exchanges `head` for
///     the job below, which also gives the right back. If a newer job came in between, the holder takes that one.
///
/// Without the right, a popper could read the link of a job that another popper has already taken, run and freed. Or
/// the job could be pushed again at the same address with another job below it, and the exchange, which compares
/// addresses, would put a taken job back (S-20, both). With the right, a job that can be reached from `head` stays
/// where it is.
///
/// A job is in the list until the exchange that takes it. So is_empty hides no job, and no worker misses one because
/// another popper is busy. The bit is never set without a job: `right_implies_job`. All changes are read-modify-writes
/// of one word, so a popper knows everything that any earlier pusher knew.
///
/// Not promised: fairness. The newest job is taken first, so under steady load the oldest may wait for ever (S-58).
///
/// \snippet injector/treiber.cpp example
/// \tparam T the job, which derives from InjectorNode.
/// \tparam Layer the atomics layer.
/// \tparam Orders the order table; models pass their own.
/// \progress push is lock-free. pop never waits, but only one popper at a time gets a job: while that popper is
///   interrupted, the others get `retry`, and pushers proceed (S-52).
/// \source R. K. Treiber, *Systems Programming: Coping with Parallelism*, 1986, and the right to take.
template <class T, AtomicsLayer Layer = StdAtomics, const TreiberOrders& Orders = kTreiberOrders>
class TreiberInjector {
  using Node = InjectorNode<Layer>;

 public:
  /// What pop returns.
  using Job = T*;

  /// Jobs that one push makes visible together. For one thread.
  class Chain {
   public:
    /// An empty chain.
    Chain() = default;
    Chain(const Chain&) = delete;
    Chain& operator=(const Chain&) = delete;

    /// Adds `job`, to be taken before those that were added earlier.
    ///
    /// \pre The job is in no chain and in no injector.
    void add(T& job) {
      Node& node = job;
      Layer::require(is_free(node), "TreiberInjector: a job is added that is already in");
      node.next_.set(first_);
      if (first_ == nullptr) last_ = &node;
      first_ = &node;
    }
    /// Whether no job was added since the chain was made or pushed.
    [[nodiscard]] bool is_empty() const { return first_ == nullptr; }

   private:
    friend class TreiberInjector;
    Node* first_ = nullptr;
    // The lowest job, if there is a first.
    Node* last_ = nullptr;
  };

  /// An empty injector.
  TreiberInjector() = default;
  /// Drops the jobs that are left; they are the caller's.
  ///
  /// \pre No thread is using the injector.
  ~TreiberInjector() = default;
  TreiberInjector(const TreiberInjector&) = delete;
  TreiberInjector& operator=(const TreiberInjector&) = delete;

  /// Leaves `job`, which must stay alive until it is popped.
  ///
  /// \pre The job is in no chain and in no injector.
  /// \return true if there was no other job, as Sleep::new_injected_jobs wants to know.
  /// \threads Any thread.
  /// \progress Lock-free.
  /// \orders What the pusher did before push happens before the return of the pop that takes the job.
  bool push(T& job) {
    Node& node = job;
    Layer::require(is_free(node), "TreiberInjector: a job is pushed that is already in");
    return publish(node, node);
  }

  /// Leaves all jobs of `chain` in one step. The chain is empty afterwards. An empty chain leaves nothing.
  ///
  /// \return true if there was no other job.
  /// \threads Any thread.
  /// \progress Lock-free.
  /// \orders What the pusher did before push happens before the return of each pop that takes one of the jobs.
  bool push(Chain& chain) {
    if (chain.is_empty()) return is_empty();
    Node& first = *chain.first_;
    Node& last = *chain.last_;
    chain.first_ = nullptr;
    return publish(first, last);
  }

  /// Takes the newest job. The job is the caller's at once: the caller may free it, or push it again here or elsewhere.
  ///
  /// \return `retry` if another thread is taking a job at this moment. Then there may be more jobs: a caller must
  ///   search again, and must not sleep.
  /// \threads Any thread.
  /// \progress Lock-free. It never waits for the holder of the right.
  /// \orders What the pusher did before push happens before the return.
  [[nodiscard]] StealResult<T*> pop() {
    static_assert(std::derived_from<T, Node>, "a job derives from InjectorNode of the same layer");
    auto refusal = StealResult<T*>::empty();
    const auto with_right = [&refusal](Word head) -> MaybeValue<Word> {
      if (node_of(head) == nullptr) return std::nullopt;
      if (!is_held(head)) return held(head);
      refusal = StealResult<T*>::retry();
      return std::nullopt;
    };
    const MaybeValue<Word> head = head_.fetch_update(with_right, Orders.right, Orders.probe);
    if (!head.has_value()) return refusal;
    return StealResult<T*>::success(take(held(*head)));
  }

  /// Whether there was no job a moment ago. A job counts until the instant in which it is taken.
  ///
  /// A caller that may have to be woken for a job calls this after its fence, as Sleep does (S-29).
  /// \threads Any thread.
  /// \progress Wait-free.
  [[nodiscard]] bool is_empty() const {
    const Word head = head_.load(Orders.has_jobs);
    return node_of(head) == nullptr;
  }
  /// The opposite of is_empty.
  [[nodiscard]] bool has_jobs() const { return !is_empty(); }

  /// The invariant of that name, for models and tests: if a thread holds the right, there is a job to take.
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

  static bool is_free(const Node& node) { return node.next_.get() == &node; }

  // Puts `first` … `last`, linked already, above the newest job.
  bool publish(Node& first, Node& last) {
    const auto linked = [&](Word below) {
      last.next_.set(node_of(below));
      return is_held(below) ? held(&first) : static_cast<Word>(&first);
    };
    // Guesses that there is no job. To read `head` first would fetch the cache line twice: to read it, and to write it.
    const Word head = head_.fetch_update_from(nullptr, linked, Orders.publish, Orders.occupied);
    return node_of(head) == nullptr;
  }

  // Takes the newest job, with the right, and gives the right back. Not a `fetch_update`: a failed attempt has read the
  // link of a job that another thread may take, and free, afterwards. That is what [inject.take] is for.
  T* take(Word head) {
    Layer::retry([this, &head] {
      return head_.compare_exchange_weak(head, node_of(head)->next_.get(), Orders.take, Orders.newer);
    });
    Node* const node = node_of(head);
    node->next_.set(node);
    return static_cast<T*>(node);
  }

  alignas(kCacheLine) typename Layer::template atomic<Word> head_{nullptr, "head"};
};

}  // namespace vigil
