#pragma once

#include "problem.hpp"

#include <vigil/checker/check.hpp>

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace vigil::checker {

// Which stronger memory orders make a violation go away, found by trying them: the search is done again with another
// order for one operation, or for two.
//
// An order that is changed removes executions in which the operation occurs, and no others. So of a single change, the
// operation occurs in the counterexample; of a pair, the other one occurs in the counterexample that is left with the
// first changed. A stronger order allows no execution that a weaker one forbids, so the strongest is tried first, and
// weaker ones only where it helps. What is reported has itself been searched.

// An order to change, and what the counterexample says of the operation.
struct OrderAdvice {
  OrderChange change;
  std::string operation;  // "store", "compare_exchange", "failed compare_exchange", "fence"
  std::string object;     // empty: of a fence
  std::string function;
};

// Changes with which the search holds.
struct Fix {
  std::vector<OrderAdvice> advice;
  Result result;  // of that search
};

struct FixSearch {
  enum class End {
    found,
    none,         // no change of one operation or two helps
    in_sequence,  // no order can help: the violation is also there under sequential consistency
    limit,        // not all was tried, or a search came to no end
  };
  End end = End::none;
  std::vector<Fix> fixes;          // of one operation; of two only if there is none of one. The weakest first
  bool holds_in_sequence = false;  // the search holds under sequential consistency
  std::size_t operations = 0;      // whose orders were tried
  std::size_t searches = 0;
};

struct FixLimits {
  std::uint64_t executions = 200'000;  // of each search
  std::size_t searches = 400;
  std::chrono::duration<double> time{30};
};

// `options`: those with which the finding was made.
[[nodiscard]] FixSearch find_fix(const ModelCode& code, const Options& options, const Finding& finding,
                                 const FixLimits& limits);

// "the store of ready in put (src/queue.cpp:12) release, with any other relaxed store on that line".
[[nodiscard]] std::string in_words(const OrderAdvice& advice, const SourceRoot& root);
// What to change and what was searched then, or that nothing helps; and the places of the first fix.
[[nodiscard]] Hint hint_of(const FixSearch& search, const Options& options, const SourceRoot& root);

}  // namespace vigil::checker
