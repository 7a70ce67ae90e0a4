#pragma once

#include <vigil/common/steal_result.hpp>
#include <vigil/injector/priority.hpp>
#include <vigil/pool/parts.hpp>
#include <vigil/pool/thread_pool.hpp>

#include <cstddef>
#include <cstdint>

namespace vigil {

// Jobs from outside that go before others, and even before jobs that workers have made themselves.
//
// Each job that is left to the pool has a level. A worker chooses its next job, each time, in this order:
//
//   1 the *urgent* jobs: those of the highest level
//   2 its own deque, what the other workers leave to thieves, calls of other pools' workers: as in any pool
//   3 the jobs of the other levels, from the highest to the lowest
//
// So an urgent job waits until one worker has ended the job that it runs, and not until the worker's deque is empty. A
// job that runs is not interrupted. Nor is a join: a worker chooses a job only when it has ended one, or waits.
//
// Lower levels do not starve. After `kLongestStreak` jobs that a worker has taken by level, it has a turn without
// urgent jobs. If it then finds nothing else, it first asks one of the lower levels, a different one in each such turn.
//
// Inside an isolation a worker takes no job from outside, urgent or not.

/// Which of the jobs that were left to a pool are run first.
enum class Priority : std::uint8_t {
  high,    ///< Urgent: before the jobs that a worker has made itself. For few and short jobs.
  normal,  ///< What a job has, if nothing else is said.
  low,     ///< Only while there is nothing else to do, but for the turns that it gets.
};

/// How many priorities there are.
inline constexpr std::size_t kPriorities = 3;

/// What each job from outside carries in a pool with priorities, beside what the injectors need of it.
///
/// \snippet pool/priority.cpp example
/// \tparam Link what the injector of one level needs: see PoolParts.
template <class Link>
class PriorityLink : public Link {
 public:
  /// The priority of the job. It counts when the job is left to the pool: a later change has no effect.
  ///
  /// \threads The thread that will leave the job.
  /// \{
  void set_priority(Priority priority) { priority_ = priority; }
  [[nodiscard]] Priority priority() const { return priority_; }
  /// \}
  /// The level of the job in a PriorityInjector.
  [[nodiscard]] std::size_t level() const { return static_cast<std::size_t>(priority_); }

 private:
  Priority priority_ = Priority::normal;
};

/// How one worker takes jobs by their priorities, so that none of them starves.
///
/// A *turn of the others* comes after `kLongestStreak` jobs that the worker has taken from the injector. In it the
/// worker takes no urgent job before all else. So its own jobs, those of other workers and calls get a chance. If there
/// are none, the worker first asks one of the lower levels: the lowest, then the one above it, and so on, turn by turn.
///
/// Promised of a worker that finds no other jobs: of each 32 that it takes in a row, one at least is of any lower level
/// that has jobs all the time. That is `(kLongestStreak + 1) * (kPriorities - 1)`. Which job of the level is up to the
/// level's injector.
///
/// \snippet pool/priority.cpp intake
/// \threads The worker's own thread.
class PriorityIntake {
 public:
  /// Whether the worker chooses among the jobs that were left to the pool.
  static constexpr bool kHasPriorities = true;
  /// How many jobs a worker takes by their priorities before it has a turn of the others.
  static constexpr unsigned kLongestStreak = 15;

  /// Takes a job that goes before all others, if there is one and it is not the turn of the others. Called before each
  /// choice of a job.
  ///
  /// \param injector where the jobs are.
  /// \param executed how many jobs the worker has run so far, from anywhere: the turn ends with the next one.
  template <class Injector>
  [[nodiscard]] auto take_urgent(Injector& injector, std::uint64_t executed) {
    using Result = decltype(injector.pop());
    if (executed != executed_before_turn_) is_turn_of_others_ = false;
    if (streak_ == kLongestStreak) {
      streak_ = 0;
      is_turn_of_others_ = true;
      executed_before_turn_ = executed;
    }
    if (is_turn_of_others_) return Result::empty();
    const Result urgent = injector.pop_at(0);
    if (urgent.is_success()) ++streak_;
    return urgent;
  }

  /// Takes a job, if there is one, for a worker that has found no other job. Called any number of times after
  /// take_urgent, until it takes one.
  template <class Injector>
  [[nodiscard]] auto take(Injector& injector) {
    using Result = decltype(injector.pop());
    if (is_turn_of_others_) {
      const Result lower = injector.pop_at(lower_);
      if (lower.is_success()) {
        choose_next_lower<Injector::kLevels>();
        return lower;
      }
    }
    const Result highest = injector.pop();
    if (highest.is_success()) {
      if (is_turn_of_others_) choose_next_lower<Injector::kLevels>();
      ++streak_;
    }
    return highest;
  }

 private:
  template <std::size_t kLevels>
  void choose_next_lower() {
    lower_ = lower_ > 1 ? lower_ - 1 : kLevels - 1;
  }

  unsigned streak_ = 0;
  bool is_turn_of_others_ = false;
  std::uint64_t executed_before_turn_ = 0;
  // The lower level that is asked first in the next turn of the others.
  std::size_t lower_ = kPriorities - 1;
};

/// The parts of a pool with priorities, made of those of another pool, whose injector serves each level.
///
/// \snippet pool/priority.cpp parts
/// \tparam Base the parts of the pool without priorities.
template <class Base = DefaultParts>
struct PriorityParts : Base {
  /// Where callers leave their jobs.
  template <class Job>
  using Injector = PriorityInjector<Job, typename Base::template Injector<Job>, kPriorities, typename Base::Layer>;
  /// What each of these jobs carries for it.
  using InjectorLink = PriorityLink<typename Base::InjectorLink>;
  /// How a worker takes them.
  using Intake = PriorityIntake;
};

/// A thread pool in which jobs from outside have priorities.
using PriorityThreadPool = BasicThreadPool<PriorityParts<>>;

}  // namespace vigil
