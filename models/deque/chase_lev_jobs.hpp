#pragma once

#include <vigil/deque/chase_lev.hpp>

#include <array>
#include <cstddef>
#include <cstdint>

namespace vigil::models {

// A deque and the account of its jobs: what scenarios of the deque have in common. Each job is due exactly once, and
// counted by itself: `no_job_twice` when it is taken, `no_job_lost` at the end.
//
// The account is plain memory of the model: looking at it is no step and orders nothing.
template <AtomicsLayer A, const ChaseLevOrders& Orders, const ChaseLevProtocol& Protocol, std::size_t Capacity,
          std::uint64_t FirstIndex = 0>
class ChaseLevJobs {
 public:
  void invariant() const { A::require(deque_.top_never_passes_bottom(), "top_never_passes_bottom"); }

  // What nobody took is still there, for the owner to take.
  void finish() {
    while (const auto job = deque_.pop()) take(*job);
    for (std::size_t job = 0; job != pushed_; ++job) A::require(taken_[job], "no_job_lost");
  }

 protected:
  void push() {
    const std::size_t job = pushed_++;
    deque_.push(static_cast<int>(job));
  }
  void pop() {
    if (const auto job = deque_.pop()) take(*job);
  }
  void steal() {
    const StealResult<int> result = deque_.steal();
    if (result.is_success()) take(result.job());
  }

 private:
  static constexpr std::size_t kMostJobs = 4;

  void take(int job) {
    const auto number = static_cast<std::size_t>(job);
    A::require(number < pushed_, "a job that is taken was pushed");
    A::require(!taken_[number], "no_job_twice");
    taken_[number] = true;
  }

  ChaseLevDeque<int, A, Orders, Protocol> deque_{Capacity, FirstIndex};
  std::size_t pushed_ = 0;
  std::array<bool, kMostJobs> taken_{};
};

}  // namespace vigil::models
