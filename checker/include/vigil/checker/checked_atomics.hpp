#pragma once

#include <vigil/atomics/layer.hpp>
#include <vigil/atomics/location.hpp>
#include <vigil/checker/hooks.hpp>

#include <atomic>
#include <cstddef>

namespace vigil::checker {

/// The layer in which the checker explores the executions of a model: a ThreadedLayer, with choices besides.
///
/// Each member does what the concept AtomicsLayer says. An operation is a step of the execution, is checked, and is
/// shown in a trace with its Name, its Location and the label of its order. Only code that check(), sample() or
/// replay() runs may use the layer: elsewhere it throws std::logic_error.
///
/// \snippet checker/checked_atomics.cpp example
struct CheckedAtomics {
  template <class T>
  class atomic;
  template <class T>
  class var;
  class mutex;
  class condition_variable;
  class thread;
  template <class T>
  class thread_specific;

  /// A fence; a relaxed fence is none.
  ///
  /// \orders As of `std::atomic_thread_fence`.
  static void fence(LabelledOrder order, Location location = Location::current()) { detail::fence({order, location}); }

  /// A pair of asymmetric fences, of which each orders against the other; a relaxed one is none.
  ///
  /// \orders As of `std::experimental::asymmetric_thread_fence_light` and `asymmetric_thread_fence_heavy` (P1202R5).
  /// \{
  static void fence_light(LabelledOrder order, Location location = Location::current()) {
    detail::fence_light({order, location});
  }
  static void fence_heavy(LabelledOrder order, Location location = Location::current()) {
    detail::fence_heavy({order, location});
  }
  /// \}

  /// Show where a loop waits. Neither promises anything: a loop that waits is recognised with or without them.
  /// \{
  static void yield(Location location = Location::current()) { detail::yield(location); }
  static void relax(Location location = Location::current()) { detail::yield(location); }
  /// \}

  /// Calls the attempt until it returns true. A failed attempt that has changed no memory but its own frame is no part
  /// of any execution.
  ///
  /// \progress Blocking: waits until another thread writes something that the attempt has read.
  template <class Attempt>
  static void retry(Attempt attempt, Location /*location*/ = Location::current()) {
    detail::retry([](void* self) -> bool { return (*static_cast<Attempt*>(self))(); }, &attempt);
  }

  /// Memory that is checked for leaks and for use before allocation and after release. An address that this thread has
  /// given back comes again in some executions, and in others does not.
  ///
  /// A thread that needs more than Options::arena_bytes ends the search, which is then not complete.
  ///
  /// \throws std::bad_alloc if `bytes` is larger than \ref kMostArenaBytes.
  [[nodiscard]] static void* allocate(std::size_t bytes, std::size_t alignment, Name name = {},
                                      Location location = Location::current()) {
    detail::show_state();
    return detail::allocate(bytes, alignment, name, location);
  }
  /// Frees what allocate returned. A violation if the memory has been freed, or was never allocated.
  static void deallocate(void* memory, std::size_t /*bytes*/, std::size_t /*alignment*/,
                         Location location = Location::current()) {
    detail::deallocate(memory, location);
  }

  /// One of the numbers below `possibilities`. Every one of them is explored, each in executions of its own.
  [[nodiscard]] static unsigned choose(unsigned possibilities, Location location = Location::current()) {
    return detail::choose(possibilities, location);
  }

  /// Writes what the calling thread knows at this moment. This is no step. What it writes is compared like all memory:
  /// a loop that leaves it changed makes progress and does not wait.
  static void record_knowledge(Knowledge& knowledge) { detail::record_knowledge(knowledge); }

  /// No execution if `condition` is false: the calling thread ends there, and the execution counts as blocked. A
  /// violation that other threads commit meanwhile still counts, because the calling thread might not have come so far.
  static void assume(bool condition) {
    if (!condition) [[unlikely]]
      detail::assume(condition);
  }

  /// A violation if `condition` is false. `what` says in words what was required.
  static void require(bool condition, const char* what, Location location = Location::current()) {
    if (!condition) [[unlikely]]
      detail::require(condition, what, location);
  }
};

}  // namespace vigil::checker

// The classes that the layer declares.
#include <vigil/checker/checked_threads.hpp>
#include <vigil/checker/checked_variables.hpp>
