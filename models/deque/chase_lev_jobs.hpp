#pragma once

#include <vigil/deque/chase_lev.hpp>
#include <vigil/model/recorder.hpp>

#include <cstddef>
#include <cstdint>

namespace vigil::models {

// A deque and the history of its calls: what scenarios of the deque have in common. Each job is due exactly once, to
// the end of the deque that took it, and an answer of `empty` has to be true where the call stands among the others:
// see linearizability::DequeSpec.
template <AtomicsLayer Layer, const ChaseLevOrders& Orders, std::size_t Capacity, std::uint64_t FirstIndex = 0>
class ChaseLevJobs {
 public:
  void invariant() const { Layer::require(deque_.top_never_passes_bottom(), "top_never_passes_bottom"); }

  // What nobody took is still there, for the owner to take.
  void finish() {
    while (pop()) {
    }
    recorder_.check();
  }

 protected:
  void push() {
    const int job = pushed_++;
    recorder_.begins();
    deque_.push(job);
    recorder_.pushed(job);
  }
  bool pop() {
    recorder_.begins();
    const auto job = deque_.pop();
    recorder_.popped(job ? StealStatus::success : StealStatus::empty, job.value_or(0));
    return job.has_value();
  }
  void steal() {
    recorder_.begins();
    const StealResult<int> result = deque_.steal();
    recorder_.stole(result.status(), result.is_success() ? result.job() : 0);
  }

 private:
  ChaseLevDeque<int, Layer, Orders> deque_{Capacity, FirstIndex};
  int pushed_ = 0;
  JobRecorder<Layer, linearizability::DequeSpec> recorder_;
};

}  // namespace vigil::models
