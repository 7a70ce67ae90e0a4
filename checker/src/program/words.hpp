#pragma once

#include <vigil/checker/check.hpp>
#include <vigil/checker/options.hpp>
#include <vigil/checker/result.hpp>
#include <vigil/checker/sampling.hpp>

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace vigil::checker {

// What programs print of options and results, in the same words.

// "20,000".
[[nodiscard]] std::string grouped(std::uint64_t number);
// "1 model", "2 models".
[[nodiscard]] std::string counted(std::uint64_t number, std::string_view what);
// "1 execution"; "24 executions up to symmetry, 96 in all", if there are more in all.
[[nodiscard]] std::string executions_in_words(std::uint64_t executions, std::uint64_t in_all);

// "C++20".
[[nodiscard]] std::string_view in_words(MemoryModel memory_model);
// With what none of them allows here: "C++20, sb and rf acyclic together (no load buffering)".
[[nodiscard]] std::string scope_in_words(MemoryModel memory_model);

// The bounds that every execution has: "1 spurious wake, 1 timeout, 1 spurious failure of each weak compare-exchange
// and 1,000 operations" at most, of each thread.
[[nodiscard]] std::string bounds_of_each_thread(const Options& options);
// The bounds that differ from the usual ones: "spins unrolled, spurious wakes 0"; empty if none does.
[[nodiscard]] std::string unusual_bounds(const Options& options);

// "holds", "data-race"; "nothing found", if the search says nothing of what it did not reach.
[[nodiscard]] std::string_view verdict_in_words(Outcome outcome, bool is_complete);
// Of a search without a finding: the same; or "holds for all executions with at most 2 preemptions".
[[nodiscard]] std::string holds_in_words(const Result& result, const Options& options);
// "24 complete executions, 2 violating": as a model declares them.
[[nodiscard]] std::string expected_counts_in_words(std::uint64_t executions, std::uint64_t violating);
// How much was searched: "exhaustive: 24 executions, 3 blocked", "bounded: 7 executions, 0 blocked", "found after 3
// executions".
[[nodiscard]] std::string extent_in_words(const Result& result, const std::optional<Sample>& sample);
// Of Result::undeclared_waits.
inline constexpr std::string_view kUndeclaredWaits =
    "a loop was taken for a wait that nothing declares, so the counts depend on what the compiler keeps in registers "
    "and on the stack; the verdict does not";
// Of executions that a search with symmetry left out.
inline constexpr std::string_view kExchanged =
    "of threads that run the same, none compares addresses of what is its own, nor learns from plain memory which one "
    "it "
    "is";
// "about 3,410,000 executions up to symmetry, and 24 blocked executions, with at most 2 preemptions": digits that
// nobody knows are zero.
[[nodiscard]] std::string estimate_in_words(const Estimate& estimate, const Options& options);
// Which limit ended a search, `most_executions` for one; empty if none did.
[[nodiscard]] std::string limit_in_words(const Result& result, std::uint64_t most_executions);

}  // namespace vigil::checker
