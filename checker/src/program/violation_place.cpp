#include "violation_place.hpp"

#include <algorithm>
#include <cstddef>
#include <tuple>

namespace vigil::checker {
namespace {

std::string name_of_thread(const Trace& trace, int thread) {
  if (thread == StepName::kSetup) return "setup";
  if (thread < 0) return "finish";
  const auto number = static_cast<std::size_t>(thread);
  if (number < trace.thread_names.size() && !trace.thread_names[number].empty()) return trace.thread_names[number];
  return "thread " + std::to_string(thread);
}

}  // namespace

std::string place_of_violation(const Trace& trace) {
  if (!trace.violation) return {};
  auto place = name_of_thread(trace, trace.violating_thread);
  const auto step = std::ranges::find(trace.steps, trace.violating, &TimedStep::number);
  if (trace.violating == 0 || step == trace.steps.end()) return place;
  const auto& [function, label, object] = std::tie(step->step.function, step->step.label, step->step.object);
  if (!function.empty()) place += ": " + function;
  if (!label.empty()) place += " [" + label + "]";
  if (!object.empty()) place += ", " + object;
  return place;
}

}  // namespace vigil::checker
