#pragma once

#include <vigil/atomics/layer.hpp>
#include <vigil/atomics/std_atomics.hpp>
#include <vigil/common/exceptions.hpp>
#include <vigil/execution/receiver.hpp>
#include <vigil/latch/once_latch.hpp>

#include <exception>
#include <optional>
#include <utility>

namespace vigil::execution {

namespace detail {

template <class Values, ThreadedLayer Layer = StdAtomics>
struct WaitState {
  std::optional<Values> values;
  typename Layer::template var<std::exception_ptr> error{std::exception_ptr(), "error"};
  // The receiver's last access to the state: the waiting thread destroys it as soon as this is set.
  OnceLatch<Layer> ended;
};

template <class Token>
struct WaitEnv {
  Token token;
  [[nodiscard]] Token get_stop_token() const noexcept { return token; }
};

template <class Values, class Token, ThreadedLayer Layer = StdAtomics>
class WaitReceiver {
  using State = WaitState<Values, Layer>;

 public:
  WaitReceiver(State& state, Token token) : state_(&state), token_(std::move(token)) {}

  template <class... Results>
  void set_value(Results&&... results) && noexcept {
    State& state = *state_;
    VIGIL_TRY { state.values.emplace(std::forward<Results>(results)...); }
    VIGIL_CATCH_ALL { state.error.set(std::current_exception()); }
    state.ended.set();
  }
  void set_error(std::exception_ptr&& error) && noexcept {
    State& state = *state_;
    state.error.set(std::move(error));
    state.ended.set();
  }
  void set_stopped() && noexcept { state_->ended.set(); }
  [[nodiscard]] WaitEnv<Token> get_env() const noexcept { return {token_}; }

 private:
  State* state_;
  Token token_;
};

}  // namespace detail

/// The type of \ref sync_wait.
struct sync_wait_t {
  /// Starts the work and waits until it has completed.
  ///
  /// \param work a sender.
  /// \param token a stop token, by which the work learns that it should stop. P2300 has no such parameter.
  /// \return the values as a tuple; nothing if the work completed as stopped.
  /// \threads Any thread, except a worker of the pool that the work needs: the work may wait for that worker, and the
  ///   worker for the work. Use vigil::join or vigil::scope there.
  /// \progress Blocking: the thread runs no jobs while it waits. Allocates nothing.
  /// \orders What happens before the call happens before the work, and the work happens before the return.
  /// \throws anything that the work completed with as its error, or that a move of a value throws.
  template <sender Sender, class Token = never_stop_token>
  std::optional<values_of_t<Sender>> operator()(Sender&& work, Token token = {}) const {
    using Values = values_of_t<Sender>;
    detail::WaitState<Values> state;
    auto operation = connect(std::forward<Sender>(work), detail::WaitReceiver<Values, Token>(state, std::move(token)));
    start(operation);
    state.ended.wait();
    if (state.error.get()) std::rethrow_exception(state.error.get());
    return std::move(state.values);
  }
};
/// `sync_wait(sender)` starts the work that a sender describes and blocks until it has completed.
///
/// \snippet execution/sync_wait.cpp example
/// \source P2300.
inline constexpr sync_wait_t sync_wait{};

}  // namespace vigil::execution
