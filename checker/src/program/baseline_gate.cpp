#include "baseline_gate.hpp"

#include "exit_status.hpp"
#include "output_file.hpp"
#include "streams.hpp"

#include <cstdio>
#include <utility>

namespace vigil::checker {

bool BaselineGate::accepts(Answered answered) {
  if (!is_wanted()) return false;
  const bool is_known = answered.finding && (!options_.write.empty() || baseline_.accepts(*answered.finding));
  answered_.push_back(std::move(answered));
  return is_known;
}

void BaselineGate::note_models_that_are_gone(const std::function<bool(const std::string&)>& exists) {
  for (const auto& each : baseline_.accepted())
    if (!exists(each.model)) answered_.push_back({each.model, each.engine, each.bounds, {}});
}

std::vector<AcceptedFinding> BaselineGate::stale() const {
  return options_.write.empty() ? baseline_.stale(answered_) : std::vector<AcceptedFinding>();
}

int BaselineGate::conclude(const std::string& program) const {
  const auto old = stale();
  for (const auto& each : old)
    std::fprintf(streams().error, "%s: stale in %s: %s\n", program.c_str(), options_.file.c_str(),
                 in_words(each).c_str());
  if (!options_.write.empty()) write_file(options_.write, baseline_.updated(answered_).text());
  return options_.strict && !old.empty() ? kDiffers : kAsExpected;
}

}  // namespace vigil::checker
