#pragma once

#include <vigil/common/exceptions.hpp>

#include <exception>
#include <functional>
#include <memory>
#include <new>
#include <type_traits>
#include <utility>
#include <variant>

namespace vigil {

/// What stands for the result of a function that returns nothing.
using Nothing = std::monostate;

/// Calls `function` with the worker that it runs on, if it takes one, and with the arguments.
template <class Worker, class Function, class... Arguments>
decltype(auto) call_on(Worker& worker, Function&& function, Arguments&&... arguments) {
  if constexpr (std::is_invocable_v<Function, Worker&, Arguments...>)
    return std::invoke(std::forward<Function>(function), worker, std::forward<Arguments>(arguments)...);
  else
    return std::invoke(std::forward<Function>(function), std::forward<Arguments>(arguments)...);
}

/// As call_on, but it always returns a value that can be kept: a copy of what a reference refers to, Nothing for void.
template <class Worker, class Function, class... Arguments>
auto value_on(Worker& worker, Function&& function, Arguments&&... arguments) {
  using Returned = decltype(call_on(worker, std::forward<Function>(function), std::forward<Arguments>(arguments)...));
  if constexpr (std::is_void_v<Returned>) {
    call_on(worker, std::forward<Function>(function), std::forward<Arguments>(arguments)...);
    return Nothing();
  } else {
    return call_on(worker, std::forward<Function>(function), std::forward<Arguments>(arguments)...);
  }
}

/// The type of what value_on returns.
template <class Worker, class Function, class... Arguments>
using ValueOn = decltype(value_on(std::declval<Worker&>(), std::declval<Function>(), std::declval<Arguments>()...));

/// What became of a call: its value, or what it threw.
template <class T>
using Outcome = std::variant<T, std::exception_ptr>;

/// As value_on, but it returns what the function throws.
///
/// \snippet pool/outcome.cpp example
template <class Worker, class Function, class... Arguments>
auto outcome_on(Worker& worker, Function&& function, Arguments&&... arguments)
    -> Outcome<ValueOn<Worker, Function, Arguments...>> {
  using Result = Outcome<ValueOn<Worker, Function, Arguments...>>;
  VIGIL_TRY {
    return Result(std::in_place_index<0>,
                  value_on(worker, std::forward<Function>(function), std::forward<Arguments>(arguments)...));
  }
  VIGIL_CATCH_ALL { return Result(std::in_place_index<1>, std::current_exception()); }
}

namespace detail {

// Room for a value or for an exception. Its owner knows which of them is there, if any: a byte here would be eight in a
// Future.
template <class T>
class OutcomeRoom {
 public:
  // NOLINTBEGIN(modernize-use-equals-default): a union of what is not trivial has no defaults.
  OutcomeRoom() noexcept {}
  // What was put in has been taken out.
  ~OutcomeRoom() {}
  // NOLINTEND(modernize-use-equals-default)
  OutcomeRoom(const OutcomeRoom&) = delete;
  OutcomeRoom& operator=(const OutcomeRoom&) = delete;

  // Puts in what `function` returns, or what it throws. True if it returned.
  template <class Function>
  bool fill(Function&& function) noexcept {
    VIGIL_TRY {
      ::new (static_cast<void*>(&value_)) T(function());
      return true;
    }
    VIGIL_CATCH_ALL {
      std::construct_at(&exception_, std::current_exception());
      return false;
    }
  }

  Outcome<T> take(bool is_value) {
    if (is_value) {
      const Destroyed<T> end{value_};
      return Outcome<T>(std::in_place_index<0>, std::move(value_));
    }
    const Destroyed<std::exception_ptr> end{exception_};
    return Outcome<T>(std::in_place_index<1>, std::move(exception_));
  }
  T take_value() {
    const Destroyed<T> end{value_};
    return std::move(value_);
  }
  std::exception_ptr take_exception() {
    const Destroyed<std::exception_ptr> end{exception_};
    return std::move(exception_);
  }

 private:
  template <class U>
  struct Destroyed {
    U& object;
    ~Destroyed() { std::destroy_at(&object); }
  };

  union {
    T value_;
    std::exception_ptr exception_;
  };
};

}  // namespace detail
}  // namespace vigil
