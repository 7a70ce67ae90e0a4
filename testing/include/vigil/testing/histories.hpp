#pragma once

#include <vigil/linearizability/jobs.hpp>
#include <vigil/testing/duration.hpp>

#include <cstddef>
#include <string>

namespace vigil::testing {

/// Checks for the wanted time that the histories that `record(number)` returns are linearizable. Stops at the first
/// that is not.
///
/// `record` runs threads on a container of jobs and records their calls, by ClockedRecorder, at most 64 of them. It
/// must empty the container in the end: then a job that no call took is lost.
///
/// \snippet testing/histories.cpp example
/// \tparam Spec the specification: QueueSpec, StackSpec, DequeSpec or PlacedQueueSpec of linearizability.
/// \returns What is wrong, with the history; empty if nothing is. It is wrong, too, if no call overlapped another: then
/// nothing was tested.
/// \throws std::invalid_argument as repeat_for_a_while(), or for a history of more calls; and what `record` throws.
template <class Spec, class Record>
[[nodiscard]] std::string complaint_about_histories(Record record) {
  std::size_t overlapping = 0;
  std::string complaint;
  const auto judge = [&](unsigned number) {
    if (!complaint.empty()) return;
    const linearizability::JobHistory history = record(number);
    if (const char* const rule = linearizability::broken_rule<Spec>(history); rule != nullptr)
      complaint = std::string(rule) + ": " + describe(history, linearizability::linearize<Spec>(history));
    overlapping += linearizability::calls_that_overlap<linearizability::JobCall>(history);
  };
  repeat_for_a_while(judge, [&] { return overlapping != 0 || !complaint.empty(); });
  if (complaint.empty() && overlapping == 0) return "no call overlapped another, so nothing was tested";
  return complaint;
}

}  // namespace vigil::testing
