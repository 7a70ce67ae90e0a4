#pragma once

#include <vigil/checker/check.hpp>
#include <vigil/checker/trace.hpp>

#include <optional>
#include <string>
#include <typeinfo>
#include <vector>

namespace vigil::checker {

/// A model with its type erased. Made by subject().
///
/// A model is a class over CheckedAtomics, with the members
/// - `static constexpr auto threads()`: a tuple of pointers to member functions, one for each thread;
/// - `void finish()`: optional, runs when all threads have ended;
/// - `void invariant() const`: optional, holds at every step;
/// - `static Options options()`: optional, the bounds that the model wants.
///
/// It is constructed anew for each execution, and depends on nothing but its layer: no clock, no random numbers, no
/// global that survives an execution.
struct Subject {
  /// What verdicts and traces call it: the name of its type.
  std::string name;
  /// What it runs.
  ModelCode code;
  /// Its bounds.
  Options options;
};

namespace detail {
[[nodiscard]] std::string name_of(const std::type_info& type);
}

/// Erases the type of a model.
///
/// \tparam M the model.
template <class M>
[[nodiscard]] Subject subject() {
  Subject subject{detail::name_of(typeid(M)), code_of<M>(), {}};
  if constexpr (requires { M::options(); }) subject.options = M::options();
  return subject;
}

/// What was found out about a model, and how much that says. Made by run().
struct Verdict {
  /// The model.
  Subject subject;
  /// How executions were drawn at random; nothing if all were searched.
  std::optional<Sample> sample;
  /// What was found.
  Result result;
  /// The trace of the violation that was found.
  std::optional<Trace> trace;

  /// Whether every execution within the bounds was explored, and none has a violation.
  [[nodiscard]] bool holds() const { return !sample && result.holds(); }
  /// The exit status of a program: 0 if all that was asked for was explored, without a violation; 1 if there is one; 3
  /// if a limit came first; 5 if the search broke down, of which run() throws.
  [[nodiscard]] int exit_status() const;
};

/// Searches all executions of a model within its bounds, or draws a sample of them.
///
/// \snippet checker/run.cpp example
/// \throws As check().
/// \{
[[nodiscard]] Verdict run(Subject subject, const std::optional<Sample>& sample = std::nullopt);
template <class M>
[[nodiscard]] Verdict run() {
  return run(subject<M>());
}
template <class M>
[[nodiscard]] Verdict run(const Options& options) {
  auto chosen = subject<M>();
  chosen.options = options;
  return run(std::move(chosen));
}
/// \}

/// The verdict in words, what it rests on, and the trace of the violation.
///
/// \param verdict of a run.
/// \param program how the program was started, for the command that shows the execution again; empty if there is no such
///   command.
/// \return lines of text.
[[nodiscard]] std::string text(const Verdict& verdict, const std::string& program = "");
/// What text(), html() and the other forms of the verdict's trace want to know. `program` is as for text().
[[nodiscard]] TraceHeader header_of(const Verdict& verdict, const std::string& program = "");

/// A whole program: checks each of the models as the arguments say (`--help` lists them), prints the verdicts, and
/// returns the exit status for all of them: 1 if there is a violation, else 5 if a search broke down, because a process
/// of it was killed or memory was exhausted, else 3 if a limit was reached, else 0; 2 for wrong usage, and for a model
/// that cannot be checked; 4, whatever the verdicts are, if output could not be written.
///
/// main() makes the subjects itself: `int main(int argc, char** argv)` returns
/// `vigil::checker::main<Model, OtherModel>(argc, argv)`.
/// \{
[[nodiscard]] int run_program(const std::vector<Subject>& subjects, int argc, const char* const* argv);
template <class... Models>
[[nodiscard]] int main(int argc, const char* const* argv) {
  return run_program({subject<Models>()...}, argc, argv);
}
/// \}

}  // namespace vigil::checker
