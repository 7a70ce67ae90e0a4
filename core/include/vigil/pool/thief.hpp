#pragma once

#include <vigil/pool/isolation_marks.hpp>
#include <vigil/pool/job.hpp>
#include <vigil/pool/parts.hpp>
#include <vigil/pool/statistics.hpp>

#include <cstddef>
#include <cstdint>

namespace vigil {

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
      std::size_t victim = random_.below(workers);
      for (std::size_t i = 0; i != workers; ++i, victim = victim + 1 == workers ? 0 : victim + 1) {
        if (victim == self) continue;
        auto& other = worker_set.worker(victim);
        const auto call = other.forks_.steal();
        if (call.is_success()) {
          stolen_.add_one();
          stolen = {call.job()};
          return true;
        }
        typename IsolationMarks<Parts>::Index index = 0;
        const auto result = other.deque_.steal(index);
        if (result.is_success()) {
          stolen_.add_one();
          stolen = {result.job(), other.isolation_.cover(index)};
          return true;
        }
        again |= call.is_retry() || result.is_retry();
      }
      return !again;
    });
    return stolen;
  }

  // How many jobs it has stolen. Any thread.
  [[nodiscard]] std::uint64_t stolen() const { return stolen_.value(); }

 private:
  typename Parts::Random random_;
  OwnCounter<Parts> stolen_;
};

}  // namespace detail
}  // namespace vigil
