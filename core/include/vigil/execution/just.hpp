#pragma once

#include <vigil/execution/receiver.hpp>

#include <tuple>
#include <type_traits>
#include <utility>

namespace vigil::execution {

namespace detail {

template <class Receiver, class... Values>
class JustOperation {
 public:
  JustOperation(std::tuple<Values...> kept, Receiver receiver)
      : kept_(std::move(kept)), receiver_(std::move(receiver)) {}
  JustOperation(const JustOperation&) = delete;
  JustOperation& operator=(const JustOperation&) = delete;

  void start() noexcept {
    std::apply([this](Values&... each) { execution::set_value(std::move(receiver_), std::move(each)...); }, kept_);
  }

 private:
  std::tuple<Values...> kept_;
  Receiver receiver_;
};

template <class... Values>
struct JustSender {
  using values = std::tuple<Values...>;
  values kept;

  template <class Receiver>
  auto connect(Receiver receiver) const {
    return JustOperation<Receiver, Values...>(kept, std::move(receiver));
  }
};

template <class Receiver>
class JustStoppedOperation {
 public:
  explicit JustStoppedOperation(Receiver receiver) : receiver_(std::move(receiver)) {}
  JustStoppedOperation(const JustStoppedOperation&) = delete;
  JustStoppedOperation& operator=(const JustStoppedOperation&) = delete;

  void start() noexcept { execution::set_stopped(std::move(receiver_)); }

 private:
  Receiver receiver_;
};

struct JustStoppedSender {
  using values = std::tuple<>;

  template <class Receiver>
  auto connect(Receiver receiver) const {
    return JustStoppedOperation<Receiver>(std::move(receiver));
  }
};

}  // namespace detail

/// The type of \ref just.
struct just_t {
  /// Copies or moves the values into a sender.
  ///
  /// Each connection copies them once more; they reach the receiver as rvalue references to that copy.
  ///
  /// \progress The operation completes in the call of start, on the thread that makes it.
  template <class... Values>
  auto operator()(Values&&... each) const {
    return detail::JustSender<std::decay_t<Values>...>{{std::forward<Values>(each)...}};
  }
};
/// `just(values...)` is a sender that completes with these values as soon as it is started.
///
/// \snippet execution/just.cpp example
/// \source P2300.
inline constexpr just_t just{};

/// The type of \ref just_stopped.
struct just_stopped_t {
  /// Makes the sender.
  auto operator()() const { return detail::JustStoppedSender(); }
};
/// `just_stopped()` is a sender that completes as stopped as soon as it is started. A task ends as stopped when it
/// awaits one.
///
/// \source P2300.
inline constexpr just_stopped_t just_stopped{};

}  // namespace vigil::execution
