#pragma once

#include <vigil/execution/pool_handle.hpp>
#include <vigil/lean/thread_pool.hpp>

#include <cstddef>

namespace vigil::lean {

namespace detail {

// The operations of a PoolScheduler are tasks.
template <class Parts>
struct ScheduledOperations {
  using Layer = typename Parts::Layer;
  using Pool = BasicThreadPool<Parts>;
  using Task = typename Pool::Task;

  // How many of them can run at the same time.
  [[nodiscard]] static constexpr std::size_t most_at_once(const Pool& /*pool*/) { return Parts::kMostThreads; }

  template <class Operation>
  class Job : Task {
   protected:
    Job() : Task(&run_it) {}
    ~Job() = default;
    bool leave_to(Pool& pool) { return pool.schedule(static_cast<Task&>(*this)); }

   private:
    static void run_it(Task& task) noexcept { static_cast<Operation&>(static_cast<Job&>(task)).complete(); }
  };
};

}  // namespace detail

/// A lean pool as a scheduler of senders.
///
/// The operation is the task: it lies where it was connected, and scheduling it allocates nothing. It completes on a
/// thread of the pool, with no value, or as stopped if its receiver was asked to stop before a thread came to it. If
/// the pool has been shut down, the operation completes as stopped at once, on the thread that starts it. If no thread
/// can be started and there is none, it completes on that thread too, with no value (S-41). Starting it is lock-free,
/// but for waking and starting threads, and throws nothing.
///
/// A pool that shuts down runs what was started before. What it runs may start more operations, on this pool too.
///
/// \snippet lean/scheduler.cpp example
/// \tparam Parts what the pool is made of; see PoolParts.
/// \source P2300; the async wrapper of "Resource efficient Thread Pools with Zig".
template <class Parts>
class PoolScheduler : public execution::detail::PoolHandle<detail::ScheduledOperations<Parts>> {
 public:
  /// A scheduler of that pool, which must outlive the scheduler and its operations.
  explicit PoolScheduler(BasicThreadPool<Parts>& pool)
      : execution::detail::PoolHandle<detail::ScheduledOperations<Parts>>(pool) {}
};

/// The scheduler of that pool.
template <class Parts>
[[nodiscard]] PoolScheduler<Parts> scheduler_of(BasicThreadPool<Parts>& pool) {
  return PoolScheduler<Parts>(pool);
}

}  // namespace vigil::lean
