#pragma once

#include <vigil/model/engine.hpp>

namespace vigil::models {

// The checker under one memory model: every execution, each exactly once, or a random sample.
[[nodiscard]] const Engine& checker_engine(checker::MemoryModel memory_model);

// With which options the checker makes a full search of a model.
[[nodiscard]] checker::Options options_of(const Model& model, checker::MemoryModel memory_model, const Search& search);

}  // namespace vigil::models
