#pragma once

#include <vigil/checker/standard/atomic.hpp>

#include <functional>
#include <optional>
#include <utility>

namespace vigil::checker::standard {

/// `std::once_flag`.
class once_flag {
 public:
  once_flag() noexcept = default;
  once_flag(const once_flag&) = delete;
  once_flag& operator=(const once_flag&) = delete;

 private:
  template <class Function, class... Arguments>
  friend void call_once(once_flag& flag, Function&& function, Arguments&&... arguments);

  enum class State : unsigned { fresh, running, done };

  // Whether the caller has to run the function.
  [[nodiscard]] bool begin() {
    if (state_.load(std::memory_order_acquire) == State::done) return false;
    const auto next = [](State state) -> std::optional<State> {
      if (state == State::running) return std::nullopt;
      return state == State::fresh ? State::running : state;
    };
    return state_.replace_when(next, detail::hooks::Condition::Wait::blocks, {std::memory_order_acquire, {}},
                               std::memory_order_relaxed) == State::fresh;
  }

  atomic<State> state_{State::fresh};
};

/// `std::call_once`. If the function throws, the next caller runs it. To call it for the same flag from within is a
/// deadlock.
///
/// \orders The end of the function happens before the return of every call.
template <class Function, class... Arguments>
void call_once(once_flag& flag, Function&& function, Arguments&&... arguments) {
  if (!flag.begin()) return;
  try {
    std::invoke(std::forward<Function>(function), std::forward<Arguments>(arguments)...);
  } catch (...) {
    flag.state_.store(once_flag::State::fresh, std::memory_order_release);
    throw;
  }
  flag.state_.store(once_flag::State::done, std::memory_order_release);
}

}  // namespace vigil::checker::standard
