#pragma once

#include "litmus.hpp"
#include "native_model.hpp"

#include <vigil/checker/options.hpp>

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace vigil::conformance {

// Executions of which an exchange of equal threads makes one of the other.

// The program with some threads in place of others: so it has equal threads, and at most four in all.
[[nodiscard]] Program with_equal_threads(Program program, std::uint64_t seed);

// The second one of two equal threads reads what depends on what the first one wrote. So it may read an older value,
// although no exchange of the two gives that execution.
inline constexpr std::string_view kTurnedAroundByNoExchange =
    "a=x rlx; y=1 rlx | a=x rlx; y=1 rlx | b=y rlx; x=2 rlx | x=1 rlx";
// Two pairs of equal threads, of which each depends on the other one.
inline constexpr std::string_view kPairsThatDependOnEachOther =
    "a=x rlx; y=1 rlx | a=x rlx; y=1 rlx | b=y rlx; x=1 rlx | b=y rlx; x=1 rlx";
// Each of two equal threads may fail without a reason.
inline constexpr std::string_view kEqualThreadsThatChoose =
    "x.weak_cas(1,2) rlx, fail rlx | x.weak_cas(1,2) rlx, fail rlx | x=1 rlx";

// How many programs were compared, and how many executions they have.
struct Compared {
  std::uint64_t programs = 0;
  std::uint64_t executions = 0;
  std::uint64_t up_to_symmetry = 0;
};

// What a search with symmetry does wrong, beside one without; empty if it explores exactly one of the executions that
// an exchange makes of each other, and counts all. Both may be bounded by preemptions. A program with more than 20,000
// executions is not compared.
[[nodiscard]] std::string wrong_exchange(const Program& program, checker::MemoryModel model, Compared& compared,
                                         std::optional<unsigned> most_preemptions = std::nullopt);

// The same for a program whose first thread starts the others and joins them. If it acts between the starts or between
// the joins, or if there is a violation, the executions are only counted: what is exchanged then depends on the
// program.
[[nodiscard]] std::string wrong_exchange_of_started(const Program& program, Acts acts, checker::MemoryModel model,
                                                    Compared& compared);

// The same for a program whose threads start a thread for their instructions from number `first` on. Its executions are
// only counted: one that is explored may be an exchange of another one, because the started threads are not exchanged.
[[nodiscard]] std::string wrong_count_of_starters(const Program& program, std::uint32_t first,
                                                  checker::MemoryModel model, Compared& compared);

}  // namespace vigil::conformance
