#pragma once

#include <vigil/checker/execution.hpp>
#include <vigil/checker/model_code.hpp>
#include <vigil/checker/options.hpp>
#include <vigil/checker/result.hpp>
#include <vigil/checker/sampling.hpp>

#include <cstdint>
#include <string_view>

namespace vigil::checker {

// Runs `code` through every execution that the memory model allows, each exactly once, and stops at the first
// violation unless the options say otherwise. One search at a time in each thread of the program.
// Throws std::invalid_argument if the model has no threads or too many, std::logic_error if two runs of the same
// execution differ, which means that the model depends on something besides its layer.
[[nodiscard]] Result check(const ModelCode& code, const Options& options = {});

// The violation of the same kind with the shortest trace among the first so many executions: the fewest stale reads,
// then the fewest context switches, then the fewest steps. `first` if there is no shorter one. Executions in which a
// thread takes more than twice as many steps as any does in `first` are left out.
[[nodiscard]] Finding shortest(const ModelCode& code, const Options& options, const Finding& first,
                               std::uint64_t executions);

// Executions drawn at random under the same memory model: says nothing of those that were not drawn.
[[nodiscard]] Result sample(const ModelCode& code, const Options& options, const Sample& sample);

// The first of those, recorded.
[[nodiscard]] RecordedExecution draw(const ModelCode& code, const Options& options, Sampling sampling,
                                     std::uint64_t seed);

// How many executions there are, by Knuth's method over so many random descents.
[[nodiscard]] double estimate(const ModelCode& code, const Options& options, unsigned descents, std::uint64_t seed);

// The execution that `choices` of a finding describe, once more, in the order in which they describe it: what a
// debugger steps through. Throws std::invalid_argument if they do not fit the model.
[[nodiscard]] RecordedExecution replay(const ModelCode& code, const Options& options, std::string_view choices);

}  // namespace vigil::checker
