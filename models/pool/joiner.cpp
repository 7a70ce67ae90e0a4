// Does a joiner that has nothing to do sleep, however long the stolen call takes?

#include "parts.hpp"

#include <vigil/atomics/choice.hpp>

#include <tuple>

namespace vigil::models {
namespace {

using pools::with_tables;

struct JoinerSetting {
  // S-25: a worker that waits for a stolen call uses Sleep, as one that has no work. Published: it searches again and
  // yields.
  Choice<"joiner_sleeps"> joiner_sleeps = true;
};
JoinerSetting setting;

template <ThreadedLayer Layer>
struct PerhapsSpinning : Sleep<Layer> {
  using Sleep<Layer>::Sleep;

  template <class Latch, class HasInjectedJobs>
  void no_work_found(IdleState& idle, Latch& latch, HasInjectedJobs&& has_injected_jobs) {
    if (!setting.joiner_sleeps) return Layer::yield();
    Sleep<Layer>::no_work_found(idle, latch, has_injected_jobs);
  }
};

template <ThreadedLayer Layer>
struct JoinerParts : pools::Parts<Layer> {
  using Sleep = PerhapsSpinning<Layer>;
};

template <AtomicsLayer Layer>
struct JoinerMustSleep {
  static constexpr std::string_view kSentence = "a stolen call that lasts until its joiner sleeps ends";
  static constexpr std::string_view kBounds =
      "1 worker: one join; 1 thief, which has stolen the call when the joiner comes; no round of yielding";
  static constexpr auto threads() { return std::tuple{&JoinerMustSleep::owner, &JoinerMustSleep::thief}; }

  using Worker = vigil::Worker<JoinerParts<Layer>>;

  JoinerMustSleep() {
    worker_set.add_worker(0);
    worker_set.add_worker(1);
  }

  void owner() {
    (void)join(
        worker_set.worker(0),
        [this] { (void)is_stolen.spin_until([](bool stolen) { return stolen; }, std::memory_order_relaxed); },
        [this] {
          is_stolen.store(true, std::memory_order_relaxed);
          Layer::retry([this] {
            if (worker_set.sleep().counters().load().sleeping() != 0) return true;
            Layer::yield();
            return false;
          });
          has_ended.set(true);
        });
    Layer::require(has_ended.get(), "the call has ended");
  }
  void thief() {
    Layer::retry([this] {
      if (worker_set.worker(1).run_one()) return true;
      Layer::yield();
      return false;
    });
  }
  void finish() {
    const auto word = worker_set.sleep().counters().load();
    Layer::require(word.inactive() == 0 && word.sleeping() == 0, "no worker is inactive when all is over");
  }

  WorkerSet<JoinerParts<Layer>> worker_set{2, pools::kNoRounds, pools::kCapacity};
  typename Layer::template atomic<bool> is_stolen{false, "is_stolen"};
  typename Layer::template var<bool> has_ended{false, "has_ended"};
};

const auto must_sleep =
    with_tables(model<JoinerMustSleep>("pool/join/joiner-must-sleep")).tables(setting).defect("S-25").holds();

const auto spins = must_sleep.with(JoinerSetting{.joiner_sleeps = false})
                       .named("pool/join/joiner-must-sleep/spins")
                       .defect("S-25")
                       .fails(Violation::livelock);

}  // namespace
}  // namespace vigil::models
