#pragma once

#include <vigil/pool/parts.hpp>

#include <cstdint>

namespace vigil {

/// What one worker has done so far, or all workers of a pool.
///
/// A forked call that its own worker takes back to make it in place is no job any more, and is not counted.
///
/// \snippet pool/statistics.cpp example
struct WorkerStatistics {
  std::uint64_t executed = 0;  ///< Jobs that were run, from anywhere.
  std::uint64_t stolen = 0;    ///< Of these, jobs from the deque of another worker.
  std::uint64_t injected = 0;  ///< Of these, jobs from threads that are not workers of the pool.

  /// Adds each of the counts.
  WorkerStatistics& operator+=(const WorkerStatistics& other) {
    executed += other.executed;
    stolen += other.stolen;
    injected += other.injected;
    return *this;
  }
};

namespace detail {

// Counts what one thread does. Any thread may read it. Adding is a load and a store, no read-modify-write.
template <class Parts>
class OwnCounter {
 public:
  void add_one() { value_.store(value_.load(Parts::kOrders.count) + 1, Parts::kOrders.count); }
  [[nodiscard]] std::uint64_t value() const { return value_.load(Parts::kOrders.count); }

 private:
  typename Parts::Layer::template atomic<std::uint64_t> value_{std::uint64_t{0}, "statistic"};
};

}  // namespace detail
}  // namespace vigil
