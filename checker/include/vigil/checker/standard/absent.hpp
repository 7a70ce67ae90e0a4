#pragma once

namespace vigil::checker::standard {

namespace detail {

template <class...>
inline constexpr bool kNever = false;

}  // namespace detail

/// What the checker has none of: to use it does not compile, and the message says what to use.
/// \{
template <class T>
class future {
  static_assert(detail::kNever<T>, "std::future is not checked: use a thread, and an atomic or a mutex for its result");
};
template <class T>
class shared_future {
  static_assert(detail::kNever<T>, "std::shared_future is not checked: use a thread, and an atomic for its result");
};
template <class T>
class promise {
  static_assert(detail::kNever<T>, "std::promise is not checked: use an atomic, or a mutex and a condition variable");
};
template <class T>
class packaged_task {
  static_assert(detail::kNever<T>, "std::packaged_task is not checked: use a thread, and an atomic for its result");
};
template <class... Arguments>
void async(Arguments&&...) {
  static_assert(detail::kNever<Arguments...>, "std::async is not checked: use a thread");
}
/// \}

}  // namespace vigil::checker::standard
