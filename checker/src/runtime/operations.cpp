// What the code of a model can ask for.

#include "faults.hpp"
#include "late_waits.hpp"
#include "runtime.hpp"

#include <algorithm>
#include <new>
#include <stdexcept>
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
    default:
      return Operation::exchange;
  }
}

}  // namespace

// ---- objects

Handle Runtime::construct(ObjectKind kind, const void* address, ValueType type, std::uint64_t initial,
                          bool is_initialised, Name name) {
  if (kind != ObjectKind::var && self_->locations == Graph::kLocationsOfEach)
    reach_limit("a thread of a model, or its constructor, makes at most " + std::to_string(Graph::kLocationsOfEach) +
                " atomics, mutexes and condition variables");
  Object& object = safety_.construct(kind, address, now());
  object.type = type;
  object.name = name;
  object.is_initialised = is_initialised;
  if (kind != ObjectKind::var)
    object.location = static_cast<std::uint16_t>(graph_->declare(current_, self_->locations++, initial));
  return safety_.newest();
}

void Runtime::destroy(Handle& handle, ObjectKind kind, const void* address) {
  // A thread whose run has ended is not destroyed; whoever unwinds for another reason is.
  if (!has_ended_) check(safety_.destroy(handle, kind, address, now()));
  handle = Handle();
}

// ---- outside of the threads, where nothing runs beside

std::uint64_t& Runtime::value_outside(unsigned location) {
  if (in_invariant_) return moment_values_[location];
  if (!threads_began_) return graph_->location(location).initial;
  for (auto& [written, value] : values_outside_)
    if (written == location) return value;
  return values_outside_.emplace_back(location, graph_->value(location, graph_->newest(location))).second;
}

Runtime::Result Runtime::perform_outside(const Request& request) {
  std::uint64_t& value = value_outside(request.location);
  const std::uint64_t before = value;
  const Effect effect = effect_of(request, before, 0);
  if (effect.waits) violate(Violation::deadlock, "waits forever outside of the threads");
  if (effect.writes) value = effect.written;
  return {before, effect.written, effect.writes, 0};
}

EventId Runtime::last_event() const { return is_outside() ? EventId::none() : EventId(current_, self_->position - 1); }

void Runtime::record(const Recorder::Entry& entry, EventId event) {
  recorder_->add(current_, !threads_began_, entry, event);
}

void Runtime::record_access(Action action, const Handle& handle, const detail::Site& site, const Result& result) {
  Recorder::Entry entry{action, handle.number, site, true, {}, {}, {}};
  if (action != Action::store) entry.read = result.before;
  if (result.wrote) entry.written = result.written;
  record(entry, last_event());
}

void Runtime::record_note(Action action, const void* memory, Location location, EventId event) {
  if (!records()) return;
  Recorder::Entry entry{action, kNoObject, {std::memory_order_relaxed, location}, false, {}, {}, {}};
  entry.memory = memory;
  record(entry, event);
}

// How the operation is written down if it never ends.
void Runtime::expect_to_wait(Action action, const Handle& handle, const detail::Site& site) {
  if (records()) self_->waiting_for = {action, handle.number, site, false, {}, {}, {}};
}

// ---- atomics

std::uint64_t Runtime::load(const Handle& handle, const void* address, const detail::Site& site,
                            std::optional<std::uint64_t> waits_for_change_of) {
  const unsigned location = accessed(handle, ObjectKind::atomic, address).location;
  const Result result = perform_on([&] {
    Request request = request_for(Operation::load, location, Demands::of_read(site.order.value));
    if (waits_for_change_of) look_for_change(request, *waits_for_change_of);
    return request;
  });
  if (records()) record_access(Action::load, handle, site, result);
  return result.before;
}

void Runtime::store(const Handle& handle, const void* address, std::uint64_t value, const detail::Site& site) {
  const unsigned location = accessed(handle, ObjectKind::atomic, address).location;
  const Result result = perform_on([&] {
    Request request = request_for(Operation::store, location, Demands::of_write(site.order.value));
    request.operand = value;
    return request;
  });
  if (records()) record_access(Action::store, handle, site, result);
}

std::uint64_t Runtime::modify(const Handle& handle, const void* address, Action action, std::uint64_t operand,
                              std::uint64_t mask, const detail::Site& site) {
  const unsigned location = accessed(handle, ObjectKind::atomic, address).location;
  const Result result = perform_on([&] {
    Request request = request_for(operation_of(action), location, Demands::of_both(site.order.value));
    request.operand = operand;
    request.mask = mask;
    return request;
  });
  if (records()) record_access(action, handle, site, result);
  return result.before;
}

bool Runtime::may_fail_weakly(Location location) {
  if (is_outside()) return false;
  // The same literal is the same call site as far as one program goes.
  const auto site = reinterpret_cast<std::uintptr_t>(location.file) * 0x10001U + location.line;
  auto& failures = self_->weak_failures;
  const auto known =
      std::find_if(failures.begin(), failures.end(), [&](const auto& each) { return each.first == site; });
  return (known == failures.end() ? 0 : known->second) < options_.weak_failures;
}

void Runtime::count_weak_failure(Location location) {
  const auto site = reinterpret_cast<std::uintptr_t>(location.file) * 0x10001U + location.line;
  auto& failures = self_->weak_failures;
  for (auto& [known, count] : failures)
    if (known == site) {
      ++count;
      return;
    }
  failures.emplace_back(site, 1);
}

detail::Exchange Runtime::compare_exchange(const Handle& handle, const void* address, std::uint64_t expected,
                                           std::uint64_t desired, bool weak, const detail::Site& success,
                                           LabelledOrder failure) {
  const unsigned location = accessed(handle, ObjectKind::atomic, address).location;
  const Operation operation = weak ? Operation::weak_compare_exchange : Operation::compare_exchange;
  const Result result = perform_on([&] {
    Request request = request_for(operation, location, Demands::of_both(success.order.value));
    request.failure = Demands::of_read(failure.value);
    if (faults.failure_as_success) request.failure = Demands::of_read(success.order.value);
    request.operand = desired;
    request.expected = expected;
    request.spurious = weak && may_fail_weakly(success.location);
    return request;
  });
  if (result.variant != 0) count_weak_failure(success.location);
  if (records()) {
    const Action action = result.wrote          ? Action::compare_exchange
                          : result.variant != 0 ? Action::spurious_failure
                                                : Action::failed_compare_exchange;
    Recorder::Entry entry{action, handle.number, success, true, result.before, {}, {}};
    if (!result.wrote) {
      entry.site.order.value = failure.value;
      if (!failure.label.empty()) entry.site.order.label = failure.label;
    }
    result.wrote ? entry.written = desired : entry.expected = expected;
    record(entry, last_event());
  }
  return {result.before, result.wrote};
}

void Runtime::fence(const detail::Site& site) {
  if (is_outside()) return;
  perform([&] { return request_for(Operation::fence, 0, Demands::of_both(site.order.value)); });
  if (recorder_ != nullptr) record({Action::fence, kNoObject, site, true, {}, {}, {}}, last_event());
}

// ---- mutexes

bool Runtime::acquire_mutex(const Handle& handle, Operation operation) {
  Request request =
      request_for(operation, safety_.object(handle).location, Demands::of_both(std::memory_order_acquire));
  request.failure = Demands::of_read(std::memory_order_relaxed);
  const Result result = perform_on([&] { return request; });
  if (result.wrote && !is_outside()) safety_.object(handle).writer = static_cast<std::uint8_t>(current_);
  return result.wrote;
}

void Runtime::release_mutex(const Handle& handle) {
  safety_.object(handle).writer = Moment::kOutside;
  const unsigned location = safety_.object(handle).location;
  perform_on([&] { return request_for(Operation::unlock, location, Demands::of_write(std::memory_order_release)); });
}

void Runtime::lock(const Handle& mutex, const void* address, Location location) {
  if (accessed(mutex, ObjectKind::mutex, address).writer == current_ && !is_outside())
    violate(Violation::mutex_misuse, "locks a mutex that it holds already");
  const detail::Site site{std::memory_order_acquire, location};
  expect_to_wait(Action::lock, mutex, site);
  acquire_mutex(mutex, Operation::lock);
  if (records()) record({Action::lock, mutex.number, site, false, {}, {}, {}}, last_event());
}

bool Runtime::try_lock(const Handle& mutex, const void* address, Location location) {
  if (accessed(mutex, ObjectKind::mutex, address).writer == current_ && !is_outside())
    violate(Violation::mutex_misuse, "tries to lock a mutex that it holds already");
  if (!is_outside()) mutex_use_->note_try_lock(safety_.object(mutex).location, current_);
  const bool locked = acquire_mutex(mutex, Operation::try_lock);
  const detail::Site site{std::memory_order_acquire, location};
  const Action action = locked ? Action::lock : Action::failed_try_lock;
  if (records()) record({action, mutex.number, site, false, {}, {}, {}}, last_event());
  return locked;
}

void Runtime::unlock(const Handle& mutex, const void* address, Location location) {
  const Object& object = accessed(mutex, ObjectKind::mutex, address);
  const bool holds = is_outside() ? value_outside(object.location) != 0 : object.writer == current_;
  if (!holds) violate(Violation::mutex_misuse, "unlocks a mutex that it does not hold");
  release_mutex(mutex);
  const detail::Site site{std::memory_order_release, location};
  if (records()) record({Action::unlock, mutex.number, site, false, {}, {}, {}}, last_event());
}

// ---- vars

void Runtime::read_var(const Handle& handle, const void* address, std::uint64_t value, Location location) {
  if (in_invariant_) violate(Violation::requirement, "the invariant reads a var, whose value is that of the end");
  Object& object = accessed(handle, ObjectKind::var, address);
  check(safety_.read_var(object, now()));
  if (records())
    record({Action::read, handle.number, {std::memory_order_relaxed, location}, false, value, {}, {}}, EventId::none());
}

void Runtime::write_var(const Handle& handle, const void* address, std::uint64_t value, Location location) {
  Object& object = accessed(handle, ObjectKind::var, address);
  check(safety_.write_var(object, now()));
  if (recorder_ != nullptr)
    record({Action::write, handle.number, {std::memory_order_relaxed, location}, false, {}, value, {}},
           EventId::none());
}

// ---- chance

unsigned Runtime::choose(unsigned possibilities, Location location) {
  if (possibilities == 0) violate(Violation::requirement, "a choice among nothing");
  if (is_outside()) return 0;
  Request request = request_for(Operation::choose, 0, {});
  request.operand = possibilities;
  const unsigned chosen = perform([&] { return request; }).variant;
  (void)location;
  return chosen;
}

// ---- memory

// What no arena has room for fails as it does in a program. What a larger one would have room for is no fault of the
// model.
void* Runtime::take_memory(std::size_t bytes, std::size_t alignment) {
  try {
    return arena_.allocate(is_outside() ? kOutside : current_, bytes, alignment);
  } catch (const std::bad_alloc&) {
    if (bytes > kMostArenaBytes) throw;
  }
  reach_limit("a thread of the model, or its constructor, allocates more than " + std::to_string(options_.arena_bytes) +
              " bytes in one execution, which arena_bytes (--arena-bytes) raises to at most " +
              std::to_string(kMostArenaBytes));
}

void* Runtime::allocate(std::size_t bytes, std::size_t alignment, Name name, Location location) {
  const bool comes_again = !is_outside() && safety_.reusable(bytes, alignment, now()) != nullptr;
  if (comes_again && !faults.no_addresses_come_again && choose(2, location) == 0) {
    Block& block = *safety_.reusable(bytes, alignment, now());
    safety_.reuse(block, now());
    block.name = name;
    record_note(Action::allocate, block.begin, location, EventId::none());
    return block.begin;
  }
  void* const memory = take_memory(bytes, alignment);
  safety_.allocate(static_cast<std::byte*>(memory), bytes, alignment, now()).name = name;
  if (!is_outside()) self_->streak = self_->position;
  record_note(Action::allocate, memory, location, EventId::none());
  return memory;
}

void* Runtime::allocate_exception(std::size_t bytes) {
  void* const memory = take_memory(bytes, alignof(std::max_align_t));
  thrown_.push_back(memory);
  if (!is_outside()) self_->streak = self_->position;
  return memory;
}

void Runtime::deallocate(void* memory, Location location) {
  if (std::erase(thrown_, memory) != 0) return;
  record_note(Action::deallocate, memory, location, EventId::none());
  check(safety_.deallocate(memory, now()));
  if (!is_outside()) self_->streak = self_->position;
}

void Runtime::yield(Location location) {
  if (!is_outside()) record_note(Action::yield, nullptr, location, EventId::none());
}

}  // namespace vigil::checker
