#pragma once

#include <vigil/atomics/layer.hpp>
#include <vigil/atomics/std_operations.hpp>
#include <vigil/common/exceptions.hpp>
#include <vigil/execution/bulk_work_tables.hpp>
#include <vigil/execution/ending.hpp>

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <utility>

namespace vigil::execution::detail {

// Positions [first, last).
struct Piece {
  std::size_t first;
  std::size_t last;
};

// The pieces of a bulk operation. There are at most as many as one byte counts: enough to share them out evenly, and
// few enough that claiming them costs nothing beside calls that are worth a thread.
class Pieces {
 public:
  static constexpr std::size_t kMost = 256;

  explicit constexpr Pieces(std::size_t size)
      : size_(size),
        each_(size / kMost + (size % kMost == 0 ? 0 : 1)),
        count_(each_ == 0 ? 0 : (size - 1) / each_ + 1) {}

  [[nodiscard]] constexpr std::size_t count() const { return count_; }
  [[nodiscard]] constexpr Piece piece(std::size_t index) const {
    const std::size_t first = index * each_;
    return {first, first + std::min(each_, size_ - first)};
  }

 private:
  std::size_t size_;
  std::size_t each_;
  std::size_t count_;
};

// The exception of the first call that threw. The thread that reads it has synchronised with all that keep one.
template <AtomicsLayer Layer = StdAtomics, const BulkOrders& Orders = kBulkOrders>
class FirstError {
 public:
  [[nodiscard]] bool has_one() const { return is_kept_.load(Orders.failed); }
  void keep(std::exception_ptr error) noexcept {
    if (!is_kept_.exchange(true, Orders.failed)) error_.set(std::move(error));
  }
  [[nodiscard]] std::exception_ptr get() const { return error_.get(); }

 private:
  typename Layer::template atomic<bool> is_kept_{false, "is_kept"};
  typename Layer::template var<std::exception_ptr> error_{std::exception_ptr(), "error"};
};

// What the runners of one bulk operation share.
//
// A *runner* is a job of a pool. It claims one piece after the other, until there is none, and then leaves. The first
// runner is the one that makes the work. A runner may start others, which it counts before it starts them. So there is
// a count for each runner that may access the work, and the one that takes the last count off completes the operation.
//
// A runner whose piece throws, or that sees a stop request, claims all pieces that are left, and does none of them.
//
// Promised: each piece is done at most once, and each is done if none throws and no stop is requested; exactly one
// runner leaves as the last, when all others have left. Not promised: which runner does a piece.
template <AtomicsLayer Layer = StdAtomics, const BulkOrders& Orders = kBulkOrders>
class BulkWork {
 public:
  // With one runner, the caller.
  explicit BulkWork(std::size_t pieces) : pieces_(pieces) {}
  BulkWork(const BulkWork&) = delete;
  BulkWork& operator=(const BulkWork&) = delete;

  // Counts a runner that the calling one is about to start.
  void join() { runners_.fetch_add(1, Orders.join); }
  // Whether a runner that is started now may find a piece.
  [[nodiscard]] bool has_pieces() const { return next_.load(Orders.check) < pieces_; }

  // Claims the next piece and calls `run(index)`. False if there is none, or if a stop is requested.
  template <class Stop, class Run>
  bool do_one(const Stop& stop_requested, const Run& run) noexcept {
    if (stop_requested()) {
      if (give_up()) is_stopped_.store(true, Orders.stopped);
      return false;
    }
    const std::uint64_t index = next_.fetch_add(1, Orders.claim);
    if (index >= pieces_) return false;
    VIGIL_TRY { run(static_cast<std::size_t>(index)); }
    VIGIL_CATCH_ALL {
      error_.keep(std::current_exception());
      static_cast<void>(give_up());
    }
    return true;
  }

  // True for the last runner. Any other may not access the work any more.
  [[nodiscard]] bool leave() { return runners_.fetch_sub(1, Orders.leave) == 1; }

  // For the last runner.
  [[nodiscard]] Ending ending() const {
    if (error_.has_one()) return Ending::error;
    return is_stopped_.load(Orders.stopped) ? Ending::stopped : Ending::values;
  }
  [[nodiscard]] std::exception_ptr error() const { return error_.get(); }

 private:
  // Claims all pieces that are left. False if there was none. The claims of runners that come later cannot overflow:
  // each of them makes one, and leaves.
  [[nodiscard]] bool give_up() { return next_.exchange(pieces_, Orders.give_up) < pieces_; }

  const std::size_t pieces_;
  typename Layer::template atomic<std::uint64_t> next_{std::uint64_t{0}, "next"};
  typename Layer::template atomic<std::uint32_t> runners_{std::uint32_t{1}, "runners"};
  typename Layer::template atomic<bool> is_stopped_{false, "is_stopped"};
  FirstError<Layer, Orders> error_;
};

}  // namespace vigil::execution::detail
