#pragma once

#include <vigil/checker/options.hpp>

#include <cstdint>
#include <string>

namespace vigil::playground {

// What a page shows of a litmus test under one memory model, as JSON of one line.
//
// Every function throws litmus::TextError for a text that is no test, and std::invalid_argument for a program that is
// too large. `options` has the memory model, the bounds and the progress of the search.

// All executions, by their outcomes:
//
//   name, description: strings. quantifier: "exists"|"not-exists"|"forall". condition: as the text has it, or null
//   verdict: "allowed"|"forbidden"|"not-explored"|"undefined"|"unknown". holds: what the test asks, or null
//   executions, blocked, bounded: numbers. complete: whether the search has seen all that it explores
//   witnesses, others, stuck, undefined: how many executions end as the condition says, otherwise, with a thread that
//     waits for ever, with undefined behaviour
//   shown: the names of registers and objects, as "1:r0"
//   states: [{values: [number], executions, satisfies: boolean, numbers: [number]}]: the values of what is shown, how
//     many executions end so, and which: the first 1,000
//   stuck_numbers, undefined_numbers: likewise
//   example: the number of the execution that shows the verdict, or null
[[nodiscard]] std::string answer(const std::string& text, const checker::Options& options);

// One execution, by its number from 1. "null" if there are fewer.
//
//   number. kind: "complete"|"stuck"|"undefined". violation: in words, or null. values: of what is shown, or null
//   threads: their names. objects: [{name, kind: "atomic"|"variable"|"mutex"|"queue", initial}]
//   events: [{id, thread, line, text, object: index or null, read, written, order, stale, blocked}], in an order
//     in which they may have happened; ids count from 1. read, written and order are empty if there is none.
//   arrows: [{relation, from, to}]; 0 stands for the initial value
//     relation: "sb" (next in its thread), "rf", "mo" (next in modification order), "fr" (the first write that a read
//     precedes), "sw", "hb" (of all that happens before, what does not follow from other arrows), "S" (next in an order
//     of the seq_cst events)
//   views: after 0, 1, ... events, of each thread, of each object: the values that a relaxed load of the thread
//     may read there, in modification order; null of an object that is not atomic
[[nodiscard]] std::string execution(const std::string& text, const checker::Options& options, std::uint64_t number);

// Why no execution ends as the condition says.
//
//   candidates: how many combinations of values and orders would end so, if threads obeyed nothing but their own code
//   complete: whether all were looked at. allowed: how many of them the memory model allows
//   reasons: [{axiom, candidates}]: how many break which axiom
//   shown: null, or one of them: {axiom, threads, objects, events, arrows, cycle, words}, as above
//     cycle: [{relation, from, to, words}]: each arrow begins where the one before ends. words: the conclusion
//   nothing: why there is no candidate, or why none was looked for, in words; else null
[[nodiscard]] std::string why_not(const std::string& text, const checker::Options& options);

// Which single changes of an order give another verdict.
//
//   verdict: as the test stands. tried, unknown: numbers. changes: [{words, line, verdict}]
[[nodiscard]] std::string changes(const std::string& text, const checker::Options& options);

// The exercise of a lesson: {name, text, answer}; "null" if there is no such lesson.
[[nodiscard]] std::string exercise(unsigned lesson);
// Whether an attempt solves it: {outcome: "solved"|"not-an-attempt"|"other-verdict", words, model}. The model is that
// of other-verdict.
[[nodiscard]] std::string judge(unsigned lesson, const std::string& attempt, const checker::Options& options);

}  // namespace vigil::playground
