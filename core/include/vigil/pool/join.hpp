#pragma once

#include <vigil/common/exceptions.hpp>
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
  VIGIL_TRY { return value_on(worker, first); }
  VIGIL_CATCH_ALL {
    if (Parts::kProtocol.finish_branch_after_exception) second.template finish<&call_branch<Parts, Second>>(worker);
    VIGIL_RETHROW;
  }
}

// A function as it is handed to code that may be out of line: where it may be copied, in registers.
template <class Parts, class Given>
using Handed = std::conditional_t<Fork<Parts>::template kIsCopied<Given>, std::remove_reference_t<Given>,
                                  std::remove_reference_t<Given>&>;

// What two functions have returned. Unlike a tuple of two numbers it is returned in registers.
template <class First, class Second>
struct Both {
  First left;
  Second right;
};

// As join, by a Future: for what the slots have no room for, and inside an isolation.
template <class First, class Second, class Parts>
[[gnu::noinline, gnu::cold]] auto join_on_deque(Worker<Parts>& worker, Handed<Parts, First> first,
                                                Handed<Parts, Second> second) {
  using Function = std::remove_reference_t<Second>;
  constexpr auto kCall = &call_branch<Parts, Function>;
  Branch<Parts, Function> right;
  right.template fork<kCall>(worker, std::addressof(second));
  auto left = call_beside<Parts, std::remove_reference_t<First>, Function>(worker, first, right);
  auto value = right.join_or_make(worker, [&] { return value_on(worker, second); });
  return Both<decltype(left), decltype(value)>{std::move(left), std::move(value)};
}

// What the stolen call in that slot returns or throws, when it has ended.
template <class Given, class Parts>
[[gnu::noinline, gnu::cold]] auto value_of_stolen(Worker<Parts>& worker, typename Forks<Parts>::Slot* slot) {
  using Room = typename Fork<Parts>::template Room<Given>;
  auto& forks = worker.forks();
  const bool has_returned = forks.wait_for(slot);
  // Also if the value cannot be moved.
  struct Retired {
    Forks<Parts>& forks;
    typename Forks<Parts>::Slot* slot;
    ~Retired() { forks.retire(slot); }
  } const end{forks, slot};
  Room& room = slot->job().template outcome<Given>();
  if (!has_returned) std::rethrow_exception(room.take_exception());
  return room.take_value();
}

// The first function has thrown: calls the second one, or waits for its end.
template <class Given, class Parts>
[[gnu::noinline, gnu::cold]] void finish_fork(Worker<Parts>& worker, typename Forks<Parts>::Slot* slot) noexcept {
  VIGIL_TRY {
    if (Forks<Parts>::take_back(worker, slot))
      (void)typename Fork<Parts>::template Function<Given>(slot->job())(worker);
    else
      (void)value_of_stolen<Given>(worker, slot);
  }
  VIGIL_CATCH_ALL {}
}

template <class Given, class Parts, class First>
auto call_beside_fork(Worker<Parts>& worker, First& first, typename Forks<Parts>::Slot* slot) {
  VIGIL_TRY { return value_on(worker, first); }
  VIGIL_CATCH_ALL {
    if (Parts::kProtocol.finish_branch_after_exception) finish_fork<Given>(worker, slot);
    VIGIL_RETHROW;
  }
}

// The rest of a join whose second function is in the slot.
template <class First, class Second, class Parts>
[[gnu::always_inline]] inline auto join_forked(Worker<Parts>& worker, Handed<Parts, First> first,
                                               typename Forks<Parts>::Slot* slot) {
  using Function = typename Fork<Parts>::template Function<Second>;
  auto left = call_beside_fork<Second>(worker, first, slot);
  // The second value first: to move the other may throw.
  using Results = Both<decltype(left), typename Function::Value>;
  if (Forks<Parts>::take_back(worker, slot)) [[likely]] {
    auto value = Function(slot->job())(worker);
    return Results{std::move(left), std::move(value)};
  }
  auto value = value_of_stolen<Second>(worker, slot);
  return Results{std::move(left), std::move(value)};
}

// The same while thieves ask for calls. All of the rest is out of line: otherwise each join would save the registers of
// what the first function has captured, for a call that is rare.
template <class First, class Second, class Parts>
[[gnu::noinline, gnu::cold]] auto join_asked(Worker<Parts>& worker, Handed<Parts, First> first,
                                             typename Forks<Parts>::Slot* slot) {
  worker.forks().answer(slot);
  return join_forked<First, Second>(worker, first, slot);
}

// Takes the functions as the compiler handles them best, out of line or not.
template <class First, class Second, class Parts>
auto join_here(Worker<Parts>& worker, Handed<Parts, First> first, Handed<Parts, Second> second) {
  if constexpr (!Fork<Parts>::template kFits<typename Fork<Parts>::template Room<Second>>) {
    return join_on_deque<First, Second>(worker, first, second);
  } else {
    auto& forks = worker.forks();
    auto* const slot = forks.next();
    if (Forks<Parts>::is_nowhere(slot)) [[unlikely]]
      return join_on_deque<First, Second>(worker, first, second);
    slot->emplace(std::in_place_type<Second>, second);
    if (forks.push(slot)) [[unlikely]]
      return join_asked<First, Second>(worker, first, slot);
    return join_forked<First, Second>(worker, first, slot);
  }
}

}  // namespace detail

/// Calls functions, perhaps at the same time, and returns the results of all of them.
///
/// \code
///   const auto [left, right] = vigil::join([&] { return sum(first_half); }, [&] { return sum(second_half); });
/// \endcode
///
/// The caller calls the first function. A thief or the caller calls each of the others. A function that the caller
/// keeps is called itself; one that dies with the call of join may be copied before, if that is trivial. A function may
/// take the worker that it runs on.
///
/// A thief gets a call at once if the caller has left none before that is still to be taken; otherwise in a later join
/// of the caller, or when it waits. So begin a function that computes for long without a join by what others can do.
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
/// \throws std::bad_alloc inside an isolation, in thousands of joins, and for results of more than 48 bytes, if the
///   deque cannot grow. Then a join of two functions has called neither.
template <class Parts, class First, class Second>
auto join(Worker<Parts>& worker, First&& first, Second&& second) {
  auto both = detail::join_here<First, Second>(worker, first, second);
  return std::tuple<decltype(both.left), decltype(both.right)>(std::move(both.left), std::move(both.right));
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
  auto other = right.template try_join<kCall>(worker);
  return std::tuple<decltype(left), decltype(other)>(std::move(left), std::move(other));
}

}  // namespace vigil
