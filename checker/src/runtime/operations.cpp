#include "operations.hpp"

#include "faults.hpp"
#include "late_waits.hpp"

#include <algorithm>
#include <string>

namespace vigil::checker {
namespace {

constexpr auto kNoObject = Recorder::Entry::kNoObject;

Operation operation_of(Action action) {
  switch (action) {
    case Action::fetch_add:
      return Operation::add;
    case Action::fetch_sub:
      return Operation::subtract;
    case Action::fetch_and:
      return Operation::bit_and;
    case Action::fetch_or:
      return Operation::bit_or;
    case Action::fetch_xor:
      return Operation::bit_xor;
    case Action::fetch_min:
      return Operation::minimum;
    case Action::fetch_max:
      return Operation::maximum;
    default:
      return Operation::exchange;
  }
}

}  // namespace

// ---- objects

Handle Operations::construct(ObjectKind kind, const void* address, ValueType type, std::uint64_t initial,
                             bool is_initialised, Name name) {
  unsigned& locations = self().locations;
  if (kind != ObjectKind::var && locations == Graph::kLocationsOfEach)
    reach_limit("a thread of a model, or its constructor, makes at most " + std::to_string(Graph::kLocationsOfEach) +
                " atomics, mutexes and condition variables");
  Object& object = safety_.construct(kind, address, replay_.now());
  object.type = type;
  object.name = name;
  object.is_initialised = is_initialised;
  if (kind != ObjectKind::var)
    object.location = static_cast<std::uint16_t>(replay_.graph().declare(replay_.current(), locations++, initial));
  return safety_.newest();
}

Handle Operations::adopt(ObjectKind kind, const void* address, ValueType type, std::uint64_t initial, unsigned number,
                         Name name) {
  Object& object = safety_.construct(kind, address, {});
  object.type = type;
  object.name = name;
  object.location = static_cast<std::uint16_t>(replay_.graph().declare(Graph::kFound, number, initial));
  return safety_.newest();
}

void Operations::destroy(Handle& handle, ObjectKind kind, const void* address) {
  // A thread whose run has ended is not destroyed; one that unwinds for another reason is.
  if (!replay_.has_ended()) check(safety_.destroy(handle, kind, address, replay_.now()));
  handle = Handle();
}

std::optional<std::uint64_t> Operations::newest_written(const Handle& handle) {
  const unsigned location = safety_.object(handle).location;
  if (is_outside()) return replay_.values().of(location);
  const EventId last = replay_.last_event();
  if (replay_.graph().newest(location) != last) return std::nullopt;
  return replay_.graph()[last].written;
}

// Nothing runs beside.
Operations::Result Operations::perform_outside(const Request& request) {
  std::uint64_t& value = replay_.values().of(request.location);
  const std::uint64_t before = value;
  const Effect effect = effect_of(request, before, 0);
  if (effect.waits) refuse_to_wait_outside();
  if (effect.writes) value = effect.written;
  return {before, effect.written, effect.writes, 0};
}

void Operations::refuse_to_wait_outside() {
  replay_.violate(Violation::deadlock, "waits forever outside of the threads");
}

void Operations::record_access(Action action, const Handle& handle, const detail::Site& site, const Result& result) {
  Recorder::Entry entry{action, handle.number, site, true, {}, {}, {}};
  if (action != Action::store) entry.read = result.before;
  if (result.wrote) entry.written = result.written;
  recording().add(last(), entry);
}

// ---- other orders

const OrderChange* Operations::change_for(OrderUse use, const detail::Site& site) const {
  if (detail::is_in_library(site.location)) return nullptr;
  const auto fits = [&](const OrderChange& change) {
    if (change.use != use || change.from != site.order.value || change.label != site.order.label) return false;
    return !change.label.empty() || (change.line == site.location.line && change.file == site.location.file);
  };
  const auto found = std::find_if(options_.order_changes.begin(), options_.order_changes.end(), fits);
  return found == options_.order_changes.end() ? nullptr : &*found;
}

const detail::Site& Operations::changed_by_options(OrderUse use, const detail::Site& site) {
  const OrderChange* const change = change_for(use, site);
  if (change == nullptr) return site;
  // The same literals are the same place as far as one program goes.
  for (const auto& [known, result] : changed_)
    if (known.order.value == site.order.value && known.order.label.data() == site.order.label.data() &&
        known.location.file == site.location.file && known.location.line == site.location.line &&
        known.location.function == site.location.function && result.order.value == change->to)
      return result;
  detail::Site result = site;
  result.order.value = change->to;
  return changed_.emplace_back(site, result).second;
}

LabelledOrder Operations::changed_failure(const detail::Site& success, LabelledOrder failure) {
  if (!has_changes_) [[likely]]
    return failure;
  detail::Site site{failure, success.location};
  if (failure.label.empty()) site.order.label = success.order.label;
  if (const OrderChange* const change = change_for(OrderUse::failure, site)) failure.value = change->to;
  return failure;
}

// ---- atomics

// A trace shows the operation, although it does nothing.
void Operations::refuse_order(OrderUse use, Action action, std::uint32_t object, const detail::Site& site) {
  if (records()) {
    Recorder::Entry entry{action, object, site, true, {}, {}, {}};
    entry.is_refused = true;
    recording().add(no_event(), entry);
  }
  replay_.violate(Violation::undefined_order, undefined_in_words(use, site.order.value));
}

std::uint64_t Operations::load(const Handle& handle, const void* address, const detail::Site& site,
                               std::optional<std::uint64_t> waits_for_change_of) {
  const unsigned location = accessed(handle, ObjectKind::atomic, address).location;
  check_order(OrderUse::load, Action::load, handle.number, site);
  const Result result = perform_on([&] {
    Request request = request_for(Operation::load, location, Demands::of_read(site.order.value));
    if (waits_for_change_of) check_for_change(request, *waits_for_change_of);
    return request;
  });
  if (records()) record_access(Action::load, handle, site, result);
  return result.before;
}

void Operations::store(const Handle& handle, const void* address, std::uint64_t value, const detail::Site& site) {
  const unsigned location = accessed(handle, ObjectKind::atomic, address).location;
  check_order(OrderUse::store, Action::store, handle.number, site);
  const Result result = perform_on([&] {
    Request request = request_for(Operation::store, location, Demands::of_write(site.order.value));
    request.operand = value;
    return request;
  });
  if (records()) record_access(Action::store, handle, site, result);
}

std::uint64_t Operations::modify(const Handle& handle, const void* address, Action action, std::uint64_t operand,
                                 std::uint64_t mask, const detail::Site& site) {
  const Object& object = accessed(handle, ObjectKind::atomic, address);
  const unsigned location = object.location;
  check_order(OrderUse::read_modify_write, action, handle.number, site);
  const bool is_ordered = action == Action::fetch_min || action == Action::fetch_max;
  const bool is_signed = is_ordered && object.type.kind == ValueType::Kind::signed_integer;
  const Result result = perform_on([&] {
    Request request = request_for(operation_of(action), location, Demands::of_both(site.order.value));
    request.operand = operand;
    request.expected = is_signed ? 1 : 0;
    request.mask = mask;
    return request;
  });
  if (records()) record_access(action, handle, site, result);
  return result.before;
}

unsigned& Operations::weak_failures_at(Location location) {
  // The same literal is the same call site as far as one program goes.
  const auto site = reinterpret_cast<std::uintptr_t>(location.file) * 0x10001U + location.line;
  auto& failures = self().weak_failures;
  for (auto& [known, count] : failures)
    if (known == site) return count;
  return failures.emplace_back(site, 0).second;
}

detail::Exchange Operations::compare_exchange(const Handle& handle, const void* address, std::uint64_t expected,
                                              std::uint64_t desired, bool weak, const detail::Site& success,
                                              LabelledOrder failure) {
  const unsigned location = accessed(handle, ObjectKind::atomic, address).location;
  check_orders(handle, success, failure);
  const Operation operation = weak ? Operation::weak_compare_exchange : Operation::compare_exchange;
  const bool may_fail = weak && !is_outside() && weak_failures_at(success.location) < options_.weak_failures;
  const Result result = perform_on([&] {
    Request request = request_for(operation, location, Demands::of_both(success.order.value));
    request.failure = Demands::of_read(faults.failure_as_success ? success.order.value : failure.value);
    request.operand = desired;
    request.expected = expected;
    request.spurious = may_fail;
    return request;
  });
  if (result.variant != 0) ++weak_failures_at(success.location);
  if (records()) record_compare_exchange({handle.number, success, failure, expected, desired}, result);
  return {result.before, result.wrote};
}

void Operations::record_compare_exchange(const Attempted& attempted, const Result& result) {
  const Action action = result.wrote          ? Action::compare_exchange
                        : result.variant != 0 ? Action::spurious_failure
                                              : Action::failed_compare_exchange;
  Recorder::Entry entry{action, attempted.object, attempted.success, true, result.before, {}, {}};
  if (result.wrote) {
    entry.written = attempted.desired;
  } else {
    entry.expected = attempted.expected;
    entry.site.order.value = attempted.failure.value;
    if (!attempted.failure.label.empty()) entry.site.order.label = attempted.failure.label;
  }
  recording().add(last(), entry);
}

void Operations::note_relaxed_fence(Action action, const detail::Site& site) {
  if (records() && !is_outside()) recording().add_relaxed_fence(action, site);
}

void Operations::fence(const detail::Site& site) {
  if (site.order.value == std::memory_order_relaxed) return note_relaxed_fence(Action::fence, site);
  check_order(OrderUse::fence, Action::fence, kNoObject, site);
  if (is_outside()) return;
  replay_.perform([&] { return request_for(Operation::fence, 0, Demands::of_both(site.order.value)); });
  if (records()) recording().add(last(), {Action::fence, kNoObject, site, true, {}, {}, {}});
}

void Operations::fence(Operation operation, Action action, const detail::Site& site) {
  if (site.order.value == std::memory_order_relaxed) return note_relaxed_fence(action, site);
  check_order(OrderUse::fence, action, kNoObject, site);
  if (is_outside()) return;
  const AsymmetricFence fence(operation, Demands::of_both(site.order.value));
  for (unsigned number = 0; number != fence.steps(); ++number) {
    replay_.perform([&] {
      Request request = fence.step(number);
      request.thread = static_cast<std::uint8_t>(replay_.current());
      return request;
    });
    if (number == fence.own_step() && records()) recording().add(last(), {action, kNoObject, site, true, {}, {}, {}});
  }
}

// ---- mutexes

bool Operations::acquire_mutex(const Handle& handle, Operation operation, bool has_time_limit) {
  Request request =
      request_for(operation, safety_.object(handle).location, Demands::of_both(std::memory_order_acquire));
  request.failure = Demands::of_read(std::memory_order_relaxed);
  if (has_time_limit) request.wait = Wait::has_time_limit;
  const Result result = perform_on([&] { return request; });
  if (result.wrote && !is_outside()) safety_.object(handle).writer = static_cast<std::uint8_t>(replay_.current());
  return result.wrote;
}

void Operations::release_mutex(const Handle& handle) {
  safety_.object(handle).writer = kOutside;
  const unsigned location = safety_.object(handle).location;
  perform_on([&] { return request_for(Operation::unlock, location, Demands::of_write(std::memory_order_release)); });
}

void Operations::lock(const Handle& mutex, const void* address, Location location) {
  if (accessed(mutex, ObjectKind::mutex, address).writer == replay_.current() && !is_outside())
    replay_.violate(Violation::mutex_misuse, "locks a mutex that it holds already");
  const detail::Site site{std::memory_order_acquire, location};
  expect_to_wait(Action::lock, mutex, site);
  acquire_mutex(mutex, Operation::lock);
  if (records()) recording().add(last(), Action::lock, mutex, site);
}

bool Operations::try_lock(const Handle& mutex, const void* address, Location location) {
  if (accessed(mutex, ObjectKind::mutex, address).writer == replay_.current() && !is_outside())
    replay_.violate(Violation::mutex_misuse, "tries to lock a mutex that it holds already");
  if (!is_outside()) replay_.waiting().note_try_lock(safety_.object(mutex).location, replay_.current());
  const bool locked = acquire_mutex(mutex, Operation::try_lock);
  const detail::Site site{std::memory_order_acquire, location};
  if (records()) recording().add(last(), locked ? Action::lock : Action::failed_try_lock, mutex, site);
  return locked;
}

void Operations::unlock(const Handle& mutex, const void* address, Location location) {
  const Object& object = accessed(mutex, ObjectKind::mutex, address);
  const bool holds = is_outside() ? replay_.values().of(object.location) != 0 : object.writer == replay_.current();
  if (!holds) replay_.violate(Violation::mutex_misuse, "unlocks a mutex that it does not hold");
  release_mutex(mutex);
  if (records()) recording().add(last(), Action::unlock, mutex, {std::memory_order_release, location});
}

// ---- vars

void Operations::read_var(const Handle& handle, const void* address, std::uint64_t value, Location location) {
  if (replay_.values().is_moment())
    replay_.violate(Violation::requirement, "the invariant reads a var, whose value is that of the end");
  Object& object = accessed(handle, ObjectKind::var, address);
  check(safety_.read_var(object, replay_.now()));
  if (records())
    recording().add(no_event(),
                    {Action::read, handle.number, {std::memory_order_relaxed, location}, false, value, {}, {}});
}

void Operations::write_var(const Handle& handle, const void* address, std::uint64_t value, Location location) {
  Object& object = accessed(handle, ObjectKind::var, address);
  check(safety_.write_var(object, replay_.now()));
  if (records())
    recording().add(no_event(),
                    {Action::write, handle.number, {std::memory_order_relaxed, location}, false, {}, value, {}});
}

}  // namespace vigil::checker
