// Does the linearizability check find wrong answers if every job is taken once?
//
// A deque under a mutex, correct except for one flaw at a time. Each flaw is checked twice: by the history, which finds
// it, and by the account of the jobs alone, which does not.

#include <vigil/atomics/lock_guard.hpp>
#include <vigil/model/recorder.hpp>

#include <array>
#include <cstddef>
#include <string_view>
#include <tuple>

#include <vigil/model/model.hpp>

namespace vigil::models {
namespace {

enum class Flaw {
  none,
  pop_takes_oldest,    // the owner gets the thieves' job
  steal_takes_newest,  // a thief gets the owner's job
  busy_means_empty,    // a thread that finds the mutex locked answers `empty`
  busy_means_retry,    // a thread that finds the mutex locked answers `retry`, even if no job was taken
};
struct LockedProtocol {
  Flaw flaw = Flaw::none;
};
LockedProtocol protocol;
JobJudge judge;

template <AtomicsLayer Layer>
class LockedDeque {
 public:
  void push(int job) {
    const LockGuard lock(mutex_);
    const int end = end_.get();
    slots_[at(end)].set(job);
    end_.set(end + 1);
  }
  StealResult<int> pop() { return take(protocol.flaw == Flaw::pop_takes_oldest); }
  StealResult<int> steal() { return take(protocol.flaw != Flaw::steal_takes_newest); }
  // A pop without flaws.
  StealResult<int> pop_patiently() {
    const LockGuard lock(mutex_);
    return take_locked(false);
  }

 private:
  static std::size_t at(int index) { return static_cast<std::size_t>(index); }

  StealResult<int> take(bool oldest) {
    if (protocol.flaw == Flaw::busy_means_empty || protocol.flaw == Flaw::busy_means_retry) {
      if (!mutex_.try_lock())
        return protocol.flaw == Flaw::busy_means_empty ? StealResult<int>::empty() : StealResult<int>::retry();
    } else {
      mutex_.lock();
    }
    const StealResult<int> result = take_locked(oldest);
    mutex_.unlock();
    return result;
  }
  StealResult<int> take_locked(bool oldest) {
    const int first = first_.get();
    const int end = end_.get();
    if (first == end) return StealResult<int>::empty();
    if (oldest) {
      first_.set(first + 1);
      return StealResult<int>::success(slots_[at(first)].get());
    }
    end_.set(end - 1);
    return StealResult<int>::success(slots_[at(end - 1)].get());
  }

  typename Layer::mutex mutex_{"mutex"};
  std::array<typename Layer::template var<int>, 4> slots_ = Names("slot");
  typename Layer::template var<int> first_{0, "first"};
  typename Layer::template var<int> end_{0, "end"};
};

// The calls of the deque, and the end of all scenarios.
template <AtomicsLayer Layer>
class RecordedDeque {
 public:
  void push(int job) {
    recorder_.begins();
    deque_.push(job);
    recorder_.pushed(job);
  }
  void pop() {
    recorder_.begins();
    popped(deque_.pop());
  }
  void steal() {
    recorder_.begins();
    const StealResult<int> result = deque_.steal();
    recorder_.stole(result.status(), result.is_success() ? result.job() : 0);
  }
  void finish() {
    do recorder_.begins();
    while (popped(deque_.pop_patiently()));
    recorder_.check();
  }

 private:
  bool popped(const StealResult<int>& result) {
    recorder_.popped(result.status(), result.is_success() ? result.job() : 0);
    return result.is_success();
  }

  LockedDeque<Layer> deque_;
  JobRecorder<Layer, linearizability::DequeSpec, judge> recorder_;
};

template <AtomicsLayer Layer>
struct LockedJobs {
  static constexpr std::string_view kSentence = "the answers of a locked deque are those of a sequential deque";
  static constexpr std::string_view kBounds = "two jobs to begin with; owner: push pop; 1 thief: steal";
  static constexpr auto threads() { return std::tuple{&LockedJobs::owner, &LockedJobs::thief}; }

  RecordedDeque<Layer> deque;

  LockedJobs() { deque.push(0), deque.push(1); }
  void owner() {
    deque.push(2);
    deque.pop();
  }
  void thief() { deque.steal(); }
  void finish() { deque.finish(); }
};

const auto locked = model<LockedJobs>("selftest/histories/locked-deque").tables(protocol, judge).holds();

const auto pop_takes_oldest = locked.with(LockedProtocol{Flaw::pop_takes_oldest})
                                  .named("selftest/histories/locked-deque/pop-takes-oldest")
                                  .fails(Violation::requirement);
const auto pop_by_account = pop_takes_oldest.with(JobJudge{.asks_for_order = false})
                                .named("selftest/histories/locked-deque/pop-takes-oldest/by-account-alone")
                                .holds();

const auto steal_takes_newest = locked.with(LockedProtocol{Flaw::steal_takes_newest})
                                    .named("selftest/histories/locked-deque/steal-takes-newest")
                                    .fails(Violation::requirement);
const auto steal_by_account = steal_takes_newest.with(JobJudge{.asks_for_order = false})
                                  .named("selftest/histories/locked-deque/steal-takes-newest/by-account-alone")
                                  .holds();

const auto busy_means_empty = locked.with(LockedProtocol{Flaw::busy_means_empty})
                                  .named("selftest/histories/locked-deque/busy-means-empty")
                                  .fails(Violation::requirement);
const auto empty_by_account = busy_means_empty.with(JobJudge{.asks_for_order = false})
                                  .named("selftest/histories/locked-deque/busy-means-empty/by-account-alone")
                                  .holds();

// The thief tries once, and the owner only pushes: no other thread can have taken a job from it.
template <AtomicsLayer Layer>
struct StealAgainstPush : LockedJobs<Layer> {
  static constexpr std::string_view kSentence = "a thief that must retry has lost a job to another thread";
  static constexpr std::string_view kBounds = "two jobs to begin with; owner: push; 1 thief: steal";
  static constexpr auto threads() { return std::tuple{&StealAgainstPush::owner, &StealAgainstPush::thief}; }
  void owner() { this->deque.push(2); }
};

const auto against_push = model<StealAgainstPush>("selftest/histories/retry").tables(protocol, judge).holds();
const auto busy_means_retry = against_push.with(LockedProtocol{Flaw::busy_means_retry})
                                  .named("selftest/histories/retry/busy-means-retry")
                                  .fails(Violation::requirement);
const auto retry_by_account = busy_means_retry.with(JobJudge{.asks_for_order = false})
                                  .named("selftest/histories/retry/busy-means-retry/by-account-alone")
                                  .holds();

// ---- the order of calls is happens-before, not the order in which they run

struct NewsOrders {
  Order<"selftest.histories.announce"> announce = std::memory_order_release;
  Order<"selftest.histories.notice"> notice = std::memory_order_acquire;
};
NewsOrders news_orders;
struct SlotProtocol {
  // A push that has returned has stored its job.
  bool push_stores_in_time = true;
};
SlotProtocol slot_protocol;

// A queue of one job. The popper trusts its read of the slot, even if it is stale.
template <AtomicsLayer Layer>
struct SlotAndNews {
  static constexpr std::string_view kSentence = "a thread that knows of a job does not find the slot empty";
  static constexpr std::string_view kBounds = "1 thread: push, store a flag; 1 thread: load the flag, pop";
  static constexpr auto threads() { return std::tuple{&SlotAndNews::pusher, &SlotAndNews::popper}; }

  static constexpr int kNothing = -1;
  typename Layer::template atomic<int> slot{kNothing, "slot"};
  typename Layer::template atomic<bool> news{false, "news"};
  JobRecorder<Layer, linearizability::QueueSpec, judge> recorder;

  void pusher() {
    recorder.begins();
    if (slot_protocol.push_stores_in_time) slot.store(0, std::memory_order_relaxed);
    recorder.pushed(0);
    news.store(true, news_orders.announce);
    if (!slot_protocol.push_stores_in_time) slot.store(0, std::memory_order_relaxed);
  }
  void popper() {
    (void)news.load(news_orders.notice);
    pop();
  }
  bool pop() {
    recorder.begins();
    const int job = slot.load(std::memory_order_relaxed);
    if (job != kNothing) slot.store(kNothing, std::memory_order_relaxed);
    recorder.popped(job != kNothing ? StealStatus::success : StealStatus::empty, job);
    return job != kNothing;
  }
  void finish() {
    while (pop()) {
    }
    recorder.check();
  }
};

// A stale `empty` is right if the popper does not know of the push. By the order in which the steps run it would be
// wrong.
const auto news =
    model<SlotAndNews>("selftest/histories/slot-and-news").tables(news_orders, slot_protocol, judge).holds();
const auto no_news = news.with(NewsOrders{.announce = std::memory_order_relaxed, .notice = std::memory_order_relaxed})
                         .named("selftest/histories/slot-and-news/news-without-order")
                         .holds();

const auto late = news.with(SlotProtocol{.push_stores_in_time = false})
                      .named("selftest/histories/slot-and-news/push-stores-late")
                      .fails(Violation::requirement);
const auto late_by_account = late.with(JobJudge{.asks_for_order = false})
                                 .named("selftest/histories/slot-and-news/push-stores-late/by-account-alone")
                                 .holds();
// No thread can detect the late store if none knows that the push has returned.
const auto late_without_news =
    late.with(NewsOrders{.announce = std::memory_order_relaxed, .notice = std::memory_order_relaxed})
        .named("selftest/histories/slot-and-news/push-stores-late/news-without-order")
        .under(checker::MemoryModel::x86_tso, Violation::requirement)  // x86 orders the flag in any case
        .holds();

}  // namespace
}  // namespace vigil::models
