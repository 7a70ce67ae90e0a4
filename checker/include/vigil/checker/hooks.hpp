#pragma once

#include <vigil/atomics/location.hpp>
#include <vigil/atomics/name.hpp>
#include <vigil/atomics/order.hpp>
#include <vigil/checker/execution.hpp>
#include <vigil/checker/knowledge.hpp>
#include <vigil/checker/per_thread.hpp>
#include <vigil/checker/thread_code.hpp>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>

namespace vigil::checker {

struct Registers;
extern "C" void vigil_checker_capture(Registers* registers) noexcept;

// What `CheckedAtomics` asks of the execution that it runs in. Not for models.
namespace detail {

enum class ObjectKind : std::uint8_t { atomic, var, mutex, condition_variable, thread };

// What an object of the layer keeps of itself; the rest is the checker's. Memory that nobody constructed an object in
// has no valid one.
// One word, the seal above, so that it can be recognised on a stack.
struct alignas(std::uint64_t) Handle {
  std::uint32_t number = 0;
  std::uint32_t seal = 0;
};

// How a value is written for people. A word is a number or a pointer, which shows by its value.
struct ValueType {
  enum class Kind : std::uint8_t { unsigned_integer, signed_integer, boolean, pointer, word, other };
  Kind kind = Kind::other;
  std::uint8_t bytes = 0;
};

struct Exchange {
  std::uint64_t before = 0;
  bool written = false;
};

// Where an operation was written, and what the order table calls it.
struct Site {
  LabelledOrder order;
  Location location;
};

// The place of an operation inside an object of the standard library, such as a semaphore: no program chooses its
// order.
[[nodiscard]] constexpr Location in_library(Location location) {
  location.unused = 1;
  return location;
}
[[nodiscard]] constexpr bool is_in_library(const Location& location) { return location.unused != 0; }

// Only the address counts. Its type is not `const void*`, because g++ 12 takes an argument of that type for a read of
// an object that is being constructed, and warns (-Wmaybe-uninitialized).
Handle construct(ObjectKind kind, void* address, ValueType type, std::uint64_t initial, bool is_initialised, Name name);
void destroy(Handle& handle, ObjectKind kind, const void* address, Location location) noexcept;

std::uint64_t load(const Handle& handle, const void* address, const Site& site);
void store(const Handle& handle, const void* address, std::uint64_t value, const Site& site);
std::uint64_t modify(const Handle& handle, const void* address, Action action, std::uint64_t operand,
                     std::uint64_t mask, const Site& site);
Exchange compare_exchange(const Handle& handle, const void* address, std::uint64_t expected, std::uint64_t desired,
                          bool weak, const Site& success, LabelledOrder failure);
void wait(const Handle& handle, const void* address, std::uint64_t old, const Site& site);
// With a time limit: false if it ended the wait. A loop may wait here that times out forever, so the caller shows its
// state first, as before a load; so it does before the other waits with a time limit.
[[nodiscard]] bool wait_for(const Handle& handle, const void* address, std::uint64_t old, const Site& site);

// What a thread spins for: a function of the value and of two words. To change the value it changes its argument.
struct Condition {
  // What the thread does until then: a livelock, a deadlock, or a missed wake if it is forever. A wait with a time
  // limit is one that does not end by it: see `times_out`.
  enum class Wait : std::uint8_t { spins, blocks, sleeps, has_time_limit };
  bool (*holds)(std::uint64_t& value, std::uint64_t first, std::uint64_t second);
  std::uint64_t first = 0, second = 0;
  Wait wait = Wait::spins;
};
std::uint64_t spin_until(const Handle& handle, const void* address, const Condition& condition, const Site& site);
std::uint64_t spin_update(const Handle& handle, const void* address, const Condition& condition, const Site& success,
                          LabelledOrder failure);
// With a time limit: nothing if it ended the wait.
[[nodiscard]] std::optional<std::uint64_t> spin_update_for(const Handle& handle, const void* address,
                                                           const Condition& condition, const Site& success,
                                                           LabelledOrder failure);
void exchange_or_wait(const Handle& handle, const void* address, std::uint64_t expected, std::uint64_t desired,
                      const Site& success, LabelledOrder failure);
void retry(bool (*attempt)(void*), void* argument);
// Whether every iteration of every loop is explored.
[[nodiscard]] bool unrolls();
void notify(const Handle& handle, const void* address, bool all, Location location);
void fence(const Site& site);
void fence_light(const Site& site);
void fence_heavy(const Site& site);

void read_var(const Handle& handle, const void* address, std::uint64_t value, Location location);
void write_var(const Handle& handle, const void* address, std::uint64_t value, Location location);

void lock(const Handle& mutex, const void* address, Location location);
bool try_lock(const Handle& mutex, const void* address, Location location);
// How a wait with a time limit ends that begins now: whether by the limit. Then it must turn out to have had to wait.
[[nodiscard]] bool times_out(const Handle& handle, const void* address, Location location);
// With a time limit: false if it ended the wait.
[[nodiscard]] bool lock_for(const Handle& mutex, const void* address, Location location);
void unlock(const Handle& mutex, const void* address, Location location);
void wait(const Handle& condition, const void* address, const Handle& mutex, const void* mutex_address,
          Location location);
// With a time limit: false if it ended the wait. The thread has the mutex again in both cases. The limit may come
// between a notification and the moment at which the thread has the mutex again: then the notification was taken, and
// the result is false all the same. `may_be_late`: whether that is explored.
[[nodiscard]] bool wait_for(const Handle& condition, const void* address, const Handle& mutex,
                            const void* mutex_address, Location location, bool may_be_late = true);

// `what`: if it is known, the thread may be taken for exchangeable with others that run the same.
[[nodiscard]] unsigned start_thread(std::function<void()> code, const ThreadCode& what, Location location);
// The event by which the calling thread started the first of these threads, with which one that it starts now would be
// exchanged; nothing if there is none.
[[nodiscard]] std::optional<unsigned> first_start_of(const ThreadCode& what);
// Memory that only the thread uses which is started next, as if it had been allocated before this event.
void backdate(const void* memory, unsigned event);
// The program has learnt the name of a thread: if it is exchanged with others, that was wrong.
void note_name_of(unsigned thread);
void join_thread(unsigned thread, Location location);
// The number of the calling thread; Knowledge::kOutside in setup and finish.
[[nodiscard]] unsigned current_thread();
[[nodiscard]] void* thread_specific(const void* key);
void set_thread_specific(const void* key, void* pointer);
[[nodiscard]] unsigned choose(unsigned possibilities, Location location);

[[nodiscard]] void* allocate(std::size_t bytes, std::size_t alignment, Name name, Location location);
void deallocate(void* memory, Location location);
// For an object that the model throws.
[[nodiscard]] void* allocate_exception(std::size_t bytes);
// Whether the memory is of the kind that `allocate` gives, in this execution or an earlier one.
[[nodiscard]] bool owns(const void* memory);
// Of memory of this execution; 0 if no block that is in use begins there.
[[nodiscard]] std::size_t bytes_of(const void* memory);
// Set where a model's `new` takes its memory from `allocate`: by a global `new`, or by a malloc that `new` asks.
extern constinit bool new_is_tracked;
void yield(Location location);
void require(bool condition, const char* what, Location location);
// An execution in which it is false is none: the thread ends there, and the execution counts as blocked.
void assume(bool condition);
// The search ends: the model does what cannot be explored.
[[noreturn]] void refuse(const char* why);
void record_knowledge(Knowledge& knowledge);

// Where the state of the calling thread is wanted, for the recognition of spins; null where it is not.
extern VIGIL_PER_THREAD constinit Registers* wanted_state;
inline void show_state() {
  if (wanted_state != nullptr) [[unlikely]]
    vigil_checker_capture(wanted_state);
}

}  // namespace detail
}  // namespace vigil::checker
