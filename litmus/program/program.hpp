#pragma once

#include <atomic>
#include <cstdint>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace vigil::litmus {

// A small concurrent program, whatever text it was read from: herd's C, or the notation of the random programs. The
// interpreter, the oracle and the native runner all run it.
//
// Every value is an int of 32 bits, kept without its sign. Arithmetic wraps around.
using Word = std::uint32_t;

// Where something stands in a text, both from 1. Line 0: nowhere.
struct Place {
  unsigned line = 0;
  unsigned column = 0;

  friend bool operator==(const Place&, const Place&) = default;
};

// What the threads share. An array is as many objects as it has elements, one after the other: "y[0]", "y[1]".
struct Object {
  enum class Kind : std::uint8_t {
    atomic,
    plain,  // an int; its accesses must not race
    mutex,
    condition_variable,
  };
  std::string name;
  Kind kind = Kind::atomic;
  Word initial = 0;

  friend bool operator==(const Object&, const Object&) = default;
};

// An expression over constants and the registers of one thread; it reads no memory. `left` and `right` are numbers
// in Program::expressions, smaller than its own.
struct Expression {
  enum class Kind : std::uint8_t {
    constant,  // `value`
    reg,       // the register `value`
    add,
    subtract,
    multiply,
    bit_and,
    bit_or,
    bit_xor,
    equal,  // this and the rest give 0 or 1
    not_equal,
    less,  // of signed values, as the next
    less_or_equal,
    logical_and,
    logical_or,
    logical_not,  // of `left`
  };
  Kind kind = Kind::constant;
  Word value = 0;
  std::uint32_t left = 0;
  std::uint32_t right = 0;

  friend bool operator==(const Expression&, const Expression&) = default;
};

// Of an expression or of a register: there is none.
inline constexpr std::uint32_t kNone = ~std::uint32_t{0};

struct Instruction {
  enum class Kind : std::uint8_t {
    // Accesses of an atomic.
    load,
    store,
    exchange,
    fetch_add,
    fetch_sub,
    fetch_and,
    fetch_or,
    fetch_xor,
    compare_exchange,
    weak_compare_exchange,
    // Loops as one instruction, which waits for a value of an atomic or for a mutex.
    await,           // loads until the value is at least `operand`
    await_exchange,  // tries a compare-exchange until it succeeds
    reloading_add,   // loads, and tries to add by a compare-exchange, until it succeeds; `failure` is the order of the
                     // load
    carrying_add,    // the same, but tries again with the value that the failed attempt read
    await_lock,      // tries to lock a mutex until it succeeds
    // Other operations.
    plain_load,
    plain_store,
    fence,
    light_fence,  // the two asymmetric ones; herd's C has no word for them
    heavy_fence,
    lock,
    try_lock,  // `result` is 1 if it locked the mutex, else 0
    unlock,
    wait,        // on the condition variable `object`, with `mutex`
    notify_one,  // of a condition variable
    notify_all,
    atomic_wait,  // until the value is not `operand`
    atomic_notify_one,
    atomic_notify_all,
    // Without an operation.
    set,           // the register `result` to `operand`
    jump,          // to `target`
    jump_if_zero,  // to `target`, if `operand` is 0
  };
  Kind kind = Kind::load;
  std::memory_order order = std::memory_order_relaxed;
  std::memory_order failure = std::memory_order_relaxed;
  std::uint32_t object = 0;  // a number in Program::objects
  std::uint32_t mutex = 0;
  std::uint32_t index = kNone;     // an expression: the element of the array that begins at `object`
  std::uint32_t extent = 1;        // of that array
  std::uint32_t operand = kNone;   // an expression: stored, added, desired
  std::uint32_t expected = kNone;  // an expression, of a compare-exchange
  std::uint32_t result = kNone;    // a register: what was read
  std::uint32_t success = kNone;   // a register: 1 if a compare-exchange succeeded, else 0
  std::uint32_t target = 0;        // an instruction, or the end of the thread
  Place place = {};                // in the text
  Place order_place = {};          // of the memory order in it, and of that of a failure; nowhere if it is implied
  Place failure_place = {};
};

struct Thread {
  std::string name;
  std::vector<Instruction> code;
  std::vector<std::string> registers;  // their names; empty for one that the text does not name
};

struct Program {
  std::string name;
  std::vector<Object> objects;
  std::vector<Expression> expressions;
  std::vector<Thread> threads;
};

// Whether the instruction is an operation on an atomic that is given a memory order.
[[nodiscard]] constexpr bool is_atomic_access(Instruction::Kind kind) {
  return kind <= Instruction::Kind::carrying_add;
}
// Whether it accesses memory as C's plain variables are accessed.
[[nodiscard]] constexpr bool is_plain_access(Instruction::Kind kind) {
  return kind == Instruction::Kind::plain_load || kind == Instruction::Kind::plain_store;
}
[[nodiscard]] constexpr bool is_fence(Instruction::Kind kind) {
  return kind >= Instruction::Kind::fence && kind <= Instruction::Kind::heavy_fence;
}
// Whether it is a step that other threads can observe, or that the checker counts as one.
[[nodiscard]] constexpr bool is_operation(Instruction::Kind kind) { return kind < Instruction::Kind::set; }

// The value of an expression; `registers` are those of its thread.
[[nodiscard]] Word value_of(const Program& program, std::uint32_t expression, std::span<const Word> registers);

}  // namespace vigil::litmus
