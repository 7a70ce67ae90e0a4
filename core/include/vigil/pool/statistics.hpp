#pragma once

#include <vigil/pool/parts.hpp>

#include <cstdint>

namespace vigil {

// What a worker, or all of a pool, has done so far.
struct WorkerStatistics {
  std::uint64_t executed = 0;  // jobs, wherever they came from
  std::uint64_t stolen = 0;    // of these, from the deque of another worker
  std::uint64_t injected = 0;  // of these, from outside

  WorkerStatistics& operator+=(const WorkerStatistics& other) {
    executed += other.executed;
    stolen += other.stolen;
    injected += other.injected;
    return *this;
  }
};

namespace detail {

// Counts what one thread does, for any thread to read: a load and a store, no read-modify-write.
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
