#pragma once

#include "started_threads.hpp"

#include <algorithm>

#include <vigil/model/relacy_include.hpp>

namespace vigil::models::detail {

// One of Relacy's schedulers, for a model whose last threads are started by others. Relacy's context calls it by its
// own type, so that these members stand in front of those of its base.
//
// How many such threads a test has is a constant to Relacy. Here it is a number of the run: one test for each number of
// threads is enough.
template <class Base>
class LateStarts : public Base {
 public:
  LateStarts(rl::test_params& parameters, typename Base::shared_context_t& shared, rl::thread_id_t /*late*/)
      : Base(parameters, shared, static_cast<rl::thread_id_t>(threads_of_run().idle())) {}

  rl::thread_id_t iteration_begin(rl::iteration_t iteration) {
    const auto first = Base::iteration_begin(iteration);
    // Threads start in the order of their numbers.
    std::reverse(this->dynamic_threads_, this->dynamic_threads_ + this->dynamic_thread_count_);
    return first;
  }

  rl::thread_id_t schedule(rl::unpark_reason& reason, unsigned yield) {
    if constexpr (requires { this->thread_->yield_sched_count_; }) {
      // A thread that yields waits for a step of each other one. One that was not started has none.
      for (rl::thread_id_t i = 0; yield != 0 && i != this->dynamic_thread_count_; ++i)
        this->dynamic_threads_[i]->yield_sched_count_[this->thread_->index_] = yield;
    }
    return Base::schedule(reason, yield);
  }
};

}  // namespace vigil::models::detail
