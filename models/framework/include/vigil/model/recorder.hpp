#pragma once

#include <vigil/checker/knowledge.hpp>
#include <vigil/checker/whose_turn.hpp>
#include <vigil/linearizability/jobs.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>

namespace vigil::models {

/// Records what the threads of a model ask of an object and what they are told, and has it judged when they have ended.
///
/// Which call came before which is not a matter of the order in which an engine happens to run the threads: the checker
/// has one execution for many interleavings, and in any of them a load may return what is no longer newest. A call
/// comes before another if all its steps happen before the other begins. Setup comes before everything and finish
/// after, and calls of one thread come in their order. So the judgement is the same for all interleavings of an
/// execution, and exhaustive under the checker. It is not weaker for that: if a thread can know, by any means that the
/// model has, that a call was over when another began, then one happens before the other.
///
/// A call of a thread ends before its next one begins.
//
// All this lies in the model's own memory, which the checker compares: a loop that records its calls makes progress and
// does not wait, unless a failed call takes back what it has written, by `forgets`. Nothing of it lies on the stacks of
// the threads, where dead values would tell iterations apart: hence functions that are not inlined.
template <class Layer, class Call, std::size_t MostCalls = 32>
class Recorder {
 public:
  /// A call of the current thread begins.
  [[gnu::noinline]] void begins() {
    Layer::record_knowledge(now_);
    begun_[now_.thread] = now_;
  }
  /// The current thread has no call under way. What it knew when one began is gone.
  [[gnu::noinline]] void forgets() {
    Layer::record_knowledge(now_);
    begun_[now_.thread] = {};
    now_ = {};
  }
  /// The same call has ended. More than `MostCalls` are a violation.
  [[gnu::noinline]] void ended(const Call& call) {
    // A violation need not end the execution here: the checker may be counting.
    if (size_ == MostCalls) return Layer::require(false, "the history has more calls than its recorder has room for");
    Layer::record_knowledge(now_);
    const bool is_outside = now_.thread == Knowledge::kOutside;
    Interval& interval = intervals_[size_];
    interval.begun = begun_[now_.thread];
    // A call without a step is over at the thread's next one.
    if (!is_outside) interval.end = std::max(now_.steps[now_.thread], interval.begun.steps[now_.thread] + 1);
    calls_[size_++] = {call, is_outside ? linearizability::kOutside : now_.thread, 0};
  }

  /// All calls, in the order in which the engine came to their ends. After the threads.
  [[nodiscard]] std::span<const linearizability::Placed<Call>> history() {
    for (std::size_t i = 0; i != size_; ++i) {
      calls_[i].before = 0;
      for (std::size_t other = 0; other != size_; ++other) {
        if (comes_before(other, i)) calls_[i].before |= linearizability::only(other);
      }
    }
    return {calls_.data(), size_};
  }

  /// A rule, and the history that breaks it, in memory that the end of the execution does not free.
  [[nodiscard]] const char* explained(const char* rule) {
    const checker::detail::CheckersTurn judge_is_no_part_of_the_model;
    const std::string text = std::string(rule) + ": " + linearizability::in_short(history());
    text.copy(what_.data(), what_.size() - 1);
    return what_.data();
  }

 private:
  using Knowledge = checker::Knowledge;
  static_assert(MostCalls <= linearizability::kMostCalls);

  struct Interval {
    Knowledge begun;
    std::uint32_t end = 0;
  };

  [[nodiscard]] bool comes_before(std::size_t a, std::size_t b) const {
    const unsigned first = calls_[a].thread;
    const unsigned second = calls_[b].thread;
    if (first == second || first == linearizability::kOutside || second == linearizability::kOutside) return a < b;
    return intervals_[b].begun.steps[first] >= intervals_[a].end;
  }

  Knowledge now_;
  std::array<Knowledge, Knowledge::kThreads + 1> begun_;
  std::array<Interval, MostCalls> intervals_;
  std::array<linearizability::Placed<Call>, MostCalls> calls_;
  std::size_t size_ = 0;
  std::array<char, 640> what_{};
};

/// What is asked of a history of jobs.
struct JobJudge {
  /// That it has a sequential explanation, beside the account of the jobs: every one taken, and none twice.
  bool asks_for_order = true;
};
/// Both.
inline constexpr JobJudge kJobJudge{};

/// The calls on a container of jobs, judged by one of the specifications of vigil/linearizability/jobs.hpp.
///
/// \snippet model/recorder.cpp example
/// \tparam Layer the model's layer.
/// \tparam Spec linearizability::QueueSpec, linearizability::StackSpec, linearizability::DequeSpec or
/// linearizability::PlacedQueueSpec.
/// \tparam Judge what is asked.
template <class Layer, class Spec, const JobJudge& Judge = kJobJudge>
class JobRecorder {
 public:
  /// What is recorded.
  using JobCall = linearizability::JobCall;

  /// A call of the current thread begins.
  void begins() { recorder_.begins(); }
  /// The call is none: the thread waits, and tries again.
  void forgets() { recorder_.forgets(); }
  /// The call was a push of this job, or of a chain of jobs that begins with it. Jobs are numbered from 0, below 16.
  [[gnu::noinline]] void pushed(int job, int jobs = 1) { recorder_.ended(JobCall::push(job, jobs)); }
  /// The call was a pop, with this answer and this job. A job that is taken twice is a violation at once.
  [[gnu::noinline]] void popped(StealStatus answer, int job) { took(JobCall::pop(answer, job)); }
  /// The call was a steal, likewise.
  [[gnu::noinline]] void stole(StealStatus answer, int job) { took(JobCall::steal(answer, job)); }
  /// The call was a check whether there is a job.
  [[gnu::noinline]] void checked(bool is_empty) { recorder_.ended(JobCall::check(is_empty)); }

  /// In `finish`, after the container was emptied by calls that were recorded, the last of which found nothing.
  void check() {
    const char* const rule = broken_rule(recorder_.history());
    if (rule != nullptr) Layer::require(false, recorder_.explained(rule));
  }

 private:
  static constexpr std::size_t kMostJobs = 16;

  static const char* broken_rule(std::span<const linearizability::Placed<JobCall>> history) {
    const checker::detail::CheckersTurn judge_is_no_part_of_the_model;
    return Judge.asks_for_order ? linearizability::broken_rule<Spec>(history)
                                : linearizability::broken_account(history);
  }

  // That a job is taken again is a violation at once: the trace of it needs no more.
  void took(const JobCall& call) {
    if (call.takes()) {
      const auto job = static_cast<std::size_t>(call.job);
      if (job >= kMostJobs) return Layer::require(false, "a job that is taken was pushed");
      Layer::require(!taken_[job], "no_job_twice");
      taken_[job] = true;
    }
    recorder_.ended(call);
  }

  Recorder<Layer, JobCall> recorder_;
  std::array<bool, kMostJobs> taken_{};
};

}  // namespace vigil::models
