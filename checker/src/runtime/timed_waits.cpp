// Waits with a time limit.
//
// There is no clock. A wait begins with a choice: it ends by its limit, or it does not. In the execution in which it
// does not, nothing may come that ends it: then another execution shows what the thread does, the one in which it times
// out, and this one is blocked.

#include "operations.hpp"

namespace vigil::checker {
namespace {

// Rounds of a loop that only times out: in the third or fourth one stack and registers are as they were.
constexpr unsigned kMostPolls = 6;

}  // namespace

// A thread that times out, changes nothing and comes back to the same wait would do so again: the choice is where such
// a loop waits, as any other that spins. It takes some rounds until that is seen. So a thread that has no timeouts left
// may time out further, but only to spin here: see Replay::polls. The state of the thread is that of the model's own
// call, where possible: what lies on the stack below may differ from round to round.
Operations::TimedEnd Operations::choose_end(const Handle& handle, unsigned queue, TimedEnd last_end,
                                            const detail::Site& site) {
  if (options_.timeouts == 0) return TimedEnd::woken;
  Request request = request_for(Operation::time_limit, 0, {});
  request.operand = queue;
  unsigned& timeouts = self().timeouts;
  const bool has_polled = replay_.polls();
  const bool may_poll = !unrolls() && timeouts < options_.timeouts + kMostPolls;
  if (timeouts < options_.timeouts)
    request.spurious = static_cast<std::uint8_t>(last_end);
  else if (!has_polled)
    request.spurious = may_poll ? 1 : 0;
  else if (!may_poll)
    replay_.exclude();
  auto end = static_cast<TimedEnd>(perform_on([&] { return request; }).variant);
  if (has_polled) end = TimedEnd::timed_out;
  if (end != TimedEnd::woken && timeouts++ >= options_.timeouts) replay_.begin_to_poll();
  if (records() && end == TimedEnd::timed_out) recording().add(last(), Action::timed_out, handle, site);
  return end;
}

bool Operations::wait_for(const Handle& condition, const void* address, const Handle& mutex, const void* mutex_address,
                          Location location, bool may_be_late) {
  const detail::Site site{std::memory_order_relaxed, location};
  const unsigned queue = queue_to_wait_in(condition, address, mutex, mutex_address);
  const auto end = choose_end(condition, queue, may_be_late ? TimedEnd::late : TimedEnd::timed_out, site);
  const bool sleeps = end != TimedEnd::timed_out;
  // A thread that times out in the queue leaves it before a notification could choose it: it might as well not enter.
  if (sleeps) sleep(condition, queue, site);
  release_mutex(mutex);
  if (records()) recording().add(last(), Action::unlock, mutex, site);
  if (sleeps) wake_up(condition, queue, {.has_time_limit = true, .may_be_spurious = end == TimedEnd::woken}, site);
  accessed(condition, ObjectKind::condition_variable, address);
  lock_again(mutex, mutex_address, site);
  return end == TimedEnd::woken;
}

bool Operations::wait_for_change_for(const Handle& handle, const void* address, std::uint64_t old,
                                     const detail::Site& site) {
  const unsigned location = accessed(handle, ObjectKind::atomic, address).location;
  const unsigned queue = Graph::queue_of(location);
  if (is_outside()) return load(handle, address, site) != old;
  replay_.graph().declare_queue(location);
  for (;;) {
    if (choose_end(handle, queue, TimedEnd::timed_out, site) == TimedEnd::timed_out) {
      detail::show_state();
      // That it does not have to wait is shown by the execution in which it does not time out.
      if (load(handle, address, site) != old) replay_.exclude();
      return false;
    }
    detail::show_state();
    if (load(handle, address, site, old) != old) return true;
    replay_.note_wait_on_atomic();
    sleep(handle, queue, site);
    wake_up(handle, queue, {.on_atomic = true, .has_time_limit = true}, site);
    detail::show_state();
  }
}

Operations::FutexEnd Operations::wait_on_futex(const Handle& handle, const void* address, std::uint64_t old,
                                               bool has_time_limit, const detail::Site& site) {
  const unsigned location = accessed(handle, ObjectKind::atomic, address).location;
  const unsigned queue = Graph::queue_of(location);
  replay_.graph().declare_queue(location);
  detail::show_state();
  if (has_time_limit && choose_end(handle, queue, TimedEnd::timed_out, site) == TimedEnd::timed_out) {
    detail::show_state();
    if (load(handle, address, site) != old) replay_.exclude();
    return FutexEnd::timed_out;
  }
  detail::show_state();
  if (load(handle, address, site, old) != old) return FutexEnd::changed;
  replay_.note_wait_on_atomic();
  sleep(handle, queue, site);
  wake_up(handle, queue, {.on_atomic = true, .has_time_limit = has_time_limit}, site);
  return FutexEnd::woken;
}

std::optional<std::uint64_t> Operations::await_rmw_for(const Handle& handle, const void* address,
                                                       const detail::Condition& condition, const detail::Site& success,
                                                       LabelledOrder failure) {
  detail::Condition limited = condition;
  limited.wait = detail::Condition::Wait::has_time_limit;
  detail::show_state();
  if (is_outside() || times_out(handle, address, success.location)) {
    detail::show_state();
    std::uint64_t value = load(handle, address, {failure, success.location});
    if (!holds(condition, value)) return std::nullopt;
    // That it does not have to wait is shown by the execution in which it does not time out.
    if (!is_outside()) replay_.exclude();
  }
  detail::show_state();
  return await_rmw(handle, address, limited, success, failure);
}

bool Operations::times_out(const Handle& handle, const void* address, Location location) {
  const unsigned awaited = accessed(handle, ObjectKind::atomic, address).location;
  const detail::Site site{std::memory_order_relaxed, location};
  return !is_outside() && choose_end(handle, awaited, TimedEnd::timed_out, site) == TimedEnd::timed_out;
}

bool Operations::lock_for(const Handle& mutex, const void* address, Location location) {
  if (is_outside()) return try_lock(mutex, address, location);
  const Object& object = accessed(mutex, ObjectKind::mutex, address);
  if (object.writer == replay_.current())
    replay_.violate(Violation::mutex_misuse, "locks a mutex that it holds already");
  const detail::Site site{std::memory_order_acquire, location};
  if (choose_end(mutex, object.location, TimedEnd::timed_out, site) == TimedEnd::timed_out) {
    detail::show_state();
    // That the mutex is free is shown by the execution in which it does not time out.
    if (try_lock(mutex, address, location)) replay_.exclude();
    return false;
  }
  detail::show_state();
  acquire_mutex(mutex, Operation::lock, true);
  if (records()) recording().add(last(), Action::lock, mutex, site);
  return true;
}

}  // namespace vigil::checker
