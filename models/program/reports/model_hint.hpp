#pragma once

#include "problem.hpp"

#include <vigil/model/engine.hpp>

#include <chrono>

namespace vigil::program {

// Which stronger orders make the model hold, or else which choice of its tables, found by trying them. For a model that
// the checker's `engine` found to violate something by `search`; its tables must not be installed.
[[nodiscard]] checker::Hint hint_for(const models::Model& model, const models::Engine& engine,
                                     const models::Search& search, const checker::Finding& finding,
                                     std::chrono::duration<double> time_limit, const checker::SourceRoot& root);

}  // namespace vigil::program
