#pragma once

#include "explore.hpp"
#include "test.hpp"

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace vigil::litmus {

// A litmus test that a learner changes until memory models give it other verdicts. Its metadata say which, as those of
// every test do ("cpp20=forbidden"), and what may change:
//
//   may-change=orders    memory orders, at most as many as "at-most=2" says; a relaxed fence may become one that orders
//   may-change=lines     the places of lines within their thread; no thread has a branch
//   may-change=question  what stands behind exists
struct Exercise {
  enum class Change : std::uint8_t { orders, lines, question };

  Test test;
  Change change = Change::orders;
  unsigned most = 0;  // of orders
  std::vector<std::pair<checker::MemoryModel, Verdict>> wanted;
};

// Throws std::invalid_argument if the metadata do not say what may change, and which verdicts are wanted.
[[nodiscard]] Exercise exercise_of(Test test);

// What became of an attempt at an exercise.
struct Attempt {
  enum class Outcome : std::uint8_t {
    solved,
    not_an_attempt,  // something differs that must not, or nothing does
    other_verdict,   // a memory model gives another verdict than the wanted one
  };
  Outcome outcome = Outcome::solved;
  std::string what;  // one sentence, for the learner
  // Of other_verdict.
  checker::MemoryModel model = checker::MemoryModel::cpp20;
  Answer answer;
};

// The options are those of each search; their memory model is not read.
[[nodiscard]] Attempt judge(const Exercise& exercise, const Test& attempt, const checker::Options& options);

}  // namespace vigil::litmus
