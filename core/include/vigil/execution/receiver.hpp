#pragma once

#include <vigil/execution/stop_token.hpp>

#include <concepts>
#include <exception>
#include <tuple>
#include <type_traits>
#include <utility>

/// \file
/// The concepts and operations of P2300 (`std::execution` of C++26) that a pool needs, until the standard library has
/// them.
///
/// Names and meanings are those of the paper, so that `namespace execution = std::execution` can replace this
/// namespace. It is narrower than the paper:
/// - a sender has one way to succeed: its values are `Sender::values`, a std::tuple; its errors are std::exception_ptr;
/// - queries of an environment are members, and there are two: get_stop_token and get_scheduler;
/// - there are no domains and no customised algorithms.

/// Senders and receivers, with the names and meanings of P2300 (`std::execution` of C++26).
namespace vigil::execution {

/// The type of \ref set_value.
struct set_value_t {
  /// Calls `receiver.set_value(values...)`, which must be noexcept.
  template <class Receiver, class... Values>
  void operator()(Receiver&& receiver, Values&&... values) const noexcept {
    static_assert(noexcept(std::forward<Receiver>(receiver).set_value(std::forward<Values>(values)...)));
    std::forward<Receiver>(receiver).set_value(std::forward<Values>(values)...);
  }
};
/// `set_value(receiver, values...)` completes an operation with values.
///
/// An operation completes exactly once, by one of set_value, set_error and set_stopped. The receiver has a member of
/// each name. The operation may be destroyed in the call, so its code touches neither operation nor receiver
/// afterwards.
///
/// \source P2300.
inline constexpr set_value_t set_value{};

/// The type of \ref set_error.
struct set_error_t {
  /// Calls `receiver.set_error(error)`.
  template <class Receiver>
  void operator()(Receiver&& receiver, std::exception_ptr error) const noexcept {
    std::forward<Receiver>(receiver).set_error(std::move(error));
  }
};
/// `set_error(receiver, error)` completes an operation with an error. See set_value.
inline constexpr set_error_t set_error{};

/// The type of \ref set_stopped.
struct set_stopped_t {
  /// Calls `receiver.set_stopped()`.
  template <class Receiver>
  void operator()(Receiver&& receiver) const noexcept {
    std::forward<Receiver>(receiver).set_stopped();
  }
};
/// `set_stopped(receiver)` completes an operation that stopped because it was asked to. See set_value.
inline constexpr set_stopped_t set_stopped{};

/// The environment of a receiver that has none.
struct empty_env {};

/// The type of \ref get_env.
struct get_env_t {
  /// Calls `receiver.get_env()`; if there is no such member, returns an empty_env.
  template <class Receiver>
  auto operator()(const Receiver& receiver) const noexcept {
    if constexpr (requires { receiver.get_env(); })
      return receiver.get_env();
    else
      return empty_env();
  }
};
/// `get_env(receiver)` is what the receiver knows about the code that waits for it: its stop token and its scheduler.
inline constexpr get_env_t get_env{};

/// The type of \ref get_stop_token.
struct get_stop_token_t {
  /// Calls `env.get_stop_token()`; if there is no such member, returns a never_stop_token.
  template <class Env>
  auto operator()(const Env& env) const noexcept {
    if constexpr (requires { env.get_stop_token(); })
      return env.get_stop_token();
    else
      return never_stop_token();
  }
};
/// `get_stop_token(env)` is the token by which an operation learns that it should stop. Operations poll it; there are
/// no stop callbacks.
inline constexpr get_stop_token_t get_stop_token{};

/// The type of a receiver's stop token.
template <class Receiver>
using stop_token_of_receiver_t = decltype(get_stop_token(get_env(std::declval<const Receiver&>())));

/// The type of \ref get_scheduler.
struct get_scheduler_t {
  /// Calls `env.get_scheduler()`. An environment need not have one.
  template <class Env>
  requires requires(const Env& env) { env.get_scheduler(); }
  auto operator()(const Env& env) const noexcept { return env.get_scheduler(); }
};
/// `get_scheduler(env)` is the scheduler on which an operation is started, such as that of starts_on.
inline constexpr get_scheduler_t get_scheduler{};

/// A receiver whose environment has a scheduler.
template <class Receiver>
concept has_scheduler = requires(const Receiver& receiver) {
  get_scheduler(get_env(receiver));
};

/// Takes the completion of an operation; see set_value.
///
/// \snippet execution/receiver.cpp example
template <class R>
concept receiver = std::move_constructible<std::remove_cvref_t<R>> && requires(std::remove_cvref_t<R>&& r) {
  { std::move(r).set_error(std::exception_ptr()) }
  noexcept;
  { std::move(r).set_stopped() }
  noexcept;
};

/// An operation, made by connect and begun by start. It must stay where it is until it has completed.
template <class O>
concept operation_state = std::destructible<O> && requires(O& operation) {
  { operation.start() }
  noexcept;
};

/// The type of \ref start.
struct start_t {
  /// Calls `operation.start()`.
  template <operation_state Operation>
  void operator()(Operation& operation) const noexcept {
    operation.start();
  }
};
/// `start(operation)` begins an operation. Call it once. The operation may complete, and be destroyed, before it
/// returns.
inline constexpr start_t start{};

/// A description of work. The work begins when the sender has been connected to a receiver and the operation is
/// started.
template <class S>
concept sender = std::move_constructible<std::remove_cvref_t<S>> && requires {
  typename std::remove_cvref_t<S>::values;
};

/// A sender that knows on which scheduler it succeeds: the member `get_completion_scheduler()` is that scheduler.
template <class S>
concept has_completion_scheduler = sender<S> && requires(const std::remove_cvref_t<S>& s) {
  s.get_completion_scheduler();
};

/// The values with which a sender succeeds: a std::tuple of their types.
template <sender Sender>
using values_of_t = typename std::remove_cvref_t<Sender>::values;

/// The type of \ref connect.
struct connect_t {
  /// Calls `from.connect(to)` and forwards both.
  template <sender Sender, receiver Receiver>
  auto operator()(Sender&& from, Receiver&& to) const {
    return std::forward<Sender>(from).connect(std::forward<Receiver>(to));
  }
};
/// `connect(sender, receiver)` makes the operation that does the work of the sender and completes by the receiver.
inline constexpr connect_t connect{};

/// The type of the operation that connect makes of a Sender and a Receiver.
template <class Sender, class Receiver>
using connect_result_t = decltype(connect(std::declval<Sender>(), std::declval<Receiver>()));

/// The type of \ref schedule.
struct schedule_t {
  /// Calls `scheduler.schedule()`.
  template <class Scheduler>
  auto operator()(Scheduler&& scheduler) const {
    return std::forward<Scheduler>(scheduler).schedule();
  }
};
/// `schedule(scheduler)` is a sender without values that completes where the scheduler lets work run, such as on a
/// worker of a pool.
inline constexpr schedule_t schedule{};

/// The type of the sender that schedule makes of a Scheduler.
template <class Scheduler>
using schedule_result_t = decltype(schedule(std::declval<Scheduler>()));

/// A handle of a place where work may run. It can be copied, and equal handles mean the same place.
template <class S>
concept scheduler = std::copy_constructible<std::remove_cvref_t<S>> &&
    std::equality_comparable<std::remove_cvref_t<S>> && requires(S&& s) {
  { schedule(std::forward<S>(s)) } -> sender;
};

}  // namespace vigil::execution
