#pragma once

#include <vigil/atomics/layer.hpp>
#include <vigil/atomics/lock_guard.hpp>
#include <vigil/atomics/std_atomics.hpp>
#include <vigil/common/exceptions.hpp>
#include <vigil/execution/ending.hpp>
#include <vigil/execution/in_place.hpp>
#include <vigil/execution/receiver.hpp>

#include <cstddef>
#include <exception>
#include <optional>
#include <tuple>
#include <utility>

namespace vigil::execution {

namespace detail {

// What the senders of one when_all share. A mutex is enough: each sender takes it once when it completes.
template <LockingLayer Layer, class Receiver, class... Senders>
class WhenAllState {
 public:
  explicit WhenAllState(Receiver receiver) : receiver_(std::move(receiver)) {}

  [[nodiscard]] bool stop_requested() {
    if (get_stop_token(execution::get_env(receiver_)).stop_requested()) return true;
    const LockGuard lock(mutex_);
    return ending_.get() != Ending::values;
  }
  [[nodiscard]] auto get_scheduler() const noexcept requires has_scheduler<Receiver> {
    return execution::get_scheduler(execution::get_env(receiver_));
  }
  void stop_at_once() noexcept { execution::set_stopped(std::move(receiver_)); }

  template <std::size_t kIndex, class... Values>
  void set_value(Values&&... values) noexcept {
    VIGIL_TRY { std::get<kIndex>(values_).emplace(std::forward<Values>(values)...); }
    VIGIL_CATCH_ALL { return arrive(Ending::error, std::current_exception()); }
    arrive(Ending::values, nullptr);
  }

  // The state may have been destroyed when this returns.
  void arrive(Ending ending, std::exception_ptr error) noexcept {
    if (note(ending, std::move(error))) complete();
  }

 private:
  // Keeps the first ending that is not `values`. True for the last sender.
  [[nodiscard]] bool note(Ending ending, std::exception_ptr error) noexcept {
    const LockGuard lock(mutex_);
    if (ending_.get() == Ending::values) {
      ending_.set(ending);
      error_.set(std::move(error));
    }
    left_.set(left_.get() - 1);
    return left_.get() == 0;
  }

  void complete() noexcept {
    if (ending_.get() == Ending::error) return execution::set_error(std::move(receiver_), error_.get());
    if (ending_.get() == Ending::stopped) return execution::set_stopped(std::move(receiver_));
    VIGIL_TRY {
      auto all = std::apply([](auto&... each) { return std::tuple_cat(std::move(*each)...); }, values_);
      std::apply([this](auto&... each) { execution::set_value(std::move(receiver_), std::move(each)...); }, all);
    }
    VIGIL_CATCH_ALL { execution::set_error(std::move(receiver_), std::current_exception()); }
  }

  Receiver receiver_;
  typename Layer::mutex mutex_{"mutex"};
  typename Layer::template var<std::size_t> left_{sizeof...(Senders), "left"};
  typename Layer::template var<Ending> ending_{Ending::values, "ending"};
  typename Layer::template var<std::exception_ptr> error_{std::exception_ptr(), "error"};
  std::tuple<std::optional<values_of_t<Senders>>...> values_;
};

template <class State>
struct WhenAllToken {
  State* state;
  [[nodiscard]] bool stop_requested() const { return state->stop_requested(); }
  [[nodiscard]] static constexpr bool stop_possible() { return true; }
  friend bool operator==(const WhenAllToken&, const WhenAllToken&) = default;
};

template <class State>
struct WhenAllEnv {
  State* state;
  [[nodiscard]] WhenAllToken<State> get_stop_token() const noexcept { return {state}; }
  [[nodiscard]] auto get_scheduler() const noexcept requires requires(const State& of) { of.get_scheduler(); }
  { return state->get_scheduler(); }
};

template <class State, std::size_t kIndex>
class WhenAllReceiver {
 public:
  explicit WhenAllReceiver(State& state) : state_(&state) {}

  template <class... Values>
  void set_value(Values&&... values) && noexcept {
    state_->template set_value<kIndex>(std::forward<Values>(values)...);
  }
  void set_error(std::exception_ptr&& error) && noexcept { state_->arrive(Ending::error, std::move(error)); }
  void set_stopped() && noexcept { state_->arrive(Ending::stopped, nullptr); }
  [[nodiscard]] WhenAllEnv<State> get_env() const noexcept { return {state_}; }

 private:
  State* state_;
};

template <class Receiver, class Indices, class... Senders>
class WhenAllOperation;

template <class Receiver, std::size_t... kIndices, class... Senders>
class WhenAllOperation<Receiver, std::index_sequence<kIndices...>, Senders...> {
  using State = WhenAllState<StdAtomics, Receiver, Senders...>;

 public:
  WhenAllOperation(Receiver receiver, std::tuple<Senders...> senders)
      : state_(std::move(receiver)), operations_([&] {
          return connect(std::move(std::get<kIndices>(senders)), WhenAllReceiver<State, kIndices>(state_));
        }...) {}
  WhenAllOperation(const WhenAllOperation&) = delete;
  WhenAllOperation& operator=(const WhenAllOperation&) = delete;

  // The operation may be destroyed as soon as its last sender has been started.
  void start() noexcept {
    if (state_.stop_requested()) return state_.stop_at_once();
    (execution::start(std::get<kIndices>(operations_).operation), ...);
  }

 private:
  State state_;
  std::tuple<InPlace<connect_result_t<Senders, WhenAllReceiver<State, kIndices>>>...> operations_;
};

template <class... Senders>
class WhenAllSender {
 public:
  using values = decltype(std::tuple_cat(std::declval<values_of_t<Senders>>()...));

  explicit WhenAllSender(Senders... senders) : senders_(std::move(senders)...) {}

  template <class Receiver>
  auto connect(Receiver receiver) && {
    return Operation<Receiver>(std::move(receiver), std::move(senders_));
  }
  template <class Receiver>
  auto connect(Receiver receiver) const& {
    return Operation<Receiver>(std::move(receiver), senders_);
  }

 private:
  template <class Receiver>
  using Operation = WhenAllOperation<Receiver, std::index_sequence_for<Senders...>, Senders...>;

  std::tuple<Senders...> senders_;
};

}  // namespace detail

/// The type of \ref when_all.
struct when_all_t {
  /// Stores the senders, at least one, in a new sender.
  ///
  /// \return a sender whose values are those of all senders, in their order.
  /// \threads The new sender completes on the thread on which the last of the senders completes, or on the thread that
  ///   starts it if a stop was requested before.
  /// \progress Completions take a mutex of the operation for a moment. Allocates nothing: the operation contains those
  ///   of the senders.
  /// \orders The completion of each sender happens before the completion of the new one.
  template <sender... Senders>
  requires(sizeof...(Senders) > 0) auto operator()(Senders&&... senders) const {
    return detail::WhenAllSender<std::remove_cvref_t<Senders>...>(std::forward<Senders>(senders)...);
  }
};
/// `when_all(senders...)` starts all senders and completes when all of them have completed.
///
/// It completes with all their values; or with the first error; or as stopped, if a sender is stopped before any has an
/// error. After an error or a stop, a stop is requested of the others, and the new sender waits for their completions.
///
/// \snippet execution/when_all.cpp example
/// \source P2300.
inline constexpr when_all_t when_all{};

}  // namespace vigil::execution
