#pragma once

#include "cpp20.hpp"

namespace vigil::checker {

// Sequential consistency: C++20 with every order seq_cst. Then S contains program order and coherence order, so it is
// an interleaving.
class Sequential : public Cpp20 {
 public:
  void adjust(Request& request) const override;
};

}  // namespace vigil::checker
