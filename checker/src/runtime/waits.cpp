// What the code of a model can wait for: a value, a notification.

#include "faults.hpp"
#include "operations.hpp"

namespace vigil::checker {

// ---- for a value

// It is the model's code.
bool Operations::holds(const detail::Condition& condition, std::uint64_t& value) {
  const detail::ModelsTurn turn;
  return condition.holds(value, condition.first, condition.second);
}

// The condition is also asked by the search, when the thread is somewhere else: it has to depend on nothing but the
// value and what it has captured.
Operations::Result Operations::wait_until(unsigned location, const detail::Condition& condition,
                                          const Request& demanded) {
  const auto holds_for = [&](std::uint64_t value) { return holds(condition, value); };
  const auto expect = [&](bool is_the_same) {
    if (!is_the_same)
      replay_.refuse(
          "what spin_until or spin_update is given depends on more than the value and what it captures by value");
  };
  const Graph& graph = replay_.graph();
  if (!is_outside() && graph.has_displaced())
    expect(graph.displaced().all_of(EventId(replay_.current(), replay_.position()),
                                    [&](const DisplacedRead& each) { return !holds_for(graph[each.by].written); }));
  const Result result = perform_on([&] {
    Request request = request_for(demanded.operation, location, demanded.demands);
    request.failure = demanded.failure;
    request.operand = condition.first;
    request.expected = condition.second;
    request.mask = reinterpret_cast<std::uintptr_t>(condition.holds);
    request.wait = static_cast<Wait>(condition.wait);
    return request;
  });
  expect(holds_for(result.before));
  return result;
}

std::uint64_t Operations::await(const Handle& handle, const void* address, const detail::Condition& condition,
                                const detail::Site& site) {
  const unsigned location = accessed(handle, ObjectKind::atomic, address).location;
  check_order(OrderUse::load, Action::load, handle.number, site);
  expect_to_wait(Action::load, handle, site);
  const auto demands = Demands::of_read(site.order.value);
  const Result result = wait_until(location, condition, request_for(Operation::await, location, demands, demands));
  if (records()) record_access(Action::load, handle, site, result);
  return result.before;
}

// One step, unless the load that comes first orders more than the read-modify-write does.
std::uint64_t Operations::await_rmw(const Handle& handle, const void* address, const detail::Condition& condition,
                                    const detail::Site& success, LabelledOrder failure) {
  check_orders(handle, success, failure);
  const auto demands = Demands::of_both(success.order.value);
  const auto of_load = Demands::of_read(failure.value);
  if (!demands.covers(of_load)) {
    const std::uint64_t before = await(handle, address, condition, {failure, success.location});
    std::uint64_t next = before;
    (void)holds(condition, next);
    exchange_or_wait(handle, address, before, next, success, failure);
    return before;
  }
  const unsigned location = accessed(handle, ObjectKind::atomic, address).location;
  expect_to_wait(Action::compare_exchange, handle, success);
  const Result result = wait_until(location, condition, request_for(Operation::await_rmw, location, demands, of_load));
  if (records()) record_access(Action::compare_exchange, handle, success, result);
  return result.before;
}

void Operations::exchange_or_wait(const Handle& handle, const void* address, std::uint64_t expected,
                                  std::uint64_t desired, const detail::Site& success, LabelledOrder failure) {
  const unsigned location = accessed(handle, ObjectKind::atomic, address).location;
  check_orders(handle, success, failure);
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

void Operations::sleep(const Handle& handle, unsigned queue, const detail::Site& site) {
  perform_on([&] { return request_for(Operation::enter, queue, {}); });
  if (records()) recording().add(last(), Action::wait, handle, site);
}

void Operations::wake_up(const Handle& handle, unsigned queue, Sleep sleep, const detail::Site& site) {
  unsigned& spurious_wakes = self().spurious_wakes;
  Request request = request_for(Operation::wake, queue, {});
  request.spurious = sleep.may_be_spurious && spurious_wakes < options_.spurious_wakes && !faults.no_spurious_wakes;
  request.operand = sleep.on_atomic ? 1 : 0;
  if (sleep.has_time_limit) request.wait = Wait::has_time_limit;
  expect_to_wait(Action::woken, handle, site);
  const bool is_spurious = perform_on([&] { return request; }).variant != 0;
  if (is_spurious) ++spurious_wakes;
  if (records()) recording().add(last(), is_spurious ? Action::spuriously_woken : Action::woken, handle, site);
}

void Operations::wait_for_change(const Handle& handle, const void* address, std::uint64_t old,
                                 const detail::Site& site) {
  const unsigned location = accessed(handle, ObjectKind::atomic, address).location;
  replay_.graph().declare_queue(location);
  for (;;) {
    // The state of this call; the model's own call showed none.
    detail::show_state();
    if (load(handle, address, site, old) != old) return;
    if (is_outside()) refuse_to_wait_outside();
    replay_.note_wait_on_atomic();
    sleep(handle, Graph::queue_of(location), site);
    // To leave the queue of an atomic for no reason only leads back to the same check.
    wake_up(handle, Graph::queue_of(location), {.on_atomic = true}, site);
  }
}

unsigned Operations::queue_to_wait_in(const Handle& condition, const void* address, const Handle& mutex,
                                      const void* mutex_address) {
  if (is_outside()) refuse_to_wait_outside();
  const unsigned queue = accessed(condition, ObjectKind::condition_variable, address).location;
  if (accessed(mutex, ObjectKind::mutex, mutex_address).writer != replay_.current())
    replay_.violate(Violation::mutex_misuse, "waits on a condition variable with a mutex that it does not hold");
  return queue;
}

void Operations::lock_again(const Handle& mutex, const void* mutex_address, const detail::Site& site) {
  check(safety_.access(mutex, ObjectKind::mutex, mutex_address, replay_.now()));
  expect_to_wait(Action::lock, mutex, site);
  // The state of this call: others have run since the model's own call.
  detail::show_state();
  acquire_mutex(mutex, Operation::lock);
  if (records()) recording().add(last(), Action::lock, mutex, site);
}

void Operations::wait(const Handle& condition, const void* address, const Handle& mutex, const void* mutex_address,
                      Location location) {
  const detail::Site site{std::memory_order_relaxed, location};
  const unsigned queue = queue_to_wait_in(condition, address, mutex, mutex_address);
  sleep(condition, queue, site);
  release_mutex(mutex);
  if (records()) recording().add(last(), Action::unlock, mutex, site);
  wake_up(condition, queue, {.may_be_spurious = true}, site);
  accessed(condition, ObjectKind::condition_variable, address);
  lock_again(mutex, mutex_address, site);
}

void Operations::notify(const Handle& handle, const void* address, bool all, Location location) {
  const bool on_atomic = safety_.is(handle, ObjectKind::atomic);
  unsigned queue = accessed(handle, on_atomic ? ObjectKind::atomic : ObjectKind::condition_variable, address).location;
  if (on_atomic) {
    replay_.graph().declare_queue(queue);
    queue = Graph::queue_of(queue);
  }
  if (is_outside()) return;
  replay_.perform([&] { return request_for(all ? Operation::notify_all : Operation::notify_one, queue, {}); });
  if (records())
    recording().add(last(), all ? Action::notify_all : Action::notify_one, handle,
                    {std::memory_order_relaxed, location});
}

}  // namespace vigil::checker
