#pragma once

#include <vigil/execution/receiver.hpp>
#include <vigil/pool/thread_pool.hpp>

#include <tuple>
#include <utility>

namespace vigil {

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
/// no worker sleeps, and throws nothing.
///
/// A pool that stops runs what was started before. What it runs may start more operations, on this pool too (S-16).
///
/// \snippet pool/scheduler.cpp example
/// \tparam Parts what the pool is made of; see PoolParts.
/// \source P2300.
template <class Parts>
class PoolScheduler {
 public:
  /// A scheduler of that pool, which must outlive the scheduler and its operations.
  explicit PoolScheduler(BasicThreadPool<Parts>& pool) : pool_(&pool) {}

  class Sender;
  /// A sender that completes on a worker of the pool.
  [[nodiscard]] Sender schedule() const noexcept { return Sender(*pool_); }
  /// Whether both are of the same pool.
  friend bool operator==(const PoolScheduler&, const PoolScheduler&) = default;

 private:
  template <class Receiver>
  class Operation;

  BasicThreadPool<Parts>* pool_;
};

/// \cond
template <class Parts>
template <class Receiver>
class PoolScheduler<Parts>::Operation : private PostedJob<Parts> {
 public:
  Operation(BasicThreadPool<Parts>& pool, Receiver receiver)
      : PostedJob<Parts>(&complete), pool_(pool), receiver_(std::move(receiver)) {}
  ~Operation() = default;

  void start() noexcept {
    if (!pool_.post(*this)) execution::set_stopped(std::move(receiver_));
  }

 private:
  // The operation may have been destroyed when the receiver's function returns.
  static void complete(PostedJob<Parts>& job, Worker<Parts>&) noexcept {
    auto& self = static_cast<Operation&>(job);
    if (execution::get_stop_token(execution::get_env(self.receiver_)).stop_requested())
      execution::set_stopped(std::move(self.receiver_));
    else
      execution::set_value(std::move(self.receiver_));
  }

  BasicThreadPool<Parts>& pool_;
  Receiver receiver_;
};
/// \endcond

/// What PoolScheduler::schedule returns.
template <class Parts>
class PoolScheduler<Parts>::Sender {
 public:
  /// It completes with no values.
  using values = std::tuple<>;

  /// A sender that completes on a worker of that pool.
  explicit Sender(BasicThreadPool<Parts>& pool) : pool_(&pool) {}

  /// An operation that, once started, completes `receiver` on a worker.
  template <class Receiver>
  auto connect(Receiver receiver) const {
    return Operation<Receiver>(*pool_, std::move(receiver));
  }

 private:
  BasicThreadPool<Parts>* pool_;
};

/// The scheduler of that pool.
template <class Parts>
[[nodiscard]] PoolScheduler<Parts> scheduler_of(BasicThreadPool<Parts>& pool) {
  return PoolScheduler<Parts>(pool);
}

}  // namespace vigil
