#include "lock_word.hpp"

#include "places.hpp"

namespace vigil::unmodified {

LockWord::LockWord(const volatile void* address, unsigned bytes)
    : found_(objects().use(ObjectKind::atomic, address, bytes, true)), address_(const_cast<const void*>(address)) {}

std::uint64_t LockWord::change(const Condition& condition, std::memory_order order) {
  const std::uint64_t before =
      detail::spin_update(found_.handle, address_, condition, {order, place()}, std::memory_order_relaxed);
  show_changed(before, condition);
  return before;
}

bool LockWord::try_change(const Condition& condition, std::memory_order order) {
  const std::uint64_t before = load(std::memory_order_relaxed);
  std::uint64_t next = before;
  if (!condition.holds(next, condition.first, condition.second)) return false;
  // In the executions in which others change it first, the load reads what they write.
  detail::exchange_or_wait(found_.handle, address_, before, next, {order, place()}, std::memory_order_relaxed);
  objects().show(found_, next);
  return true;
}

bool LockWord::change_until(const TimeLimit& limit, const Condition& condition, std::memory_order order) {
  if (limit.has_passed()) return try_change(condition, order);
  if (limit.is_never()) return change(condition, order), true;
  const auto before =
      detail::spin_update_for(found_.handle, address_, condition, {order, place()}, std::memory_order_relaxed);
  if (before)
    show_changed(*before, condition);
  else
    limit.pass();
  return before.has_value();
}

void LockWord::wait(const Condition& condition, std::memory_order order) {
  (void)detail::spin_until(found_.handle, address_, condition, {order, place()});
}

std::uint64_t LockWord::load(std::memory_order order) {
  return detail::load(found_.handle, address_, {order, place()});
}

void LockWord::store(std::uint64_t value, std::memory_order order) {
  detail::store(found_.handle, address_, value, {order, place()});
  objects().show(found_, value);
}

std::uint64_t LockWord::newest() const {
  auto& runtime = checker::Runtime::current();
  const checker::Graph& graph = runtime.replay().graph();
  const unsigned location = runtime.safety().objects()[found_.handle.number].location;
  return graph.value(location, graph.newest(location));
}

void LockWord::show_changed(std::uint64_t before, const Condition& condition) {
  std::uint64_t next = before;
  (void)condition.holds(next, condition.first, condition.second);
  objects().show(found_, next);
}

}  // namespace vigil::unmodified
