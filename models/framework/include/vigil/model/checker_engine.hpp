#pragma once

#include <vigil/model/engine.hpp>

namespace vigil::models {

// The checker under one memory model: every execution, each exactly once, or a random sample.
[[nodiscard]] const Engine& checker_engine(checker::MemoryModel memory_model);

}  // namespace vigil::models
