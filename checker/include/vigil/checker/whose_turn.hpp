#pragma once

#include <vigil/checker/per_thread.hpp>

#include <atomic>

namespace vigil::checker::detail {

// Whether a model's own code runs in this thread of the program: false in the checker, which runs on the same stacks,
// and outside of executions. malloc, global `new` and the calls that leave the program ask it.
extern VIGIL_PER_THREAD constinit bool model_runs;
// Whether there is a check in this thread of the program. The code of a model can be run by others too.
extern VIGIL_PER_THREAD constinit bool check_runs;

// While one lives, it is the model's turn, or the checker's. The fences are for the signal that ends an execution at
// the deadline: its handler asks whose turn it is, although the code that it interrupts may never do so.
template <bool IsModels>
class Turn {
 public:
  Turn() : before_(model_runs) {
    model_runs = IsModels && check_runs;
    std::atomic_signal_fence(std::memory_order_seq_cst);
  }
  ~Turn() {
    std::atomic_signal_fence(std::memory_order_seq_cst);
    model_runs = before_;
  }
  Turn(const Turn&) = delete;
  Turn& operator=(const Turn&) = delete;

 private:
  bool before_;
};
using ModelsTurn = Turn<true>;
using CheckersTurn = Turn<false>;

}  // namespace vigil::checker::detail
