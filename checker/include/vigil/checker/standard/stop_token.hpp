#pragma once

#include <vigil/checker/standard/locks.hpp>
#include <vigil/checker/standard/shared_state.hpp>
#include <vigil/checker/standard/thread.hpp>

#include <concepts>
#include <stop_token>
#include <type_traits>
#include <utility>

namespace vigil::checker::standard {

namespace detail {

// What is to be called when a stop is requested.
struct StopCallback {
  virtual void call() noexcept = 0;

  StopCallback* next = nullptr;
  bool* is_gone = nullptr;        // of the thread that calls it: set if the call destroys it
  atomic<bool> has_ended{false};  // the call

 protected:
  ~StopCallback() = default;
};

// What the source, the tokens and the callbacks of one request share.
class StopState {
 public:
  void add_source() { sources_.fetch_add(1, std::memory_order_relaxed, {}); }
  void remove_source() { sources_.fetch_sub(1, std::memory_order_acq_rel, {}); }
  [[nodiscard]] bool is_requested() const { return requested_.load(std::memory_order_acquire, {}); }
  [[nodiscard]] bool is_possible() const { return is_requested() || sources_.load(std::memory_order_acquire, {}) != 0; }

  bool request() {
    unique_lock<mutex> lock(mutex_, Location{});
    if (requested_.load(std::memory_order_relaxed, {})) return false;
    requested_.store(true, std::memory_order_release, {});
    caller_ = thread::current();
    while (first_ != nullptr) call_first(lock);
    return true;
  }
  // False if it is too late: then the caller calls it.
  [[nodiscard]] bool add(StopCallback& callback) {
    const lock_guard<mutex> lock(mutex_, Location{});
    if (requested_.load(std::memory_order_relaxed, {})) return false;
    callback.next = std::exchange(first_, &callback);
    return true;
  }
  // Before the callback is destroyed: waits until another thread that calls it has done so.
  void remove(StopCallback& callback) {
    unique_lock<mutex> lock(mutex_, Location{});
    for (StopCallback** at = &first_; *at != nullptr; at = &(*at)->next) {
      if (*at != &callback) continue;
      *at = callback.next;
      return;
    }
    if (caller_ == thread::current()) {
      if (callback.is_gone != nullptr) *callback.is_gone = true;
      return;
    }
    lock.unlock(Location{});
    callback.has_ended.load_when([](bool has_ended) { return has_ended; }, hooks::Condition::Wait::blocks,
                                 {std::memory_order_acquire, {}});
  }

 private:
  void call_first(unique_lock<mutex>& lock) {
    StopCallback& callback = *std::exchange(first_, first_->next);
    bool is_gone = false;
    callback.is_gone = &is_gone;
    lock.unlock(Location{});
    callback.call();
    if (!is_gone) {
      callback.is_gone = nullptr;
      callback.has_ended.store(true, std::memory_order_release, {});
    }
    lock.lock(Location{});
  }

  atomic<unsigned> sources_{1};
  atomic<bool> requested_{false};
  mutex mutex_;  // of what follows
  StopCallback* first_ = nullptr;
  thread::id caller_;
};

}  // namespace detail

/// `std::stop_token`.
class stop_token {
 public:
  stop_token() noexcept = default;

  /// As of `std::stop_token`.
  /// \{
  [[nodiscard]] bool stop_requested() const noexcept { return state_ && state_->is_requested(); }
  [[nodiscard]] bool stop_possible() const noexcept { return state_ && state_->is_possible(); }
  void swap(stop_token& other) noexcept { std::swap(state_, other.state_); }
  friend bool operator==(const stop_token&, const stop_token&) noexcept = default;
  /// \}

 private:
  friend class stop_source;
  template <class Callback>
  friend class stop_callback;
  explicit stop_token(detail::SharedState<detail::StopState> state) noexcept : state_(std::move(state)) {}

  detail::SharedState<detail::StopState> state_;
};

/// `std::stop_source`.
class stop_source {
 public:
  stop_source() : state_(detail::SharedState<detail::StopState>::make()) {}
  explicit stop_source(std::nostopstate_t /*tag*/) noexcept {}
  stop_source(const stop_source& other) noexcept : state_(other.state_) {
    if (state_) state_->add_source();
  }
  stop_source(stop_source&& other) noexcept = default;
  stop_source& operator=(stop_source other) noexcept {
    swap(other);
    return *this;
  }
  ~stop_source() {
    if (state_) state_->remove_source();
  }

  /// As of `std::stop_source`.
  /// \{
  [[nodiscard]] stop_token get_token() const noexcept { return stop_token(state_); }
  [[nodiscard]] bool stop_possible() const noexcept { return static_cast<bool>(state_); }
  [[nodiscard]] bool stop_requested() const noexcept { return state_ && state_->is_requested(); }
  bool request_stop() const noexcept { return state_ && state_->request(); }
  void swap(stop_source& other) noexcept { std::swap(state_, other.state_); }
  friend bool operator==(const stop_source&, const stop_source&) noexcept = default;
  /// \}

 private:
  detail::SharedState<detail::StopState> state_;
};

/// `std::stop_callback`. Its destructor waits for a call in another thread.
template <class Callback>
class stop_callback : private detail::StopCallback {
 public:
  using callback_type = Callback;

  /// As of `std::stop_callback`.
  /// \{
  template <class Given>
  requires(std::constructible_from<Callback, Given>) explicit stop_callback(const stop_token& token, Given&& callback)
      : callback_(std::forward<Given>(callback)), state_(token.state_) {
    if (state_ && !state_->add(*this)) {
      state_.reset();
      std::forward<Callback>(callback_)();
    }
  }
  ~stop_callback() {
    if (state_) state_->remove(*this);
  }
  stop_callback(const stop_callback&) = delete;
  stop_callback& operator=(const stop_callback&) = delete;
  /// \}

 private:
  void call() noexcept override { std::forward<Callback>(callback_)(); }

  Callback callback_;
  detail::SharedState<detail::StopState> state_;
};
template <class Callback>
stop_callback(stop_token, Callback) -> stop_callback<Callback>;

}  // namespace vigil::checker::standard
