#pragma once

#include <cstddef>
#include <exception>
#include <memory>
#include <span>

/// What a program defines to say where the work of `get_parallel_scheduler()` runs.
///
/// Names and meanings are those of C++26. It is narrower in one point: a receiver is asked for stops by a member, and
/// not by `try_query`.
///
/// \snippet execution/parallel_scheduler_replacement.cpp example
/// \source P2079R10.
namespace vigil::execution::parallel_scheduler_replacement {

/// What a backend tells of the end of an operation.
struct receiver_proxy {
  /// \cond
  receiver_proxy() = default;
  receiver_proxy(const receiver_proxy&) = delete;
  receiver_proxy& operator=(const receiver_proxy&) = delete;
  virtual ~receiver_proxy() = default;
  /// \endcond

  /// The ends of an operation. Exactly one of them is called, once. The proxy and the storage of the operation may have
  /// been destroyed when it returns.
  /// \{
  virtual void set_value() noexcept = 0;
  virtual void set_error(std::exception_ptr error) noexcept = 0;
  virtual void set_stopped() noexcept = 0;
  /// \}

  /// Whether the operation was asked to stop. Any thread, until it ends.
  [[nodiscard]] virtual bool stop_requested() const noexcept = 0;
};

/// The same for operations of many calls.
struct bulk_item_receiver_proxy : receiver_proxy {
  /// Makes the calls of [`first`, `last`). May be called by many threads at the same time.
  virtual void execute(std::size_t first, std::size_t last) noexcept = 0;
};

/// Where work runs.
struct parallel_scheduler_backend {
  /// \cond
  parallel_scheduler_backend() = default;
  parallel_scheduler_backend(const parallel_scheduler_backend&) = delete;
  parallel_scheduler_backend& operator=(const parallel_scheduler_backend&) = delete;
  virtual ~parallel_scheduler_backend() = default;
  /// \endcond

  /// Calls `receiver.set_value()` on a thread of the backend, or `set_stopped` or `set_error` on any thread.
  ///
  /// \param receiver lives until one of these is called.
  /// \param storage memory that the backend may use until then.
  /// \threads Any thread.
  virtual void schedule(receiver_proxy& receiver, std::span<std::byte> storage) noexcept = 0;

  /// Calls `receiver.execute(first, last)` on threads of the backend, for ranges that together are [0, `size`). Then it
  /// calls `receiver.set_value()`, after all of them; or `set_stopped` or `set_error`, when some have not been called,
  /// and none runs.
  ///
  /// \param size how many calls there are.
  /// \param receiver lives until set_value, set_error or set_stopped is called.
  /// \param storage memory that the backend may use until then.
  /// \threads Any thread.
  virtual void schedule_bulk_chunked(std::size_t size, bulk_item_receiver_proxy& receiver,
                                     std::span<std::byte> storage) noexcept = 0;
  /// The same with `receiver.execute(i, i + 1)` for each `i` in [0, `size`).
  virtual void schedule_bulk_unchunked(std::size_t size, bulk_item_receiver_proxy& receiver,
                                       std::span<std::byte> storage) noexcept = 0;
};

#if !defined(_MSC_VER) && !defined(__APPLE__)
/// Define this function in one source of the program to replace the backend of `get_parallel_scheduler()`.
///
/// It is declared weak: if no source defines it, its address is null, and the backend is a pool of Vigil's. A library
/// is searched for it only if the program needs something else of the same object, so keep the definition out of
/// archives. Microsoft's compiler and the linker of macOS know no functions that may be missing. There this function
/// does not exist, and the backend is always a pool of Vigil's.
///
/// \return the backend, not null. It is asked for by each call of get_parallel_scheduler.
/// \threads Any thread.
[[gnu::weak]] std::shared_ptr<parallel_scheduler_backend> query_parallel_scheduler_backend();
#endif

namespace detail {

// The function, or null.
inline auto replacing_query() -> std::shared_ptr<parallel_scheduler_backend> (*)() {
#if defined(_MSC_VER) || defined(__APPLE__)
  return nullptr;
#else
  return &query_parallel_scheduler_backend;
#endif
}

}  // namespace detail

}  // namespace vigil::execution::parallel_scheduler_replacement
