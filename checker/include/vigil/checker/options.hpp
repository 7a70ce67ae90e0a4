#pragma once

#include <array>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string_view>

namespace vigil::checker {

struct ObservedExecution;

// What a search takes for the meaning of memory orders.
enum class MemoryModel {
  cpp20,       // [intro.races] and [atomics.order] of C++20; sb ∪ rf acyclic
  rc11,        // Lahav et al., Repairing Sequential Consistency in C/C++11, PLDI 2017
  x86_tso,     // what x86 processors do with the program: can they show the fault at all?
  sequential,  // every operation seq_cst: does a fault need a weak memory at all?
};

inline constexpr std::array kMemoryModels{MemoryModel::cpp20, MemoryModel::rc11, MemoryModel::x86_tso,
                                          MemoryModel::sequential};

// "cpp20", "rc11", "tso", "sc".
[[nodiscard]] std::string_view name_of(MemoryModel model);
[[nodiscard]] std::optional<MemoryModel> memory_model_named(std::string_view name);

// What becomes of an iteration of a loop that changes nothing.
enum class Spins {
  // The thread waits if its next iteration would be exactly the last one: it asks for the same operation in the same
  // place, its registers and its stack are the same, and no byte of memory that it can reach was changed by it.
  recurring,
  // Every iteration is explored, up to the bound on operations; declared waits and retries are loops like any other.
  unrolled,
};

// "recurring", "unrolled".
[[nodiscard]] std::string_view name_of(Spins spins);

// Where a long search is.
struct SearchProgress {
  std::uint64_t executions = 0;
  std::uint64_t blocked = 0;
  // Of the whole search, as estimated by Knuth's method from what was seen so far; 0 of a sample.
  double share_done = 0;
};

// The most that Options::arena_bytes can be.
inline constexpr std::size_t kMostArenaBytes = std::size_t{1} << 30U;
// The most that Options::jobs can be.
inline constexpr unsigned kMostJobs = 256;

struct Options {
  MemoryModel memory_model = MemoryModel::cpp20;
  Spins spins = Spins::recurring;
  // How often a wait on a condition variable may end without a notification, for each thread. A wait on an atomic that
  // does so checks again, which is no part of an execution.
  unsigned spurious_wakes = 1;
  // How often a weak compare-exchange may fail without a reason, for each thread and call site.
  unsigned weak_failures = 1;
  // A thread that asks for more operations than this is stopped there. The verdict is then no more than "bounded".
  unsigned most_events = 1'000;
  // What each thread may allocate in one execution, and the constructor besides. A search that reaches it is not
  // complete, and says so.
  std::size_t arena_bytes = std::size_t{1} << 20U;

  // Blocked ones included; 0: no limit. A search that reaches a limit is not complete and says which.
  std::uint64_t most_executions = 0;
  std::optional<std::chrono::steady_clock::time_point> deadline;
  // Goes on after a violation and counts them all.
  bool count_violations = false;
  // Processes that share the search; the counts do not depend on it.
  unsigned jobs = 1;

  // Called now and then; returning false stops the search.
  std::function<bool(const SearchProgress&)> on_progress;
  // Called at the end of each execution, blocked ones included. With one process only.
  std::function<void(const ObservedExecution&)> on_execution;
};

}  // namespace vigil::checker
