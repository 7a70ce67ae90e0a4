#pragma once

#include <atomic>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace vigil::conformance {

// A small concurrent program, whose executions the checker and the oracle both enumerate.
//
// In text, threads are separated by `|` or `‖` and instructions by `;`. Everything starts at 0.
//
//   x=1 rlx                      store
//   a=x acq                      load
//   a=x.exchange(1) acq_rel      also fetch_add; `a=` may be left out
//   x.cas(0,1) sc, fail rlx      compare-exchange, expected and desired; weak_cas is the weak one
//   fence sc                     also light and heavy, the two asymmetric fences
//   await x>=1 acq               loads until the value is large enough
//   until x.cas(0,1) acq, fail rlx
//   x.cas_add(1) sc, fail rlx    loads and tries to compare-exchange until it succeeds
//   x.carry_add(1) sc, fail rlx  the same, but tries again with the value that the failed attempt read
//   lock m; unlock m; until try_lock m
//   try_lock m                   reads 1 if it locked the mutex, else 0
//   wait c m                     on the condition variable c with the mutex m; notify_one c; notify_all c
//   x.wait(0) acq                until the value is another one; x.notify_one(); x.notify_all()
//
// Orders are rlx, acq, rel, acq_rel and sc. An instruction after `if odd` is executed if the last value that its thread
// read is odd. Values that waits return do not count as read.

enum class Kind : std::uint8_t {
  load,
  store,
  exchange,
  fetch_add,
  compare_exchange,
  weak_compare_exchange,
  await_exchange,
  reloading_add,
  carrying_add,
  await,
  fence,
  light_fence,
  heavy_fence,
  lock,
  try_lock,
  await_lock,
  unlock,
  wait,
  notify_one,
  notify_all,
  atomic_wait,
  atomic_notify_one,
  atomic_notify_all,
};

struct Instruction {
  Kind kind = Kind::load;
  bool if_odd = false;
  unsigned object = 0;    // the number of an atomic, a mutex or a condition variable
  unsigned mutex = 0;     // that `wait` releases
  unsigned value = 0;     // stored, added, desired, waited for
  unsigned expected = 0;  // by a compare-exchange
  std::memory_order order = std::memory_order_relaxed;
  std::memory_order failure = std::memory_order_relaxed;
  std::string result = {};  // the name of what is read; may be empty

  friend bool operator==(const Instruction&, const Instruction&) = default;
};

struct Program {
  std::vector<std::vector<Instruction>> threads = {};
  unsigned atomics = 0;
  unsigned mutexes = 0;
  unsigned conditions = 0;

  friend bool operator==(const Program&, const Program&) = default;
};

// Objects are numbered in the order in which the text names them.
// Throws std::invalid_argument, with the place and what was expected there.
[[nodiscard]] Program parse(std::string_view text);

// A text that `parse` takes for the same program, up to the numbers of objects.
[[nodiscard]] std::string print(const Program& program);

// "x", "y", "z" and so on, as `print` writes them.
[[nodiscard]] std::string name_of_atomic(unsigned number);

[[nodiscard]] constexpr bool is_fence(Kind kind) { return kind >= Kind::fence && kind <= Kind::heavy_fence; }

// Whether the kind is an access that gives back what it read.
[[nodiscard]] constexpr bool gives_back(Kind kind) { return kind <= Kind::await && kind != Kind::store; }

}  // namespace vigil::conformance
