#pragma once

#include <vigil/checker/run.hpp>

#include <span>
#include <string>

namespace vigil::checker {

// One JSON object for other programs. A later schema that only adds members has the same version.
//
//   schema: "vigil-verdicts", version: 1
//   verdicts: [{name, memory_model, verdict: "holds" | "fails" | "incomplete" | "broken", violation, what, replay:
//   string or null,
//               executions, blocked, bounded, beyond_preemptions: numbers,
//               most_preemptions: number or null, exhaustive: boolean, stop, limit, bounds: strings,
//               seconds: number, known: boolean (a baseline accepts the violation), trace: null or an object as json()
//               writes}]
struct ReportedVerdict {
  Verdict verdict;
  double seconds = 0;
  std::string command;    // of the program, for the one that shows the execution again
  bool is_known = false;  // a baseline accepts the violation
};
[[nodiscard]] std::string json_report(std::span<const ReportedVerdict> verdicts);
// A test suite in the form of JUnit, a test for each verdict.
[[nodiscard]] std::string junit_report(std::span<const ReportedVerdict> verdicts);

}  // namespace vigil::checker
