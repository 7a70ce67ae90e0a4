#pragma once

#include <vigil/checker/standard/absent.hpp>
#include <vigil/checker/standard/atomic.hpp>
#include <vigil/checker/standard/atomic_flag.hpp>
#include <vigil/checker/standard/atomic_functions.hpp>
#include <vigil/checker/standard/atomic_ref.hpp>
#include <vigil/checker/standard/atomic_shared_ptr.hpp>
#include <vigil/checker/standard/barrier.hpp>
#include <vigil/checker/standard/call_once.hpp>
#include <vigil/checker/standard/condition_variable.hpp>
#include <vigil/checker/standard/jthread.hpp>
#include <vigil/checker/standard/latch.hpp>
#include <vigil/checker/standard/locks.hpp>
#include <vigil/checker/standard/mutex.hpp>
#include <vigil/checker/standard/semaphore.hpp>
#include <vigil/checker/standard/shared_mutex.hpp>
#include <vigil/checker/standard/stop_token.hpp>
#include <vigil/checker/standard/thread.hpp>
#include <vigil/checker/standard_program.hpp>

/// The concurrency vocabulary of the C++20 standard, each operation of which is a step that the checker explores:
/// `atomic` and its functions, `atomic_flag`, fences, all mutexes and locks, condition variables, semaphores, `latch`,
/// `barrier`, `call_once`, `thread`, `jthread`, stop tokens, `this_thread`. std.hpp makes them the names of `std`.
///
/// They are as the standard says, in all that it allows, but for the following.
/// - Waits. There is no clock: a wait with a time limit ends by it, or not, as often as Options::timeouts says. A
///   sleep orders nothing. A thread that waits forever is a violation.
/// - Spurious outcomes. Condition variables wake spuriously, and weak compare-exchanges fail, within the bounds. That a
///   `try_lock`, a `try_acquire` or a `try_wait` fails without a reason is not explored.
/// - `std::lock` locks in the order of addresses, which is one of the ways that the standard allows.
/// - Misuse is a violation: a mutex is unlocked by another thread, a semaphore released above its maximum, a thread
///   destroyed unjoined.
/// - Detached threads end before an execution does. A model has at most 14 threads.
/// - Nothing is constexpr: static objects tell the checker of themselves when they are constructed.
/// - Operators have no line in a trace: they have no place for its argument.
/// - A value with padding is compared without it only if g++ compiles the code.
/// - An `atomic_ref` knows its place by the address, and what is written plainly between two of them is not seen.
/// - The counts of a `std::shared_ptr` are not seen. What an atomic one has held stays alive until it is destroyed.
/// - `std::future`, `std::promise`, `std::packaged_task` and `std::async` are not there: to use one does not compile.
///
/// \snippet checker/standard.cpp example
namespace vigil::checker::standard {}
