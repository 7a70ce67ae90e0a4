#pragma once

#include <vigil/checker/execution.hpp>
#include <vigil/checker/model_code.hpp>
#include <vigil/checker/options.hpp>
#include <vigil/checker/result.hpp>
#include <vigil/checker/sampling.hpp>

#include <cstdint>
#include <string_view>

namespace vigil::checker {

/// Runs `code` through every execution that the memory model allows, each exactly once, and stops at the first
/// violation unless the options say otherwise.
///
/// run() is easier to use, and makes the trace as well.
///
/// \snippet checker/check.cpp example
/// \threads Any thread, but not a model's own. Each thread of the program runs one search at a time.
/// \progress Blocking if processes share the search: waits for them.
/// \throws std::invalid_argument if the model has no threads or too many, or an option is out of its range.
/// \throws std::logic_error if two runs of the same execution differ, because the model depends on something besides its
///   layer; if threads that Options::symmetry takes for exchangeable do not do the same; if the model does what the
///   checker cannot follow, such as starting a `std::thread`; if the calling thread is inside a check already. Under
///   RC11, std::length_error if an execution has more than 512 events; under x86-TSO, if it has more and a heavy fence.
/// \throws std::bad_alloc if there is no memory; std::system_error if a process cannot be started; std::runtime_error if
///   one of them ends too early.
[[nodiscard]] Result check(const ModelCode& code, const Options& options = {});

/// The violation of the same kind with the shortest trace: the fewest stale reads, then the fewest context switches,
/// then the fewest steps. `first` if there is no shorter one.
///
/// Executions in which a thread takes more than twice as many steps as any does in `first` are left out.
///
/// \param code the model.
/// \param options those with which `first` was found.
/// \param first what a search has found.
/// \param executions how many of the first executions are compared; 0: all.
/// \throws As check().
[[nodiscard]] Finding shortest(const ModelCode& code, const Options& options, const Finding& first,
                               std::uint64_t executions);

/// Runs executions drawn at random under the same memory model. The result says nothing of those that were not drawn.
///
/// Options::jobs, Options::most_executions and Options::on_execution have no effect.
///
/// \throws As check().
[[nodiscard]] Result sample(const ModelCode& code, const Options& options, const Sample& sample);

/// Runs the first execution of a sample with this seed, and records it.
///
/// \throws As check().
[[nodiscard]] RecordedExecution draw(const ModelCode& code, const Options& options, Sampling sampling,
                                     std::uint64_t seed);

/// How large a search is, as estimated.
struct Estimate {
  double executions = 0;  ///< Complete executions; up to symmetry, if the options say so.
  double blocked = 0;     ///< Executions in which a thread waits for a value that the execution denies it.
};

/// Estimates how many executions check() will explore, without exploring them all. Most estimates are
/// within 20 % of the truth. One may be wrong by factors if few branches have most of the search below them.
///
/// \param code the model.
/// \param options those of the search. Zeros if their deadline comes first.
/// \param most_runs about how many executions are run: more come closer to the truth.
/// \param seed of the random choices.
/// \throws As check().
[[nodiscard]] Estimate estimate(const ModelCode& code, const Options& options, std::uint64_t most_runs = 100'000,
                                std::uint64_t seed = 1);

/// Runs the execution that the choices of a Finding describe once more, in the order in which they describe it, and
/// records it. A debugger can step through it.
///
/// \throws std::invalid_argument if the choices do not fit the model, or if they lead into an execution that does not end
///   within 10 seconds of processor time; else as check().
[[nodiscard]] RecordedExecution replay(const ModelCode& code, const Options& options, std::string_view choices);

}  // namespace vigil::checker
