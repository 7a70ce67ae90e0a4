#include "runtime.hpp"

#include <vigil/checker/hooks.hpp>

#include <utility>

namespace vigil::checker::detail {

VIGIL_PER_THREAD constinit bool model_runs = false;
VIGIL_PER_THREAD constinit bool check_runs = false;
constinit bool new_is_tracked = false;

namespace {

template <class Ask>
decltype(auto) in_turn(Ask ask) {
  const CheckersTurn turn;
  return ask(Runtime::current().operations());
}

// The same, of code that is at this place, and uses this object.
template <class Ask>
decltype(auto) in_turn_at(const Location& location, const Handle& handle, Ask ask) {
  const CheckersTurn turn;
  Runtime& runtime = Runtime::current();
  runtime.replay().note_place(location, handle.number);
  return ask(runtime.operations());
}
template <class Ask>
decltype(auto) in_turn_at(const Location& location, Ask ask) {
  return in_turn_at(location, Handle{Recorder::Entry::kNoObject, 0}, std::move(ask));
}

// A relaxed fence is none, so it may also be where nothing is checked.
template <class Ask>
void at_fence(const Site& site, Ask ask) {
  if (site.order.value == std::memory_order_relaxed && !check_runs) return;
  in_turn_at(site.location,
             [&](Operations& operations) { ask(operations, operations.changed(OrderUse::fence, site)); });
}

template <class Ask>
decltype(auto) in_replay(Ask ask) {
  const CheckersTurn turn;
  return ask(Runtime::current().replay());
}

}  // namespace

Handle construct(ObjectKind kind, void* address, ValueType type, std::uint64_t initial, bool is_initialised,
                 Name name) {
  return in_turn(
      [&](Operations& operations) { return operations.construct(kind, address, type, initial, is_initialised, name); });
}
void destroy(Handle& handle, ObjectKind kind, const void* address, Location /*location*/) noexcept {
  in_turn([&](Operations& operations) { return operations.destroy(handle, kind, address); });
}
std::uint64_t load(const Handle& handle, const void* address, const Site& site) {
  return in_turn_at(site.location, handle, [&](Operations& operations) {
    return operations.load(handle, address, operations.changed(OrderUse::load, site));
  });
}
void store(const Handle& handle, const void* address, std::uint64_t value, const Site& site) {
  in_turn_at(site.location, handle, [&](Operations& operations) {
    return operations.store(handle, address, value, operations.changed(OrderUse::store, site));
  });
}
std::uint64_t modify(const Handle& handle, const void* address, Action action, std::uint64_t operand,
                     std::uint64_t mask, const Site& site) {
  return in_turn_at(site.location, handle, [&](Operations& operations) {
    return operations.modify(handle, address, action, operand, mask,
                             operations.changed(OrderUse::read_modify_write, site));
  });
}
Exchange compare_exchange(const Handle& handle, const void* address, std::uint64_t expected, std::uint64_t desired,
                          bool weak, const Site& success, LabelledOrder failure) {
  return in_turn_at(success.location, handle, [&](Operations& operations) {
    return operations.compare_exchange(handle, address, expected, desired, weak,
                                       operations.changed(OrderUse::read_modify_write, success),
                                       operations.changed_failure(success, failure));
  });
}
void wait(const Handle& handle, const void* address, std::uint64_t old, const Site& site) {
  in_turn_at(site.location, handle, [&](Operations& operations) {
    return operations.wait_for_change(handle, address, old, operations.changed(OrderUse::load, site));
  });
}
bool wait_for(const Handle& handle, const void* address, std::uint64_t old, const Site& site) {
  return in_turn_at(site.location, handle, [&](Operations& operations) {
    return operations.wait_for_change_for(handle, address, old, operations.changed(OrderUse::load, site));
  });
}
std::uint64_t spin_until(const Handle& handle, const void* address, const Condition& condition, const Site& site) {
  return in_turn_at(site.location, handle, [&](Operations& operations) {
    return operations.await(handle, address, condition, operations.changed(OrderUse::load, site));
  });
}
std::uint64_t spin_update(const Handle& handle, const void* address, const Condition& condition, const Site& success,
                          LabelledOrder failure) {
  return in_turn_at(success.location, handle, [&](Operations& operations) {
    return operations.await_rmw(handle, address, condition, operations.changed(OrderUse::read_modify_write, success),
                                operations.changed_failure(success, failure));
  });
}
std::optional<std::uint64_t> spin_update_for(const Handle& handle, const void* address, const Condition& condition,
                                             const Site& success, LabelledOrder failure) {
  return in_turn_at(success.location, handle, [&](Operations& operations) {
    return operations.await_rmw_for(handle, address, condition,
                                    operations.changed(OrderUse::read_modify_write, success),
                                    operations.changed_failure(success, failure));
  });
}
void exchange_or_wait(const Handle& handle, const void* address, std::uint64_t expected, std::uint64_t desired,
                      const Site& success, LabelledOrder failure) {
  in_turn_at(success.location, handle, [&](Operations& operations) {
    return operations.exchange_or_wait(handle, address, expected, desired,
                                       operations.changed(OrderUse::read_modify_write, success),
                                       operations.changed_failure(success, failure));
  });
}
// Not inlined: what the attempt leaves behind in its own frame, below this one, is no part of the state.
[[gnu::noinline]] void retry(bool (*attempt)(void*), void* argument) {
  const void* const frame = __builtin_frame_address(0);
  for (;;) {
    const auto begun = in_replay([&](Replay& replay) { return replay.begin_attempt(frame); });
    if (attempt(argument)) return;
    in_replay([&](Replay& replay) { replay.fail_attempt(begun); });
  }
}
bool unrolls() {
  return in_turn([](Operations& operations) { return operations.unrolls(); });
}
void notify(const Handle& handle, const void* address, bool all, Location location) {
  in_turn_at(location, handle,
             [&](Operations& operations) { return operations.notify(handle, address, all, location); });
}
void fence(const Site& site) {
  at_fence(site, [](Operations& operations, const Site& changed) { operations.fence(changed); });
}
void fence_light(const Site& site) {
  at_fence(site, [](Operations& operations, const Site& changed) {
    operations.fence(Operation::light_fence, Action::light_fence, changed);
  });
}
void fence_heavy(const Site& site) {
  at_fence(site, [](Operations& operations, const Site& changed) {
    operations.fence(Operation::heavy_fence, Action::heavy_fence, changed);
  });
}
void read_var(const Handle& handle, const void* address, std::uint64_t value, Location location) {
  in_turn_at(location, handle,
             [&](Operations& operations) { return operations.read_var(handle, address, value, location); });
}
void write_var(const Handle& handle, const void* address, std::uint64_t value, Location location) {
  in_turn_at(location, handle,
             [&](Operations& operations) { return operations.write_var(handle, address, value, location); });
}
void lock(const Handle& mutex, const void* address, Location location) {
  in_turn_at(location, mutex, [&](Operations& operations) { return operations.lock(mutex, address, location); });
}
bool try_lock(const Handle& mutex, const void* address, Location location) {
  return in_turn_at(location, mutex,
                    [&](Operations& operations) { return operations.try_lock(mutex, address, location); });
}
bool times_out(const Handle& handle, const void* address, Location location) {
  return in_turn_at(location, handle,
                    [&](Operations& operations) { return operations.times_out(handle, address, location); });
}
bool lock_for(const Handle& mutex, const void* address, Location location) {
  return in_turn_at(location, mutex,
                    [&](Operations& operations) { return operations.lock_for(mutex, address, location); });
}
void unlock(const Handle& mutex, const void* address, Location location) {
  in_turn_at(location, mutex, [&](Operations& operations) { return operations.unlock(mutex, address, location); });
}
void wait(const Handle& condition, const void* address, const Handle& mutex, const void* mutex_address,
          Location location) {
  in_turn_at(location, condition,
             [&](Operations& operations) { operations.wait(condition, address, mutex, mutex_address, location); });
}
bool wait_for(const Handle& condition, const void* address, const Handle& mutex, const void* mutex_address,
              Location location, bool may_be_late) {
  return in_turn_at(location, condition, [&](Operations& operations) {
    return operations.wait_for(condition, address, mutex, mutex_address, location, may_be_late);
  });
}
unsigned start_thread(std::function<void()> code, const ThreadCode& what, Location location) {
  return in_turn_at(location,
                    [&](Operations& operations) { return operations.start_thread(std::move(code), what, location); });
}
std::optional<unsigned> first_start_of(const ThreadCode& what) {
  return in_replay([&](const Replay& replay) { return replay.first_start_of(what); });
}
void backdate(const void* memory, unsigned event) {
  in_turn([&](Operations& operations) { operations.backdate(memory, event); });
}
void note_name_of(unsigned thread) {
  in_replay([thread](Replay& replay) { replay.note_name_of(thread); });
}
void join_thread(unsigned thread, Location location) {
  in_turn_at(location, [&](Operations& operations) { operations.join_thread(thread, location); });
}
unsigned current_thread() {
  return in_replay([](const Replay& replay) { return replay.current(); });
}
void* thread_specific(const void* key) {
  return in_turn([&](Operations& operations) { return operations.thread_specific(key); });
}
void set_thread_specific(const void* key, void* pointer) {
  in_turn([&](Operations& operations) { return operations.set_thread_specific(key, pointer); });
}
unsigned choose(unsigned possibilities, Location /*location*/) {
  return in_turn([&](Operations& operations) { return operations.choose(possibilities); });
}
void* allocate(std::size_t bytes, std::size_t alignment, Name name, Location location) {
  return in_turn([&](Operations& operations) { return operations.allocate(bytes, alignment, name, location); });
}
void* allocate_exception(std::size_t bytes) {
  return in_turn([&](Operations& operations) { return operations.allocate_exception(bytes); });
}
void deallocate(void* memory, Location location) {
  in_turn_at(location, [&](Operations& operations) { return operations.deallocate(memory, location); });
}
bool owns(const void* memory) { return Runtime::owns(memory); }
std::size_t bytes_of(const void* memory) {
  return in_turn([&](const Operations& operations) { return operations.bytes_of(memory); });
}
void yield(Location location) {
  in_turn([&](Operations& operations) { return operations.yield(location); });
}
void require(bool /*condition*/, const char* what, Location location) {
  in_turn_at(location, [&](Operations& operations) { return operations.require_failed(what); });
}
void assume(bool condition) {
  if (!condition) in_replay([](Replay& replay) { replay.exclude(); });
}
void refuse(const char* why) {
  const CheckersTurn turn;
  Runtime::current().replay().refuse(why);
}
void record_knowledge(Knowledge& knowledge) {
  in_turn([&](Operations& operations) { return operations.record_knowledge(knowledge); });
}

}  // namespace vigil::checker::detail
