#pragma once

#include "shared_by_forks.hpp"
#include "view.hpp"

#include <array>
#include <atomic>
#include <cstdint>
#include <vector>

namespace vigil::checker {

// Numbers the threads that a model's threads start, in the order in which a search meets them. A number means the same
// in all of its executions, whichever of them ran first, and in all processes that were forked since: a graph names
// threads by number, and processes hand graphs to each other.
class StartedThreads {
 public:
  static constexpr unsigned kNone = ~0U;

  // Of the thread that `starter` starts as its `nth`, from 0; kNone if kMostThreads have numbers already.
  [[nodiscard]] unsigned number(unsigned starter, unsigned nth);
  // Whether one of two threads with numbers goes on first where both can. It depends on who started them, as which one,
  // and not on the numbers, which depend on what was run before.
  [[nodiscard]] bool goes_first(unsigned one, unsigned other, unsigned own_threads) const;
  // The numbers begin anew. Not while processes share them.
  void clear();

  // Who started each thread that has a number, as which one, for processes that share no memory.
  [[nodiscard]] std::vector<std::uint32_t> known() const;
  // In place of what was known: at most kMostThreads, as `known` says it.
  void set_known(const std::vector<std::uint32_t>& all);
  // Whether a thread can have been started so, that is the nth of those which others start: by an earlier one.
  [[nodiscard]] static bool is_possible(std::uint32_t known, unsigned nth, unsigned own_threads);

 private:
  using Known = std::array<std::atomic<std::uint32_t>, kMostThreads>;
  static_assert(std::atomic<std::uint32_t>::is_always_lock_free);

  SharedByForks<Known> known_;  // who started it, as which one; 0: nobody yet, nor those that follow
};

}  // namespace vigil::checker
