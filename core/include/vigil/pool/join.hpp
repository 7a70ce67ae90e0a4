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

// Calls the first function while the second one is forked. If the first one throws, the frame waits for the second.
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

/// Calls functions, perhaps at the same time, and returns the results of all of them.
///
/// \code
///   const auto [left, right] = vigil::join([&] { return sum(first_half); }, [&] { return sum(second_half); });
/// \endcode
///
/// The caller calls the first function. A thief or the caller calls each of the others, which lie in the caller's
/// frame. A function may take the worker that it runs on.
///
/// When a function throws, the others are called all the same, because other threads may be using the frame (S-26).
/// Then join throws what the leftmost of the throwing functions has thrown. The other exceptions are lost; try_join
/// returns them.
///
/// \snippet pool/join.cpp example
/// \param worker the worker that the caller runs on.
/// \param first, second the functions.
/// \return a tuple of the results. A function that returns nothing gives Nothing; one that returns a reference gives a
///   copy.
/// \threads The worker.
/// \progress Blocking: the worker runs other jobs while it waits, on the same stack, or sleeps.
/// \orders What happens before join happens before each call, and the calls happen before the return.
/// \throws std::bad_alloc if the deque cannot grow. Then a join of two functions has called neither.
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

/// The same for three or more functions.
template <class Parts, class First, class Second, class Third, class... More>
auto join(Worker<Parts>& worker, First&& first, Second&& second, Third&& third, More&&... more) {
  auto [head, tail] = join(worker, first, [&](Worker<Parts>& other) { return join(other, second, third, more...); });
  return std::tuple_cat(detail::alone(std::move(head)), std::move(tail));
}

namespace detail {

// In place of a worker, where no other thread runs anything.
struct NoWorker {};

template <class First, class... Others>
auto call_in_turn(First& first, Others&... others) {
  NoWorker none;
  if constexpr (sizeof...(Others) == 0) {
    return alone(value_on(none, first));
  } else {
    auto outcome = outcome_on(none, first);
    if (outcome.index() == 0) {
      auto results = call_in_turn(others...);
      return std::tuple_cat(alone(std::get<0>(std::move(outcome))), std::move(results));
    }
    (void)outcome_on(none, [&] { return call_in_turn(others...); });
    std::rethrow_exception(std::get<1>(outcome));
  }
}

}  // namespace detail

/// The same for a caller that does not know its worker: join asks Worker::current. On a thread that is not a worker it
/// calls the functions one after the other.
///
/// \threads Any thread.
template <std::invocable First, std::invocable Second, std::invocable... More>
auto join(First&& first, Second&& second, More&&... more) {
  if (auto* const worker = Worker<DefaultParts>::current()) return join(*worker, first, second, more...);
  return detail::call_in_turn(first, second, more...);
}

/// As join of two functions, but it returns what became of each: its value, or what it threw.
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
