#pragma once

#include <vigil/checker/whose_turn.hpp>

namespace vigil::unmodified {

// Whether the program has begun to write where races are intended. What it writes is known at its next call.
extern constinit bool has_begun_writes;
void finish_writes();

// While one lives, a function of ours runs that the program has called: it may use malloc and locks as any program.
class Hook {
 public:
  Hook() {
    if (has_begun_writes) [[unlikely]]
      finish_writes();
  }

 private:
  const checker::detail::CheckersTurn turn_;
};

}  // namespace vigil::unmodified
