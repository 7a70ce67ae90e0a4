#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

namespace vigil::checker {

// A verdict that differs from the expected one, as a baseline names it. All of it is compared, so that an entry accepts
// no other failure of the model; and none of it changes where lines of the source move.
struct AcceptedFinding {
  std::string model;
  std::string engine;   // as engine_with_bound() names it
  std::string bounds;   // of the model and of its search
  std::string verdict;  // the kind of violation, or "holds"
  std::string what;     // in words, see without_numbers()
  std::string place;    // the step at which it shows, see place_of_violation(); empty if there is none
  std::string note{};   // the user's: kept, and not compared
};

// A question that a run has answered: a model, as an engine searches it within bounds.
struct Answered {
  std::string model, engine, bounds;
  std::optional<AcceptedFinding> finding;  // nothing if the verdict is as expected
};

// Known failures, of which the file says that they do not fail a run.
//
//   {"schema": "vigil-baseline", "version": 1,
//    "accepted": [{"model", "engine", "bounds", "verdict", "what", "place": strings, "note": a string, may be absent}]}
class Baseline {
 public:
  Baseline() = default;
  explicit Baseline(std::vector<AcceptedFinding> accepted) : accepted_(std::move(accepted)) {}

  // From the text of a file. Throws WrongUsage, which names the file, if it is none, or has a member that this version
  // does not know: what it does not compare it must not accept.
  [[nodiscard]] static Baseline from(const std::string& text, const std::string& file);

  [[nodiscard]] const std::vector<AcceptedFinding>& accepted() const { return accepted_; }
  [[nodiscard]] bool accepts(const AcceptedFinding& finding) const;
  // Entries that are no longer right: their model was searched by their engine, and this is not what was found.
  [[nodiscard]] std::vector<AcceptedFinding> stale(std::span<const Answered> answered) const;
  // This baseline with what was found in place of the stale entries. Entries that stay keep their notes.
  [[nodiscard]] Baseline updated(std::span<const Answered> answered) const;
  // Sorted, so that two runs with the same findings write the same file.
  [[nodiscard]] std::string text() const;

 private:
  std::vector<AcceptedFinding> accepted_;
};

// An engine with its memory model, and with the bound of its search: "checker.rc11", "checker.preemptions-2". What it
// answers within a bound is no answer to the search without, so the two have entries of their own.
[[nodiscard]] std::string engine_with_bound(std::string engine, std::optional<unsigned> preemptions);
// What was violated, with # for each number: values, addresses and lines may be others the next time.
[[nodiscard]] std::string without_numbers(const std::string& what);
// "right/fails, checker: requirement (the message is read)".
[[nodiscard]] std::string in_words(const AcceptedFinding& finding);

}  // namespace vigil::checker
