#pragma once

#include <vigil/atomics/layer.hpp>
#include <vigil/atomics/std_operations.hpp>
#include <vigil/common/steal_result.hpp>

#include <array>
#include <cstddef>

namespace vigil {

/// Where threads that are not workers leave jobs of several levels for the workers: one injector for each level.
///
/// Level 0 is the highest. A job names its level by its member function `level`.
///
///   * push leaves the job in the injector of its level.
///   * pop asks the levels from the highest to the lowest, and takes the first job that it gets.
///   * has_jobs asks each level. A check that forgot one would let a worker sleep while there is a job in it (S-29).
///
/// **Order.** A job that is in the injector before a pop begins is taken before those of lower levels, with one
/// exception. If the injector of a level answers `retry`, because another popper takes a job of that level at this
/// moment, pop goes on to the lower levels: it never waits for another popper. So a pop may take a lower job than it
/// could, but only beside a pop that takes a higher one. Within a level the order is that of the level's injector.
///
/// Not promised: that jobs of a low level are taken while there are higher ones. A caller that promises it calls pop_at
/// now and then, as PriorityIntake does. Nor that an answer of several levels is true of one instant. A pop that says
/// `empty`, and is_empty, may have missed a job that was pushed to a level after its question there. The poster of such
/// a job sees the sleeper, as the poster to a single injector does.
///
/// \snippet injector/priority.cpp example
/// \tparam T the job.
/// \tparam Level the injector of one level, such as TreiberInjector<T>.
/// \tparam Levels how many levels there are.
/// \tparam Layer the atomics layer.
/// \progress As the injector of one level, for all members.
template <class T, class Level, std::size_t Levels, AtomicsLayer Layer = StdAtomics>
class PriorityInjector {
  static_assert(Levels >= 1);

 public:
  /// What pop returns.
  using Job = T*;
  /// How many levels there are.
  static constexpr std::size_t kLevels = Levels;

  /// An empty injector.
  ///
  /// \throws what the injector of a level throws: std::bad_alloc, or nothing.
  PriorityInjector() = default;
  /// Drops the jobs that are left; they are the caller's.
  ///
  /// \pre No thread is using the injector.
  ~PriorityInjector() = default;
  PriorityInjector(const PriorityInjector&) = delete;
  PriorityInjector& operator=(const PriorityInjector&) = delete;

  /// Leaves `job`, which must stay alive until it is popped.
  ///
  /// \pre `job.level()` is below `Levels`.
  /// \return true if there was no other job in any level. May be out of date: of two pushes to different levels, both
  ///   may say so, or neither.
  /// \threads Any thread.
  /// \orders What the pusher did before push happens before the return of the pop that takes the job.
  /// \throws what the injector of the level throws: std::bad_alloc, or nothing. Then the job was not left.
  bool push(T& job) {
    const std::size_t level = job.level();
    Layer::require(level < Levels, "PriorityInjector: no such level");
    // The other levels are read only if the answer depends on them. The job may have been freed by then.
    return levels_[level].push(job) && !has_jobs_beside(level);
  }

  /// Takes a job of the highest level that has one. One attempt at each level.
  ///
  /// \return `retry` if no job was taken, and a level said `retry`. Then there may be more jobs: a caller must search
  ///   again, and must not sleep.
  /// \threads Any thread.
  /// \orders What the pusher did before push happens before the return.
  [[nodiscard]] StealResult<T*> pop() {
    bool again = false;
    for (Level& level : levels_) {
      const StealResult<T*> result = level.pop();
      if (result.is_success()) return result;
      again |= result.is_retry();
    }
    return again ? StealResult<T*>::retry() : StealResult<T*>::empty();
  }

  /// Takes a job of that level, if it has one, whatever the others have. One attempt.
  ///
  /// \pre `level` is below `Levels`.
  /// \threads Any thread.
  /// \orders As pop.
  [[nodiscard]] StealResult<T*> pop_at(std::size_t level) {
    Layer::require(level < Levels, "PriorityInjector: no such level");
    return levels_[level].pop();
  }

  /// Whether no level had a job, each at the moment at which it was asked.
  ///
  /// A caller that may have to be woken for a job calls this after its fence, as Sleep does (S-29).
  /// \threads Any thread.
  [[nodiscard]] bool is_empty() const { return !has_jobs(); }
  /// The opposite of is_empty.
  [[nodiscard]] bool has_jobs() const {
    for (const Level& level : levels_)
      if (level.has_jobs()) return true;
    return false;
  }

 private:
  [[nodiscard]] bool has_jobs_beside(std::size_t own) const {
    for (std::size_t level = 0; level != Levels; ++level)
      if (level != own && levels_[level].has_jobs()) return true;
    return false;
  }

  std::array<Level, Levels> levels_;
};

}  // namespace vigil
