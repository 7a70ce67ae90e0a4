#pragma once

// What the models of isolations have in common: a job that holds a lock, and a posted one that wants it.

#include "parts.hpp"

#include <vigil/atomics/choice.hpp>
#include <vigil/atomics/lock_guard.hpp>
#include <vigil/pool/isolation.hpp>
#include <vigil/pool/posted_job.hpp>

#include <cstddef>

namespace vigil::models::pools {

struct IsolationSetting {
  // Whether the job that holds the lock waits inside an isolation.
  Choice<"isolate_under_the_lock"> isolate_under_the_lock = true;
};
inline IsolationSetting isolation_setting;

// Workers whose threads are the model's, a lock, and a posted job that wants it.
template <class PoolParts, std::size_t Workers>
class LockAndForeignJob {
 public:
  using Parts = PoolParts;
  using Layer = typename Parts::Layer;
  using Worker = vigil::Worker<Parts>;

  LockAndForeignJob() {
    for (std::size_t index = 0; index != Workers; ++index) worker_set.add_worker(index);
  }

  WorkerSet<Parts> worker_set{Workers, kNoRounds, kCapacity};
  typename Layer::mutex lock{"lock"};

 protected:
  void post_foreign() { (void)foreign_.post(worker_set); }
  // Calls `function` with the lock held, as the setting says.
  template <class Function>
  void under_the_lock(Worker& worker, Function function) {
    const LockGuard held(lock);
    if (isolation_setting.isolate_under_the_lock)
      isolate(worker, function);
    else
      function();
  }
  // What worker number `index` does besides: it runs one job, which it steals or finds in the injector.
  void run_one(std::size_t index) { (void)worker_set.worker(index).run_one(); }

 private:
  struct Foreign : PostedJob<Parts> {
    explicit Foreign(LockAndForeignJob& whose) : PostedJob<Parts>(&run_it), all(whose) {}
    static void run_it(PostedJob<Parts>& job, Worker&) noexcept {
      const LockGuard held(static_cast<Foreign&>(job).all.lock);
    }
    LockAndForeignJob& all;
  };
  Foreign foreign_{*this};
};

}  // namespace vigil::models::pools
