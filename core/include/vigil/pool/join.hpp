#pragma once

#include <vigil/pool/future.hpp>
#include <vigil/pool/outcome.hpp>
#include <vigil/pool/worker.hpp>

#include <concepts>
#include <exception>
#include <memory>
#include <tuple>
#include <type_traits>
#include <utility>
#include <variant>

namespace vigil {

// Calls functions, perhaps at the same time, and returns the results of all of them.
//
//   const auto [left, right] = vigil::join([&] { return sum(first_half); }, [&] { return sum(second_half); });
//
// The first is called by the caller, the others by whoever comes first, a thief or the caller; they lie in the caller's
// frame, and join returns when all have ended. If the caller has its worker at hand it gives it to join, and then the
// functions may take the worker that they run on. Otherwise join looks the worker up; on a thread that is none it calls
// the functions one after the other. One that returns nothing gives `Nothing`; one that returns a reference gives a
// copy.
//
// Exceptions (S-26): when a function throws, the others are called all the same, because their callers may be other
// threads that use the frame; then join throws what the leftmost of those that threw has thrown. The exceptions of the
// others are lost; try_join returns them.
//
// Everything before join happens before each call, and everything in the calls before the return. Throws
// std::bad_alloc, having called nothing, if the deque cannot grow. Progress: blocking; the worker runs other jobs while
// it waits, on the same stack.

namespace detail {

template <class Parts, class Function>
auto call_branch(Worker<Parts>& worker, Function* function) {
  return value_on(worker, *function);
}

template <class Parts, class Function>
using Branch = Future<Function*, ValueOn<Worker<Parts>, Function&>, Parts>;

// A tuple of one; `std::tuple(value)` would be a copy of the value if that is a tuple.
template <class T>
std::tuple<T> alone(T value) {
  return std::tuple<T>(std::move(value));
}

// The first function, with the second one forked: if it throws, the frame waits for the second.
template <class Parts, class First, class Second>
auto call_beside(Worker<Parts>& worker, First& first, Branch<Parts, Second>& second) {
  try {
    return value_on(worker, first);
  } catch (...) {
    if (Parts::kProtocol.finish_branch_after_exception) second.template finish<&call_branch<Parts, Second>>(worker);
    throw;
  }
}

}  // namespace detail

template <class Parts, class First, class Second>
auto join(Worker<Parts>& worker, First&& first, Second&& second) {
  using Function = std::remove_reference_t<Second>;
  constexpr auto kCall = &detail::call_branch<Parts, Function>;
  detail::Branch<Parts, Function> right;
  right.template fork<kCall>(worker, std::addressof(second));
  auto left = detail::call_beside<Parts, First, Function>(worker, first, right);
  using Results = std::tuple<decltype(left), ValueOn<Worker<Parts>, Function&>>;
  return Results(std::move(left), right.join_or_make(worker, [&] { return value_on(worker, second); }));
}

template <class Parts, class First, class Second, class Third, class... More>
auto join(Worker<Parts>& worker, First&& first, Second&& second, Third&& third, More&&... more) {
  auto [head, tail] = join(worker, first, [&](Worker<Parts>& other) { return join(other, second, third, more...); });
  return std::tuple_cat(detail::alone(std::move(head)), std::move(tail));
}

namespace detail {

// No worker: nobody runs anything beside.
struct Nobody {};

template <class First, class... Others>
auto call_in_turn(First& first, Others&... others) {
  Nobody nobody;
  if constexpr (sizeof...(Others) == 0) {
    return alone(value_on(nobody, first));
  } else {
    auto outcome = outcome_on(nobody, first);
    if (outcome.index() == 0) {
      auto results = call_in_turn(others...);
      return std::tuple_cat(alone(std::get<0>(std::move(outcome))), std::move(results));
    }
    (void)outcome_on(nobody, [&] { return call_in_turn(others...); });
    std::rethrow_exception(std::get<1>(outcome));
  }
}

}  // namespace detail

template <std::invocable First, std::invocable Second, std::invocable... More>
auto join(First&& first, Second&& second, More&&... more) {
  if (auto* const worker = Worker<DefaultParts>::current()) return join(*worker, first, second, more...);
  return detail::call_in_turn(first, second, more...);
}

// Calls both functions and returns what became of each: its value, or what it threw.
template <class Parts, class First, class Second>
auto try_join(Worker<Parts>& worker, First&& first, Second&& second) {
  using Function = std::remove_reference_t<Second>;
  constexpr auto kCall = &detail::call_branch<Parts, Function>;
  detail::Branch<Parts, Function> right;
  right.template fork<kCall>(worker, std::addressof(second));
  auto left = outcome_on(worker, first);
  using Outcomes = std::tuple<decltype(left), Outcome<ValueOn<Worker<Parts>, Function&>>>;
  return Outcomes(std::move(left), right.template try_join<kCall>(worker));
}

}  // namespace vigil
