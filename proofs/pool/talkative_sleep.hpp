#pragma once

#include <vigil/sleep/idle_state.hpp>
#include <vigil/sleep/sleep.hpp>

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace vigil::proofs {

// New jobs, and whether their queue was empty.
using NewJobs = std::pair<std::uint64_t, bool>;

// Stands for Sleep: it keeps what workers report. A worker that could sleep finds that its wait is over.
class TalkativeSleep {
 public:
  TalkativeSleep(std::size_t, SleepRounds) {}

  [[nodiscard]] IdleState start_looking(std::size_t worker, unsigned) { return {worker}; }
  template <class Latch, class HasInjectedJobs>
  void no_work_found(IdleState&, Latch& latch, HasInjectedJobs&&) {
    ++searches_in_vain;
    (void)latch.set();
  }
  template <class Latch>
  void wait_apart(IdleState&, Latch& latch) {
    ++waits_apart;
    (void)latch.set();
  }
  [[nodiscard]] static bool sleeps_next(const IdleState&) { return false; }
  template <class HasWorkLeft>
  void work_found(HasWorkLeft&& has_work_left) {
    left_behind.push_back(has_work_left());
  }
  IdleWorkers new_injected_jobs(std::uint64_t jobs, bool queue_was_empty) {
    injected.emplace_back(jobs, queue_was_empty);
    return idle;
  }
  template <class QueueWasEmpty>
  void new_internal_jobs(std::uint64_t jobs, QueueWasEmpty&& queue_was_empty) {
    internal.emplace_back(jobs, queue_was_empty());
  }
  template <class Latch>
  void set_latch(Latch& latch, std::size_t owner) {
    (void)latch.set();
    owners.push_back(owner);
  }
  void notify_latch_set(std::size_t) {}

  // The workers that are idle, as it says.
  IdleWorkers idle;

  std::vector<NewJobs> injected;
  std::vector<NewJobs> internal;
  std::vector<bool> left_behind;
  std::vector<std::size_t> owners;
  int searches_in_vain = 0;
  int waits_apart = 0;
};

}  // namespace vigil::proofs
