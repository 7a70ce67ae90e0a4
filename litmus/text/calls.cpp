#include "text_error.hpp"
#include "thread_reader.hpp"

namespace vigil::litmus {

CalledFunction ThreadReader::function_name() {
  const Token name = cursor_.expect_name("the name of a function");
  const auto function = find_function(name.text);
  if (!function)
    fail(name.place, quoted(name.text) + " is not a supported function; supported are " + supported_functions());
  cursor_.expect("(");
  return *function;
}

std::uint32_t ThreadReader::call_with_value() {
  const Token name = cursor_.peek();
  const CalledFunction function = function_name();
  if (gives_no_value(function.kind)) fail(name.place, quoted(name.text) + " gives no value");
  const Location location = atomic_argument();
  if (is_one_compare_exchange(function.kind)) return compare_exchange(function, location, name.place);
  return read_modify_write(function, location, name.place);
}

void ThreadReader::call_without_value() {
  const Place place = cursor_.peek().place;
  const CalledFunction function = function_name();
  if (function.kind == Instruction::Kind::fence) return fence(place);
  if (function.kind != Instruction::Kind::store) return mutex_operation(function.kind, place);
  const Location location = atomic_argument();
  const std::uint32_t value = value_argument();
  Instruction& instruction = access(function.kind, location);
  instruction.place = place;
  instruction.operand = value;
  orders(function, instruction);
}

// An atomic operation makes its object an atomic, whatever its declarations say.
ThreadReader::Location ThreadReader::atomic_argument() {
  const Location found = location();
  if (found.declared->is_mutex) fail(found.place, quoted(found.declared->name) + " is a mutex");
  found.declared->is_atomic = true;
  return found;
}

std::uint32_t ThreadReader::value_argument() {
  cursor_.expect(",");
  return expression();
}

// A load is one without an operand.
std::uint32_t ThreadReader::read_modify_write(CalledFunction function, const Location& location, Place place) {
  const std::uint32_t operand = function.kind == Instruction::Kind::load ? kNone : value_argument();
  const std::uint32_t result = build_.unnamed_register(place);
  Instruction& instruction = access(function.kind, location);
  instruction.place = place;
  instruction.operand = operand;
  instruction.result = result;
  orders(function, instruction);
  return build_.value_of_register(result, place);
}

std::uint32_t ThreadReader::compare_exchange(CalledFunction function, const Location& location, Place place) {
  cursor_.expect(",");
  Instruction instruction;
  instruction.kind = function.kind;
  instruction.place = place;
  instruction.object = location.object;
  instruction.index = location.index;
  instruction.extent = location.extent;
  Location expected;
  const bool is_in_memory = is_location();
  if (is_in_memory) {
    expected = this->location();
  } else {
    cursor_.expect("&");
    const Token name = cursor_.next();
    const auto number = build_.find_register(name.text);
    if (!number) fail(name.place, quoted(name.text) + " is neither a register nor a parameter of this thread");
    instruction.result = *number;
  }
  instruction.operand = value_argument();
  orders(function, instruction);
  return is_in_memory ? compare_exchange_of_memory(instruction, expected) : compare_exchange_of_register(instruction);
}

// C writes what it has read into the register if it fails. If it succeeds, that is what the register holds already.
std::uint32_t ThreadReader::compare_exchange_of_register(Instruction instruction) {
  const Place place = instruction.place;
  instruction.expected = build_.value_of_register(instruction.result, place);
  instruction.success = build_.unnamed_register(place);
  build_.emit(instruction.kind, place) = instruction;
  return build_.value_of_register(instruction.success, place);
}

// In memory only a failure writes: a store on success could race. These accesses are plain, whatever the type of the
// pointer is, since C's functions take an int*.
std::uint32_t ThreadReader::compare_exchange_of_memory(Instruction instruction, const Location& expected) {
  const Place place = instruction.place;
  const std::uint32_t read = build_.unnamed_register(place);
  access(Instruction::Kind::plain_load, expected).result = read;
  instruction.expected = build_.value_of_register(read, place);
  instruction.result = build_.unnamed_register(place);
  instruction.success = build_.unnamed_register(place);
  build_.emit(instruction.kind, place) = instruction;
  const std::uint32_t success = build_.value_of_register(instruction.success, place);
  const std::uint32_t jump = jump_if_zero(build_.logical_not(success, place), place);
  const std::uint32_t found = build_.value_of_register(instruction.result, place);
  access(Instruction::Kind::plain_store, expected).operand = found;
  build_.at(jump).target = build_.end();
  return success;
}

void ThreadReader::fence(Place place) {
  Instruction& instruction = build_.emit(Instruction::Kind::fence, place);
  instruction.order = order(instruction.order_place);
  cursor_.expect(")");
}

void ThreadReader::mutex_operation(Instruction::Kind kind, Place place) {
  const Location found = location();
  if (!found.declared->is_mutex)
    fail(found.place, quoted(found.declared->name) + " is not a mutex; one is declared as mtx_t*");
  Instruction& instruction = build_.emit(kind, place);
  instruction.object = found.object;
  instruction.index = found.index;
  instruction.extent = found.extent;
  cursor_.expect(")");
}

// Reads the rest of the arguments.
void ThreadReader::orders(CalledFunction function, Instruction& instruction) {
  instruction.order = std::memory_order_seq_cst;
  if (is_one_compare_exchange(function.kind)) instruction.failure = std::memory_order_seq_cst;
  if (function.is_explicit) {
    cursor_.expect(",");
    instruction.order = order(instruction.order_place);
    if (is_one_compare_exchange(function.kind)) {
      cursor_.expect(",");
      instruction.failure = order(instruction.failure_place);
    }
  }
  cursor_.expect(")");
}

std::memory_order ThreadReader::order(Place& place) {
  const Token name = cursor_.expect_name("a memory order");
  const auto found = find_order(name.text);
  if (!found)
    fail(name.place, quoted(name.text) +
                         " is no memory order; expected relaxed, acquire, release, acq_rel, seq_cst or consume behind "
                         "memory_order_");
  place = name.place;
  return *found;
}

}  // namespace vigil::litmus
