#include "answered_verdict.hpp"

#include "violation_place.hpp"

#include <string>

namespace vigil::checker {

std::optional<Answered> answered_by(const Verdict& verdict) {
  const auto& [subject, sample, result, trace] = verdict;
  const bool has_found = result.finding && (result.stop == Stop::none || result.stop == Stop::violation);
  if (!has_found && (result.finding || !verdict.holds())) return std::nullopt;
  const auto memory_model = subject.options.memory_model;
  const auto engine = engine_with_bound(
      memory_model == MemoryModel::cpp20 ? "checker" : "checker." + std::string(name_of(memory_model)),
      subject.options.most_preemptions);
  Answered answered{subject.name, engine, header_of(verdict).bounds, {}};
  if (has_found)
    answered.finding = {subject.name,
                        engine,
                        answered.bounds,
                        std::string(name_of(result.finding->violation)),
                        without_numbers(result.finding->what),
                        trace ? without_numbers(place_of_violation(*trace)) : ""};
  return answered;
}

}  // namespace vigil::checker
