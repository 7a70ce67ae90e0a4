#pragma once

#include <vigil/checker/check.hpp>
#include <vigil/checker/trace.hpp>

#include <optional>
#include <string>
#include <typeinfo>
#include <vector>

namespace vigil::checker {

// A model is a class over `CheckedAtomics`:
//
//   static constexpr auto threads()   a tuple of pointers to member functions, one for each thread
//   void finish()                     if there is one, runs when all threads have ended
//   void invariant() const            if there is one, holds at every step
//   static Options options()          if there is one, the bounds that the model wants
//
// It is constructed anew for each execution, and depends on nothing but its layer: no clock, no random numbers, no
// global that survives an execution.

// A model with its type erased.
struct Subject {
  std::string name;
  ModelCode code;
  Options options;
};

namespace detail {
[[nodiscard]] std::string name_of(const std::type_info& type);
}

template <class M>
[[nodiscard]] Subject subject() {
  Subject subject{detail::name_of(typeid(M)), code_of<M>(), {}};
  if constexpr (requires { M::options(); }) subject.options = M::options();
  return subject;
}

// What was found out about a model, and how much that says.
struct Verdict {
  Subject subject;
  std::optional<Sample> sample;
  Result result;
  std::optional<Trace> trace;  // of the violation that was found

  // Every execution within the bounds was seen, and none is a violation.
  [[nodiscard]] bool holds() const { return !sample && result.holds(); }
  // 0: all that was asked for was seen, without a violation; 1: there is one; 3: a limit came first.
  [[nodiscard]] int exit_status() const;
};

// Searches all executions, or draws a sample. Throws as `check` does.
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

// For people: the verdict, what it rests on, and the trace of the violation. `program` is how the caller was started,
// for the command that shows the execution again; empty if there is no such command.
[[nodiscard]] std::string text(const Verdict& verdict, const std::string& program = "");
// What `text` and `html` of the trace want to know.
[[nodiscard]] TraceHeader header_of(const Verdict& verdict, const std::string& program = "");

// A whole program: checks each of the subjects as the arguments say (`--help` lists them), prints the verdicts, and
// returns the exit status for all of them: 1 if there is a violation, else 3 if a limit was reached, else 0; 2 for
// wrong usage, and for a model that cannot be checked.
[[nodiscard]] int run_program(const std::vector<Subject>& subjects, int argc, const char* const* argv);
template <class... Models>
[[nodiscard]] int main(int argc, const char* const* argv) {
  return run_program({subject<Models>()...}, argc, argv);
}

}  // namespace vigil::checker
