#pragma once

#include <vigil/atomics/layer.hpp>
#include <vigil/atomics/location.hpp>
#include <vigil/atomics/loops.hpp>
#include <vigil/atomics/name.hpp>
#include <vigil/atomics/order.hpp>
#include <vigil/checker/knowledge.hpp>
#include <vigil/model/relacy_objects.hpp>
#include <vigil/model/relacy_steps.hpp>
#include <vigil/model/relacy_threads.hpp>
#include <vigil/model/relacy_word.hpp>
#include <vigil/model/traced.hpp>

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <utility>

#include <vigil/model/relacy_include.hpp>

namespace vigil::models {

// The layer in which Relacy explores the executions of a model. Only code that runs inside a model may use it.
//
// Relacy's memory model is close to C++11's: see docs/writing-a-model.md for what it misses and where it errs.
struct RelacyAtomics {
  template <class T>
  class atomic;
  template <class T>
  class var;
  class mutex;
  class condition_variable;
  class thread;
  template <class T>
  class thread_specific;

  static void fence(LabelledOrder order, Location location = Location::current()) {
    if (order.value == std::memory_order_relaxed) return;
    const auto info = detail::info_of(location, order.label);
    const detail::OwnExceptions exceptions;
    rl::atomic_thread_fence(detail::order_of_any(order.value, info), info);
  }

  // Relacy knows no asymmetric fences. Two light ones order as two fences do, so it misses what goes wrong between
  // them.
  static void fence_light(LabelledOrder order, Location location = Location::current()) { fence(order, location); }
  static void fence_heavy(LabelledOrder order, Location location = Location::current()) { fence(order, location); }

  // Both let every other thread take a step first: without, a spin is a livelock to a bounded or full search.
  static void yield(Location location = Location::current()) { detail::yield(detail::info_of(location)); }
  static void relax(Location location = Location::current()) { yield(location); }

  template <class Attempt>
  static void retry(Attempt attempt, Location /*location*/ = Location::current()) {
    vigil::detail::retry(attempt);
  }

  [[nodiscard]] static void* allocate(std::size_t bytes, std::size_t alignment, Name /*name*/ = {},
                                      Location location = Location::current());
  static void deallocate(void* memory, std::size_t bytes, std::size_t alignment,
                         Location location = Location::current());

  // One of the numbers below `possibilities`: each of them in a bounded or full search.
  [[nodiscard]] static unsigned choose(unsigned possibilities, Location /*location*/ = Location::current()) {
    return rl::ctx().rand(possibilities, rl::sched_type_user);
  }

  // As CheckedAtomics': by the clocks that tell Relacy which stores a thread may no longer overlook.
  static void record_knowledge(checker::Knowledge& knowledge);

  // Ends the execution if `condition` is false.
  static void require(bool condition, const char* what, Location location = Location::current()) {
    if (!condition) detail::fail_execution(what, rl::test_result_user_assert_failed, detail::info_of(location));
  }
};

template <class T>
class RelacyAtomics::atomic {
  using Word = detail::TracedWord;
  using Modification = detail::Modification;

 public:
  atomic() : atomic(T{}) {}
  explicit atomic(T value, Name /*name*/ = {}, Location location = Location::current())
      : word_(Word(value), location) {}

  [[nodiscard]] T load(LabelledOrder order, Location location = Location::current()) const {
    return word_.load(order, location).template as<T>();
  }
  void store(T value, LabelledOrder order, Location location = Location::current()) {
    word_.store(Word(value), order, location);
  }
  T exchange(T value, LabelledOrder order, Location location = Location::current()) {
    return modify(Modification::exchange, value, order, location);
  }
  T fetch_add(T value, LabelledOrder order, Location location = Location::current()) requires std::integral<T> {
    return modify(Modification::add, value, order, location);
  }
  T fetch_sub(T value, LabelledOrder order, Location location = Location::current()) requires std::integral<T> {
    return modify(Modification::subtract, value, order, location);
  }
  T fetch_and(T value, LabelledOrder order, Location location = Location::current()) requires std::integral<T> {
    return modify(Modification::bit_and, value, order, location);
  }
  T fetch_or(T value, LabelledOrder order, Location location = Location::current()) requires std::integral<T> {
    return modify(Modification::bit_or, value, order, location);
  }
  T fetch_xor(T value, LabelledOrder order, Location location = Location::current()) requires std::integral<T> {
    return modify(Modification::bit_xor, value, order, location);
  }

  bool compare_exchange_strong(T& expected, T desired, LabelledOrder success, LabelledOrder failure,
                               Location location = Location::current()) {
    return compare_exchange(false, expected, desired, success, failure, location);
  }
  bool compare_exchange_weak(T& expected, T desired, LabelledOrder success, LabelledOrder failure,
                             Location location = Location::current()) {
    return compare_exchange(true, expected, desired, success, failure, location);
  }

  // Relacy's own futex is not used: it orders what comes before a notification before the return from the wait, which
  // hides an order that is missing.
  void wait(T old, LabelledOrder order, Location location = Location::current()) const {
    word_.wait(Word(old), order, location);
  }
  void notify_one(Location location = Location::current()) { word_.notify(false, location); }
  void notify_all(Location location = Location::current()) { word_.notify(true, location); }

  template <class Predicate>
  T spin_until(Predicate predicate, LabelledOrder order, Location location = Location::current()) const {
    return vigil::detail::spin_until<RelacyAtomics>(*this, predicate, order, location);
  }
  template <class Function>
  T spin_update(Function function, LabelledOrder success, LabelledOrder failure,
                Location location = Location::current()) {
    return vigil::detail::spin_update<RelacyAtomics>(*this, function, success, failure, location);
  }
  template <class Function>
  auto fetch_update(Function function, LabelledOrder success, LabelledOrder failure,
                    Location location = Location::current()) -> vigil::detail::ValueBefore<T, Function> {
    return vigil::detail::fetch_update_from(*this, load(failure, location), function, success, failure, location);
  }
  template <class Function>
  auto fetch_update_from(T guess, Function function, LabelledOrder success, LabelledOrder failure,
                         Location location = Location::current()) -> vigil::detail::ValueBefore<T, Function> {
    return vigil::detail::fetch_update_from(*this, guess, function, success, failure, location);
  }

 private:
  T modify(Modification modification, T value, LabelledOrder order, Location location) {
    return word_.modify(modification, Word(value), order, location).template as<T>();
  }
  bool compare_exchange(bool weak, T& expected, T desired, LabelledOrder success, LabelledOrder failure,
                        Location location) {
    Word compared(expected);
    const bool done = word_.compare_exchange(weak, compared, Word(desired), success, failure, location);
    if (!done) expected = compared.template as<T>();
    return done;
  }

  detail::RelacyWord word_;
};

// Data that must be free of races. Reading one that was never set is a violation, although `StdAtomics` starts with
// T{}.
template <class T>
class RelacyAtomics::var : private detail::Watched {
  // Relacy copies what it watches. Of a value that can only be moved it watches that there is one.
  static constexpr bool kIsCopied = std::copy_constructible<T>;
  struct Nothing {};
  using Value = detail::Traced<std::conditional_t<kIsCopied, T, bool>>;

 public:
  var() = default;
  explicit var(Name /*name*/) {}
  explicit var(T value, Name /*name*/ = {}) : impl_(shown(value)) { keep(value); }

  [[nodiscard]] std::conditional_t<kIsCopied, T, const T&> get(Location location = Location::current()) const {
    const auto info = detail::info_of(location);
    check_alive(info);
    if constexpr (kIsCopied) {
      return (*impl_)(info).load().value;
    } else {
      (void)(*impl_)(info).load();
      return kept_;
    }
  }
  void set(T value, Location location = Location::current()) {
    const auto info = detail::info_of(location);
    check_alive(info);
    (*impl_)(info).store(shown(value));
    keep(value);
  }

 private:
  static Value shown(T& value) {
    if constexpr (kIsCopied)
      return Value(std::move(value));
    else
      return Value(true);
  }
  void keep([[maybe_unused]] T& value) {
    if constexpr (!kIsCopied) kept_ = std::move(value);
  }

  detail::Apart<rl::var<Value>> impl_;
  [[no_unique_address]] std::conditional_t<kIsCopied, Nothing, T> kept_{};
};

}  // namespace vigil::models

// The classes that the layer declares and that block.
#include <vigil/model/relacy_blocking.hpp>
