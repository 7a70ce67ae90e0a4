#pragma once

#include "explore.hpp"
#include "test.hpp"

#include <atomic>
#include <cstdint>
#include <string>
#include <vector>

namespace vigil::litmus {

// One change of a program: another memory order, or a fence more.
struct Change {
  enum class Kind : std::uint8_t {
    order,          // of an atomic operation or of a fence
    failure_order,  // of a compare-exchange
    fence,          // a new one before an operation that is not the first of its thread
  };
  Kind kind = Kind::order;
  std::uint32_t thread = 0;
  std::uint32_t instruction = 0;
  std::memory_order order = std::memory_order_relaxed;  // the new one; one that C++ defines for the operation

  friend bool operator==(const Change&, const Change&) = default;
};

// All of them, in the order of the text.
[[nodiscard]] std::vector<Change> single_changes(const Program& program);
[[nodiscard]] Program changed(Program program, const Change& change);
// "line 5 of P0: release instead of relaxed", "before line 5, column 12 of P0: a release fence".
[[nodiscard]] std::string in_words(const Program& program, const Change& change);

// What single changes do to the verdict of a test.
struct Effects {
  struct Effect {
    Change change;
    Verdict verdict = Verdict::allowed;
  };
  // The changes that give another verdict. Of those of one place with the same verdict, the nearest to what stands
  // there: no other one that gives the verdict lies between.
  std::vector<Effect> effects;
  unsigned tried = 0;
  unsigned unknown = 0;  // searches that came to a limit
};

// `now` is the test's verdict as it stands.
[[nodiscard]] Effects effects_of_changes(const Test& test, Verdict now, const checker::Options& options);

}  // namespace vigil::litmus
