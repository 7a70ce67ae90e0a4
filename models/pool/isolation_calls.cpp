// Does a worker that calls another pool while it holds a lock run no call that wants the lock?

#include "parts.hpp"

#include <vigil/atomics/lock_guard.hpp>
#include <vigil/pool/isolation.hpp>
#include <vigil/pool/posted_job.hpp>

#include <tuple>

namespace vigil::models {
namespace {

using pools::with_tables;

// A job calls another pool while it holds the lock. A job of that pool calls back, and wants the lock.
template <AtomicsLayer Layer>
class CallsUnderLock {
 public:
  static constexpr std::string_view kSentence =
      "a worker that calls another pool while it holds a lock runs no call that wants it, and its call is isolated";
  static constexpr std::string_view kBounds =
      "2 pools of 1 worker, of which one may nest no calls: it calls the other while it holds a lock; a job of the "
      "other calls it, and that call wants the lock";
  static constexpr auto threads() { return std::tuple{&CallsUnderLock::near_worker, &CallsUnderLock::far_worker}; }

  CallsUnderLock() {
    near_.add_worker(0);
    far_.add_worker(0);
    (void)holder_.post(near_);
    (void)caller_.post(far_);
  }

  void near_worker() { near_.worker(0).run(); }
  void far_worker() { far_.worker(0).run(); }

 private:
  using Parts = pools::RestlessParts<Layer>;
  using Worker = vigil::Worker<Parts>;
  using Posted = PostedJob<Parts>;

  struct Of : Posted {
    Of(CallsUnderLock& whose, typename Posted::Code code) : Posted(code), all(whose) {}
    CallsUnderLock& all;
  };

  template <class Function>
  static void call(WorkerSet<Parts>& where, Worker& from, Function function) {
    vigil::detail::InjectedCall<Function, vigil::detail::NeighboursSignal<Parts>, Parts> call(function, from);
    (void)call.make(where);
  }

  static void run_holder(Posted& job, Worker& worker) noexcept {
    auto& all = static_cast<Of&>(job).all;
    {
      const LockGuard held(all.lock_);
      isolate(worker, [&] {
        call(all.far_, worker,
             [](Worker& far) { Layer::require(far.is_isolated(), "a call that is made inside is isolated"); });
      });
    }
    all.one_ends();
  }
  static void run_caller(Posted& job, Worker& worker) noexcept {
    auto& all = static_cast<Of&>(job).all;
    call(all.near_, worker, [&](Worker& near) {
      Layer::require(!near.is_isolated(), "a call that is made outside is not isolated");
      const LockGuard held(all.lock_);
    });
    all.one_ends();
  }
  // The last of the two jobs stops the workers.
  void one_ends() {
    if (ended_.fetch_add(1, std::memory_order_acq_rel) == 0) return;
    near_.worker(0).stop();
    far_.worker(0).stop();
  }

  WorkerSet<Parts> near_{1, pools::kNoRounds, pools::kCapacity, 0};
  WorkerSet<Parts> far_{1, pools::kNoRounds, pools::kCapacity};
  typename Layer::mutex lock_{"lock"};
  typename Layer::template atomic<int> ended_{0, "ended"};
  Of holder_{*this, &run_holder};
  Of caller_{*this, &run_caller};
};

const auto calls_under_lock =
    with_tables(model<CallsUnderLock>("pool/isolation/calls-under-lock")).weak_failures(0).spurious_wakes(0).holds();

}  // namespace
}  // namespace vigil::models
