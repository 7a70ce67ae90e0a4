#pragma once

#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace vigil::mutation {

// A specification that is wrong, or that no longer fits its header: "FILE:LINE: WHAT".
class Mistake : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

// One place of a header, and what stands there in the mutant.
struct Change {
  enum class Kind {
    expression,  // within a statement
    statements,  // one or more, complete
  };
  Kind kind = Kind::expression;
  // What stands immediately around the original, where that occurs more than once.
  std::string before{}, after{};
  std::string original{};
  std::string replacement{};  // empty: statements that are left out
};

struct Mutant {
  std::string name{};
  std::string header{};    // "vigil/deque/chase_lev.hpp"
  std::string sentence{};  // what it does wrong
  // The model that fails by it, or why none does.
  std::string killer{}, equivalent{};
  std::vector<Change> changes{};
  std::string where{};  // "models/deque/mutants/chase_lev.mutants:12"
};

// Throws the mistake: "WHERE: mutant NAME: WHAT".
[[noreturn]] void refuse(const Mutant& mutant, const std::string& what);

struct Specification {
  // The sources that are compiled against the mutated headers: "deque/chase_lev.cpp".
  std::vector<std::string> models;
  std::vector<Mutant> mutants;
};

// Reads a file of mutants:
//
//   header: vigil/deque/chase_lev.hpp
//   models: deque/chase_lev.cpp deque/chase_lev_growth.cpp
//
//   # A comment.
//   mutant: pop_never_competes
//   does: The owner takes the last job without competing for it.
//   killed by: deque/chase_lev/last-job
//   expression:
//     bool settle(Index top, Index last, bool one_left) {
//       const bool won =
//   -      one_left && claim_last(top)
//   +      one_left
//
// In place of `killed by:`, `equivalent:` gives the reason why no model can fail. `expression:` and `statements:` begin
// a change: lines with `-` have the original, lines with `+` the replacement, other lines what stands immediately
// before or after the original. A mutant may have several changes. An empty line ends it.
//
// Throws Mistake. `file` is its name in messages.
[[nodiscard]] Specification read_specification(std::string_view text, const std::string& file);

}  // namespace vigil::mutation
