// Does a worker that goes to sleep miss a job, at whatever level it is posted?

#include "parts.hpp"

#include <vigil/pool/posted_job.hpp>
#include <vigil/pool/priority.hpp>

#include <cstddef>
#include <tuple>

namespace vigil::models {
namespace {

using pools::with_tables;

// One worker and two jobs, the first of which is there at once. In a new pool both sides change the counters of Sleep,
// and no job is missed, whatever the last check forgets. After the first job it is needed.
template <AtomicsLayer Layer, Priority kSecond>
class SecondWhileAsleep {
 public:
  static constexpr std::string_view kBounds =
      "1 worker; 2 jobs: one there at once, one posted from outside; no round of yielding";

  SecondWhileAsleep() {
    worker_set_.add_worker(0);
    post(first_);
  }

  void worker() { worker_set_.worker(0).run(); }
  void poster() { post(second_); }
  void finish() { Layer::require(runs_ == 2, "both jobs have run when the worker has ended"); }

 private:
  using Parts = PriorityParts<pools::Parts<Layer>>;

  struct Posted : PostedJob<Parts> {
    Posted(SecondWhileAsleep& whose, Priority priority) : PostedJob<Parts>(&run), all(whose) {
      this->set_priority(priority);
    }
    // The second job stops the worker.
    static void run(PostedJob<Parts>& job, Worker<Parts>& worker) noexcept {
      if (++static_cast<Posted&>(job).all.runs_ == 2) worker.stop();
    }
    SecondWhileAsleep& all;
  };

  void post(Posted& job) { Layer::require(job.post(worker_set_), "an open pool refuses no job"); }

  WorkerSet<Parts> worker_set_{1, pools::kNoRounds, pools::kCapacity};
  // The worker alone writes it.
  int runs_ = 0;
  Posted first_{*this, Priority::normal};
  Posted second_{*this, kSecond};
};

template <AtomicsLayer Layer>
struct HighWhileAsleep : SecondWhileAsleep<Layer, Priority::high> {
  static constexpr std::string_view kSentence = "a worker that goes to sleep does not miss an urgent job";
  static constexpr auto threads() { return std::tuple{&HighWhileAsleep::worker, &HighWhileAsleep::poster}; }
};
template <AtomicsLayer Layer>
struct LowWhileAsleep : SecondWhileAsleep<Layer, Priority::low> {
  static constexpr std::string_view kSentence = "a worker that goes to sleep does not miss a job of the lowest level";
  static constexpr auto threads() { return std::tuple{&LowWhileAsleep::worker, &LowWhileAsleep::poster}; }
};

const auto high_while_asleep =
    with_tables(model<HighWhileAsleep>("pool/priority/high-while-asleep")).defect("S-29").holds();
const auto low_while_asleep =
    with_tables(model<LowWhileAsleep>("pool/priority/low-while-asleep")).defect("S-29").holds();

const auto forgets_highest = high_while_asleep.mutant("priority_check_forgets_highest")
                                 .named("pool/priority/high-while-asleep/check-forgets-highest")
                                 .defect("S-29")
                                 .fails(Violation::missed_wake);
const auto forgets_lower = low_while_asleep.mutant("priority_check_forgets_lower_levels")
                               .named("pool/priority/low-while-asleep/check-forgets-lower")
                               .defect("S-29")
                               .fails(Violation::missed_wake);

}  // namespace
}  // namespace vigil::models
