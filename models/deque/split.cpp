// Is every job of the split deque run once, by its owner or by one thief, and does the owner get the result?

#include "split_jobs.hpp"

#include <atomic>
#include <string_view>
#include <tuple>

#include <vigil/model/model.hpp>

namespace vigil::models {
namespace {

SplitOrders orders;

template <AtomicsLayer Layer>
using Jobs = SplitJobs<Layer, orders>;

constexpr std::string_view kOnce = "a job is run by the owner or by one thief, and the owner gets what the thief left";

template <AtomicsLayer Layer>
struct LastJob : Jobs<Layer> {
  static constexpr std::string_view kSentence = "the last job goes to the owner or to the thief; its slot serves again";
  static constexpr std::string_view kBounds = "owner: push pop push pop; 1 thief: 3 attempts";
  static constexpr auto threads() { return std::tuple{&LastJob::owner, &LastJob::thief}; }
  void owner() { this->push(), this->pop(), this->push(), this->pop(); }
  void thief() {
    for (int i = 0; i != 3; ++i) this->steal(1);
  }
};

const auto last_job = model<LastJob>("deque/split/last-job").tables(orders).holds();

// The four orders that are not relaxed.
const auto publish_relaxed = last_job.with(SplitOrders{.publish_split = std::memory_order_relaxed})
                                 .named("deque/split/last-job/publish-relaxed")
                                 .fails(Violation::uninitialised_read, Violation::data_race);
const auto claim_relaxed = last_job.with(SplitOrders{.claim_take = std::memory_order_relaxed})
                               .named("deque/split/last-job/claim-relaxed")
                               .fails(Violation::uninitialised_read, Violation::data_race);
const auto finish_relaxed = last_job.with(SplitOrders{.stolen_finish = std::memory_order_relaxed})
                                .named("deque/split/last-job/finish-relaxed")
                                .fails(Violation::data_race);
const auto wait_relaxed = last_job.with(SplitOrders{.stolen_wait = std::memory_order_relaxed})
                              .named("deque/split/last-job/wait-relaxed")
                              .fails(Violation::data_race);

template <AtomicsLayer Layer>
struct LastJobTwoThieves : Jobs<Layer> {
  static constexpr std::string_view kSentence = LastJob<Layer>::kSentence;
  static constexpr std::string_view kBounds = "owner: push pop push pop; 2 thieves: 2 attempts and 1";
  static constexpr auto threads() {
    return std::tuple{&LastJobTwoThieves::owner, &LastJobTwoThieves::first, &LastJobTwoThieves::second};
  }
  void owner() { this->push(), this->pop(), this->push(), this->pop(); }
  void first() { this->steal(1), this->steal(1); }
  void second() { this->steal(2); }
};

const auto last_job_two_thieves = model<LastJobTwoThieves>("deque/split/last-job-two-thieves").tables(orders).holds();

template <AtomicsLayer Layer>
struct Nested : Jobs<Layer> {
  static constexpr std::string_view kSentence = kOnce;
  static constexpr std::string_view kBounds = "owner: push push pop pop; 1 thief: 4 attempts";
  static constexpr auto threads() { return std::tuple{&Nested::owner, &Nested::thief}; }
  void owner() { this->push(), this->push(), this->pop(), this->pop(); }
  void thief() {
    for (int i = 0; i != 4; ++i) this->steal(1);
  }
};

const auto nested = model<Nested>("deque/split/nested").tables(orders).holds();

template <AtomicsLayer Layer>
struct NestedTwoThieves : Jobs<Layer> {
  static constexpr std::string_view kSentence = kOnce;
  static constexpr std::string_view kBounds = "owner: push push pop pop; 2 thieves: 2 attempts and 1";
  static constexpr auto threads() {
    return std::tuple{&NestedTwoThieves::owner, &NestedTwoThieves::first, &NestedTwoThieves::second};
  }
  void owner() { this->push(), this->push(), this->pop(), this->pop(); }
  void first() { this->steal(1), this->steal(1); }
  void second() { this->steal(2); }
};

const auto nested_two_thieves = model<NestedTwoThieves>("deque/split/nested-two-thieves").tables(orders).holds();

template <AtomicsLayer Layer>
struct SplitMoves : Jobs<Layer> {
  static constexpr std::string_view kSentence =
      "the owner moves the split while a thief takes the last public job, and asks";
  static constexpr std::string_view kBounds = "owner: push push pop push pop pop; 1 thief: 4 attempts";
  static constexpr auto threads() { return std::tuple{&SplitMoves::owner, &SplitMoves::thief}; }
  void owner() { this->push(), this->push(), this->pop(), this->push(), this->pop(), this->pop(); }
  void thief() {
    for (int i = 0; i != 4; ++i) this->steal(1);
  }
};

const auto split_moves = model<SplitMoves>("deque/split/split-moves").tables(orders).holds();

// The slot of a stolen job is private again, and the slot above it becomes public first.
template <AtomicsLayer Layer>
struct SlotsServeAgain : Jobs<Layer> {
  static constexpr std::string_view kSentence =
      "the slot of a stolen job serves again, as a private one and as a public one";
  static constexpr std::string_view kBounds = "owner: push pop push push pop pop; 1 thief: 4 attempts";
  static constexpr auto threads() { return std::tuple{&SlotsServeAgain::owner, &SlotsServeAgain::thief}; }
  void owner() { this->push(), this->pop(), this->push(), this->push(), this->pop(), this->pop(); }
  void thief() {
    for (int i = 0; i != 4; ++i) this->steal(1);
  }
};

const auto slots_serve_again = model<SlotsServeAgain>("deque/split/slots-serve-again").tables(orders).holds();

template <AtomicsLayer Layer>
struct TakeBack : Jobs<Layer> {
  static constexpr std::string_view kSentence = "the owner takes public jobs back while a thief steals them";
  static constexpr std::string_view kBounds = "owner: push push push pop pop pop; 1 thief: 4 attempts";
  static constexpr auto threads() { return std::tuple{&TakeBack::owner, &TakeBack::thief}; }
  void owner() { this->push(), this->push(), this->push(), this->pop(), this->pop(), this->pop(); }
  void thief() {
    for (int i = 0; i != 4; ++i) this->steal(1);
  }
};

const auto take_back = model<TakeBack>("deque/split/take-back").tables(orders).holds();

template <AtomicsLayer Layer>
struct TakeBackTwoThieves : Jobs<Layer> {
  static constexpr std::string_view kSentence = "the owner takes public jobs back while two thieves steal them";
  static constexpr std::string_view kBounds = "owner: push push push pop pop pop; 2 thieves: 2 attempts";
  static constexpr auto threads() {
    return std::tuple{&TakeBackTwoThieves::owner, &TakeBackTwoThieves::first, &TakeBackTwoThieves::second};
  }
  void owner() { this->push(), this->push(), this->push(), this->pop(), this->pop(), this->pop(); }
  void first() { this->steal(1), this->steal(1); }
  void second() { this->steal(2), this->steal(2); }
};

const auto take_back_two_thieves =
    model<TakeBackTwoThieves>("deque/split/take-back-two-thieves").tables(orders).holds();

template <AtomicsLayer Layer>
struct DeepTwoThieves : Jobs<Layer> {
  static constexpr std::string_view kSentence = kOnce;
  static constexpr std::string_view kBounds =
      "owner: push push push pop push push pop pop pop pop; 2 thieves: 3 attempts and 2";
  static constexpr auto threads() {
    return std::tuple{&DeepTwoThieves::owner, &DeepTwoThieves::first, &DeepTwoThieves::second};
  }
  void owner() {
    this->push(), this->push(), this->push(), this->pop();
    this->push(), this->push();
    this->pop(), this->pop(), this->pop(), this->pop();
  }
  void first() { this->steal(1), this->steal(1), this->steal(1); }
  void second() { this->steal(2), this->steal(2); }
};

const auto deep_two_thieves = model<DeepTwoThieves>("deque/split/deep-two-thieves").tables(orders).holds();

// The thief is the owner of a deque, too. While the owner waits, it steals what the thief has forked.
template <AtomicsLayer Layer>
struct StealsBack : Jobs<Layer> {
  static constexpr std::string_view kSentence = "an owner that waits runs what its thief has forked";
  static constexpr std::string_view kBounds =
      "owner: push pop, steals while it waits, push pop; 1 thief: 2 attempts, forks one job in each job";
  static constexpr auto threads() { return std::tuple{&StealsBack::owner, &StealsBack::thief}; }
  void owner() {
    this->push();
    this->pop([this] { thiefs.steal_back(); });
    this->push();
    this->pop();
  }
  void thief() {
    for (int i = 0; i != 2; ++i) this->steal(1, [this] { thiefs.fork(); });
  }
  void finish() const {
    Jobs<Layer>::finish();
    thiefs.finish();
  }

  struct Thiefs : Jobs<Layer> {
    void fork() { this->push(), this->pop(); }
    void steal_back() { this->steal(1); }
  } thiefs;
};

const auto steals_back = model<StealsBack>("deque/split/steals-back").tables(orders).holds();

// The owner leaves private jobs when the threads end.
template <AtomicsLayer Layer>
struct Asked : Jobs<Layer> {
  static constexpr std::string_view kSentence =
      "a thief that takes the last public job asks, whatever is published then";
  static constexpr std::string_view kBounds = "owner: push push push; 1 thief: 3 attempts";
  static constexpr auto threads() { return std::tuple{&Asked::owner, &Asked::thief}; }
  void owner() { this->push(), this->push(), this->push(); }
  void thief() {
    for (int i = 0; i != 3; ++i) this->steal(1);
  }
  void finish() {
    this->require_asked();
    this->pop(), this->pop(), this->pop();
    Jobs<Layer>::finish();
  }
};

const auto asked = model<Asked>("deque/split/asked").tables(orders).holds();

template <AtomicsLayer Layer>
struct AskedTwoThieves : Jobs<Layer> {
  static constexpr std::string_view kSentence = Asked<Layer>::kSentence;
  static constexpr std::string_view kBounds = "owner: push push push; 2 thieves: 2 attempts and 1";
  static constexpr auto threads() {
    return std::tuple{&AskedTwoThieves::owner, &AskedTwoThieves::first, &AskedTwoThieves::second};
  }
  void owner() { this->push(), this->push(), this->push(); }
  void first() { this->steal(1), this->steal(1); }
  void second() { this->steal(2); }
  void finish() {
    this->require_asked();
    this->pop(), this->pop(), this->pop();
    Jobs<Layer>::finish();
  }
};

const auto asked_two_thieves = model<AskedTwoThieves>("deque/split/asked-two-thieves").tables(orders).holds();

template <AtomicsLayer Layer>
struct AskedAfterTakeBack : Jobs<Layer> {
  static constexpr std::string_view kSentence =
      "a thief that takes the last public job asks, whatever is taken back then";
  static constexpr std::string_view kBounds = "owner: push push push push, publishes all, pop pop; 1 thief: 3 attempts";
  static constexpr auto threads() { return std::tuple{&AskedAfterTakeBack::owner, &AskedAfterTakeBack::thief}; }
  void owner() {
    this->push(), this->push(), this->push(), this->push();
    this->publish_all();
    this->pop(), this->pop();
  }
  void thief() {
    for (int i = 0; i != 3; ++i) this->steal(1);
  }
  void finish() {
    this->require_asked();
    this->pop(), this->pop();
    Jobs<Layer>::finish();
  }
};

const auto asked_after_take_back =
    model<AskedAfterTakeBack>("deque/split/asked-after-take-back").tables(orders).holds();
const auto take_back_relaxed = asked_after_take_back.with(SplitOrders{.take_back_claim = std::memory_order_relaxed})
                                   .named("deque/split/asked-after-take-back/take-back-relaxed")
                                   .relacy_cannot_decide(RelacyLimit::modification_order, kHolds)
                                   .fails(Violation::requirement);

template <AtomicsLayer Layer>
struct AskedAfterRetire : Jobs<Layer> {
  static constexpr std::string_view kSentence = "the owner is asked after it has retired a stolen job";
  static constexpr std::string_view kBounds = "owner: push pop push push; 1 thief: 3 attempts";
  static constexpr auto threads() { return std::tuple{&AskedAfterRetire::owner, &AskedAfterRetire::thief}; }
  void owner() { this->push(), this->pop(), this->push(), this->push(); }
  void thief() {
    for (int i = 0; i != 3; ++i) this->steal(1);
  }
  void finish() {
    this->require_asked();
    this->pop(), this->pop();
    Jobs<Layer>::finish();
  }
};

const auto asked_after_retire = model<AskedAfterRetire>("deque/split/asked-after-retire").tables(orders).holds();
const auto tail_passes_split = asked_after_retire.mutant("retired_above_the_split")
                                   .named("deque/split/asked-after-retire/retired-above-the-split")
                                   .fails(Violation::requirement);

template <AtomicsLayer Layer>
struct Word : Jobs<Layer> {
  static constexpr std::string_view kSentence = "an owner that leaves word for the thief gets an answer";
  static constexpr std::string_view kBounds = "owner: push, pop with a word, push, pop; 1 thief: 3 attempts";
  static constexpr auto threads() { return std::tuple{&Word::owner, &Word::thief}; }
  void owner() { this->push(), this->pop_with_word(), this->push(), this->pop(); }
  void thief() {
    for (int i = 0; i != 3; ++i) this->steal(1);
  }
};

const auto word = model<Word>("deque/split/word").tables(orders).holds();
const auto await_relaxed = word.with(SplitOrders{.stolen_await = std::memory_order_relaxed})
                               .named("deque/split/word/await-relaxed")
                               .fails(Violation::uninitialised_read, Violation::data_race);
const auto finish_without_acquire = word.with(SplitOrders{.stolen_finish = std::memory_order_release})
                                        .named("deque/split/word/finish-release")
                                        .fails(Violation::uninitialised_read, Violation::data_race);

template <AtomicsLayer Layer>
struct OwnerSteals : Jobs<Layer> {
  static constexpr std::string_view kSentence = "an owner may publish all jobs, and steal the oldest itself";
  static constexpr std::string_view kBounds =
      "owner: push push push, publishes all, steals once, pop pop pop; 1 thief: 2 attempts";
  static constexpr auto threads() { return std::tuple{&OwnerSteals::owner, &OwnerSteals::thief}; }
  void owner() {
    this->push(), this->push(), this->push();
    this->publish_all();
    this->steal(0);
    this->pop(), this->pop(), this->pop();
  }
  void thief() { this->steal(1), this->steal(1); }
};

const auto owner_steals = model<OwnerSteals>("deque/split/owner-steals").tables(orders).holds();

template <AtomicsLayer Layer>
struct SizeFromOutside : Jobs<Layer> {
  static constexpr std::string_view kSentence = "the number of public jobs is never more than were pushed";
  static constexpr std::string_view kBounds = "owner: push pop; 1 thread: size";
  static constexpr auto threads() { return std::tuple{&SizeFromOutside::owner, &SizeFromOutside::other}; }
  void owner() { this->push(), this->pop(); }
  void other() { Layer::require(this->public_size() <= 1, "there is at most one job"); }
};

const auto size_from_outside = model<SizeFromOutside>("deque/split/size-from-outside").tables(orders).holds();

template <AtomicsLayer Layer, std::memory_order HandOver>
struct NewOwnerBy : Jobs<Layer> {
  static constexpr std::string_view kSentence = "another thread may go on as owner, if it begins after the first ended";
  static constexpr std::string_view kBounds =
      "first owner: push pop push; second owner: push pop pop; 1 thief: 3 attempts";
  static constexpr auto threads() {
    return std::tuple{&NewOwnerBy::first_owner, &NewOwnerBy::second_owner, &NewOwnerBy::thief};
  }
  void first_owner() {
    this->push(), this->pop(), this->push();
    handed_over.store(true, HandOver);
  }
  void second_owner() {
    (void)handed_over.spin_until([](bool is_handed_over) { return is_handed_over; }, std::memory_order_acquire);
    this->push(), this->pop(), this->pop();
  }
  void thief() {
    for (int i = 0; i != 3; ++i) this->steal(1);
  }

  typename Layer::template atomic<bool> handed_over{false, "handed_over"};
};

template <AtomicsLayer Layer>
using NewOwner = NewOwnerBy<Layer, std::memory_order_release>;
template <AtomicsLayer Layer>
using NewOwnerTooEarly = NewOwnerBy<Layer, std::memory_order_relaxed>;

const auto new_owner = model<NewOwner>("deque/split/new-owner").tables(orders).holds();
const auto new_owner_too_early = model<NewOwnerTooEarly>("deque/split/new-owner/handed-over-relaxed")
                                     .tables(orders)
                                     .fails(Violation::uninitialised_read, Violation::data_race);

}  // namespace
}  // namespace vigil::models
