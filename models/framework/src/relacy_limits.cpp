#include <vigil/model/relacy_limits.hpp>

#include <algorithm>
#include <array>

namespace vigil::models {
namespace {

constexpr std::array kLimits{
    RelacyLimitText{RelacyLimit::fence_against_access, "fence-against-access",
                    "it does not order a seq_cst fence against a seq_cst access of another thread: a false violation",
                    "selftest/relacy_limits/fence-against-access"},
    RelacyLimitText{RelacyLimit::modification_order, "modification-order",
                    "its modification order is the order of execution, so it misses 2+2W and what resembles it",
                    "selftest/relacy_limits/two-writes-each"},
    RelacyLimitText{RelacyLimit::load_buffering, "load-buffering",
                    "a load reads only stores that were executed before it, so it misses load buffering",
                    "selftest/relacy_limits/load-buffering"},
    RelacyLimitText{RelacyLimit::light_fences, "light-fences",
                    "both of its asymmetric fences are seq_cst fences, so two light ones order too",
                    "selftest/asymmetric_fences/two-light"},
    RelacyLimitText{RelacyLimit::seq_cst_of_cpp11, "seq-cst-of-cpp11",
                    "its order of seq_cst operations respects happens-before, as in C++11; since C++20 it respects "
                    "strongly-happens-before only",
                    "selftest/relacy_limits/seq-cst-of-cpp11"},
    RelacyLimitText{RelacyLimit::release_sequence_of_cpp11, "release-sequence-of-cpp11",
                    "a later store of the same thread continues a release sequence, as in C++11; since C++20 only "
                    "read-modify-writes do",
                    "selftest/relacy_limits/release-sequence-of-cpp11"},
    RelacyLimitText{RelacyLimit::condition_variable_wakes, "condition-variable-wakes",
                    "in a random search its condition variables wake spuriously, whatever the bound of the model",
                    "selftest/relacy_limits/condition-variable-wakes"},
    RelacyLimitText{RelacyLimit::end_of_object, "end-of-object",
                    "an access that it runs before the end of the object is none after it, even if it does not happen "
                    "before",
                    "selftest/relacy_limits/end-of-object"},
    RelacyLimitText{RelacyLimit::yields, "yields", "a thread that yields reads no value that is older than its yield",
                    "selftest/relacy_limits/yields"},
    RelacyLimitText{RelacyLimit::rare, "rare", "the violation is too rare for the executions that it has time for", ""},
    RelacyLimitText{RelacyLimit::ends_its_process, "ends-its-process",
                    "it ends its process or breaks it down, which says nothing of Relacy", ""},
    RelacyLimitText{RelacyLimit::source_mutant, "source-mutant", "source mutants are compiled for the checker alone",
                    ""},
    RelacyLimitText{RelacyLimit::most_threads, "most-threads",
                    "Relacy is compiled for at most 6 threads, with those that are started", ""},
};

}  // namespace

std::span<const RelacyLimitText> relacy_limits() { return kLimits; }

const RelacyLimitText& text_of(RelacyLimit limit) {
  static constexpr RelacyLimitText kNone{RelacyLimit::none, "none", "", ""};
  const auto* const found =
      std::find_if(kLimits.begin(), kLimits.end(), [&](const RelacyLimitText& text) { return text.limit == limit; });
  return found == kLimits.end() ? kNone : *found;
}

}  // namespace vigil::models
