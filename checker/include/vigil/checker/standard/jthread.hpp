#pragma once

#include <vigil/checker/standard/stop_token.hpp>
#include <vigil/checker/standard/thread.hpp>

#include <functional>
#include <type_traits>
#include <utility>

namespace vigil::checker::standard {

/// `std::jthread`: its destructor requests a stop and joins.
class jthread {
 public:
  using id = thread::id;
  using native_handle_type = thread::native_handle_type;

  /// As of `std::jthread`.
  /// \{
  jthread() noexcept : source_(std::nostopstate) {}
  template <class Function, class... Arguments>
  requires(!std::same_as<std::remove_cvref_t<Function>, jthread>) explicit jthread(Function&& function,
                                                                                   Arguments&&... arguments)
      : thread_(start(source_, std::forward<Function>(function), std::forward<Arguments>(arguments)...)) {}
  jthread(jthread&&) noexcept = default;
  jthread& operator=(jthread&& other) noexcept {
    jthread(std::move(other)).swap(*this);
    return *this;
  }
  ~jthread() {
    if (!joinable()) return;
    request_stop();
    join(Location{});
  }

  void swap(jthread& other) noexcept {
    source_.swap(other.source_);
    thread_.swap(other.thread_);
  }
  [[nodiscard]] bool joinable() const noexcept { return thread_.joinable(); }
  void join(Location location = Location::current()) { thread_.join(location); }
  void detach() { thread_.detach(); }
  [[nodiscard]] id get_id() const noexcept { return thread_.get_id(); }
  [[nodiscard]] native_handle_type native_handle() const noexcept { return thread_.native_handle(); }
  [[nodiscard]] stop_source get_stop_source() noexcept { return source_; }
  [[nodiscard]] stop_token get_stop_token() const noexcept { return source_.get_token(); }
  bool request_stop() noexcept { return source_.request_stop(); }
  [[nodiscard]] static unsigned hardware_concurrency() noexcept { return thread::hardware_concurrency(); }
  /// \}

 private:
  template <class Function, class... Arguments>
  [[nodiscard]] static thread start(const stop_source& source, Function&& function, Arguments&&... arguments) {
    if constexpr (std::is_invocable_v<std::decay_t<Function>, stop_token, std::decay_t<Arguments>...>)
      return thread(std::forward<Function>(function), source.get_token(), std::forward<Arguments>(arguments)...);
    else
      return thread(std::forward<Function>(function), std::forward<Arguments>(arguments)...);
  }

  stop_source source_;
  thread thread_;
};

}  // namespace vigil::checker::standard
