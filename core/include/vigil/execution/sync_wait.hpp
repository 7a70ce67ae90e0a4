#pragma once

#include <vigil/execution/receiver.hpp>
#include <vigil/latch/count_latch.hpp>

#include <exception>
#include <optional>
#include <utility>

namespace vigil::execution {

// Starts what `sender` describes and blocks until it has ended: its values as a tuple, nothing if it was stopped; what
// was an error is thrown. Of a stop token, which P2300 has not, the operation is told to stop.
//
// Not for a worker of the pool that the work is for: it would wait for itself, as the paper's does.

namespace detail {

template <class Values>
struct WaitState {
  std::optional<Values> values;
  std::exception_ptr error;
  // The last thing that the receiver touches.
  OnceLatch<> ended;
};

template <class Token>
struct WaitEnv {
  Token token;
  [[nodiscard]] Token get_stop_token() const noexcept { return token; }
};

template <class Values, class Token>
class WaitReceiver {
 public:
  WaitReceiver(WaitState<Values>& state, Token token) : state_(&state), token_(std::move(token)) {}

  template <class... Results>
  void set_value(Results&&... results) && noexcept {
    WaitState<Values>& state = *state_;
    try {
      state.values.emplace(std::forward<Results>(results)...);
    } catch (...) {
      state.error = std::current_exception();
    }
    state.ended.set();
  }
  void set_error(std::exception_ptr&& error) && noexcept {
    WaitState<Values>& state = *state_;
    state.error = std::move(error);
    state.ended.set();
  }
  void set_stopped() && noexcept { state_->ended.set(); }
  [[nodiscard]] WaitEnv<Token> get_env() const noexcept { return {token_}; }

 private:
  WaitState<Values>* state_;
  Token token_;
};

}  // namespace detail

struct sync_wait_t {
  template <sender Sender, class Token = never_stop_token>
  std::optional<values_of_t<Sender>> operator()(Sender&& work, Token token = {}) const {
    using Values = values_of_t<Sender>;
    detail::WaitState<Values> state;
    auto operation = connect(std::forward<Sender>(work), detail::WaitReceiver<Values, Token>(state, std::move(token)));
    start(operation);
    state.ended.wait();
    if (state.error) std::rethrow_exception(state.error);
    return std::move(state.values);
  }
};
inline constexpr sync_wait_t sync_wait{};

}  // namespace vigil::execution
