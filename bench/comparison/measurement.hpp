#pragma once

#include <benchmark/benchmark.h>

#include <functional>
#include <string>

namespace vigil::comparison {

// Registers a benchmark of one iteration, whose results are the counters that `run` sets. It fails with the text of an
// exception of `run`.
void add_measurement(const std::string& name, const std::function<void(benchmark::State&)>& run);

}  // namespace vigil::comparison
