#pragma once

#include <vigil/checker/check.hpp>

namespace vigil::checker {

// A search that worker processes share. Subtrees are independent: a worker process that has work left gives a part, a
// work item, to one that has none. The processes are forks of this one, so every address of the model is the same in
// all of them, and a crash stays in one of them.
[[nodiscard]] Result check_in_processes(const ModelCode& code, const Options& options);

}  // namespace vigil::checker
