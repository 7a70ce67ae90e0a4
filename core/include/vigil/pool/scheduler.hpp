#pragma once

#include <vigil/execution/pool_handle.hpp>
#include <vigil/pool/thread_pool.hpp>

#include <cstddef>

namespace vigil {

namespace detail {

// The operations of a PoolScheduler are posted.
template <class Parts, class Posted = PostedJob<Parts>>
struct PostedOperations {
  using Layer = typename Parts::Layer;
  using Pool = BasicThreadPool<Parts>;

  // How many of them can run at the same time.
  [[nodiscard]] static std::size_t most_at_once(const Pool& pool) { return pool.workers(); }

  template <class Operation>
  class Job : Posted {
   protected:
    Job() : Posted(&run_it) {}
    ~Job() = default;
    bool leave_to(Pool& pool) { return pool.post(*this); }

   private:
    static void run_it(PostedJob<Parts>& job, Worker<Parts>&) noexcept {
      static_cast<Operation&>(static_cast<Job&>(job)).complete();
    }
  };
};

}  // namespace detail

/// A pool as a scheduler of senders.
///
/// \code
///   auto work = execution::schedule(scheduler_of(pool)) | execution::then([] { return 7; });
///   auto [seven] = execution::sync_wait(std::move(work)).value();
/// \endcode
///
/// The operation is the job: it lies where it was connected, and scheduling it allocates nothing. It completes on a
/// worker, with no value, or as stopped if its receiver was asked to stop before a worker came to it. If the pool has
/// been stopped, the operation completes as stopped at once, on the thread that starts it. Starting it is lock-free if
/// no worker sleeps, and throws nothing: if the injector of Parts allocates and cannot, the program is terminated.
///
/// A pool that stops runs what was started before. What it runs may start more operations, on this pool too (S-16).
///
/// \snippet pool/scheduler.cpp example
/// \tparam Parts what the pool is made of; see PoolParts.
/// \source P2300.
template <class Parts>
class PoolScheduler : public execution::detail::PoolHandle<detail::PostedOperations<Parts>> {
 public:
  /// A scheduler of that pool, which must outlive the scheduler and its operations.
  explicit PoolScheduler(BasicThreadPool<Parts>& pool)
      : execution::detail::PoolHandle<detail::PostedOperations<Parts>>(pool) {}
};

/// The scheduler of that pool.
template <class Parts>
[[nodiscard]] PoolScheduler<Parts> scheduler_of(BasicThreadPool<Parts>& pool) {
  return PoolScheduler<Parts>(pool);
}

}  // namespace vigil
