#pragma once

#include "linearizability.hpp"

#include <vigil/deque/steal_result.hpp>

#include <algorithm>
#include <deque>
#include <string>

namespace vigil::proofs {

// A call on a container of jobs, and its answer. A job is a number, unique in its history.
struct JobCall {
  enum class Kind {
    push,   // adds `job` at the bottom
    pop,    // takes from the bottom: the owner of a deque, any thread of an injector
    steal,  // takes from the top: a thief
  };

  static JobCall push(int job) { return {Kind::push, StealStatus::success, job}; }
  static JobCall pop(StealStatus answer, int job = 0) { return {Kind::pop, answer, job}; }
  static JobCall steal(StealStatus answer, int job = 0) { return {Kind::steal, answer, job}; }

  [[nodiscard]] bool takes() const { return kind != Kind::push && answer == StealStatus::success; }

  Kind kind = Kind::push;
  StealStatus answer = StealStatus::success;
  int job = 0;
};

using JobHistory = History<JobCall>;

inline std::string to_string(const JobCall& call) {
  if (call.kind == JobCall::Kind::push) return "push " + std::to_string(call.job);
  const std::string name = call.kind == JobCall::Kind::pop ? "pop" : "steal";
  if (call.answer == StealStatus::empty) return name + " finds nothing";
  if (call.answer == StealStatus::retry) return name + " is to look again";
  return name + " takes " + std::to_string(call.job);
}

// The sequential deque: push and pop at the bottom, steal at the top. Without thieves it is a stack.
//
// `empty` must be true at some instant of the call; this is not weakened for the thief's probe. A probe reads a
// `bottom` that may be old, but HistoryRecorder's time orders a call only after those that happen before it, and
// coherence forbids it to read a `bottom` older than what those wrote. An old value is therefore one that was current
// during the call or one that an overlapping call replaced, and then the instant lies before that call's. `retry` says
// nothing about the jobs and changes none; what it does say is `retries_have_a_reason`.
struct DequeSpec {
  using State = std::deque<int>;  // top first

  static bool apply(State& jobs, const JobCall& call) {
    if (call.kind == JobCall::Kind::push) {
      jobs.push_back(call.job);
      return true;
    }
    if (call.answer == StealStatus::retry) return true;
    if (call.answer == StealStatus::empty) return jobs.empty();
    const bool is_pop = call.kind == JobCall::Kind::pop;
    if (jobs.empty() || (is_pop ? jobs.back() : jobs.front()) != call.job) return false;
    if (is_pop)
      jobs.pop_back();
    else
      jobs.pop_front();
    return true;
  }
};

// Every `retry` overlaps a call of another thread that takes a job: an answer of "look again" is never the last word.
inline bool retries_have_a_reason(const JobHistory& history) {
  return std::all_of(history.begin(), history.end(), [&](const auto& retry) {
    if (retry.call.answer != StealStatus::retry) return true;
    return std::any_of(history.begin(), history.end(), [&](const auto& other) {
      return other.thread != retry.thread && other.call.takes() && other.began < retry.ended &&
             retry.began < other.ended;
    });
  });
}

}  // namespace vigil::proofs
