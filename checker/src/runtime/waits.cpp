// What the code of a model can wait for: a value, a notification.

#include "faults.hpp"
#include "late_waits.hpp"
#include "runtime.hpp"

namespace vigil::checker {

// ---- for a value

// The condition is also asked by the search, when the thread is somewhere else: it has to depend on nothing but the
// value and what it has captured.
Runtime::Result Runtime::wait_until(unsigned location, const detail::Condition& condition, const Request& demanded) {
  const auto holds = [&](std::uint64_t value) {
    const detail::ModelsTurn turn;
    return condition.holds(value, condition.first, condition.second);
  };
  const auto check = [&](bool is_the_same) {
    if (!is_the_same)
      refuse("what spin_until or spin_update is given depends on more than the value and what it captures by value");
  };
  const EventId id(current_, self_->position);
  if (!is_outside() && graph_->has_displaced())
    graph_->for_each_displacing(id, [&](EventId by) { check(!holds((*graph_)[by].written)); });
  const Result result = perform_on([&] {
    Request request = request_for(demanded.operation, location, demanded.demands);
    request.failure = demanded.failure;
    request.operand = condition.first;
    request.expected = condition.second;
    request.mask = reinterpret_cast<std::uintptr_t>(condition.holds);
    return request;
  });
  check(holds(result.before));
  return result;
}

std::uint64_t Runtime::await(const Handle& handle, const void* address, const detail::Condition& condition,
                             const detail::Site& site) {
  const unsigned location = accessed(handle, ObjectKind::atomic, address).location;
  expect_to_wait(Action::load, handle, site);
  const auto demands = Demands::of_read(site.order.value);
  const Result result = wait_until(location, condition, request_for(Operation::await, location, demands, demands));
  if (records()) record_access(Action::load, handle, site, result);
  return result.before;
}

// One step, unless the load that comes before the update orders more than the update does.
std::uint64_t Runtime::await_update(const Handle& handle, const void* address, const detail::Condition& condition,
                                    const detail::Site& success, LabelledOrder failure) {
  const auto demands = Demands::of_both(success.order.value);
  const auto of_load = Demands::of_read(failure.value);
  if (!demands.covers(of_load)) {
    const std::uint64_t before = await(handle, address, condition, {failure, success.location});
    std::uint64_t next = before;
    {
      const detail::ModelsTurn turn;
      condition.holds(next, condition.first, condition.second);
    }
    exchange_or_wait(handle, address, before, next, success, failure);
    return before;
  }
  const unsigned location = accessed(handle, ObjectKind::atomic, address).location;
  expect_to_wait(Action::compare_exchange, handle, success);
  const Result result =
      wait_until(location, condition, request_for(Operation::await_update, location, demands, of_load));
  if (records()) record_access(Action::compare_exchange, handle, success, result);
  return result.before;
}

void Runtime::exchange_or_wait(const Handle& handle, const void* address, std::uint64_t expected, std::uint64_t desired,
                               const detail::Site& success, LabelledOrder failure) {
  const unsigned location = accessed(handle, ObjectKind::atomic, address).location;
  expect_to_wait(Action::compare_exchange, handle, success);
  const Result result = perform_on([&] {
    Request request = request_for(Operation::exchange_or_wait, location, Demands::of_both(success.order.value));
    request.failure = Demands::of_read(failure.value);
    request.operand = desired;
    request.expected = expected;
    return request;
  });
  if (records()) record_access(Action::compare_exchange, handle, success, result);
}

// ---- for a notification, on atomics and condition variables

void Runtime::sleep(const Handle& handle, unsigned queue, const detail::Site& site) {
  perform_on([&] { return request_for(Operation::enter, queue, {}); });
  if (records()) record({Action::wait, handle.number, site, false, {}, {}, {}}, last_event());
}

void Runtime::wake_up(const Handle& handle, unsigned queue, bool on_atomic, const detail::Site& site) {
  Request request = request_for(Operation::wake, queue, {});
  // To leave the queue of an atomic for no reason only leads to the same look again.
  request.spurious = !on_atomic && self_->spurious_wakes < options_.spurious_wakes && !faults.no_spurious_wakes;
  request.operand = on_atomic ? 1 : 0;
  expect_to_wait(Action::woken, handle, site);
  const bool is_spurious = perform_on([&] { return request; }).variant != 0;
  if (is_spurious) ++self_->spurious_wakes;
  const Action action = is_spurious ? Action::spuriously_woken : Action::woken;
  if (records()) record({action, handle.number, site, false, {}, {}, {}}, last_event());
}

void Runtime::wait_for_change(const Handle& handle, const void* address, std::uint64_t old, const detail::Site& site) {
  const unsigned location = accessed(handle, ObjectKind::atomic, address).location;
  graph_->declare_queue(location);
  for (;;) {
    // The state of this call; the model's own call showed none.
    detail::show_state();
    if (load(handle, address, site, old) != old) return;
    if (is_outside()) violate(Violation::deadlock, "waits forever outside of the threads");
    waited_on_atomic_ = true;
    sleep(handle, Graph::queue_of(location), site);
    wake_up(handle, Graph::queue_of(location), true, site);
  }
}

void Runtime::wait(const Handle& condition, const void* address, const Handle& mutex, const void* mutex_address,
                   Location location) {
  const detail::Site site{std::memory_order_relaxed, location};
  if (is_outside()) violate(Violation::deadlock, "waits forever outside of the threads");
  const unsigned queue = accessed(condition, ObjectKind::condition_variable, address).location;
  if (accessed(mutex, ObjectKind::mutex, mutex_address).writer != current_)
    violate(Violation::mutex_misuse, "waits on a condition variable with a mutex that it does not hold");
  sleep(condition, queue, site);
  release_mutex(mutex);
  if (records()) record({Action::unlock, mutex.number, site, false, {}, {}, {}}, last_event());
  wake_up(condition, queue, false, site);
  accessed(condition, ObjectKind::condition_variable, address);
  check(safety_.access(mutex, ObjectKind::mutex, mutex_address, now()));
  expect_to_wait(Action::lock, mutex, site);
  // The state of this call: others have run since the model's own call.
  detail::show_state();
  acquire_mutex(mutex, Operation::lock);
  if (records()) record({Action::lock, mutex.number, site, false, {}, {}, {}}, last_event());
}

void Runtime::notify(const Handle& handle, const void* address, bool all, Location location) {
  const bool on_atomic = safety_.is(handle, ObjectKind::atomic);
  unsigned queue = accessed(handle, on_atomic ? ObjectKind::atomic : ObjectKind::condition_variable, address).location;
  if (on_atomic) {
    graph_->declare_queue(queue);
    queue = Graph::queue_of(queue);
  }
  if (is_outside()) return;
  perform([&] { return request_for(all ? Operation::notify_all : Operation::notify_one, queue, {}); });
  if (!records()) return;
  const detail::Site site{std::memory_order_relaxed, location};
  record({all ? Action::notify_all : Action::notify_one, handle.number, site, false, {}, {}, {}}, last_event());
}

}  // namespace vigil::checker
