#pragma once

#include <program.hpp>

#include <compare>
#include <cstdint>
#include <set>
#include <string>
#include <vector>

namespace vigil::conformance {

// A complete execution, in the form in which the checker's and the oracle's executions are compared.

struct Name {
  int thread = -1;  // -1: the initial value
  int index = 0;
  friend auto operator<=>(const Name&,
                          const Name&) = default;  // NOLINT(modernize-use-nullptr): the tool sees a 0 in it
};

struct Event {
  enum class Kind : std::uint8_t { read, write, rmw, fence };
  Kind kind = Kind::read;
  unsigned location = 0;
  std::uint64_t read = 0;
  std::uint64_t written = 0;
  Name source = {};
  friend auto operator<=>(const Event&,
                          const Event&) = default;  // NOLINT(modernize-use-nullptr): the tool sees a 0 in it
};

// Locations are numbered by their first use, thread by thread. A thread's next instruction depends only on the values
// that it read, so checker and oracle give the same execution the same numbers.
struct Execution {
  std::vector<std::vector<Event>> threads;
  std::vector<std::vector<Name>> modification_orders;  // by location
  friend auto operator<=>(const Execution&,
                          const Execution&) = default;  // NOLINT(modernize-use-nullptr): the tool sees a 0 in it
};

// Numbers the locations; `modification_orders` may have any that no event uses.
void normalise(Execution& execution);

[[nodiscard]] std::string print(const Execution& execution);

// What a program can observe of an execution: the registers of each thread at its end, and the final value of each
// object. A mutex or a condition variable has 0.
struct Outcome {
  std::vector<std::vector<litmus::Word>> registers;  // by thread
  std::vector<litmus::Word> values;                  // by object
  friend auto operator<=>(const Outcome&,
                          const Outcome&) = default;  // NOLINT(modernize-use-nullptr): the tool sees a 0 in it
};

[[nodiscard]] std::string print(const Outcome& outcome);

// The executions of a program, by the oracle or by the checker.
struct ExecutionSet {
  std::vector<Execution> executions;  // complete ones, in order
  std::set<Outcome> outcomes;         // of them
  bool blocks = false;                // some execution ends with a thread that waits for ever
  bool cut_short = false;             // there are more than the limit that was given
};

}  // namespace vigil::conformance
