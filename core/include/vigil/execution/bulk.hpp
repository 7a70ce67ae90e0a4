#pragma once

#include <vigil/common/exceptions.hpp>
#include <vigil/execution/bulk_work.hpp>
#include <vigil/execution/receiver.hpp>

#include <algorithm>
#include <concepts>
#include <cstddef>
#include <exception>
#include <functional>
#include <optional>
#include <tuple>
#include <type_traits>
#include <utility>

namespace vigil::execution {

namespace detail {

// A bulk operation where nothing is known of the scheduler, or the scheduler has no form of its own.
template <class Body>
class SequentialBulk {
 public:
  template <class Where>
  explicit SequentialBulk(const Where& /*where*/) {}

  static void start(Body& body, std::size_t size) noexcept {
    const Pieces pieces(size);
    VIGIL_TRY {
      for (std::size_t i = 0; i != pieces.count(); ++i) {
        if (body.stop_requested()) return body.complete(Ending::stopped, nullptr);
        body.run(pieces.piece(i));
      }
    }
    VIGIL_CATCH_ALL { return body.complete(Ending::error, std::current_exception()); }
    body.complete(Ending::values, nullptr);
  }
};

struct NoScheduler {};

// Where a sender completes, as far as it or its receiver knows.
template <class Sender, class Receiver>
auto where_it_completes(const Sender& sender, const Receiver& receiver) {
  if constexpr (has_completion_scheduler<Sender>)
    return sender.get_completion_scheduler();
  else if constexpr (has_scheduler<Receiver>)
    return get_scheduler(get_env(receiver));
  else
    return NoScheduler();
}

template <class Where, class Body>
struct BulkOn {
  using type = SequentialBulk<Body>;
};
template <class Where, class Body>
requires requires { typename Where::template Bulk<Body>; }
struct BulkOn<Where, Body> {
  using type = typename Where::template Bulk<Body>;
};

template <class Sender, class Shape, class Function, class Receiver>
class BulkOperation {
  using Where = decltype(where_it_completes(std::declval<const Sender&>(), std::declval<const Receiver&>()));

 public:
  template <class Given>
  BulkOperation(Given&& sender, Shape shape, Function function, Receiver receiver)
      : shape_(shape),
        function_(std::move(function)),
        receiver_(std::move(receiver)),
        bulk_(where_it_completes(sender, receiver_)),
        operation_(execution::connect(std::forward<Given>(sender), Before{this})) {}
  BulkOperation(const BulkOperation&) = delete;
  BulkOperation& operator=(const BulkOperation&) = delete;

  void start() noexcept { execution::start(operation_); }

  // For the form of the scheduler.
  void run(Piece piece) {
    std::apply(
        [&](auto&... values) {
          for (std::size_t i = piece.first; i != piece.last; ++i)
            std::invoke(function_, static_cast<Shape>(i), values...);
        },
        *values_);
  }
  [[nodiscard]] bool stop_requested() const { return get_stop_token(execution::get_env(receiver_)).stop_requested(); }
  void complete(Ending ending, const std::exception_ptr& error) noexcept {
    if (ending == Ending::error) return execution::set_error(std::move(receiver_), std::exception_ptr(error));
    if (ending == Ending::stopped) return execution::set_stopped(std::move(receiver_));
    std::apply([this](auto&... values) { execution::set_value(std::move(receiver_), std::move(values)...); }, *values_);
  }

 private:
  struct Before {
    BulkOperation* self;
    template <class... Values>
    void set_value(Values&&... values) && noexcept {
      self->begin(std::forward<Values>(values)...);
    }
    void set_error(std::exception_ptr&& error) && noexcept {
      execution::set_error(std::move(self->receiver_), std::move(error));
    }
    void set_stopped() && noexcept { execution::set_stopped(std::move(self->receiver_)); }
    auto get_env() const noexcept { return execution::get_env(self->receiver_); }
  };

  template <class... Values>
  void begin(Values&&... values) noexcept {
    VIGIL_TRY { values_.emplace(std::forward<Values>(values)...); }
    VIGIL_CATCH_ALL { return execution::set_error(std::move(receiver_), std::current_exception()); }
    bulk_.start(*this, static_cast<std::size_t>(std::max(shape_, Shape{0})));
  }

  const Shape shape_;
  Function function_;
  Receiver receiver_;
  std::optional<values_of_t<Sender>> values_;
  typename BulkOn<Where, BulkOperation>::type bulk_;
  connect_result_t<Sender, Before> operation_;
};

template <class Sender, class Shape, class Function>
class BulkSender {
 public:
  using values = values_of_t<Sender>;

  BulkSender(Sender sender, Shape shape, Function function)
      : sender_(std::move(sender)), shape_(shape), function_(std::move(function)) {}

  [[nodiscard]] auto get_completion_scheduler() const noexcept requires has_completion_scheduler<Sender> {
    return sender_.get_completion_scheduler();
  }
  template <class Receiver>
  auto connect(Receiver receiver) && {
    return BulkOperation<Sender, Shape, Function, Receiver>(std::move(sender_), shape_, std::move(function_),
                                                            std::move(receiver));
  }
  template <class Receiver>
  auto connect(Receiver receiver) const& {
    return BulkOperation<const Sender&, Shape, Function, Receiver>(sender_, shape_, function_, std::move(receiver));
  }

 private:
  Sender sender_;
  Shape shape_;
  Function function_;
};

template <class Shape, class Function>
struct BulkOf {
  Shape shape;
  Function function;

  template <sender Sender>
  friend auto operator|(Sender&& before, BulkOf bulk) {
    return BulkSender<std::remove_cvref_t<Sender>, Shape, Function>(std::forward<Sender>(before), bulk.shape,
                                                                    std::move(bulk.function));
  }
};

}  // namespace detail

/// The type of \ref bulk.
struct bulk_t {
  /// Stores the three in a new sender. Each connection copies or moves the function.
  ///
  /// \param before a sender.
  /// \param shape how many calls there are; a negative number is taken for 0.
  /// \param function called with a number in [0, `shape`) and the values of `before`, as lvalues. On a pool it is
  ///   called by many threads at the same time.
  /// \return a sender with the values of `before`.
  /// \threads If `before` completes on the scheduler of a pool, the calls are made by threads of that pool, at most 32
  ///   at the same time, and the new sender completes on one of them. Otherwise the thread on which `before` completes
  ///   makes them, from 0 on. `bulk` knows where `schedule(scheduler)` completes, also with `then` and `bulk` behind
  ///   it. If it does not know where `before` completes, it takes the scheduler of the receiver's environment, if that
  ///   has one, such as a sender within starts_on.
  /// \progress Does not block. Allocates nothing: the operation contains the jobs for the pool. The calls are made in
  ///   at most 256 pieces, each by one thread.
  /// \orders The completion of `before` happens before each call, and each call before the completion of the new
  ///   sender.
  template <sender Sender, std::integral Shape, class Function>
  auto operator()(Sender&& before, Shape shape, Function&& function) const {
    return detail::BulkSender<std::remove_cvref_t<Sender>, Shape, std::decay_t<Function>>(
        std::forward<Sender>(before), shape, std::forward<Function>(function));
  }
  /// The right side of `sender | bulk(shape, function)`, which is `bulk(sender, shape, function)`.
  template <std::integral Shape, class Function>
  auto operator()(Shape shape, Function&& function) const {
    return detail::BulkOf<Shape, std::decay_t<Function>>{shape, std::forward<Function>(function)};
  }
};
/// `bulk(sender, shape, function)`, or `sender | bulk(shape, function)`, calls `function(i, values...)` for each `i`
/// below `shape`, in parallel if `sender` completes on a pool. Then it completes with the values of `sender`.
///
/// If a call throws, the later calls of its piece, and pieces that no thread has begun, are left out. The new sender
/// completes with the first exception that was caught. If a stop is requested before all pieces were begun, those that
/// are left are left out, and the new sender completes as stopped, unless a call has thrown.
///
/// \snippet execution/bulk.cpp example
/// \source P2300.
inline constexpr bulk_t bulk{};

}  // namespace vigil::execution
