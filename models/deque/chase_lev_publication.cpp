// Does a job bring along what was written before it was pushed? Does the owner's role stay with one thread?

#include "chase_lev_jobs.hpp"

#include <array>
#include <cstddef>
#include <string_view>
#include <tuple>

#include <vigil/model/model.hpp>

namespace vigil::models {
namespace {

ChaseLevOrders orders;

const SearchPlan kPlan{.quick = {.bounds = {2, 3}},
                       .thorough = {.random = 1'000'000, .bounds = {2, 3, 4}, .limit = 100'000'000}};

// Jobs are numbers of payloads: data without any order of its own.
template <AtomicsLayer Layer>
class Payloads {
 public:
  // What nobody took is still there, for the owner to take.
  void finish() {
    while (pop()) {
    }
    recorder_.check();
  }

 protected:
  void push(int job) {
    payloads_[static_cast<std::size_t>(job)].set(100 + job);
    recorder_.begins();
    deque_.push(job);
    recorder_.pushed(job);
  }
  bool pop() {
    recorder_.begins();
    const auto job = deque_.pop();
    recorder_.popped(job ? StealStatus::success : StealStatus::empty, job.value_or(0));
    if (job) check(*job);
    return job.has_value();
  }
  void steal() {
    recorder_.begins();
    const StealResult<int> result = deque_.steal();
    recorder_.stole(result.status(), result.is_success() ? result.job() : 0);
    if (result.is_success()) check(result.job());
  }

 private:
  void check(int job) {
    Layer::require(payloads_[static_cast<std::size_t>(job)].get() == 100 + job, "a job is taken with its payload");
  }

  ChaseLevDeque<int, Layer, orders> deque_{2};
  std::array<typename Layer::template var<int>, 3> payloads_ = Names("payload");
  JobRecorder<Layer, linearizability::DequeSpec> recorder_;
};

template <AtomicsLayer Layer>
struct StolenWithItsPayload : Payloads<Layer> {
  static constexpr std::string_view kSentence =
      "what happened before a push happens before what the thief does with the job";
  static constexpr std::string_view kBounds = "owner: push; 1 thief: steal; capacity 2";
  static constexpr auto threads() { return std::tuple{&StolenWithItsPayload::owner, &StolenWithItsPayload::thief}; }
  void owner() { this->push(0); }
  void thief() { this->steal(); }
};

const auto stolen_with_payload = model<StolenWithItsPayload>("deque/chase_lev/stolen-with-its-payload")
                                     .tables(orders)
                                     .search({.quick = {.bounds = {2, 3}, .full = true}})
                                     .holds();

const auto publish_relaxed = stolen_with_payload.with(ChaseLevOrders{.push_publish = std::memory_order_relaxed})
                                 .named("deque/chase_lev/stolen-with-its-payload/push-publish-relaxed")
                                 .fails(Violation::data_race);

// The thief may learn of the first job from the bottom that the pop of the second has lowered.
template <AtomicsLayer Layer>
struct PopPublishesToo : Payloads<Layer> {
  static constexpr std::string_view kSentence =
      "a job that a thief finds through a lowered bottom brings its payload too";
  static constexpr std::string_view kBounds = "owner: push push pop; 1 thief: steal; capacity 2";
  static constexpr auto threads() { return std::tuple{&PopPublishesToo::owner, &PopPublishesToo::thief}; }
  void owner() { this->push(0), this->push(1), this->pop(); }
  void thief() { this->steal(); }
};

const auto pop_publishes =
    model<PopPublishesToo>("deque/chase_lev/pop-publishes-too").tables(orders).search(kPlan).holds();

const auto reserve_relaxed = pop_publishes.with(ChaseLevOrders{.pop_reserve = std::memory_order_relaxed})
                                 .named("deque/chase_lev/pop-publishes-too/pop-reserve-relaxed")
                                 .relacy_cannot_decide(RelacyLimit::release_sequence_of_cpp11, kHolds)
                                 .under(checker::MemoryModel::rc11, kHolds)  // for the same reason
                                 .fails(Violation::data_race);

// The same index, hence the same slot, holds a second job. What a thief learnt of the first one, by the probe, says
// nothing of the second.
template <AtomicsLayer Layer>
struct IndexUsedTwice : Payloads<Layer> {
  static constexpr std::string_view kSentence =
      "a job pushed in the place of one that was popped brings its own payload";
  static constexpr std::string_view kBounds = "owner: push push pop push; 1 thief: steal steal; capacity 2";
  static constexpr auto threads() { return std::tuple{&IndexUsedTwice::owner, &IndexUsedTwice::thief}; }
  void owner() { this->push(0), this->push(1), this->pop(), this->push(2); }
  void thief() { this->steal(), this->steal(); }
};

const auto index_used_twice =
    model<IndexUsedTwice>("deque/chase_lev/index-used-twice").tables(orders).search(kPlan).holds();

const auto bottom_relaxed = index_used_twice.with(ChaseLevOrders{.steal_bottom = std::memory_order_relaxed})
                                .named("deque/chase_lev/index-used-twice/steal-bottom-relaxed")
                                // The new job without its payload, or the old one a second time.
                                .fails(Violation::data_race, Violation::requirement);

const auto publish_relaxed_twice = index_used_twice.with(ChaseLevOrders{.push_publish = std::memory_order_relaxed})
                                       .named("deque/chase_lev/index-used-twice/push-publish-relaxed")
                                       .fails(Violation::data_race);

// What an `empty` is worth: it may be old, but not older than what the thief knows already. No history is judged: it
// would excuse a thief that heard the news without learning what came before, which is the variant that must fail.
struct NewsOrders {
  Order<"news.announce"> announce = std::memory_order_release;
  Order<"news.notice"> notice = std::memory_order_acquire;
};
NewsOrders news_orders;

template <AtomicsLayer Layer>
struct EmptyIsNotOlderThanTheNews {
  static constexpr std::string_view kSentence = "a thief that knows of a push does not find the deque empty";
  static constexpr std::string_view kBounds = "owner: push, tell; 1 thief: hear, steal; capacity 2";
  static constexpr auto threads() {
    return std::tuple{&EmptyIsNotOlderThanTheNews::owner, &EmptyIsNotOlderThanTheNews::thief};
  }
  ChaseLevDeque<int, Layer, orders> deque{2};
  typename Layer::template atomic<bool> news{false, "news"};

  void owner() {
    deque.push(0);
    news.store(true, news_orders.announce);
  }
  void thief() {
    if (news.load(news_orders.notice))
      Layer::require(deque.steal().is_success(), "the job that the thief knows of is there");
  }
};

const auto empty_is_not_older = model<EmptyIsNotOlderThanTheNews>("deque/chase_lev/empty-is-not-older-than-the-news")
                                    .tables(orders, news_orders)
                                    .search({.quick = {.bounds = {2, 3}, .full = true}})
                                    .holds();

// The reason why a worker must not go to sleep on a bare `empty`.
const auto empty_may_be_old = empty_is_not_older.with(NewsOrders{.notice = std::memory_order_relaxed})
                                  .named("deque/chase_lev/empty-is-not-older-than-the-news/news-without-order")
                                  .fails(Violation::requirement);

// Two threads that both push: what comes of two external callers who share one deque.
template <AtomicsLayer Layer>
struct TwoOwners : ChaseLevJobs<Layer, orders, 2> {
  static constexpr std::string_view kSentence = "one thread alone may push and pop: two are found out";
  static constexpr std::string_view kBounds = "2 owners: push; capacity 2";
  static constexpr auto threads() { return std::tuple{&TwoOwners::owner, &TwoOwners::owner}; }
  void owner() { this->push(); }
};

const auto two_owners = model<TwoOwners>("deque/chase_lev/two-owners")
                            .tables(orders)
                            .defect("S-18")
                            .fails(Violation::requirement, Violation::data_race);

}  // namespace
}  // namespace vigil::models
