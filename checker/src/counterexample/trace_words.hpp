#pragma once

#include <vigil/checker/trace.hpp>

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace vigil::checker {

// What all renderings of a trace say in the same words.

// "fetch_add", "failed_compare_exchange": the enumerator's name.
[[nodiscard]] std::string_view name_of(Action action);
[[nodiscard]] std::string_view name_of(TraceObject::Kind kind);
// "thread 0", "setup", "finish".
[[nodiscard]] std::string name_of_thread(int thread);
// "thread 0 (owner)", where the trace names the thread.
[[nodiscard]] std::string title_of_thread(const Trace& trace, int thread);
// "cas a1: 0 -> 1, seq_cst".
[[nodiscard]] std::string words_of(const TraceStep& step);
// "from 7", "initial"; empty if the step reads nothing that has a modification order.
[[nodiscard]] std::string origin_of(const TimedStep& timed);
// "STALE: step 15 already wrote 1"; empty if it is neither stale nor late.
[[nodiscard]] std::string staleness_of(const Trace& trace, const TimedStep& timed);
// "deque/chase_lev.hpp:77", and with the function or the label.
[[nodiscard]] std::string file_and_line(const TraceStep& step, std::string_view source_root);
[[nodiscard]] std::string place_of(const TraceStep& step, std::string_view source_root);
// "push [push.publish]", or one of the two: nothing that changes when lines of the source move.
[[nodiscard]] std::string short_place_of(const TraceStep& step);
// "missed-wake: worker 0 sleeps with a job queued".
[[nodiscard]] std::string words_of_violation(const Trace& trace);
// "VIOLATION thread 1 at step 4: " and the words.
[[nodiscard]] std::string sentence_of_violation(const Trace& trace);
// "the order with the fewest stale reads (1), then the fewest context switches (3)".
[[nodiscard]] std::string quality_of(const Trace& trace);
// "Counterexample: deque/chase_lev/no-fence"; "Execution trace" if it shows no violation.
[[nodiscard]] std::string title_of(const Trace& trace, const TraceHeader& header);

// Lines of at most `width` characters, broken between words; all but the first are indented.
[[nodiscard]] std::vector<std::string> wrapped(std::string_view words, std::size_t width);

}  // namespace vigil::checker
