#pragma once

#include "cursor.hpp"
#include "program.hpp"

#include <cstdint>
#include <deque>
#include <optional>
#include <string_view>

namespace vigil::litmus {

// An object, or an array of them, as the text declares it.
struct Declared {
  std::string name;
  std::uint32_t first = 0;  // the object; that of the first element of an array
  std::uint32_t extent = 1;
  bool is_array = false;
  bool is_declared_plain = false;
  bool is_atomic = false;  // a declaration or an operation says so
  bool is_mutex = false;
};

// The objects of a program by their names. What an object is may be known only when all threads are read: one is atomic
// if any declaration says so, or if an atomic operation accesses it.
class Declarations {
 public:
  explicit Declarations(Program& program) : program_(program) {}

  [[nodiscard]] Declared* find(std::string_view name);
  // Declares an object that is new. Throws a TextError if there are too many.
  Declared& declare(const Token& name, std::optional<std::uint32_t> extent_of_array);
  // What a declaration says of it. Throws a TextError if it contradicts another.
  static void declare_kind(Declared& declared, Object::Kind kind, const Token& name);
  // Tells the program what each object is.
  void settle();

 private:
  Program& program_;
  std::deque<Declared> all_;  // pointers to them stay valid
};

// Reads "{ x=0; int y=1; atomic_int z[2]={0,1}; 0:r0=2; }". What it says of registers is returned: their threads may
// not be there.
struct InitialRegister {
  Token thread;
  Token name;
  Word value = 0;
};
[[nodiscard]] std::vector<InitialRegister> read_initial_state(Cursor& cursor, Program& program,
                                                              Declarations& declarations);

// "0:r0" or "P0:r0", if it comes next: the thread and the register. The thread's token has its number as value.
[[nodiscard]] std::optional<std::pair<Token, Token>> take_register(Cursor& cursor);

// The number in "P0", if the name is one of a thread.
[[nodiscard]] std::optional<Word> number_of_thread(std::string_view name);

}  // namespace vigil::litmus
