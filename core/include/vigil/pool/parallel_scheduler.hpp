#pragma once

#include <vigil/execution/bulk_work.hpp>
#include <vigil/execution/ending.hpp>
#include <vigil/execution/in_storage.hpp>
#include <vigil/execution/parallel_scheduler.hpp>
#include <vigil/execution/parallel_scheduler_replacement.hpp>
#include <vigil/execution/receiver.hpp>
#include <vigil/pool/scheduler.hpp>
#include <vigil/pool/thread_pool.hpp>

#include <cstddef>
#include <exception>
#include <memory>
#include <new>
#include <optional>
#include <span>
#include <type_traits>
#include <utility>

namespace vigil {

/// A pool as the backend of the parallel scheduler.
///
/// \snippet pool/parallel_scheduler.cpp backend
/// \tparam Parts what the pool is made of; see PoolParts.
/// \threads Any thread, for all members.
/// \progress As posting a job. Allocates only if the storage that it is given is too small; if there is no memory
///   either, the operation ends with std::bad_alloc. The storage of parallel_scheduler is large enough.
/// \source P2079R10.
template <class Parts>
class BasicPoolBackend final : public execution::parallel_scheduler_replacement::parallel_scheduler_backend {
  using receiver_proxy = execution::parallel_scheduler_replacement::receiver_proxy;
  using bulk_item_receiver_proxy = execution::parallel_scheduler_replacement::bulk_item_receiver_proxy;

 public:
  /// The backend of that pool, which must outlive the backend and its operations. Operations on a pool that was stopped
  /// end as stopped.
  explicit BasicPoolBackend(BasicThreadPool<Parts>& pool) : pool_(pool) {}
  /// A backend with a pool of its own. If one of its workers destroys the backend, because it had the last pointer to
  /// it, the threads of the pool are left to the end of the process.
  ///
  /// \throws what the constructor of the pool throws.
  explicit BasicPoolBackend(const PoolOptions& options) : own_(std::in_place, options), pool_(*own_) {}

  /// See parallel_scheduler_backend. An operation ends as stopped if a stop was requested before a worker came to it,
  /// or if the pool was stopped.
  /// \{
  void schedule(receiver_proxy& receiver, std::span<std::byte> storage) noexcept override {
    make<Scheduled>(receiver, storage, receiver);
  }
  void schedule_bulk_chunked(std::size_t size, bulk_item_receiver_proxy& receiver,
                             std::span<std::byte> storage) noexcept override {
    make<Chunked>(receiver, storage, receiver, size);
  }
  void schedule_bulk_unchunked(std::size_t size, bulk_item_receiver_proxy& receiver,
                               std::span<std::byte> storage) noexcept override {
    make<Unchunked>(receiver, storage, receiver, size);
  }
  /// \}

 private:
  using Jobs = detail::PostedOperations<Parts>;

  // A job in storage. Its Kept has complete_here(), which a worker calls.
  template <class Kept>
  class Posted : Jobs::template Job<Posted<Kept>> {
   public:
    using Room = execution::detail::InStorage<Kept>;
    Posted(Room& room, receiver_proxy& receiver) : room_(&room), receiver_(receiver) {}
    void start(BasicThreadPool<Parts>& pool) noexcept {
      if (!this->leave_to(pool)) end(execution::detail::Ending::stopped);
    }

   protected:
    // Nothing of this is accessed afterwards.
    void end(execution::detail::Ending ending) noexcept {
      receiver_proxy& receiver = receiver_;
      Room::destroy(room_);
      ending == execution::detail::Ending::stopped ? receiver.set_stopped() : receiver.set_value();
    }

   private:
    friend typename Jobs::template Job<Posted>;

    void complete() noexcept {
      if (receiver_.stop_requested()) return end(execution::detail::Ending::stopped);
      static_cast<Kept*>(this)->begin();
    }

    Room* room_;
    receiver_proxy& receiver_;
  };

  class Scheduled : public Posted<Scheduled> {
   public:
    Scheduled(execution::detail::InStorage<Scheduled>& room, BasicThreadPool<Parts>& /*pool*/, receiver_proxy& receiver)
        : Posted<Scheduled>(room, receiver) {}
    void begin() noexcept { this->end(execution::detail::Ending::values); }
  };

  template <bool kIsChunked>
  class BulkScheduled : public Posted<BulkScheduled<kIsChunked>> {
   public:
    BulkScheduled(execution::detail::InStorage<BulkScheduled>& room, BasicThreadPool<Parts>& pool,
                  bulk_item_receiver_proxy& receiver, std::size_t size)
        : Posted<BulkScheduled>(room, receiver), receiver_(receiver), size_(size), bulk_(pool) {}
    void begin() noexcept { bulk_.start(*this, size_); }

    // For bulk_.
    void run(execution::detail::Piece piece) noexcept {
      if constexpr (kIsChunked)
        receiver_.execute(piece.first, piece.last);
      else
        for (std::size_t i = piece.first; i != piece.last; ++i) receiver_.execute(i, i + 1);
    }
    [[nodiscard]] bool stop_requested() const noexcept { return receiver_.stop_requested(); }
    // It never is an error: the receiver catches what its calls throw.
    void complete(execution::detail::Ending ending, const std::exception_ptr& /*error*/) noexcept { this->end(ending); }

   private:
    bulk_item_receiver_proxy& receiver_;
    const std::size_t size_;
    execution::detail::PoolBulk<Jobs, BulkScheduled> bulk_;
  };
  using Chunked = BulkScheduled<true>;
  using Unchunked = BulkScheduled<false>;

  template <class Kept, class Receiver, class... Arguments>
  void make(receiver_proxy& proxy, std::span<std::byte> storage, Receiver& receiver, Arguments... arguments) noexcept {
    using Given = std::conditional_t<std::is_same_v<Kept, Scheduled>, execution::detail::ScheduleStorage,
                                     execution::detail::BulkStorage>;
    static_assert(!std::is_same_v<Parts, DefaultParts> || sizeof(execution::detail::InStorage<Kept>) <= sizeof(Given),
                  "parallel_scheduler gives a backend too little storage");
    using Room = execution::detail::InStorage<Kept>;
    auto* const room = Room::make(storage, [&](Room& in) { return Kept(in, pool_, receiver, arguments...); });
    if (room == nullptr) return proxy.set_error(std::make_exception_ptr(std::bad_alloc()));
    room->kept().start(pool_);
  }

  std::optional<BasicThreadPool<Parts>> own_;
  BasicThreadPool<Parts>& pool_;
};

/// The backend of a ThreadPool.
using PoolBackend = BasicPoolBackend<DefaultParts>;

namespace execution {

namespace detail {

// The scheduler whose backend the query returns, or if that is null, a pool that lasts as long as the process.
[[nodiscard]] inline parallel_scheduler parallel_scheduler_by(std::shared_ptr<parallel_scheduler_backend> (*query)()) {
  if (query != nullptr) {
    auto backend = query();
    if (backend == nullptr) std::terminate();
    return parallel_scheduler(std::move(backend));
  }
  static const std::shared_ptr<parallel_scheduler_backend> kDefault = std::make_shared<PoolBackend>(PoolOptions());
  return parallel_scheduler(kDefault);
}

}  // namespace detail

/// The scheduler of the process.
///
/// Its backend is what `parallel_scheduler_replacement::query_parallel_scheduler_backend()` returns, if the program
/// defines that function. Otherwise it is a PoolBackend with one worker for each processor. The first call starts the
/// threads; they end with the process's static objects.
///
/// \snippet pool/parallel_scheduler.cpp example
/// \return a scheduler. If the function that replaces the backend returns null, the program ends by std::terminate.
/// \threads Any thread.
/// \throws what the replacing function throws, or, if there is none, what the constructor of a pool throws.
/// \source P2079R10.
[[nodiscard]] inline parallel_scheduler get_parallel_scheduler() {
  return detail::parallel_scheduler_by(parallel_scheduler_replacement::detail::replacing_query());
}

}  // namespace execution
}  // namespace vigil
