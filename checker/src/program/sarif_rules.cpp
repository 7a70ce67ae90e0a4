#include "sarif_rules.hpp"

#include "problem.hpp"

#include <algorithm>
#include <array>

namespace vigil::checker {
namespace {

constexpr std::array<SarifRule, 14> kRules{{
    {"requirement", "Requirement", "A requirement does not hold",
     "An assertion, a requirement or an invariant is false in an execution that the memory model allows. The steps of "
     "the counterexample show how the threads come there."},
    {"missed-wake", "MissedWake", "A thread is never woken",
     "A thread waits forever on a condition variable or an atomic, because the notification came too early, went to "
     "another thread, or was never sent. Check the condition again after the thread has registered as a waiter, and "
     "notify after the condition was changed."},
    {"deadlock", "Deadlock", "Threads wait for each other",
     "A thread waits forever for a mutex, or for a thread that does. Lock mutexes in one order everywhere."},
    {"livelock", "Livelock", "A thread loops forever",
     "A thread repeats a loop forever, because no other thread can change what it waits for."},
    {"data-race", "DataRace", "Two accesses are not ordered",
     "Two threads access the same memory, at least one of them writes, and nothing orders the accesses. This is "
     "undefined behaviour. Order them by a release store and an acquire load that reads it, or by a mutex."},
    {"use-after-free", "UseAfterFree", "Memory is used after it was freed",
     "A thread uses an object that was destroyed, or memory that was freed, while it could still be reached."},
    {"double-free", "DoubleFree", "Memory is freed twice",
     "Memory is freed that is free already or was never allocated."},
    {"leak", "Leak", "Memory or an object is leaked",
     "At the end of an execution something is left that nothing leads to."},
    {"uninitialised-read", "UninitialisedRead", "A value is read that nobody wrote",
     "A thread reads an object before any thread has given it a value."},
    {"undefined-order", "UndefinedOrder", "A memory order is undefined for its operation",
     "The standard does not define this order for this operation: a store that acquires, a load that releases, or a "
     "failed compare-exchange that releases."},
    {"mutex-misuse", "MutexMisuse", "A mutex is misused",
     "A mutex is unlocked by a thread that does not hold it, locked twice by one thread, or destroyed while it is "
     "held."},
    {"exception", "Exception", "An exception leaves a thread", "An exception leaves the function of a thread."},
    {"crash", "Crash", "The program crashes", "The program receives a signal that ends it, or calls abort()."},
    {kUnexpectedVerdict, "UnexpectedVerdict", "A model has another verdict than expected",
     "A model that is expected to fail holds, or the number of executions is not the expected one."},
}};

}  // namespace

std::span<const SarifRule> sarif_rules() { return kRules; }

std::size_t index_of_rule(std::string_view id) {
  const auto found = std::ranges::find(kRules, id, &SarifRule::id);
  return static_cast<std::size_t>(found - kRules.begin());
}

}  // namespace vigil::checker
