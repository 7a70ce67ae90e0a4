// Is every task of a ring taken once, by its owner or by one thief, whole, and has each retry a reason?

#include "tasks.hpp"

#include <string_view>

namespace vigil::models {
namespace {

using namespace lean;

RingOrders orders;
RingProtocol protocol;

constexpr auto kRelaxed = std::memory_order_relaxed;

constexpr std::string_view kOnce = "a task is taken by the owner or by one thief, never by both, never lost";

// A ring, its owner's calls and its thieves'. With a capacity of two, a half is one task: then all answers are those of
// a queue.
template <AtomicsLayer Layer, std::uint32_t Capacity, std::size_t Tasks, const JobJudge& Judge = kByAccount,
          std::uint32_t FirstIndex = 0>
class Rings {
 public:
  using Ring = RingBuffer<LinkedTask<Layer>, Capacity, orders, protocol>;

  void invariant() const { Layer::require(ring_.head_never_passes_tail(), "head_never_passes_tail"); }
  // What was not taken is still there.
  void finish() {
    while (pop()) {
    }
    tasks_.check();
  }

 protected:
  // The next task; what overflows is taken by the owner.
  void push() {
    const int number = pushed_++;
    LinkedTask<Layer>& task = tasks_.write(number);
    tasks_.begins();
    auto rest = ring_.push(task);
    Layer::require(rest.is_empty() || rest.size() == Capacity / 2 + 1, "what does not fit comes with half of the ring");
    tasks_.pushed(number);
    while (!rest.is_empty()) {
      tasks_.begins();
      tasks_.took(&rest.pop());
    }
  }
  bool pop() { return pop_from(ring_); }
  bool pop_from(Ring& ring) {
    tasks_.begins();
    LinkedTask<Layer>* const task = ring.pop();
    tasks_.took(task);
    return task != nullptr;
  }
  // One attempt.
  StealStatus steal(Ring& own) { return steal(own, ring_); }
  StealStatus steal(Ring& own, Ring& victim) {
    tasks_.begins();
    const auto taken = own.steal(victim);
    tasks_.took(taken);
    return taken.status();
  }

  Ring ring_{FirstIndex};
  Ring first_{FirstIndex};
  Ring second_{FirstIndex};
  WatchedTasks<Layer, Tasks, Judge> tasks_;

 private:
  int pushed_ = 0;
};

// ---- one at a time

template <AtomicsLayer Layer>
struct PopAgainstSteal : Rings<Layer, 2, 2, kJobJudge> {
  static constexpr std::string_view kSentence = kOnce;
  static constexpr std::string_view kBounds = "capacity 2; owner: push push pop; 1 thief: one attempt";
  static constexpr auto threads() { return std::tuple{&PopAgainstSteal::owner, &PopAgainstSteal::thief}; }
  void owner() { this->push(), this->push(), this->pop(); }
  void thief() { this->steal(this->first_); }
};

const auto pop_steal =
    model<PopAgainstSteal>("lean/ring_buffer/pop-against-steal").tables(orders, protocol, links).holds();

const auto no_publish = pop_steal.with(RingOrders{.publish = kRelaxed})
                            .named("lean/ring_buffer/pop-against-steal/without-publish-release")
                            .fails(Violation::data_race, Violation::requirement);

const auto no_tail = pop_steal.with(RingOrders{.tail = kRelaxed})
                         .named("lean/ring_buffer/pop-against-steal/without-tail-acquire")
                         .fails(Violation::data_race, Violation::requirement);

const auto pops_next = pop_steal.with(RingProtocol{.pop_returns_claimed_task = false})
                           .named("lean/ring_buffer/pop-against-steal/pop-returns-next")
                           .defect("S-45")
                           .fails(Violation::requirement);

const auto steals_next = pop_steal.with(RingProtocol{.steal_returns_last_copy = false})
                             .named("lean/ring_buffer/pop-against-steal/steal-returns-slot-behind")
                             .defect("S-45")
                             .fails(Violation::requirement);

template <AtomicsLayer Layer>
struct TwoThieves : Rings<Layer, 2, 3, kJobJudge> {
  static constexpr std::string_view kSentence = kOnce;
  static constexpr std::string_view kBounds = "capacity 2, two tasks; owner: pop push; 2 thieves: one attempt, and two";
  static constexpr auto threads() {
    return std::tuple{&TwoThieves::owner, &TwoThieves::one_thief, &TwoThieves::other_thief};
  }
  TwoThieves() { this->push(), this->push(); }
  void owner() { this->pop(), this->push(); }
  void one_thief() { this->steal(this->first_); }
  void other_thief() { this->steal(this->second_), this->steal(this->second_); }
};

const auto two_thieves = model<TwoThieves>("lean/ring_buffer/two-thieves").tables(orders, protocol, links).holds();

// ---- pushes that go round

template <AtomicsLayer Layer>
struct WrapAround : Rings<Layer, 2, 4, kJobJudge, 0xffff'ffff> {
  static constexpr std::string_view kSentence =
      "indices that wrap around, and slots that are used again, change nothing";
  static constexpr std::string_view kBounds =
      "capacity 2, first index 2^32 - 1, one task; owner: pop push push pop push; 1 thief: two attempts";
  static constexpr auto threads() { return std::tuple{&WrapAround::owner, &WrapAround::thief}; }
  WrapAround() { this->push(); }
  void owner() { this->pop(), this->push(), this->push(), this->pop(), this->push(); }
  void thief() { this->steal(this->first_), this->steal(this->first_); }
};

const auto wrap_around = model<WrapAround>("lean/ring_buffer/wrap-around").tables(orders, protocol, links).holds();

const auto claims_first = wrap_around.mutant("claim_before_copy")
                              .named("lean/ring_buffer/wrap-around/claim-before-copy")
                              .fails(Violation::requirement, Violation::data_race);

template <AtomicsLayer Layer>
struct Overflow : Rings<Layer, 2, 4> {
  static constexpr std::string_view kSentence = "what overflows is the owner's, and what thieves got is theirs";
  static constexpr std::string_view kBounds =
      "capacity 2, two tasks; owner: push push, takes what overflows; 2 thieves: one attempt each";
  static constexpr auto threads() { return std::tuple{&Overflow::owner, &Overflow::one_thief, &Overflow::other_thief}; }
  Overflow() { this->push(), this->push(); }
  void owner() { this->push(), this->push(); }
  void one_thief() { this->steal(this->first_); }
  void other_thief() { this->steal(this->second_); }
};

const auto overflow =
    model<Overflow>("lean/ring_buffer/overflow-against-steal").tables(orders, protocol, links).holds();

// ---- retries

template <AtomicsLayer Layer>
struct RetryForEachTaking : Rings<Layer, 2, 3> {
  static constexpr std::string_view kSentence = "a thief retries once for each time that tasks were taken";
  static constexpr std::string_view kBounds = "capacity 2; owner: push pop; 1 thief: two attempts";
  static constexpr auto threads() { return std::tuple{&RetryForEachTaking::owner, &RetryForEachTaking::thief}; }

  int retries = 0;

  void owner() { this->push(), this->pop(); }
  void thief() {
    for (int attempt = 0; attempt != 2; ++attempt) {
      if (this->steal(this->first_) == StealStatus::retry) ++retries;
    }
  }
  void finish() {
    Layer::require(retries <= 1, "a retry for each taking");
    Rings<Layer, 2, 3>::finish();
  }
};

const auto retries =
    model<RetryForEachTaking>("lean/ring_buffer/retry-for-each-taking").tables(orders, protocol, links).holds();

const auto no_pop_release = retries.with(RingOrders{.pop = kRelaxed})
                                .named("lean/ring_buffer/retry-for-each-taking/without-pop-release")
                                .fails(Violation::requirement);

const auto no_head_acquire = retries.with(RingOrders{.head = kRelaxed})
                                 .named("lean/ring_buffer/retry-for-each-taking/without-head-acquire")
                                 .fails(Violation::requirement);

template <AtomicsLayer Layer>
struct RetryForEachOverflow : Rings<Layer, 2, 3> {
  static constexpr std::string_view kSentence = RetryForEachTaking<Layer>::kSentence;
  static constexpr std::string_view kBounds =
      "capacity 2; owner: push push push, the last overflows; 1 thief: two attempts";
  static constexpr auto threads() { return std::tuple{&RetryForEachOverflow::owner, &RetryForEachOverflow::thief}; }

  int retries = 0;

  void owner() { this->push(), this->push(), this->push(); }
  void thief() {
    for (int attempt = 0; attempt != 2; ++attempt) {
      if (this->steal(this->first_) == StealStatus::retry) ++retries;
    }
  }
  void finish() {
    Layer::require(retries <= 1, "a retry for each taking");
    Rings<Layer, 2, 3>::finish();
  }
};

const auto retries_overflow =
    model<RetryForEachOverflow>("lean/ring_buffer/retry-for-each-overflow").tables(orders, protocol, links).holds();

const auto no_overflow_release = retries_overflow.with(RingOrders{.overflow = kRelaxed})
                                     .named("lean/ring_buffer/retry-for-each-overflow/without-overflow-release")
                                     .fails(Violation::requirement);

// The published owner finds nothing, adds one to the head all the same, and puts it back.
template <AtomicsLayer Layer>
struct NothingToPop : Rings<Layer, 2, 2> {
  static constexpr std::string_view kSentence = "a thief retries only if another thread takes a task";
  static constexpr std::string_view kBounds = "capacity 2, no task; owner: pop; 1 thief: one attempt";
  static constexpr auto threads() { return std::tuple{&NothingToPop::owner, &NothingToPop::thief}; }

  bool has_to_retry = false;

  void owner() { this->pop(); }
  void thief() { has_to_retry = this->steal(this->first_) == StealStatus::retry; }
  void finish() { Layer::require(!has_to_retry, "a retry has a reason"); }
  void invariant() const {}
};

const auto nothing_to_pop =
    model<NothingToPop>("lean/ring_buffer/nothing-to-pop").tables(orders, protocol, links).holds();

const auto head_put_back = nothing_to_pop.mutant("pop_adds_unchecked")
                               .named("lean/ring_buffer/nothing-to-pop/head-put-back")
                               .defect("S-57")
                               .fails(Violation::requirement);

const auto head_passes_tail = wrap_around.mutant("pop_adds_unchecked")
                                  .named("lean/ring_buffer/wrap-around/head-put-back")
                                  .defect("S-57")
                                  .fails(Violation::requirement);

// ---- half of them

template <AtomicsLayer Layer>
struct Halves : Rings<Layer, 4, 3> {
  static constexpr std::string_view kSentence = "of a half that is stolen, each task is run once";
  static constexpr std::string_view kBounds =
      "capacity 4, three tasks; owner: pop; 2 thieves: one attempt each, then the own ring";
  static constexpr auto threads() { return std::tuple{&Halves::owner, &Halves::one_thief, &Halves::other_thief}; }
  Halves() { this->push(), this->push(), this->push(); }
  void owner() { this->pop(); }
  void one_thief() { this->steal(this->first_), this->pop_from(this->first_); }
  void other_thief() { this->steal(this->second_), this->pop_from(this->second_); }
};

const auto halves = model<Halves>("lean/ring_buffer/steal-half").tables(orders, protocol, links).holds();

const auto half_behind = halves.with(RingProtocol{.steal_returns_last_copy = false})
                             .named("lean/ring_buffer/steal-half/returns-slot-behind")
                             .defect("S-45")
                             .fails(Violation::requirement);

template <AtomicsLayer Layer>
struct StolenAgain : Rings<Layer, 4, 3> {
  static constexpr std::string_view kSentence = "tasks that were stolen are stolen again, each once, and whole";
  static constexpr std::string_view kBounds =
      "capacity 4; owner: push push push; 1 thief: one attempt; 1 thief of the thief: two attempts; then what is left";
  static constexpr auto threads() {
    return std::tuple{&StolenAgain::owner, &StolenAgain::thief, &StolenAgain::thiefs_thief};
  }
  void owner() { this->push(), this->push(), this->push(); }
  void thief() { this->steal(this->first_); }
  void thiefs_thief() { this->steal(this->second_, this->first_); }
  void finish() {
    while (this->pop_from(this->first_)) {
    }
    Rings<Layer, 4, 3>::finish();
  }
};

const auto stolen_again = model<StolenAgain>("lean/ring_buffer/stolen-again").tables(orders, protocol, links).holds();

// ---- slots

// As the ring would be if no thread ever read a slot that is written.
template <AtomicsLayer Layer>
struct SlotUsedAgain : Rings<PlainPointers<Layer>, 2, 3> {
  static constexpr std::string_view kSentence =
      "a slot is written again only after the thief that claimed it has read it";
  static constexpr std::string_view kBounds =
      "capacity 2, slots that are not atomic, two tasks; owner: push, takes what overflows; 1 thief: one attempt";
  static constexpr auto threads() { return std::tuple{&SlotUsedAgain::owner, &SlotUsedAgain::thief}; }
  SlotUsedAgain() { this->push(), this->push(); }
  void owner() { this->push(); }
  void thief() { this->steal(this->first_); }
};

const auto used_again =
    model<SlotUsedAgain>("lean/ring_buffer/slot-used-again").tables(orders, protocol, links).holds();

const auto room_relaxed = used_again.with(RingOrders{.room = kRelaxed})
                              .named("lean/ring_buffer/slot-used-again/without-room-acquire")
                              .defect("S-46")
                              .fails(Violation::data_race);

const auto steal_relaxed = used_again.with(RingOrders{.steal = kRelaxed})
                               .named("lean/ring_buffer/slot-used-again/without-steal-release")
                               .defect("S-46")
                               .fails(Violation::data_race);

// Why slots are atomic all the same: a thief that is outrun reads what the owner is writing.
template <AtomicsLayer Layer>
struct SlowThief : Rings<PlainPointers<Layer>, 2, 4> {
  static constexpr std::string_view kSentence = "a thief that is outrun reads no slot that the owner is writing";
  static constexpr std::string_view kBounds =
      "capacity 2, slots that are not atomic, two tasks; owner: pop push; 1 thief: one attempt";
  static constexpr auto threads() { return std::tuple{&SlowThief::owner, &SlowThief::thief}; }
  SlowThief() { this->push(), this->push(); }
  void owner() { this->pop(), this->push(); }
  void thief() { this->steal(this->first_); }
};

const auto slow_thief =
    model<SlowThief>("lean/ring_buffer/slow-thief").tables(orders, protocol, links).fails(Violation::data_race);

}  // namespace
}  // namespace vigil::models
