#pragma once

#include <vigil/atomics/layer.hpp>
#include <vigil/atomics/location.hpp>
#include <vigil/model/relacy_atomics.hpp>
#include <vigil/model/relacy_threads.hpp>

#include <functional>
#include <utility>

#include <vigil/model/relacy_include.hpp>

namespace vigil::models {

class RelacyAtomics::mutex : private detail::Watched {
 public:
  explicit mutex(Name /*name*/ = {}) {}

  void lock(Location location = Location::current()) {
    const auto info = detail::info_of(location);
    const Step step(*this, info);
    impl_.lock(info);
  }
  void unlock(Location location = Location::current()) {
    const auto info = detail::info_of(location);
    const Step step(*this, info);
    impl_.unlock(info);
  }
  // May fail although the mutex is free, as the standard allows.
  [[nodiscard]] bool try_lock(Location location = Location::current()) {
    const auto info = detail::info_of(location);
    const Step step(*this, info);
    return impl_.try_lock(info);
  }

 private:
  friend class RelacyAtomics::condition_variable;
  rl::mutex impl_;
};

class RelacyAtomics::condition_variable : private detail::Watched {
 public:
  explicit condition_variable(Name /*name*/ = {}) {}

  // Wakes spuriously in random searches only: a limit of Relacy.
  void wait(mutex& held, Location location = Location::current()) {
    const auto info = detail::info_of(location);
    const Step step(*this, info);
    impl_.wait(held.impl_, info);
  }
  void notify_one(Location location = Location::current()) {
    const auto info = detail::info_of(location);
    const Step step(*this, info);
    impl_.notify_one(info);
  }
  void notify_all(Location location = Location::current()) {
    const auto info = detail::info_of(location);
    const Step step(*this, info);
    impl_.notify_all(info);
  }

 private:
  rl::condition_variable impl_;
};

// A thread that another one starts: one of those that `Draft::starts` has announced.
class RelacyAtomics::thread {
 public:
  thread() = default;
  explicit thread(std::function<void()> code, Location location = Location::current())
      : number_(detail::start_thread(std::move(code), location)) {}
  thread(thread&& other) noexcept : number_(std::exchange(other.number_, kNone)) {}
  thread& operator=(thread&& other) noexcept {
    require(!joinable(), "a thread is assigned to that was not joined");
    number_ = std::exchange(other.number_, kNone);
    return *this;
  }
  ~thread() { require(!joinable(), "a thread is destroyed that was not joined"); }

  [[nodiscard]] bool joinable() const { return number_ != kNone; }
  void join(Location location = Location::current()) {
    require(joinable(), "a thread is joined twice");
    detail::join_thread(std::exchange(number_, kNone), location);
  }

 private:
  static constexpr unsigned kNone = ~0U;
  unsigned number_ = kNone;
};

template <class T>
class RelacyAtomics::thread_specific {
 public:
  [[nodiscard]] static T* get() { return static_cast<T*>(detail::own_pointer(&kKey)); }
  static void set(T* pointer) { detail::own_pointer(&kKey) = pointer; }

 private:
  static inline const char kKey = 0;
};

static_assert(ThreadedLayer<RelacyAtomics>);

}  // namespace vigil::models
