#pragma once

#include "baseline.hpp"
#include "gate_options.hpp"

#include <functional>
#include <string>
#include <vector>

namespace vigil::checker {

// What a run does with its baseline: fails on what is new, says what is stale, and writes it anew if asked for.
class BaselineGate {
 public:
  // Reads the file. Throws WrongUsage, and NotWritten, before anything is searched.
  explicit BaselineGate(BaselineOptions options) : options_(std::move(options)), baseline_(options_.read()) {}

  [[nodiscard]] bool is_wanted() const { return options_.is_wanted(); }
  // Takes note of an answer. Whether its finding is known: it is in the file, or it is to be written.
  bool accepts(Answered answered);
  // Entries of models that do not exist are stale too, though nothing has answered for them.
  void note_models_that_are_gone(const std::function<bool(const std::string& model)>& exists);
  // Entries of the file that are no longer right; none if a new file takes their place.
  [[nodiscard]] std::vector<AcceptedFinding> stale() const;
  [[nodiscard]] bool is_strict() const { return options_.strict; }
  [[nodiscard]] const std::string& file() const { return options_.file; }

  // At the end: says in a line on stderr each what is stale, and writes the new file. Returns what it means for the
  // exit status.
  [[nodiscard]] int conclude(const std::string& program) const;

 private:
  BaselineOptions options_;
  Baseline baseline_;
  std::vector<Answered> answered_;
};

}  // namespace vigil::checker
