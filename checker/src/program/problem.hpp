#pragma once

#include "source_root.hpp"

#include <vigil/checker/trace.hpp>

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace vigil::checker {

// What a check has found, as reports show it beside the source: SARIF and annotations.

struct SourcePlace {
  std::string file;  // as SourceRoot::path_of() has it
  unsigned line = 0;
  std::string function;
};

// A place that a problem has to do with, and why.
struct RelatedPlace {
  SourcePlace place;
  std::string message;
};

// A step of the counterexample.
struct ProblemStep {
  std::optional<SourcePlace> place;
  int thread = 0;      // as StepName has it
  unsigned order = 0;  // from 1: when it happened
  std::string thread_name;
  std::string text;
  bool is_violating = false;
};

// What to change, in a sentence, and where. The text is empty if nobody looked for it.
struct Hint {
  std::string text;
  std::vector<RelatedPlace> places;
};

struct Problem {
  enum class Level {
    error,
    expected,  // a model that has to fail did so: nothing to fix
    known,     // a baseline accepts it
  };
  Level level = Level::error;
  std::string rule;     // the name of the violation, or kUnexpectedVerdict
  std::string model;    // of which it was found
  std::string message;  // one sentence
  std::optional<SourcePlace> place;
  std::vector<RelatedPlace> related;  // the access that it is at odds with
  std::vector<ProblemStep> steps;
  std::string fingerprint;  // the same where lines of the source have moved
  std::string replay;       // a command; empty if there is none
  std::string bounds, memory_model;
  Hint hint;
};

// A rule that no violation is the name of: a model that has to fail and holds, for example.
inline constexpr std::string_view kUnexpectedVerdict = "unexpected-verdict";

// Of an execution with a violation. `message`, `replay` and what comes after it are the caller's.
[[nodiscard]] Problem problem_of(const Trace& trace, std::string_view model, const SourceRoot& root);
// Sets the fingerprint of a problem that is found at `what`: text without lines.
void set_fingerprint(Problem& problem, std::string_view what);

}  // namespace vigil::checker
