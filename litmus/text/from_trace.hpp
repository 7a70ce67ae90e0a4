#pragma once

#include "test.hpp"

#include <vigil/checker/trace.hpp>

#include <string>

namespace vigil::litmus {

// A litmus test that asks for an execution with the values of a trace: each thread does what it does there, one
// operation after the other, and the condition names every value that is read and every last one that is written. So
// another tool can judge it. Where two writes have the same value, another execution than that of the trace may satisfy
// the condition too. What is allocated and freed is left out.
//
// Values that are no numbers, such as pointers, become numbers from 1,000 on. A compare-exchange that failed becomes a
// load. Throws std::invalid_argument, with the reason, for what herd's C cannot say: mutexes, waits, started threads,
// executions that do not end.
[[nodiscard]] Test test_of(const checker::Trace& trace, const std::string& name, const std::string& description);

}  // namespace vigil::litmus
