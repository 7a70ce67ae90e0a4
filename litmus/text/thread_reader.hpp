#pragma once

#include "cursor.hpp"
#include "declarations.hpp"
#include "functions.hpp"
#include "program.hpp"
#include "thread_builder.hpp"

#include <map>
#include <span>
#include <string_view>

namespace vigil::litmus {

// Reads "P0 (atomic_int* x, int* y) { ... }" and compiles it to flat code. What reads memory inside an expression
// becomes an instruction of its own, into a register without a name, in C's order from left to right.
class ThreadReader {
 public:
  ThreadReader(Cursor& cursor, Program& program, Declarations& declarations, std::size_t thread)
      : cursor_(cursor), program_(program), declarations_(declarations), build_(program, thread) {}

  // `initial` are the registers of this thread that the initial state gives a value.
  void read(std::span<const InitialRegister> initial);

 private:
  // A parameter points to an object. Its type decides whether *x is an atomic access; another thread may see the same
  // object by a pointer of another type.
  struct Parameter {
    Declared* object;
    bool is_atomic;
  };
  // What a pointer points to: the element `index` of an array, or an object.
  struct Location {
    Declared* declared = nullptr;
    std::uint32_t object = 0;
    std::uint32_t extent = 1;
    std::uint32_t index = kNone;
    bool is_atomic = false;  // the pointer is one to an atomic
    Place place;
  };

  // In thread_reader.cpp.
  void parameters();
  void parameter();
  void initial_registers(std::span<const InitialRegister> initial);
  [[nodiscard]] const Parameter* find_parameter(std::string_view name) const;

  // In statements.cpp.
  void statement();
  void block();
  void body();
  void if_statement();
  void while_statement();
  void do_statement();
  bool take_declaration();
  void declared_register();
  bool take_assignment();
  void access_statement();
  void expression_statement();
  std::uint32_t condition_in_parentheses();
  std::uint32_t jump_if_zero(std::uint32_t condition, Place place);
  [[nodiscard]] std::uint32_t new_register(const Token& name);

  // In expressions.cpp. Each returns the number of an expression.
  std::uint32_t expression() { return binary(0); }
  std::uint32_t binary(unsigned precedence);
  std::uint32_t logical(Expression::Kind kind, std::uint32_t left, unsigned precedence, Place place);
  void refuse_unsupported_operator() const;
  std::uint32_t unary();
  std::uint32_t primary();
  std::uint32_t named_value();

  // In locations.cpp.
  [[nodiscard]] bool is_location() const;
  Location location();      // where a pointer is due: x, x+e, &x, &y[e], y[e]
  Location dereferenced();  // what comes behind '*'
  Location lvalue();        // x, *x, y[e]
  Location lvalue_behind_and();
  Location element();
  Location named_location();
  void add_index(Location& location, std::uint32_t index);
  void settle_index(Location& location);
  Instruction& access(Instruction::Kind kind, const Location& location);
  std::uint32_t load(const Location& location);
  void store(const Location& location, std::uint32_t value);

  // In calls.cpp.
  std::uint32_t call_with_value();
  void call_without_value();
  CalledFunction function_name();
  Location atomic_argument();
  std::uint32_t value_argument();
  std::uint32_t read_modify_write(CalledFunction function, const Location& location, Place place);
  std::uint32_t compare_exchange(CalledFunction function, const Location& location, Place place);
  std::uint32_t compare_exchange_of_register(Instruction instruction);
  std::uint32_t compare_exchange_of_memory(Instruction instruction, const Location& expected);
  void fence(Place place);
  void mutex_operation(Instruction::Kind kind, Place place);
  void orders(CalledFunction function, Instruction& instruction);
  std::memory_order order(Place& place);

  // The text may nest only so deep: reading recurses.
  class Nesting {
   public:
    explicit Nesting(ThreadReader& reader);
    ~Nesting() { --reader_.nesting_; }
    Nesting(const Nesting&) = delete;
    Nesting& operator=(const Nesting&) = delete;

   private:
    ThreadReader& reader_;
  };

  [[noreturn]] static void fail(Place place, const std::string& problem);

  Cursor& cursor_;
  Program& program_;
  Declarations& declarations_;
  ThreadBuilder build_;
  std::map<std::string, Parameter, std::less<>> parameters_;
  unsigned nesting_ = 0;
};

}  // namespace vigil::litmus
