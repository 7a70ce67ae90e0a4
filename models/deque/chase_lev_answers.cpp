// Is every answer one that a deque could have given to someone who knows what the caller knows?

#include "chase_lev_jobs.hpp"

#include <string_view>
#include <tuple>

#include <vigil/model/model.hpp>

namespace vigil::models {
namespace {

ChaseLevOrders orders;

const SearchPlan kPlan{.quick = {.bounds = {2, 3}, .limit = 4'000'000},
                       .thorough = {.random = 1'000'000, .bounds = {2, 3}, .limit = 100'000'000}};

template <AtomicsLayer Layer>
using Jobs = ChaseLevJobs<Layer, orders, 2>;

// The thieves know of both jobs, so none may say that there is nothing before both are gone.
template <AtomicsLayer Layer>
struct JobsToBeginWith : Jobs<Layer> {
  static constexpr std::string_view kSentence = "no thief finds the deque empty that knows of a job in it";
  static constexpr std::string_view kBounds = "two jobs to begin with; owner: pop; 2 thieves: steal; capacity 2";
  static constexpr auto threads() {
    return std::tuple{&JobsToBeginWith::owner, &JobsToBeginWith::thief, &JobsToBeginWith::thief};
  }
  JobsToBeginWith() { this->push(), this->push(); }
  void owner() { this->pop(); }
  void thief() { this->steal(); }
};

const auto begun_with =
    model<JobsToBeginWith>("deque/chase_lev/jobs-to-begin-with").tables(orders).search(kPlan).holds();

const auto begun_with_no_fence = begun_with.with(ChaseLevOrders{.steal_fence = std::memory_order_relaxed})
                                     .named("deque/chase_lev/jobs-to-begin-with/without-steal-fence")
                                     .defect("S-21")
                                     .fails(Violation::requirement);

template <AtomicsLayer Layer>
struct ThiefGoesOn : Jobs<Layer> {
  static constexpr std::string_view kSentence = JobsToBeginWith<Layer>::kSentence;
  static constexpr std::string_view kBounds =
      "two jobs to begin with; owner: push pop; 1 thief: steal steal steal; capacity 2, grows if need be";
  static constexpr auto threads() { return std::tuple{&ThiefGoesOn::owner, &ThiefGoesOn::thief}; }
  ThiefGoesOn() { this->push(), this->push(); }
  void owner() { this->push(), this->pop(); }
  void thief() { this->steal(), this->steal(), this->steal(); }
};

const auto thief_goes_on = model<ThiefGoesOn>("deque/chase_lev/thief-goes-on").tables(orders).search(kPlan).holds();

}  // namespace
}  // namespace vigil::models
