#pragma once

#include <vigil/execution/stop_token.hpp>

#include <concepts>
#include <exception>
#include <tuple>
#include <type_traits>
#include <utility>

// The words of P2300 (std::execution of C++26), as many as a pool needs, until the standard library has them. Names and
// meanings are those of the paper, so that `namespace execution = std::execution` takes this one's place. What is
// narrower than the paper:
//   - a sender has one way to succeed: its values are `Sender::values`, a std::tuple; its errors are
//   std::exception_ptr;
//   - queries of an environment are members, and there is one: get_stop_token;
//   - there are no domains and no customised algorithms.
namespace vigil::execution {

// The three ways in which an operation ends, exactly one of them, once: with values, with an error, or because it was
// told to stop. A receiver has a member of each name; none of them throws.
struct set_value_t {
  template <class Receiver, class... Values>
  void operator()(Receiver&& receiver, Values&&... values) const noexcept {
    static_assert(noexcept(std::forward<Receiver>(receiver).set_value(std::forward<Values>(values)...)));
    std::forward<Receiver>(receiver).set_value(std::forward<Values>(values)...);
  }
};
inline constexpr set_value_t set_value{};

struct set_error_t {
  template <class Receiver>
  void operator()(Receiver&& receiver, std::exception_ptr error) const noexcept {
    std::forward<Receiver>(receiver).set_error(std::move(error));
  }
};
inline constexpr set_error_t set_error{};

struct set_stopped_t {
  template <class Receiver>
  void operator()(Receiver&& receiver) const noexcept {
    std::forward<Receiver>(receiver).set_stopped();
  }
};
inline constexpr set_stopped_t set_stopped{};

// What a receiver knows of those who wait for it; nothing, if it does not say.
struct empty_env {};

struct get_env_t {
  template <class Receiver>
  auto operator()(const Receiver& receiver) const noexcept {
    if constexpr (requires { receiver.get_env(); })
      return receiver.get_env();
    else
      return empty_env();
  }
};
inline constexpr get_env_t get_env{};

// Of an environment: the token that tells an operation to stop; one that never does, if there is none.
struct get_stop_token_t {
  template <class Env>
  auto operator()(const Env& env) const noexcept {
    if constexpr (requires { env.get_stop_token(); })
      return env.get_stop_token();
    else
      return never_stop_token();
  }
};
inline constexpr get_stop_token_t get_stop_token{};

template <class Receiver>
using stop_token_of_receiver_t = decltype(get_stop_token(get_env(std::declval<const Receiver&>())));

template <class R>
concept receiver = std::move_constructible<std::remove_cvref_t<R>> && requires(std::remove_cvref_t<R>&& r) {
  { std::move(r).set_error(std::exception_ptr()) }
  noexcept;
  { std::move(r).set_stopped() }
  noexcept;
};

// An operation that was prepared and lies where it is until it has ended. start is called once.
template <class O>
concept operation_state = std::destructible<O> && requires(O& operation) {
  { operation.start() }
  noexcept;
};

struct start_t {
  template <operation_state Operation>
  void operator()(Operation& operation) const noexcept {
    operation.start();
  }
};
inline constexpr start_t start{};

// A description of work: nothing happens before it is connected to a receiver and the operation is started.
template <class S>
concept sender = std::move_constructible<std::remove_cvref_t<S>> && requires {
  typename std::remove_cvref_t<S>::values;
};

template <sender Sender>
using values_of_t = typename std::remove_cvref_t<Sender>::values;

struct connect_t {
  template <sender Sender, receiver Receiver>
  auto operator()(Sender&& from, Receiver&& to) const {
    return std::forward<Sender>(from).connect(std::forward<Receiver>(to));
  }
};
inline constexpr connect_t connect{};

template <class Sender, class Receiver>
using connect_result_t = decltype(connect(std::declval<Sender>(), std::declval<Receiver>()));

// Where work may run: a copyable handle, from which schedule makes a sender that completes there, without values.
struct schedule_t {
  template <class Scheduler>
  auto operator()(Scheduler&& scheduler) const {
    return std::forward<Scheduler>(scheduler).schedule();
  }
};
inline constexpr schedule_t schedule{};

template <class S>
concept scheduler = std::copy_constructible<std::remove_cvref_t<S>> &&
    std::equality_comparable<std::remove_cvref_t<S>> && requires(S&& s) {
  { schedule(std::forward<S>(s)) } -> sender;
};

}  // namespace vigil::execution
