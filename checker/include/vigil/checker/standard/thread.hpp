#pragma once

#include <vigil/checker/hooks.hpp>
#include <vigil/checker/standard/object.hpp>

#include <chrono>
#include <compare>
#include <cstddef>
#include <functional>
#include <memory>
#include <system_error>
#include <tuple>
#include <type_traits>
#include <utility>

namespace vigil::checker::standard {

namespace detail {

// A function with its arguments, which the new thread destroys: the one that starts it may go on before or after.
template <class Function, class... Arguments>
class Call {
 public:
  template <class... Given>
  explicit Call(Given&&... given) : parts_(std::forward<Given>(given)...) {}
  void run() {
    std::apply([](auto&... parts) { std::invoke(std::move(parts)...); }, parts_);
  }

 private:
  std::tuple<Function, Arguments...> parts_;
};

template <class... Parts>
[[nodiscard]] unsigned start(Parts&&... parts) {
  const auto what = checker::detail::ThreadCode::of<std::decay_t<Parts>...>(parts...);
  auto call = std::make_unique<Call<std::decay_t<Parts>...>>(std::forward<Parts>(parts)...);
  // Nobody but the new thread uses it: it might have been made before other threads were started.
  if (const auto first = hooks::first_start_of(what)) hooks::backdate(call.get(), *first);
  return hooks::start_thread(
      [call = call.release()] {
        const std::unique_ptr<Call<std::decay_t<Parts>...>> own(call);
        own->run();
      },
      what, {});
}

}  // namespace detail

/// `std::thread`. A model has at most 14, with the one that it begins with.
///
/// An exception that leaves the thread is a violation, and so is the destruction of a thread that was neither joined
/// nor detached. An execution goes on until detached threads have ended, too.
class thread {
 public:
  /// Names a thread, or none.
  class id {
   public:
    id() noexcept = default;
    friend bool operator==(id, id) noexcept = default;
    friend std::strong_ordering operator<=>(id, id) noexcept = default;
    template <class Stream>
    friend Stream& operator<<(Stream& stream, id thread) {
      stream << thread.number_;
      return stream;
    }

   private:
    friend class thread;
    friend struct std::hash<id>;
    explicit id(unsigned number) noexcept : number_(number) {}
    unsigned number_ = ~0U;
  };
  using native_handle_type = unsigned long;

  /// As of `std::thread`.
  /// \{
  thread() noexcept = default;
  template <class Function, class... Arguments>
  requires(!std::same_as<std::remove_cvref_t<Function>, thread>) explicit thread(Function&& function,
                                                                                 Arguments&&... arguments)
      : id_(detail::start(std::forward<Function>(function), std::forward<Arguments>(arguments)...)) {}
  thread(thread&& other) noexcept : id_(std::exchange(other.id_, id())) {}
  thread& operator=(thread&& other) noexcept {
    expect_none();
    id_ = std::exchange(other.id_, id());
    return *this;
  }
  ~thread() { expect_none(); }

  void swap(thread& other) noexcept { std::swap(id_, other.id_); }
  [[nodiscard]] bool joinable() const noexcept { return id_ != id(); }
  void join(Location location = Location::current()) {
    expect_joinable();
    if (id_.number_ == detail::hooks::current_thread())
      throw std::system_error(std::make_error_code(std::errc::resource_deadlock_would_occur));
    detail::hooks::join_thread(std::exchange(id_, id()).number_, location);
  }
  void detach() {
    expect_joinable();
    id_ = id();
  }
  [[nodiscard]] id get_id() const noexcept { return id_; }
  [[nodiscard]] native_handle_type native_handle() const noexcept { return id_.number_; }
  /// How many threads a program here takes the machine to run: 2, so that executions stay few.
  [[nodiscard]] static unsigned hardware_concurrency() noexcept { return 2; }
  /// \}

  /// \cond
  // Of the calling thread.
  [[nodiscard]] static id current() noexcept {
    const unsigned number = detail::hooks::current_thread();
    detail::hooks::note_name_of(number);
    return id(number);
  }
  /// \endcond

 private:
  void expect_none() const {
    if (joinable())
      detail::require(false, "std::terminate: a thread is destroyed that was neither joined nor detached", {});
  }
  void expect_joinable() const {
    if (!joinable()) throw std::system_error(std::make_error_code(std::errc::invalid_argument));
  }

  id id_;
};

inline void swap(thread& one, thread& other) noexcept { one.swap(other); }

/// `std::this_thread`.
namespace this_thread {

/// The name of the calling thread.
[[nodiscard]] inline thread::id get_id() noexcept { return thread::current(); }
/// Shows where a loop waits.
inline void yield(Location location = Location::current()) noexcept { detail::hooks::yield(location); }
/// There is no clock: a thread that sleeps may go on at once, or after any steps of others. It orders nothing.
/// \{
template <class Rep, class Period>
void sleep_for(const std::chrono::duration<Rep, Period>& /*duration*/, Location location = Location::current()) {
  detail::hooks::yield(location);
}
template <class Clock, class Duration>
void sleep_until(const std::chrono::time_point<Clock, Duration>& /*time*/, Location location = Location::current()) {
  detail::hooks::yield(location);
}
/// \}

}  // namespace this_thread
}  // namespace vigil::checker::standard

/// Hashes the name of a thread.
template <>
struct std::hash<vigil::checker::standard::thread::id> {
  [[nodiscard]] std::size_t operator()(vigil::checker::standard::thread::id thread) const noexcept {
    return thread.number_;
  }
};
