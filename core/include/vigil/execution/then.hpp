#pragma once

#include <vigil/common/exceptions.hpp>
#include <vigil/execution/receiver.hpp>

#include <exception>
#include <functional>
#include <tuple>
#include <type_traits>
#include <utility>

namespace vigil::execution {

namespace detail {

template <class Function, class Values>
struct ThenResult;
template <class Function, class... Values>
struct ThenResult<Function, std::tuple<Values...>> {
  using Returned = std::invoke_result_t<Function, Values...>;
  using type = typename std::conditional_t<std::is_void_v<Returned>, std::type_identity<std::tuple<>>,
                                           std::type_identity<std::tuple<Returned>>>::type;
};

template <class Function, class Receiver>
class ThenReceiver {
 public:
  ThenReceiver(Function function, Receiver receiver) : function_(std::move(function)), receiver_(std::move(receiver)) {}

  template <class... Values>
  void set_value(Values&&... values) && noexcept {
    VIGIL_TRY {
      if constexpr (std::is_void_v<std::invoke_result_t<Function, Values...>>) {
        std::invoke(std::move(function_), std::forward<Values>(values)...);
        execution::set_value(std::move(receiver_));
      } else {
        execution::set_value(std::move(receiver_), std::invoke(std::move(function_), std::forward<Values>(values)...));
      }
    }
    VIGIL_CATCH_ALL { execution::set_error(std::move(receiver_), std::current_exception()); }
  }
  void set_error(std::exception_ptr&& error) && noexcept {
    execution::set_error(std::move(receiver_), std::move(error));
  }
  void set_stopped() && noexcept { execution::set_stopped(std::move(receiver_)); }
  auto get_env() const noexcept { return execution::get_env(receiver_); }

 private:
  Function function_;
  Receiver receiver_;
};

template <class Sender, class Function>
class ThenSender {
 public:
  using values = typename ThenResult<Function, values_of_t<Sender>>::type;

  ThenSender(Sender sender, Function function) : sender_(std::move(sender)), function_(std::move(function)) {}

  [[nodiscard]] auto get_completion_scheduler() const noexcept requires has_completion_scheduler<Sender> {
    return sender_.get_completion_scheduler();
  }
  template <class Receiver>
  auto connect(Receiver receiver) && {
    return execution::connect(std::move(sender_),
                              ThenReceiver<Function, Receiver>(std::move(function_), std::move(receiver)));
  }
  template <class Receiver>
  auto connect(Receiver receiver) const& {
    return execution::connect(sender_, ThenReceiver<Function, Receiver>(function_, std::move(receiver)));
  }

 private:
  Sender sender_;
  Function function_;
};

template <class Function>
struct ThenOf {
  Function function;

  template <sender Sender>
  friend auto operator|(Sender&& before, ThenOf then) {
    return ThenSender<std::remove_cvref_t<Sender>, Function>(std::forward<Sender>(before), std::move(then.function));
  }
};

}  // namespace detail

/// The type of \ref then.
struct then_t {
  /// Stores the sender and the function in a new sender. Each connection copies or moves the function.
  ///
  /// \threads The function is called by the thread on which `before` completes.
  /// \orders What happens before the completion of `before` happens before the call of the function, which happens
  ///   before the completion of the new sender.
  /// \return a sender whose values are what the function returns, or none if it returns void.
  template <sender Sender, class Function>
  auto operator()(Sender&& before, Function&& function) const {
    return detail::ThenSender<std::remove_cvref_t<Sender>, std::decay_t<Function>>(std::forward<Sender>(before),
                                                                                   std::forward<Function>(function));
  }
  /// The right side of `sender | then(function)`, which is `then(sender, function)`.
  template <class Function>
  auto operator()(Function&& function) const {
    return detail::ThenOf<std::decay_t<Function>>{std::forward<Function>(function)};
  }
};
/// `then(sender, function)`, or `sender | then(function)`, calls `function` with the values of `sender` and completes
/// with the result.
///
/// If the function throws, the new sender completes with the exception as its error. If `sender` completes with an
/// error or as stopped, so does the new sender, and the function is not called.
///
/// \snippet execution/then.cpp example
/// \source P2300.
inline constexpr then_t then{};

}  // namespace vigil::execution
