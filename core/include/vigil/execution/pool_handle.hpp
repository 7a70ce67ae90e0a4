#pragma once

#include <vigil/execution/pool_bulk.hpp>
#include <vigil/execution/receiver.hpp>

#include <tuple>
#include <utility>

namespace vigil::execution::detail {

// A scheduler whose operations are jobs of a pool. `Jobs` says which: an operation derives from Jobs::Job<Operation>.
// Its leave_to(pool) is false if the pool refuses the job. Otherwise a thread of the pool calls complete() of the
// operation, once.
template <class Jobs>
class PoolHandle {
 public:
  using Pool = typename Jobs::Pool;

  explicit PoolHandle(Pool& pool) : pool_(&pool) {}

  class Sender;
  [[nodiscard]] Sender schedule() const noexcept { return Sender(*pool_); }
  friend bool operator==(const PoolHandle&, const PoolHandle&) = default;

  // What `bulk` does on the pool.
  template <class Body>
  class Bulk : public PoolBulk<Jobs, Body> {
   public:
    explicit Bulk(const PoolHandle& where) : PoolBulk<Jobs, Body>(*where.pool_) {}
  };

 private:
  template <class Receiver>
  class Operation;

  Pool* pool_;
};

template <class Jobs>
template <class Receiver>
class PoolHandle<Jobs>::Operation : private Jobs::template Job<Operation<Receiver>> {
 public:
  Operation(Pool& pool, Receiver receiver) : pool_(pool), receiver_(std::move(receiver)) {}
  ~Operation() = default;

  void start() noexcept {
    if (!this->leave_to(pool_)) set_stopped(std::move(receiver_));
  }

 private:
  friend typename Jobs::template Job<Operation>;

  // The operation may have been destroyed when the receiver's function returns.
  void complete() noexcept {
    if (get_stop_token(get_env(receiver_)).stop_requested())
      set_stopped(std::move(receiver_));
    else
      set_value(std::move(receiver_));
  }

  Pool& pool_;
  Receiver receiver_;
};

template <class Jobs>
class PoolHandle<Jobs>::Sender {
 public:
  using values = std::tuple<>;

  explicit Sender(Pool& pool) : pool_(&pool) {}

  [[nodiscard]] PoolHandle get_completion_scheduler() const noexcept { return PoolHandle(*pool_); }
  template <class Receiver>
  auto connect(Receiver receiver) const {
    return Operation<Receiver>(*pool_, std::move(receiver));
  }

 private:
  Pool* pool_;
};

}  // namespace vigil::execution::detail
