// What keeps poster and worker from missing each other, in the smallest form: two locations, two accesses on each side.
//
// The poster stores its job and reads the counters. The worker registers in the counters and checks for the job. Sleep
// must exclude that both miss. The models are the cells of the table of S-10.

#include <array>
#include <string>
#include <string_view>
#include <tuple>

#include <vigil/model/model.hpp>

namespace vigil::models {
namespace {

constexpr auto kRelaxed = std::memory_order_relaxed;
constexpr auto kAcquire = std::memory_order_acquire;
constexpr auto kRelease = std::memory_order_release;
constexpr auto kAcqRel = std::memory_order_acq_rel;
constexpr auto kSeqCst = std::memory_order_seq_cst;

struct MissOrders {
  Order<"table.post"> post = kRelease;
  Order<"table.posted"> posted = kRelaxed;
  // The poster reads the counters by a read-modify-write that changes nothing.
  bool reads_by_rmw = false;
  Order<"table.count"> count = kSeqCst;

  Order<"table.register"> register_sleeper = kSeqCst;
  Order<"table.registered"> registered = kRelaxed;
  Order<"table.check"> check = kAcquire;
};
MissOrders orders;

template <AtomicsLayer Layer>
struct EachMissesTheOther {
  static constexpr std::string_view kSentence = "the poster sees the worker registered, or the worker sees the job";
  static constexpr std::string_view kBounds = "1 poster: one job, one check; 1 worker: registers, one check";
  static constexpr auto threads() { return std::tuple{&EachMissesTheOther::poster, &EachMissesTheOther::worker}; }

  typename Layer::template atomic<int> job{0, "job"};
  typename Layer::template atomic<int> sleeping{0, "sleeping"};
  bool poster_sees_worker = false;
  bool worker_sees_job = false;

  void poster() {
    job.store(1, orders.post);
    Layer::fence(orders.posted);
    poster_sees_worker = (orders.reads_by_rmw ? sleeping.fetch_add(0, orders.count) : sleeping.load(orders.count)) != 0;
  }
  void worker() {
    sleeping.fetch_add(1, orders.register_sleeper);
    Layer::fence(orders.registered);
    worker_sees_job = job.load(orders.check) != 0;
  }
  void finish() {
    Layer::require(poster_sees_worker || worker_sees_job, "the worker sleeps, and no worker will run the job");
  }
};

struct Poster {
  std::string_view name;
  MissOrders orders;
};
const std::array<Poster, 5> kPosters{{
    {"load", {.count = kSeqCst}},
    {"fence-load", {.posted = kSeqCst, .count = kRelaxed}},
    {"seq-cst-job-load", {.post = kSeqCst, .count = kSeqCst}},
    {"rmw", {.reads_by_rmw = true, .count = kSeqCst}},
    {"rmw-acq-rel", {.reads_by_rmw = true, .count = kAcqRel}},
}};

struct Worker {
  std::string_view name;
  std::memory_order registered;
  std::memory_order check;
};
const std::array<Worker, 3> kWorkers{{
    {"check", kRelaxed, kAcquire},
    {"fence-check", kSeqCst, kAcquire},
    {"seq-cst-check", kRelaxed, kSeqCst},
}};

// Whether both can miss, by poster and worker.
constexpr bool kBothMiss[kPosters.size()][kWorkers.size()] = {
    {true, true, true}, {true, false, false}, {true, false, false}, {false, false, false}, {false, false, false},
};

const std::string kName = "tables/store_buffering/";

// The verdicts are those of C++20.
Draft draft_of(const MissOrders& table, const std::string& name) {
  return model<EachMissesTheOther>(kName + name).tables(orders).with(table).defect("S-10");
}

bool is_registered(Draft draft, bool both_miss) {
  if (both_miss)
    (void)std::move(draft).needs_weak_memory().fails(Violation::requirement);
  else
    (void)std::move(draft).holds();
  return true;
}

const bool cells = [] {
  for (std::size_t poster = 0; poster != kPosters.size(); ++poster)
    for (std::size_t worker = 0; worker != kWorkers.size(); ++worker) {
      auto table = kPosters[poster].orders;
      table.registered = kWorkers[worker].registered;
      table.check = kWorkers[worker].check;
      const auto name = std::string(kPosters[poster].name) + "-against-" + std::string(kWorkers[worker].name);
      auto draft = draft_of(table, name);
      const bool is_fence_against_access =
          name == "fence-load-against-seq-cst-check" || name == "seq-cst-job-load-against-fence-check";
      if (is_fence_against_access)
        draft = std::move(draft).relacy_cannot_decide(RelacyLimit::fence_against_access, Violation::requirement);
      is_registered(std::move(draft), kBothMiss[poster][worker]);
    }
  return true;
}();

// The poster's read-modify-write is release-acquire synchronisation. It is lost if either read-modify-write is relaxed.
const bool poster_relaxed =
    is_registered(draft_of({.reads_by_rmw = true, .count = kRelaxed}, "rmw-relaxed-against-check"), true);
const bool worker_relaxed =
    is_registered(draft_of({.reads_by_rmw = true, .register_sleeper = kRelaxed}, "rmw-against-relaxed-check"), true);
const bool poster_relaxed_fences =
    is_registered(draft_of({.posted = kSeqCst, .reads_by_rmw = true, .count = kRelaxed, .registered = kSeqCst},
                           "fence-rmw-relaxed-against-fence-check"),
                  false);

}  // namespace
}  // namespace vigil::models
