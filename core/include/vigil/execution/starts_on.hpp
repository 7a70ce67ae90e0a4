#pragma once

#include <vigil/common/exceptions.hpp>
#include <vigil/execution/in_place.hpp>
#include <vigil/execution/receiver.hpp>

#include <exception>
#include <optional>
#include <type_traits>
#include <utility>

namespace vigil::execution {

namespace detail {

template <class Scheduler, class Receiver>
struct StartsOnEnv {
  Scheduler scheduler;
  stop_token_of_receiver_t<Receiver> token;

  [[nodiscard]] auto get_stop_token() const noexcept { return token; }
  [[nodiscard]] Scheduler get_scheduler() const noexcept { return scheduler; }
};

template <class Scheduler, class Sender, class Receiver>
class StartsOnOperation {
 public:
  StartsOnOperation(Scheduler scheduler, Sender sender, Receiver receiver)
      : scheduler_(std::move(scheduler)),
        sender_(std::move(sender)),
        receiver_(std::move(receiver)),
        scheduled_(execution::connect(execution::schedule(scheduler_), There{this})) {}
  StartsOnOperation(const StartsOnOperation&) = delete;
  StartsOnOperation& operator=(const StartsOnOperation&) = delete;

  void start() noexcept { execution::start(scheduled_); }

 private:
  using Env = StartsOnEnv<Scheduler, Receiver>;

  [[nodiscard]] Env env() const noexcept { return {scheduler_, get_stop_token(execution::get_env(receiver_))}; }
  void start_there() noexcept {
    VIGIL_TRY {
      operation_.emplace([this] { return execution::connect(std::move(sender_), End{this}); });
    }
    VIGIL_CATCH_ALL { return execution::set_error(std::move(receiver_), std::current_exception()); }
    execution::start(operation_->operation);
  }

  // Learns that the scheduler lets the sender run.
  struct There {
    StartsOnOperation* self;
    void set_value() && noexcept { self->start_there(); }
    void set_error(std::exception_ptr&& error) && noexcept {
      execution::set_error(std::move(self->receiver_), std::move(error));
    }
    void set_stopped() && noexcept { execution::set_stopped(std::move(self->receiver_)); }
    [[nodiscard]] Env get_env() const noexcept { return self->env(); }
  };
  // Learns of the sender's end.
  struct End {
    StartsOnOperation* self;
    template <class... Values>
    void set_value(Values&&... values) && noexcept {
      execution::set_value(std::move(self->receiver_), std::forward<Values>(values)...);
    }
    void set_error(std::exception_ptr&& error) && noexcept {
      execution::set_error(std::move(self->receiver_), std::move(error));
    }
    void set_stopped() && noexcept { execution::set_stopped(std::move(self->receiver_)); }
    [[nodiscard]] Env get_env() const noexcept { return self->env(); }
  };

  Scheduler scheduler_;
  Sender sender_;
  Receiver receiver_;
  connect_result_t<schedule_result_t<Scheduler&>, There> scheduled_;
  std::optional<InPlace<connect_result_t<Sender, End>>> operation_;
};

template <class Scheduler, class Sender>
class StartsOnSender {
 public:
  using values = values_of_t<Sender>;

  StartsOnSender(Scheduler scheduler, Sender sender) : scheduler_(std::move(scheduler)), sender_(std::move(sender)) {}

  template <class Receiver>
  auto connect(Receiver receiver) && {
    return StartsOnOperation<Scheduler, Sender, Receiver>(std::move(scheduler_), std::move(sender_),
                                                          std::move(receiver));
  }
  template <class Receiver>
  auto connect(Receiver receiver) const& {
    return StartsOnOperation<Scheduler, Sender, Receiver>(scheduler_, sender_, std::move(receiver));
  }

 private:
  Scheduler scheduler_;
  Sender sender_;
};

}  // namespace detail

/// The type of \ref starts_on.
struct starts_on_t {
  /// Stores both in a new sender.
  ///
  /// \return a sender with the values of `work`.
  /// \threads `work` is started where the scheduler lets it run. The new sender completes where `work` does.
  /// \progress Allocates nothing: the operation contains both operations.
  /// \orders What happens before the start of the new sender's operation happens before that of `work`.
  template <scheduler Scheduler, sender Sender>
  auto operator()(Scheduler&& where, Sender&& work) const {
    return detail::StartsOnSender<std::remove_cvref_t<Scheduler>, std::remove_cvref_t<Sender>>(
        std::forward<Scheduler>(where), std::forward<Sender>(work));
  }
};
/// `starts_on(scheduler, sender)` starts the sender on the scheduler, which becomes the scheduler of its environment. A
/// task that is started so stays on the scheduler.
///
/// If the scheduler stops the operation, or completes with an error, so does the new sender, and the sender is not
/// started.
///
/// \snippet execution/starts_on.cpp example
/// \source P2300.
inline constexpr starts_on_t starts_on{};

}  // namespace vigil::execution
