#pragma once

namespace vigil::execution {

/// The type of \ref read_env.
struct read_env_t {
  /// What a task awaits.
  template <class Query>
  struct Of {};

  /// Keeps nothing but the type of the query.
  template <class Query>
  constexpr Of<Query> operator()(Query /*query*/) const noexcept {
    return {};
  }
};
/// `co_await read_env(get_stop_token)` is the stop token of the receiver that learns of a task's end, and
/// `co_await read_env(get_scheduler)` is its scheduler, valid until that end. If it has none, what is scheduled there
/// goes on at once. No other query is possible, and only a task can await them. It does not suspend for that.
///
/// \snippet execution/read_env.cpp example
/// \source P2300.
inline constexpr read_env_t read_env{};

}  // namespace vigil::execution
