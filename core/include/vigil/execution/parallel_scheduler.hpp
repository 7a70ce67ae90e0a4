#pragma once

#include <vigil/common/exceptions.hpp>
#include <vigil/execution/bulk_work.hpp>
#include <vigil/execution/ending.hpp>
#include <vigil/execution/parallel_scheduler_replacement.hpp>
#include <vigil/execution/receiver.hpp>

#include <array>
#include <cstddef>
#include <exception>
#include <memory>
#include <tuple>
#include <utility>

namespace vigil::execution {

namespace detail {

using parallel_scheduler_replacement::parallel_scheduler_backend;

// Memory for what a backend needs of an operation.
template <std::size_t kBytes>
struct BackendStorage {
  alignas(std::max_align_t) std::array<std::byte, kBytes> bytes;
};

using ScheduleStorage = BackendStorage<128>;
using BulkStorage = BackendStorage<2048>;

template <class Receiver>
class ParallelOperation final : parallel_scheduler_replacement::receiver_proxy {
 public:
  ParallelOperation(std::shared_ptr<parallel_scheduler_backend> backend, Receiver receiver)
      : backend_(std::move(backend)), receiver_(std::move(receiver)) {}
  ~ParallelOperation() final = default;

  void start() noexcept { backend_->schedule(*this, storage_.bytes); }

 private:
  void set_value() noexcept override { execution::set_value(std::move(receiver_)); }
  void set_error(std::exception_ptr error) noexcept override {
    execution::set_error(std::move(receiver_), std::move(error));
  }
  void set_stopped() noexcept override { execution::set_stopped(std::move(receiver_)); }
  [[nodiscard]] bool stop_requested() const noexcept override {
    return get_stop_token(execution::get_env(receiver_)).stop_requested();
  }

  const std::shared_ptr<parallel_scheduler_backend> backend_;
  Receiver receiver_;
  ScheduleStorage storage_;
};

// A bulk operation. The backend says when all calls have been made, and that orders the error of any of them.
template <class Body>
class ParallelBulk final : parallel_scheduler_replacement::bulk_item_receiver_proxy {
 public:
  explicit ParallelBulk(std::shared_ptr<parallel_scheduler_backend> backend) : backend_(std::move(backend)) {}
  ~ParallelBulk() final = default;

  void start(Body& body, std::size_t size) noexcept {
    body_ = &body;
    backend_->schedule_bulk_chunked(size, *this, storage_.bytes);
  }

 private:
  void execute(std::size_t first, std::size_t last) noexcept override {
    if (error_.has_one()) return;
    VIGIL_TRY { body_->run({first, last}); }
    VIGIL_CATCH_ALL { error_.keep(std::current_exception()); }
  }
  void set_value() noexcept override { end(Ending::values); }
  void set_error(std::exception_ptr error) noexcept override {
    error_.keep(std::move(error));
    end(Ending::error);
  }
  void set_stopped() noexcept override { end(Ending::stopped); }
  [[nodiscard]] bool stop_requested() const noexcept override { return body_->stop_requested(); }

  void end(Ending ending) noexcept { body_->complete(error_.has_one() ? Ending::error : ending, error_.get()); }

  const std::shared_ptr<parallel_scheduler_backend> backend_;
  Body* body_ = nullptr;
  FirstError<> error_;
  BulkStorage storage_;
};

}  // namespace detail

/// The scheduler of the process: its work runs where the program's backend says.
///
/// An operation contains the memory that the backend of a pool needs, so scheduling it allocates nothing there. It
/// keeps the backend.
///
/// \snippet execution/parallel_scheduler.cpp example
/// \source P2079R10.
class parallel_scheduler {
 public:
  /// A scheduler of that backend, which must not be null. Use get_parallel_scheduler for that of the process.
  explicit parallel_scheduler(std::shared_ptr<parallel_scheduler_replacement::parallel_scheduler_backend> backend)
      : backend_(std::move(backend)) {}

  /// The sender of `schedule(scheduler)`.
  class sender {
   public:
    /// It has no values.
    using values = std::tuple<>;

    /// The operation, which contains storage for the backend.
    template <class Receiver>
    auto connect(Receiver receiver) const {
      return detail::ParallelOperation<Receiver>(backend_, std::move(receiver));
    }
    /// The scheduler.
    [[nodiscard]] parallel_scheduler get_completion_scheduler() const noexcept { return parallel_scheduler(backend_); }

   private:
    friend parallel_scheduler;
    explicit sender(std::shared_ptr<parallel_scheduler_replacement::parallel_scheduler_backend> backend)
        : backend_(std::move(backend)) {}

    std::shared_ptr<parallel_scheduler_replacement::parallel_scheduler_backend> backend_;
  };

  /// A sender that completes on a thread of the backend.
  [[nodiscard]] sender schedule() const noexcept { return sender(backend_); }

  /// Schedulers are equal if they have the same backend.
  friend bool operator==(const parallel_scheduler&, const parallel_scheduler&) = default;

  /// \cond
  template <class Body>
  class Bulk {
   public:
    explicit Bulk(const parallel_scheduler& where) : bulk_(where.backend_) {}
    void start(Body& body, std::size_t size) noexcept { bulk_.start(body, size); }

   private:
    detail::ParallelBulk<Body> bulk_;
  };
  /// \endcond

 private:
  std::shared_ptr<parallel_scheduler_replacement::parallel_scheduler_backend> backend_;
};

}  // namespace vigil::execution
