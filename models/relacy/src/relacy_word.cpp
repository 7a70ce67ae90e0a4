#include <vigil/model/relacy_word.hpp>

#include <atomic>

#include <vigil/model/relacy_include.hpp>

namespace vigil::models::detail {
namespace {

// Since C++17 a failure may have a stronger order than a success; Relacy knows only C++11's pairs and would silently
// weaken the others.
constexpr bool knows_pair(std::memory_order success, std::memory_order failure) {
  if (failure == std::memory_order_relaxed || success == std::memory_order_seq_cst) return true;
  return failure == std::memory_order_acquire &&
         (success == std::memory_order_acquire || success == std::memory_order_acq_rel);
}

bool exchange_if_equal(bool weak, rl::atomic<TracedWord>& word, TracedWord& expected, TracedWord desired,
                       rl::memory_order success, rl::memory_order failure, const rl::debug_info& info) {
  return weak ? word.compare_exchange(rl::bool_t<true>(), expected, desired, success, failure, info)
              : word.compare_exchange(rl::bool_t<false>(), expected, desired, success, failure, info);
}

}  // namespace

RelacyWord::RelacyWord(TracedWord first, Location location) {
  // Nobody can know of the object yet, so its first store is no step.
  rl::ctx().disable_preemption();
  impl_->store(first, rl::mo_relaxed, info_of(location));
  rl::ctx().enable_preemption();
}

RelacyWord::~RelacyWord() = default;

TracedWord RelacyWord::load(LabelledOrder order, Location location) const {
  const auto info = info_of(location, order.label);
  const Step step(*this, info);
  // An invariant sees the newest value and leaves no trace.
  if (rl::ctx().invariant_executing) return impl_->debug_value();
  return impl_->load(order_of_load(order.value, info), info);
}

void RelacyWord::store(TracedWord value, LabelledOrder order, Location location) {
  const auto info = info_of(location, order.label);
  const Step step(*this, info);
  impl_->store(value, order_of_store(order.value, info), info);
}

TracedWord RelacyWord::modify(Modification modification, TracedWord value, LabelledOrder order, Location location) {
  const auto info = info_of(location, order.label);
  const Step step(*this, info);
  const auto known = order_of_any(order.value, info);
  switch (modification) {
    case Modification::exchange:
      return impl_->rmw(rl::rmw_type_t<rl::rmw_type_swap>(), value, known, info);
    case Modification::add:
      return impl_->rmw(rl::rmw_type_t<rl::rmw_type_add>(), value, known, info);
    case Modification::subtract:
      return impl_->rmw(rl::rmw_type_t<rl::rmw_type_sub>(), value, known, info);
    case Modification::bit_and:
      return impl_->rmw(rl::rmw_type_t<rl::rmw_type_and>(), value, known, info);
    case Modification::bit_or:
      return impl_->rmw(rl::rmw_type_t<rl::rmw_type_or>(), value, known, info);
    case Modification::bit_xor:
      break;
  }
  return impl_->rmw(rl::rmw_type_t<rl::rmw_type_xor>(), value, known, info);
}

bool RelacyWord::compare_exchange(bool weak, TracedWord& expected, TracedWord desired, LabelledOrder success,
                                  LabelledOrder failure, Location location) {
  const auto info = info_of(location, success.label);
  const Step step(*this, info);
  const auto of_success = order_of_any(success.value, info);
  const auto of_failure = order_of_load(failure.value, info);
  return knows_pair(success.value, failure.value)
             ? exchange_if_equal(weak, *impl_, expected, desired, of_success, of_failure, info)
             : compare_exchange_apart(weak, expected, desired, success, failure, info);
}

// With a pair of orders that Relacy does not know, an operation is either done with its success order or failed with
// its failure order.
bool RelacyWord::compare_exchange_apart(bool weak, TracedWord& expected, TracedWord desired, LabelledOrder success,
                                        LabelledOrder failure, const rl::debug_info& info) {
  const bool is_equal = impl_->debug_value() == expected;
  const bool spuriously = weak && is_equal && fails_spuriously();
  if (is_equal && !spuriously)
    return exchange_if_equal(false, *impl_, expected, desired, relacy_order(success.value), rl::mo_relaxed, info);
  if (spuriously) expected.differ();
  const auto order = relacy_order(failure.value);
  return exchange_if_equal(false, *impl_, expected, desired, order, order, info);
}

// As often as Relacy itself: one time in four at random, once for each object in the other searches.
bool RelacyWord::fails_spuriously() {
  auto& context = rl::ctx();
  if (context.is_random_sched()) return context.rand(4, rl::sched_type_cas_fail) == 0;
  if (failed_spuriously_) return false;
  failed_spuriously_ = context.rand(2, rl::sched_type_cas_fail) == 0;
  return failed_spuriously_;
}

void RelacyWord::wait(TracedWord old, LabelledOrder order, Location location) const {
  const auto info = info_of(location, order.label);
  while (is_still(old, order, info)) {
  }
}

// Waits once if the value is the old one: until it is notified, or, if the newest value is another, for another
// thread's step.
bool RelacyWord::is_still(TracedWord old, LabelledOrder order, const rl::debug_info& info) const {
  {
    const Step step(*this, info);
    if (impl_->load(order_of_load(order.value, info), info) != old) return false;
    // No other thread runs between the load and the wait.
    if (impl_->debug_value() == old) {
      parked_.park(&*impl_, info);
      return true;
    }
  }
  yield(info);
  return true;
}

void RelacyWord::notify(bool all, Location location) {
  const auto info = info_of(location);
  const Step step(*this, info);
  parked_.wake(all, &*impl_, info);
}

}  // namespace vigil::models::detail
