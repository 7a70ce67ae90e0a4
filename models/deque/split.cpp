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

// Relacy's layer has no memory that is aligned to its size, in which an address leads to the deque.
constexpr auto kCheckerAlone = Layers::checker_alone;

constexpr std::string_view kOnce = "a job is run by the owner or by one thief, and the owner gets what the thief left";

template <AtomicsLayer Layer>
struct LastJob : Jobs<Layer> {
  static constexpr std::string_view kSentence = "the last job goes to the owner or to the thief; its slot serves again";
  static constexpr std::string_view kBounds = "owner: push pop push pop; 1 thief: 3 attempts; a thief has asked before";
  static constexpr auto threads() { return std::tuple{&LastJob::owner, &LastJob::thief}; }
  LastJob() { this->ask(); }
  void owner() { this->push(), this->pop(), this->push(), this->pop(); }
  void thief() {
    for (int i = 0; i != 3; ++i) this->steal(1);
  }
};

const auto last_job = model<LastJob, kCheckerAlone>("deque/split/last-job").tables(orders).holds();

// The four orders that are not relaxed.
const auto publish_relaxed = last_job.with(SplitOrders{.publish_split = std::memory_order_relaxed})
                                 .named("deque/split/last-job/publish-relaxed")
                                 .fails(Violation::uninitialised_read);
const auto claim_relaxed = last_job.with(SplitOrders{.claim_take = std::memory_order_relaxed})
                               .named("deque/split/last-job/claim-relaxed")
                               .fails(Violation::uninitialised_read);
const auto finish_relaxed = last_job.with(SplitOrders{.stolen_finish = std::memory_order_relaxed})
                                .named("deque/split/last-job/finish-relaxed")
                                .fails(Violation::data_race);
const auto wait_relaxed = last_job.with(SplitOrders{.stolen_wait = std::memory_order_relaxed})
                              .named("deque/split/last-job/wait-relaxed")
                              .fails(Violation::data_race);

template <AtomicsLayer Layer>
struct LastJobTwoThieves : Jobs<Layer> {
  static constexpr std::string_view kSentence = LastJob<Layer>::kSentence;
  static constexpr std::string_view kBounds =
      "owner: push pop push pop; 2 thieves: 2 attempts and 1; a thief has asked before";
  static constexpr auto threads() {
    return std::tuple{&LastJobTwoThieves::owner, &LastJobTwoThieves::first, &LastJobTwoThieves::second};
  }
  LastJobTwoThieves() { this->ask(); }
  void owner() { this->push(), this->pop(), this->push(), this->pop(); }
  void first() { this->steal(1), this->steal(1); }
  void second() { this->steal(2); }
};

const auto last_job_two_thieves =
    model<LastJobTwoThieves, kCheckerAlone>("deque/split/last-job-two-thieves").tables(orders).holds();

template <AtomicsLayer Layer>
struct Nested : Jobs<Layer> {
  static constexpr std::string_view kSentence = kOnce;
  static constexpr std::string_view kBounds = "owner: push push pop pop; 1 thief: 4 attempts; a thief has asked before";
  static constexpr auto threads() { return std::tuple{&Nested::owner, &Nested::thief}; }
  Nested() { this->ask(); }
  void owner() { this->push(), this->push(), this->pop(), this->pop(); }
  void thief() {
    for (int i = 0; i != 4; ++i) this->steal(1);
  }
};

const auto nested = model<Nested, kCheckerAlone>("deque/split/nested").tables(orders).holds();

template <AtomicsLayer Layer>
struct NestedTwoThieves : Jobs<Layer> {
  static constexpr std::string_view kSentence = kOnce;
  static constexpr std::string_view kBounds =
      "owner: push push pop pop; 2 thieves: 2 attempts and 1; a thief has asked before";
  static constexpr auto threads() {
    return std::tuple{&NestedTwoThieves::owner, &NestedTwoThieves::first, &NestedTwoThieves::second};
  }
  NestedTwoThieves() { this->ask(); }
  void owner() { this->push(), this->push(), this->pop(), this->pop(); }
  void first() { this->steal(1), this->steal(1); }
  void second() { this->steal(2); }
};

const auto nested_two_thieves =
    model<NestedTwoThieves, kCheckerAlone>("deque/split/nested-two-thieves").tables(orders).holds();

template <AtomicsLayer Layer>
struct SplitMoves : Jobs<Layer> {
  static constexpr std::string_view kSentence = "a thief may ask at any time, while the owner moves the split";
  static constexpr std::string_view kBounds = "owner: push push pop push pop pop; 1 thief: 4 attempts";
  static constexpr auto threads() { return std::tuple{&SplitMoves::owner, &SplitMoves::thief}; }
  void owner() { this->push(), this->push(), this->pop(), this->push(), this->pop(), this->pop(); }
  void thief() {
    for (int i = 0; i != 4; ++i) this->steal(1);
  }
};

const auto split_moves = model<SplitMoves, kCheckerAlone>("deque/split/split-moves").tables(orders).holds();

// The slot of a stolen job is private again, and the slot above it becomes public first.
template <AtomicsLayer Layer>
struct SlotsServeAgain : Jobs<Layer> {
  static constexpr std::string_view kSentence =
      "the slot of a stolen job serves again, as a private one and as a public one";
  static constexpr std::string_view kBounds =
      "owner: push pop push push pop pop; 1 thief: 4 attempts; a thief has asked before";
  static constexpr auto threads() { return std::tuple{&SlotsServeAgain::owner, &SlotsServeAgain::thief}; }
  SlotsServeAgain() { this->ask(); }
  void owner() { this->push(), this->pop(), this->push(), this->push(), this->pop(), this->pop(); }
  void thief() {
    for (int i = 0; i != 4; ++i) this->steal(1);
  }
};

const auto slots_serve_again =
    model<SlotsServeAgain, kCheckerAlone>("deque/split/slots-serve-again").tables(orders).holds();

template <AtomicsLayer Layer>
struct TakeBack : Jobs<Layer> {
  static constexpr std::string_view kSentence = "the owner takes public jobs back while a thief steals them";
  static constexpr std::string_view kBounds =
      "owner: push push push pop pop pop; 1 thief: 4 attempts; a thief has asked before";
  static constexpr auto threads() { return std::tuple{&TakeBack::owner, &TakeBack::thief}; }
  TakeBack() { this->ask(); }
  void owner() { this->push(), this->push(), this->push(), this->pop(), this->pop(), this->pop(); }
  void thief() {
    for (int i = 0; i != 4; ++i) this->steal(1);
  }
};

const auto take_back = model<TakeBack, kCheckerAlone>("deque/split/take-back").tables(orders).holds();

template <AtomicsLayer Layer>
struct TakeBackTwoThieves : Jobs<Layer> {
  static constexpr std::string_view kSentence = "the owner takes public jobs back while two thieves steal them";
  static constexpr std::string_view kBounds =
      "owner: push push push pop pop pop; 2 thieves: 2 attempts; a thief has asked before";
  static constexpr auto threads() {
    return std::tuple{&TakeBackTwoThieves::owner, &TakeBackTwoThieves::first, &TakeBackTwoThieves::second};
  }
  TakeBackTwoThieves() { this->ask(); }
  void owner() { this->push(), this->push(), this->push(), this->pop(), this->pop(), this->pop(); }
  void first() { this->steal(1), this->steal(1); }
  void second() { this->steal(2), this->steal(2); }
};

const auto take_back_two_thieves =
    model<TakeBackTwoThieves, kCheckerAlone>("deque/split/take-back-two-thieves").tables(orders).holds();

// The thief is the owner of a deque, too. While the owner waits, it steals what the thief has forked.
template <AtomicsLayer Layer>
struct StealsBack : Jobs<Layer> {
  static constexpr std::string_view kSentence = "an owner that waits runs what its thief has forked";
  static constexpr std::string_view kBounds =
      "owner: push pop, steals while it waits, push pop; 1 thief: 2 attempts, forks one job in each job";
  static constexpr auto threads() { return std::tuple{&StealsBack::owner, &StealsBack::thief}; }
  StealsBack() { this->ask(), thiefs.ask_for_it(); }
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
    void ask_for_it() { this->ask(); }
    void fork() { this->push(), this->pop(); }
    void steal_back() { this->steal(1); }
  } thiefs;
};

const auto steals_back = model<StealsBack, kCheckerAlone>("deque/split/steals-back").tables(orders).holds();

template <AtomicsLayer Layer>
struct SizeFromOutside : Jobs<Layer> {
  static constexpr std::string_view kSentence = "the number of public jobs is never more than were pushed";
  static constexpr std::string_view kBounds = "owner: push pop; 1 thread: size; a thief has asked before";
  static constexpr auto threads() { return std::tuple{&SizeFromOutside::owner, &SizeFromOutside::other}; }
  SizeFromOutside() { this->ask(); }
  void owner() { this->push(), this->pop(); }
  void other() { Layer::require(this->public_size() <= 1, "there is at most one job"); }
};

const auto size_from_outside =
    model<SizeFromOutside, kCheckerAlone>("deque/split/size-from-outside").tables(orders).holds();

template <AtomicsLayer Layer, std::memory_order HandOver>
struct NewOwnerBy : Jobs<Layer> {
  static constexpr std::string_view kSentence = "another thread may go on as owner, if it begins after the first ended";
  static constexpr std::string_view kBounds =
      "first owner: push pop push; second owner: push pop pop; 1 thief: 3 attempts; a thief has asked before";
  static constexpr auto threads() {
    return std::tuple{&NewOwnerBy::first_owner, &NewOwnerBy::second_owner, &NewOwnerBy::thief};
  }
  NewOwnerBy() { this->ask(); }
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

const auto new_owner = model<NewOwner, kCheckerAlone>("deque/split/new-owner").tables(orders).holds();
const auto new_owner_too_early = model<NewOwnerTooEarly, kCheckerAlone>("deque/split/new-owner/handed-over-relaxed")
                                     .tables(orders)
                                     .fails(Violation::uninitialised_read, Violation::data_race);

}  // namespace
}  // namespace vigil::models
