#pragma once

#include <vigil/atomics/layer.hpp>
#include <vigil/atomics/location.hpp>
#include <vigil/atomics/loops.hpp>
#include <vigil/atomics/name.hpp>
#include <vigil/atomics/order.hpp>
#include <vigil/checker/knowledge.hpp>
#include <vigil/model/relacy_steps.hpp>
#include <vigil/model/traced.hpp>

#include <cstddef>
#include <cstdint>

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

  static void fence(LabelledOrder order, Location location = Location::current()) {
    if (order.value == std::memory_order_relaxed) return;
    const auto info = detail::info_of(location, order.label);
    rl::atomic_thread_fence(detail::order_of_any(order.value, info), info);
  }

  // Relacy knows no asymmetric fences. Two light ones order as two fences do, so it misses what goes wrong between
  // them.
  static void fence_light(LabelledOrder order, Location location = Location::current()) { fence(order, location); }
  static void fence_heavy(LabelledOrder order, Location location = Location::current()) { fence(order, location); }

  // Both let every other thread take a step first: without, a spin is a livelock to a bounded or full search.
  static void yield(Location location = Location::current()) { rl::yield(1, detail::info_of(location)); }
  static void relax(Location location = Location::current()) { rl::yield(1, detail::info_of(location)); }

  template <class Attempt>
  static void retry(Attempt attempt, Location /*location*/ = Location::current()) {
    vigil::detail::retry(attempt);
  }

  [[nodiscard]] static void* allocate(std::size_t bytes, std::size_t alignment, Name /*name*/ = {},
                                      Location location = Location::current());
  static void deallocate(void* memory, std::size_t bytes, std::size_t alignment,
                         Location location = Location::current());

  // As CheckedAtomics': by the clocks that tell Relacy which stores a thread may no longer overlook.
  static void record_knowledge(checker::Knowledge& knowledge);

  // Ends the execution if `condition` is false.
  static void require(bool condition, const char* what, Location location = Location::current()) {
    if (!condition) detail::fail_execution(what, rl::test_result_user_assert_failed, detail::info_of(location));
  }
};

template <class T>
class RelacyAtomics::atomic : private detail::Watched {
  using Value = detail::Traced<T>;

 public:
  atomic() : atomic(T{}) {}
  explicit atomic(T value, Name /*name*/ = {}, Location location = Location::current()) {
    // Nobody can know of the object yet, so its first store is no step.
    rl::ctx().disable_preemption();
    impl_.store(Value(value), rl::mo_relaxed, detail::info_of(location));
    rl::ctx().enable_preemption();
  }

  [[nodiscard]] T load(LabelledOrder order, Location location = Location::current()) const {
    const auto info = detail::info_of(location, order.label);
    const Step step(*this, info);
    // An invariant sees the newest value and leaves no trace.
    if (rl::ctx().invariant_executing) return impl_.debug_value().value;
    return impl_.load(detail::order_of_load(order.value, info), info).value;
  }
  void store(T value, LabelledOrder order, Location location = Location::current()) {
    const auto info = detail::info_of(location, order.label);
    const Step step(*this, info);
    impl_.store(Value(value), detail::order_of_store(order.value, info), info);
  }
  T exchange(T value, LabelledOrder order, Location location = Location::current()) {
    return modify<rl::rmw_type_swap>(value, order, location);
  }
  T fetch_add(T value, LabelledOrder order, Location location = Location::current()) requires std::integral<T> {
    return modify<rl::rmw_type_add>(value, order, location);
  }
  T fetch_sub(T value, LabelledOrder order, Location location = Location::current()) requires std::integral<T> {
    return modify<rl::rmw_type_sub>(value, order, location);
  }
  T fetch_and(T value, LabelledOrder order, Location location = Location::current()) requires std::integral<T> {
    return modify<rl::rmw_type_and>(value, order, location);
  }
  T fetch_or(T value, LabelledOrder order, Location location = Location::current()) requires std::integral<T> {
    return modify<rl::rmw_type_or>(value, order, location);
  }
  T fetch_xor(T value, LabelledOrder order, Location location = Location::current()) requires std::integral<T> {
    return modify<rl::rmw_type_xor>(value, order, location);
  }

  bool compare_exchange_strong(T& expected, T desired, LabelledOrder success, LabelledOrder failure,
                               Location location = Location::current()) {
    return compare_exchange<false>(expected, desired, success, failure, location);
  }
  bool compare_exchange_weak(T& expected, T desired, LabelledOrder success, LabelledOrder failure,
                             Location location = Location::current()) {
    return compare_exchange<true>(expected, desired, success, failure, location);
  }

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
  template <rl::rmw_type_e Type>
  T modify(T value, LabelledOrder order, Location location) {
    const auto info = detail::info_of(location, order.label);
    const Step step(*this, info);
    return impl_.rmw(rl::rmw_type_t<Type>(), Value(value), detail::order_of_any(order.value, info), info).value;
  }

  template <bool Weak>
  bool compare_exchange(T& expected, T desired, LabelledOrder success, LabelledOrder failure, Location location) {
    const auto info = detail::info_of(location, success.label);
    const Step step(*this, info);
    Value compared(expected);
    const auto of_success = detail::order_of_any(success.value, info);
    const auto of_failure = detail::order_of_load(failure.value, info);
    const bool done =
        knows_pair(success.value, failure.value)
            ? impl_.compare_exchange(rl::bool_t<Weak>(), compared, Value(desired), of_success, of_failure, info)
            : compare_exchange_apart<Weak>(compared, desired, success, failure, info);
    if (!done) expected = compared.value;
    return done;
  }

  // Since C++17 a failure may have a stronger order than a success; Relacy knows only C++11's pairs and would silently
  // weaken the others. Such an operation is either done with its success order or failed with its failure order.
  static constexpr bool knows_pair(std::memory_order success, std::memory_order failure) {
    if (failure == std::memory_order_relaxed || success == std::memory_order_seq_cst) return true;
    return failure == std::memory_order_acquire &&
           (success == std::memory_order_acquire || success == std::memory_order_acq_rel);
  }
  template <bool Weak>
  bool compare_exchange_apart(Value& compared, T desired, LabelledOrder success, LabelledOrder failure,
                              const rl::debug_info& info) {
    const Value current = impl_.debug_value();
    const bool spuriously = Weak && current == compared && fails_spuriously();
    if (current == compared && !spuriously)
      return impl_.compare_exchange(rl::bool_t<false>(), compared, Value(desired), detail::relacy_order(success.value),
                                    rl::mo_relaxed, info);
    compared.unequal = spuriously;
    const auto order = detail::relacy_order(failure.value);
    return impl_.compare_exchange(rl::bool_t<false>(), compared, Value(desired), order, order, info);
  }
  // As often as Relacy itself: one time in four at random, once for each object in the other searches.
  bool fails_spuriously() {
    auto& context = rl::ctx();
    if (context.is_random_sched()) return context.rand(4, rl::sched_type_cas_fail) == 0;
    if (failed_spuriously_) return false;
    failed_spuriously_ = context.rand(2, rl::sched_type_cas_fail) == 0;
    return failed_spuriously_;
  }

  rl::atomic<Value> impl_;
  bool failed_spuriously_ = false;
};

// Data that must be free of races. Reading one that was never set is a violation, although `StdAtomics` starts with
// T{}.
template <class T>
class RelacyAtomics::var : private detail::Watched {
  using Value = detail::Traced<T>;

 public:
  var() = default;
  explicit var(Name /*name*/) {}
  explicit var(T value, Name /*name*/ = {}) : impl_(Value(std::move(value))) {}

  [[nodiscard]] T get(Location location = Location::current()) const {
    const auto info = detail::info_of(location);
    check_alive(info);
    return impl_(info).load().value;
  }
  void set(T value, Location location = Location::current()) {
    const auto info = detail::info_of(location);
    check_alive(info);
    impl_(info).store(Value(std::move(value)));
  }

 private:
  rl::var<Value> impl_;
};

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

static_assert(LockingLayer<RelacyAtomics>);

}  // namespace vigil::models
