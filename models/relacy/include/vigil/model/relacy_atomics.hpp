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
class RelacyAtomics::atomic : private detail::Watched {
  using Value = detail::Traced<T>;

 public:
  atomic() : atomic(T{}) {}
  explicit atomic(T value, Name /*name*/ = {}, Location location = Location::current()) {
    // Nobody can know of the object yet, so its first store is no step.
    rl::ctx().disable_preemption();
    impl_->store(Value(value), rl::mo_relaxed, detail::info_of(location));
    rl::ctx().enable_preemption();
  }

  [[nodiscard]] T load(LabelledOrder order, Location location = Location::current()) const {
    const auto info = detail::info_of(location, order.label);
    const Step step(*this, info);
    // An invariant sees the newest value and leaves no trace.
    if (rl::ctx().invariant_executing) return impl_->debug_value().value;
    return impl_->load(detail::order_of_load(order.value, info), info).value;
  }
  void store(T value, LabelledOrder order, Location location = Location::current()) {
    const auto info = detail::info_of(location, order.label);
    const Step step(*this, info);
    impl_->store(Value(value), detail::order_of_store(order.value, info), info);
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

  // Relacy's own futex is not used: it orders what comes before a notification before the return from the wait, which
  // hides an order that is missing.
  void wait(T old, LabelledOrder order, Location location = Location::current()) const {
    const auto info = detail::info_of(location, order.label);
    while (is_still(old, order, info)) {
    }
  }
  void notify_one(Location location = Location::current()) { notify(false, location); }
  void notify_all(Location location = Location::current()) { notify(true, location); }

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
  // Waits once if the value is the old one: until it is notified, or, if the newest value is another, for another
  // thread's step.
  bool is_still(T old, LabelledOrder order, const rl::debug_info& info) const {
    {
      const Step step(*this, info);
      if (impl_->load(detail::order_of_load(order.value, info), info).value != old) return false;
      // No other thread runs between the load and the wait.
      if (impl_->debug_value().value == old) {
        parked_.park(&*impl_, info);
        return true;
      }
    }
    detail::yield(info);
    return true;
  }
  void notify(bool all, Location location) {
    const auto info = detail::info_of(location);
    const Step step(*this, info);
    parked_.wake(all, &*impl_, info);
  }

  template <rl::rmw_type_e Type>
  T modify(T value, LabelledOrder order, Location location) {
    const auto info = detail::info_of(location, order.label);
    const Step step(*this, info);
    return impl_->rmw(rl::rmw_type_t<Type>(), Value(value), detail::order_of_any(order.value, info), info).value;
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
            ? impl_->compare_exchange(rl::bool_t<Weak>(), compared, Value(desired), of_success, of_failure, info)
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
    const Value current = impl_->debug_value();
    const bool spuriously = Weak && current == compared && fails_spuriously();
    if (current == compared && !spuriously)
      return impl_->compare_exchange(rl::bool_t<false>(), compared, Value(desired), detail::relacy_order(success.value),
                                     rl::mo_relaxed, info);
    compared.unequal = spuriously;
    const auto order = detail::relacy_order(failure.value);
    return impl_->compare_exchange(rl::bool_t<false>(), compared, Value(desired), order, order, info);
  }
  // As often as Relacy itself: one time in four at random, once for each object in the other searches.
  bool fails_spuriously() {
    auto& context = rl::ctx();
    if (context.is_random_sched()) return context.rand(4, rl::sched_type_cas_fail) == 0;
    if (failed_spuriously_) return false;
    failed_spuriously_ = context.rand(2, rl::sched_type_cas_fail) == 0;
    return failed_spuriously_;
  }

  detail::Apart<rl::atomic<Value>> impl_;
  mutable detail::Parked parked_;
  bool failed_spuriously_ = false;
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
