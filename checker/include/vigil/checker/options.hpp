#pragma once

#include <vigil/checker/order_change.hpp>

#include <array>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string_view>
#include <vector>

namespace vigil::checker {

struct ObservedExecution;

/// What a search takes for the meaning of memory orders.
enum class MemoryModel {
  cpp20,       ///< [intro.races] and [atomics.order] of C++20; program order and reads-from are acyclic together.
  rc11,        ///< Lahav et al., Repairing Sequential Consistency in C/C++11, PLDI 2017.
  x86_tso,     ///< What x86 processors do with the program: can they show the fault at all?
  sequential,  ///< Every operation is seq_cst: does a fault need a weak memory at all?
};

/// All of them.
inline constexpr std::array kMemoryModels{MemoryModel::cpp20, MemoryModel::rc11, MemoryModel::x86_tso,
                                          MemoryModel::sequential};

/// The name of a memory model: "cpp20", "rc11", "tso", "sc".
[[nodiscard]] std::string_view name_of(MemoryModel model);
/// The memory model that has this name; nothing if none has.
[[nodiscard]] std::optional<MemoryModel> memory_model_named(std::string_view name);

/// What happens at an iteration of a loop that changes nothing.
enum class Spins {
  /// The thread waits if its next iteration would be exactly the last one: it asks for the same operation in the same
  /// place, its registers and its stack are the same, and no byte of memory that it can reach was changed by it.
  recurring,
  /// Every iteration is explored, up to the bound on operations; declared waits and retries are loops like any other.
  unrolled,
};

/// The name of a way to treat spins: "recurring", "unrolled".
[[nodiscard]] std::string_view name_of(Spins spins);

/// How far a long search has come.
struct SearchProgress {
  /// Complete executions so far.
  std::uint64_t executions = 0;
  /// Blocked executions so far.
  std::uint64_t blocked = 0;
  /// The share of the whole search that is done, from 0 to 1, as \ref estimate finds it; 0 of a sample, of a search
  /// that has not taken long, and of one that has become far larger than estimated.
  double share_done = 0;
};

/// The most that Options::arena_bytes can be.
inline constexpr std::size_t kMostArenaBytes = std::size_t{1} << 30U;
/// The most that Options::jobs can be.
inline constexpr unsigned kMostJobs = 256;

/// The bounds of a search, what it takes for the memory model, and who hears of its progress.
///
/// \snippet checker/options.cpp example
struct Options {
  /// What memory orders mean.
  MemoryModel memory_model = MemoryModel::cpp20;
  /// How loops are treated that wait.
  Spins spins = Spins::recurring;
  /// Whether threads that run the same are taken for exchangeable: of the executions that an exchange of such threads
  /// makes of each other, one is explored. So up to n! times fewer, if n threads do the same. Result::executions then
  /// counts up to symmetry, and Result::executions_in_all counts them all.
  ///
  /// Threads of the model run the same if they run the same member function. Threads that are started run the same if
  /// one thread starts them in a row, with functions and arguments of the same types, whose bytes are the same, and are
  /// all there is of them.
  ///
  /// Nothing may distinguish such threads. That is checked as far as operations show it: if two of them have done the
  /// same so far, they have to ask for the same operation next; started ones must also be joined in a row, and must not
  /// be asked for names or results. For threads of the model it is an error. Of started threads, the search begins
  /// again without exchanging them; so it does if it finds a violation. Not checked, and assumed: no thread compares
  /// addresses of what is its own, nor learns from plain memory which one it is.
  ///
  /// \source Kokologiannakis, Marmanis, Vafeiadis: SPORE: Combining Symmetry and Partial Order Reduction, PLDI 2024.
  bool symmetry = false;
  /// If given, only executions with at most so many preemptions are explored: context switches away from a thread that
  /// could go on. A search that leaves out others ends with Stop::preemptions, and Result::holds() is false; one that
  /// leaves out none has explored them all. A violation that the search meets on its way is reported, however many
  /// preemptions it takes.
  ///
  /// The preemptions of an execution are those of its best order: of all orders that respect program order and
  /// reads-from (of a sequentially consistent one also its modification orders), the one with the fewest.
  ///
  /// \source Marmanis, Marmanis, Vafeiadis: Reconciling Preemption Bounding with DPOR, TACAS 2023.
  std::optional<unsigned> most_preemptions{};
  /// How often a wait on a condition variable may end without a notification, for each thread. A wait on an atomic that
  /// does so checks again, which is no part of an execution.
  unsigned spurious_wakes = 1;
  /// How often a wait with a time limit may end by it, for each thread. A thread that has no timeouts left waits
  /// without a limit; if nothing ends that wait, the execution is blocked, because what the thread does later is not
  /// known. But a loop that times out, changes nothing and waits again forever is found whatever the bound is, unless
  /// it is 0.
  unsigned timeouts = 1;
  /// How often a weak compare-exchange may fail without a reason, for each thread and call site.
  unsigned weak_failures = 1;
  /// A thread that asks for more operations than this is stopped there. The verdict is then no more than "bounded".
  unsigned most_events = 1'000;
  /// The bytes that each thread may allocate in one execution, and the constructor besides. A search that reaches it is
  /// not complete, and reports that.
  std::size_t arena_bytes = std::size_t{1} << 20U;

  /// Orders to search with in place of those that the operations have. Each operation takes the first change that fits
  /// it.
  std::vector<OrderChange> order_changes{};

  /// After how many executions, blocked ones included, the search stops; 0: no limit. A search that reaches a limit is
  /// not complete and reports which limit.
  std::uint64_t most_executions = 0;
  /// When the search stops.
  std::optional<std::chrono::steady_clock::time_point> deadline;
  /// Whether the search goes on after a violation and counts them all.
  bool count_violations = false;
  /// The number of processes that share the search; the counts do not depend on it.
  unsigned jobs = 1;

  /// Called now and then; returning false stops the search.
  std::function<bool(const SearchProgress&)> on_progress;
  /// Called at the end of each execution, blocked ones included. With one process only. A search that begins again, as
  /// with \ref symmetry it may, calls it again for executions that it has explored before.
  std::function<void(const ObservedExecution&)> on_execution;
};

}  // namespace vigil::checker
