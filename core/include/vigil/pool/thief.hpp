#pragma once

#include <vigil/pool/isolation_marks.hpp>
#include <vigil/pool/job.hpp>
#include <vigil/pool/parts.hpp>
#include <vigil/pool/statistics.hpp>
#include <vigil/pool/victim_order.hpp>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <utility>

namespace vigil {

template <class Parts>
class Worker;
template <class Parts>
class WorkerSet;

namespace detail {

// A job that a worker has found, but not on its own deque. Null: none.
template <class Parts>
struct Found {
  Job<Parts>* job = nullptr;
  // Whether it was made inside an isolation.
  bool is_isolated = false;
};

// How a worker steals.
template <class Parts>
class Thief {
 public:
  explicit Thief(std::uint64_t seed) : random_(seed) {}

  // Takes the oldest job of another worker of the set; nothing if all the others have none.
  Found<Parts> steal(const WorkerSet<Parts>& worker_set, std::size_t self) {
    const std::size_t workers = worker_set.size();
    if (workers == 1) return {};
    Found<Parts> stolen;
    Parts::Layer::retry([&] {
      bool again = false;
      const auto is_found_at = [&](std::size_t victim) { return is_found(worker_set.worker(victim), stolen, again); };
      if (order_ != nullptr) return order_->visit(random_, is_found_at) || !again;
      auto victim = static_cast<std::size_t>(random_.below(workers));
      for (std::size_t i = 0; i != workers; ++i, victim = victim + 1 == workers ? 0 : victim + 1)
        if (victim != self && is_found_at(victim)) return true;
      return !again;
    });
    return stolen;
  }

  // Steals in this order from now on.
  void set_order(VictimOrder order) { order_ = std::make_unique<const VictimOrder>(std::move(order)); }

  // How many jobs it has stolen. Any thread.
  [[nodiscard]] std::uint64_t stolen() const { return stolen_.value(); }

 private:
  // Whether there is a job, which goes to `stolen`. If another thread has interfered, the thief has to try `again`.
  [[gnu::always_inline]] bool is_found(Worker<Parts>& victim, Found<Parts>& stolen, bool& again) {
    const auto call = victim.forks_.steal();
    if (call.is_success()) {
      stolen_.add_one();
      stolen = {call.job()};
      return true;
    }
    typename IsolationMarks<Parts>::Index index = 0;
    const auto result = victim.deque_.steal(index);
    if (result.is_success()) {
      stolen_.add_one();
      stolen = {result.job(), victim.isolation_.cover(index)};
      return true;
    }
    again |= call.is_retry() || result.is_retry();
    return false;
  }

  typename Parts::Random random_;
  OwnCounter<Parts> stolen_;
  // Null: from any victim on.
  std::unique_ptr<const VictimOrder> order_;
};

}  // namespace detail
}  // namespace vigil
