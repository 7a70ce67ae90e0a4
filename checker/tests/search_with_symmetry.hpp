#pragma once

#include <vigil/checker.hpp>

namespace vigil::checker {

// All executions of a model, violating ones too; with symmetry, or each of them.
template <class M>
Result search(bool symmetry, unsigned jobs = 1) {
  Options options;
  options.symmetry = symmetry;
  options.jobs = jobs;
  options.count_violations = true;
  return check(code_of<M>(), options);
}

}  // namespace vigil::checker
