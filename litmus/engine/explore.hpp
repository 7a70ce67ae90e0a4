#pragma once

#include "test.hpp"

#include <vigil/checker/execution.hpp>
#include <vigil/checker/options.hpp>
#include <vigil/checker/result.hpp>

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace vigil::litmus {

// Which outcome a memory model gives a test.
enum class Verdict : std::uint8_t {
  allowed,       // some execution ends as the condition says
  forbidden,     // none does
  not_explored,  // none of those that the search explores; it explores no load buffering, which may lead there
  undefined,     // some execution has undefined behaviour: a data race, for example. Then nothing is promised
  unknown,       // the search came to a limit, and no execution until then ends so
};
inline constexpr std::array kVerdicts{Verdict::allowed, Verdict::forbidden, Verdict::not_explored, Verdict::undefined,
                                      Verdict::unknown};
// "allowed", "not-explored".
[[nodiscard]] std::string_view name_of(Verdict verdict);
[[nodiscard]] std::optional<Verdict> verdict_named(std::string_view name);

// A register or an object whose final value a test shows.
struct Shown {
  bool is_register = false;
  std::uint32_t thread = 0;  // of a register
  std::uint32_t number = 0;
  std::string name;  // "0:r1", "x"

  friend bool operator==(const Shown& one, const Shown& other) {
    return one.is_register == other.is_register && one.thread == other.thread && one.number == other.number;
  }
};

// What a search says of a test.
struct Answer {
  checker::Result search;
  // Of the executions in which all threads ended: those whose end satisfies the condition, and the others.
  std::uint64_t witnesses = 0;
  std::uint64_t others = 0;
  // Those that end with a thread that waits for ever, and those with undefined behaviour. Such an execution has no
  // outcome.
  std::uint64_t stuck = 0;
  std::uint64_t undefined = 0;
  std::vector<Shown> shown;
  // How many executions end with these values of what is shown.
  std::map<std::vector<Word>, std::uint64_t> states;
  // All executions have numbers, from 1, in the order in which the search finds them. These are the numbers of those
  // that end alike, at most kMostNumbers of each kind.
  static constexpr std::size_t kMostNumbers = 1000;
  struct Ending {
    bool satisfies = false;  // the condition
    std::vector<std::uint64_t> numbers;
  };
  std::map<std::vector<Word>, Ending> endings;  // of each state
  Ending stuck_endings, undefined_endings;
  // The first execution that is undefined; else the first that satisfies the condition; of `forall`, the first that
  // does not.
  std::optional<checker::RecordedExecution> example;
  std::uint64_t example_number = 0;
  // Whether the memory model has executions that the search does not explore: see may_buffer_loads.
  bool may_buffer_loads = false;

  // Whether the search has seen every execution that the memory model allows.
  [[nodiscard]] bool has_all() const;
  [[nodiscard]] Verdict verdict() const;
  // Whether what the test asks is so. Nothing if the search does not know, or the test asks nothing.
  [[nodiscard]] std::optional<bool> holds(Quantifier quantifier) const;
};

// What the condition, and the test's `locations`, name: each once, in their order. All registers with a name, and all
// objects but mutexes and condition variables, if they name nothing.
[[nodiscard]] std::vector<Shown> shown_of(const Test& test);

// Searches all executions of the test's program under the memory model of the options. Throws std::invalid_argument if
// the program has too many threads or objects.
[[nodiscard]] Answer explore(const Test& test, const checker::Options& options);

}  // namespace vigil::litmus
