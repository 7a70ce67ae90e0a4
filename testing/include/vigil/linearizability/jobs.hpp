#pragma once

#include <vigil/common/steal_result.hpp>
#include <vigil/linearizability/linearize.hpp>

#include <algorithm>
#include <array>
#include <compare>
#include <cstddef>
#include <span>
#include <string>

namespace vigil::linearizability {

// Sequential containers of jobs: the deque, the stack and the queue.
//
// An answer of `empty` must be true at some place in the sequence that explains the history. This also holds for the
// thief's probe of ChaseLevDeque, which may read an old `bottom`. Coherence forbids the probe to read a value older
// than the writes of earlier calls, so the old value was current at a place where the call may be. In a model, a call
// is earlier if the thief knows of it. So a thief that knows of a push must not answer `empty`, and a thief that does
// not know of it may. `retry` makes no statement about the jobs and changes none; `retries_have_a_reason` checks it.

/// A call on a container of jobs, and its answer. A job is a number, unique in its history.
///
/// \snippet linearizability/jobs.cpp example
struct JobCall {
  /// What was called.
  enum class Kind {
    push,   ///< Adds `job`; a chain adds `jobs` of them in one step, numbered from `job` on.
    pop,    ///< Takes a job at the container's own end: the owner of a deque, any thread of a stack or a queue.
    steal,  ///< Takes the oldest job: a thief, from a deque.
    check,  ///< Checks whether there is a job: `success` if there is.
  };

  /// A push of a job, or of a chain.
  static JobCall push(int job, int jobs = 1) { return {Kind::push, StealStatus::success, job, jobs}; }
  /// A pop, with its answer and the job that it took.
  static JobCall pop(StealStatus answer, int job = 0) { return {Kind::pop, answer, job, 1}; }
  /// A steal, with its answer and the job that it took.
  static JobCall steal(StealStatus answer, int job = 0) { return {Kind::steal, answer, job, 1}; }
  /// A check, with its answer.
  static JobCall check(bool is_empty) {
    return {Kind::check, is_empty ? StealStatus::empty : StealStatus::success, 0, 1};
  }

  /// Whether it took a job.
  [[nodiscard]] bool takes() const {
    return (kind == Kind::pop || kind == Kind::steal) && answer == StealStatus::success;
  }
  /// Whether it pushed the job of that number.
  [[nodiscard]] bool pushes(int number) const { return kind == Kind::push && job <= number && number < job + jobs; }

  Kind kind = Kind::push;                     ///< What was called.
  StealStatus answer = StealStatus::success;  ///< What was answered.
  int job = 0;                                ///< The job, or the first one of a chain.
  int jobs = 1;                               ///< How many a push adds.
};

/// The calls of several threads on a container of jobs.
using JobHistory = History<JobCall>;

/// "pop takes 3".
[[nodiscard]] inline std::string to_string(const JobCall& call) {
  static constexpr const char* kNames[] = {"push", "pop", "steal", "is_empty"};
  const std::string name = kNames[static_cast<std::size_t>(call.kind)];
  if (call.kind == JobCall::Kind::push) {
    return name + " " + std::to_string(call.job) +
           (call.jobs == 1 ? "" : " to " + std::to_string(call.job + call.jobs - 1));
  }
  if (call.answer == StealStatus::empty) return name + " finds no job";
  if (call.answer == StealStatus::retry) return name + " must retry";
  if (call.kind == JobCall::Kind::check) return name + " finds a job";
  return name + " takes " + std::to_string(call.job);
}

/// Jobs in the order in which they were pushed. Stored in place, because a model checks millions of histories.
class JobList {
 public:
  /// Whether there is none.
  [[nodiscard]] bool is_empty() const { return first_ == end_; }
  /// The job that was pushed first.
  [[nodiscard]] int oldest() const { return jobs_[first_]; }
  /// The job that was pushed last.
  [[nodiscard]] int newest() const { return jobs_[end_ - 1]; }
  /// False if there is no room. Without chains, a history holds no more jobs than calls.
  [[nodiscard]] bool add(int job) {
    if (end_ == jobs_.size()) return false;
    jobs_[end_++] = job;
    return true;
  }
  /// Takes the job that was pushed first.
  void remove_oldest() { ++first_; }
  /// Takes the job that was pushed last.
  void remove_newest() { --end_; }

  /// Compares the jobs.
  friend std::strong_ordering operator<=>(const JobList& a, const JobList& b) {
    return std::lexicographical_compare_three_way(a.jobs_.begin() + a.first_, a.jobs_.begin() + a.end_,
                                                  b.jobs_.begin() + b.first_, b.jobs_.begin() + b.end_);
  }
  /// Compares the jobs.
  friend bool operator==(const JobList& a, const JobList& b) { return std::is_eq(a <=> b); }

 private:
  std::array<int, kMostCalls> jobs_{};
  unsigned first_ = 0;
  unsigned end_ = 0;
};

namespace detail {

enum class Taken { newest, oldest };

template <Taken kByPop, bool kHasThieves, bool kPushesInterfere = false>
struct JobContainerSpec {
  using State = JobList;
  // Whether a push under way is a reason for a `retry`.
  static constexpr bool kRetriesAtPushes = kPushesInterfere;

  static bool apply(State& jobs, const JobCall& call) {
    if (call.kind == JobCall::Kind::push) return push(jobs, call);
    if (call.answer == StealStatus::retry) return true;
    if (call.answer == StealStatus::empty) return jobs.is_empty();
    if (jobs.is_empty()) return false;
    if (call.kind == JobCall::Kind::check) return true;
    if (call.kind == JobCall::Kind::steal) return kHasThieves && take_oldest(jobs, call.job);
    return kByPop == Taken::newest ? take_newest(jobs, call.job) : take_oldest(jobs, call.job);
  }

 private:
  static bool push(State& jobs, const JobCall& call) {
    for (int i = 0; i != call.jobs; ++i) {
      if (!jobs.add(call.job + i)) return false;
    }
    return true;
  }
  static bool take_newest(State& jobs, int job) {
    if (jobs.newest() != job) return false;
    jobs.remove_newest();
    return true;
  }
  static bool take_oldest(State& jobs, int job) {
    if (jobs.oldest() != job) return false;
    jobs.remove_oldest();
    return true;
  }
};

}  // namespace detail

/// ChaseLevDeque: the owner pushes and pops at the bottom, thieves steal at the top.
using DequeSpec = detail::JobContainerSpec<detail::Taken::newest, true>;
/// TreiberInjector: the newest job first. A chain is pushed in one step, its last job newest.
using StackSpec = detail::JobContainerSpec<detail::Taken::newest, false>;
/// First in, first out.
using QueueSpec = detail::JobContainerSpec<detail::Taken::oldest, false>;
/// SegmentedInjector: the same, but a push takes its place before it writes the job, and pops retry in between.
using PlacedQueueSpec = detail::JobContainerSpec<detail::Taken::oldest, false, true>;

/// Every `retry` overlaps a call of another thread that takes a job, or one that pushes a job if pushes interfere.
[[nodiscard]] inline bool retries_have_a_reason(std::span<const Placed<JobCall>> history,
                                                bool pushes_interfere = false) {
  const auto interferes = [pushes_interfere](const JobCall& call) {
    return call.takes() || (pushes_interfere && call.kind == JobCall::Kind::push);
  };
  for (std::size_t i = 0; i != history.size(); ++i) {
    if (history[i].call.answer != StealStatus::retry) continue;
    bool has_reason = false;
    for (std::size_t other = 0; other != history.size(); ++other) {
      has_reason |=
          history[other].thread != history[i].thread && interferes(history[other].call) && overlap(history, i, other);
    }
    if (!has_reason) return false;
  }
  return true;
}

/// How often `job` was taken.
[[nodiscard]] inline std::size_t times_taken(std::span<const Placed<JobCall>> history, int job) {
  return static_cast<std::size_t>(std::count_if(history.begin(), history.end(), [job](const auto& placed) {
    return placed.call.takes() && placed.call.job == job;
  }));
}

/// The rule of the account that the history breaks; null if it breaks none. The history must end with the container
/// emptied: then a job that no call took is lost.
[[nodiscard]] inline const char* broken_account(std::span<const Placed<JobCall>> history) {
  for (const auto& placed : history) {
    const JobCall& call = placed.call;
    if (call.takes()) {
      const auto pushes_it = [&](const auto& other) { return other.call.pushes(call.job); };
      if (std::none_of(history.begin(), history.end(), pushes_it)) return "a job that is taken was pushed";
      if (times_taken(history, call.job) > 1) return "no_job_twice";
    }
    for (int i = 0; call.kind == JobCall::Kind::push && i != call.jobs; ++i) {
      if (times_taken(history, call.job + i) == 0) return "no_job_lost";
    }
  }
  return nullptr;
}

/// The same for all rules: the account, `calls_have_an_order` and `retries_have_a_reason`. A history that breaks the
/// account has no order either, because its last call found no job. The account's rule is then the one reported.
template <class Spec>
[[nodiscard]] const char* broken_rule(std::span<const Placed<JobCall>> history) {
  if (linearize<Spec>(history).exists) {
    return retries_have_a_reason(history, Spec::kRetriesAtPushes) ? nullptr : "retries_have_a_reason";
  }
  const char* const account = broken_account(history);
  return account != nullptr ? account : "calls_have_an_order";
}

}  // namespace vigil::linearizability
