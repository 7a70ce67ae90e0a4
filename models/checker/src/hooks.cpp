#include "runtime.hpp"

#include <vigil/checker/hooks.hpp>

#include <utility>

namespace vigil::checker::detail {

Handle construct(ObjectKind kind, const void* address, ValueType type, std::uint64_t initial, bool is_initialised,
                 Location /*location*/) {
  Object object;
  object.kind = kind;
  object.type = type;
  object.is_initialised = is_initialised;
  object.address = address;
  return Runtime::current().construct(object, initial);
}
void destroy(Handle& handle, ObjectKind kind, const void* address, Location /*location*/) noexcept {
  Runtime::current().destroy(handle, kind, address);
}
std::uint64_t load(const Handle& handle, const void* address, const Site& site) {
  return Runtime::current().load(handle, address, site);
}
void store(const Handle& handle, const void* address, std::uint64_t value, const Site& site) {
  Runtime::current().store(handle, address, value, site);
}
std::uint64_t modify(const Handle& handle, const void* address, Action action, std::uint64_t operand,
                     std::uint64_t mask, const Site& site) {
  return Runtime::current().modify(handle, address, action, operand, mask, site);
}
Exchange compare_exchange(const Handle& handle, const void* address, std::uint64_t expected, std::uint64_t desired,
                          bool weak, const Site& success, LabelledOrder failure) {
  return Runtime::current().compare_exchange(handle, address, expected, desired, weak, success, failure);
}
void wait(const Handle& handle, const void* address, std::uint64_t old, const Site& site) {
  Runtime::current().wait_for_change(handle, address, old, site);
}
void notify(const Handle& handle, const void* address, bool all, Location location) {
  Runtime::current().notify(handle, address, all, location);
}
void fence(const Site& site) { Runtime::current().fence(site); }
void read_var(const Handle& handle, const void* address, std::uint64_t value, Location location) {
  Runtime::current().read_var(handle, address, value, location);
}
void write_var(const Handle& handle, const void* address, std::uint64_t value, Location location) {
  Runtime::current().write_var(handle, address, value, location);
}
void lock(const Handle& mutex, const void* address, Location location) {
  Runtime::current().lock(mutex, address, location);
}
bool try_lock(const Handle& mutex, const void* address, Location location) {
  return Runtime::current().try_lock(mutex, address, location);
}
void unlock(const Handle& mutex, const void* address, Location location) {
  Runtime::current().unlock(mutex, address, location);
}
void wait(const Handle& condition, const void* address, const Handle& mutex, const void* mutex_address,
          Location location) {
  Runtime::current().wait(condition, address, mutex, mutex_address, location);
}
unsigned start_thread(std::function<void()> code, Location location) {
  return Runtime::current().start_thread(std::move(code), location);
}
void join_thread(unsigned thread, Location location) { Runtime::current().join_thread(thread, location); }
unsigned choose(unsigned possibilities, Location location) {
  return Runtime::current().choose(possibilities, location);
}
void* allocate(std::size_t bytes, std::size_t alignment, Location location) {
  return Runtime::current().allocate(bytes, alignment, location);
}
void deallocate(void* memory, Location location) { Runtime::current().deallocate(memory, location); }
void yield(Location location) { Runtime::current().yield(location); }
void require(bool /*condition*/, const char* what, Location location) {
  Runtime::current().require_failed(what, location);
}

}  // namespace vigil::checker::detail
