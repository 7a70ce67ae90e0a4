#pragma once

#include <vigil/checker/check.hpp>
#include <vigil/checker/execution.hpp>
#include <vigil/checker/result.hpp>
#include <vigil/model/progress.hpp>
#include <vigil/model/record.hpp>

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace vigil::models {

using checker::Finding;
using checker::Stop;

// One execution, in a form from which its engine can run it again.
struct Execution {
  Search search;
  std::uint64_t number = 0;  // the how-manieth of its search
  std::string choices;       // the engine's own text; letters, digits, nothing that a shell minds
};

// What came of one search. Relacy counts executions and nothing else.
struct SearchResult {
  Search search;
  checker::Result result{};

  // The one that the finding is about.
  [[nodiscard]] Execution execution() const;
};

// One line of a history.
struct Step {
  static constexpr int kSetup = -1;  // while the model is constructed
  static constexpr int kEnd = -2;    // after all threads have ended
  int thread = kSetup;
  std::string file;
  unsigned line = 0;
  std::string function;
  std::string label;
  std::string text;
  bool stale = false;      // read a value that was already overwritten
  bool violation = false;  // the step that ends the execution
};

struct History {
  std::vector<Step> steps;
  Outcome outcome;
  std::string what;
};

// An execution that was run again: its steps in the order in which Relacy ran them, or the graph that the checker knows
// of it.
using Recording = std::variant<History, checker::RecordedExecution>;
[[nodiscard]] Outcome outcome_of(const Recording& recording);
[[nodiscard]] const std::string& what_of(const Recording& recording);

using Deadline = std::optional<std::chrono::steady_clock::time_point>;

// How long a search may take, and how many processes may share it.
struct Budget {
  Deadline deadline;
  unsigned jobs = 1;
};

// What is asked of an engine for each model.
struct Wanted {
  bool thorough = false;
  std::optional<unsigned> bound{};          // of Relacy: in place of the context bounds that a passing model names
  std::uint64_t limit = 0;                  // of the checker: executions; 0: none
  std::optional<unsigned> preemptions{};    // of the checker: at most so many in an execution
  std::optional<checker::Sample> sample{};  // of the checker, in place of the whole search
  bool symmetry = true;                     // of the checker: a full search takes exchangeable threads for that
};

// What an engine is expected to say of a model.
struct Expectation {
  std::vector<Outcome> outcomes;         // any one of them
  const Exemption* exemption = nullptr;  // where that is not the truth
  [[nodiscard]] bool includes(Outcome said) const;
};

struct Answer;

// Something that can go through the executions of a model. Tables must be installed.
class Engine {
 public:
  virtual ~Engine() = default;
  [[nodiscard]] virtual std::string_view name() const = 0;
  // For programs: "cpp20"; and for the scope that every report states: "C++20".
  [[nodiscard]] virtual std::string_view memory_model() const = 0;
  [[nodiscard]] virtual std::string_view memory_model_in_words() const = 0;
  // What tokens call it: "relacy", "checker", "checker.rc11".
  [[nodiscard]] virtual std::string id() const { return std::string(name()); }

  // Why the model is not run at all; empty if it is.
  [[nodiscard]] virtual std::string why_left_out(const Model& model, const Wanted& wanted) const = 0;
  [[nodiscard]] virtual Expectation expected_of(const Model& model) const;
  // The bounds on one execution that are the engine's and not the model's; empty if they are the usual ones.
  [[nodiscard]] virtual std::string bounds_of(const Model& /*model*/) const { return {}; }
  // What is wrong with a verdict although its outcome may be right; empty if nothing is.
  [[nodiscard]] virtual std::string objection(const Model& /*model*/, const Answer& /*answer*/) const { return {}; }

  // The searches that decide a model, in the order in which they are done.
  [[nodiscard]] virtual std::vector<Search> searches_for(const Model& model, const Wanted& wanted) const = 0;
  // Those among whose findings there is likely a short one, where the first finding is not as good as any.
  [[nodiscard]] virtual std::vector<Search> searches_for_shortest() const { return {}; }
  // Of the violations of the same kind, one that is easier to follow, if the engine knows how to find it. It is run
  // again as an execution of the same search.
  [[nodiscard]] virtual Finding shortest(const Model& /*model*/, const Finding& first) const { return first; }
  [[nodiscard]] virtual SearchResult run(const Model& model, const Search& search, const Budget& budget,
                                         Progress& progress) const = 0;
  // How large a search of every execution is, found in this process; nothing if the engine cannot tell.
  [[nodiscard]] virtual std::optional<checker::Estimate> estimate(const Model& /*model*/, const Wanted& /*wanted*/,
                                                                  const Budget& /*budget*/) const {
    return std::nullopt;
  }
  // The same execution again, in this process.
  [[nodiscard]] virtual Recording replay(const Model& model, const Execution& execution) const = 0;
};

// Makes an engine known to `engine_named`. Returns true, so that a static constant can be initialised by it.
bool register_engine(const Engine& engine);
// Null if there is none of that id in this program.
[[nodiscard]] const Engine* engine_named(std::string_view id);

// What an engine says of a model: what came of all searches.
struct Answer {
  std::vector<SearchResult> searches;
  double seconds = 0;

  [[nodiscard]] const Finding* finding() const;
  [[nodiscard]] Outcome outcome() const;
  // Executions were drawn at random and none of them showed a violation: says nothing of the others.
  [[nodiscard]] bool sampled() const;
  // The last search ended by itself without a violation, but left out executions with too many preemptions.
  [[nodiscard]] bool bounded() const;
  // Every planned search ended by itself, or a violation was found.
  [[nodiscard]] bool complete() const;
  // A search of every execution that ended by itself.
  [[nodiscard]] const SearchResult* full_search() const;
};

// Runs the searches one after the other until one finds a violation or is stopped by the deadline or by a limit of the
// engine.
[[nodiscard]] Answer check(const Engine& engine, const Model& model, const std::vector<Search>& searches,
                           const Budget& budget, Progress& progress);

}  // namespace vigil::models
