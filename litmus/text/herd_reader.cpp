#include "herd_reader.hpp"

#include "characters.hpp"
#include "condition_reader.hpp"
#include "declarations.hpp"
#include "header.hpp"
#include "limits.hpp"
#include "text_error.hpp"
#include "thread_reader.hpp"

#include <algorithm>
#include <iterator>

namespace vigil::litmus {
namespace {

// Whether a thread begins here, as "P0 (" or "void P0 (".
bool is_thread(const Cursor& cursor) {
  const std::size_t name = cursor.is("void") ? 1 : 0;
  return cursor.is(Token::Kind::name, name) && number_of_thread(cursor.peek(name).text).has_value();
}

void read_thread(Cursor& cursor, Program& program, Declarations& declarations,
                 const std::vector<InitialRegister>& initial) {
  cursor.take("void");
  const Token name = cursor.next();
  const std::size_t number = program.threads.size();
  if (number_of_thread(name.text) != number)
    throw TextError(name.place, "expected P" + std::to_string(number) + " instead of " + quoted(name.text));
  if (number == kMaximalThreads)
    throw TextError(name.place, "more than " + std::to_string(kMaximalThreads) + " threads");
  program.threads.emplace_back().name = name.text;
  std::vector<InitialRegister> own;
  std::ranges::copy_if(initial, std::back_inserter(own),
                       [number](const InitialRegister& each) { return each.thread.value == number; });
  ThreadReader(cursor, program, declarations, number).read(own);
}

void read_threads(Cursor& cursor, Program& program, Declarations& declarations) {
  const auto initial = read_initial_state(cursor, program, declarations);
  while (is_thread(cursor)) read_thread(cursor, program, declarations, initial);
  if (program.threads.empty()) cursor.expected("the thread P0");
  for (const InitialRegister& each : initial)
    if (each.thread.value >= program.threads.size())
      throw TextError(each.thread.place, "there is no thread " + std::to_string(each.thread.value));
}

}  // namespace

Test read_herd(std::string_view text) {
  Characters characters(text);
  if (text.size() > kMaximalBytes)
    throw TextError(characters.place(), "the text is longer than " + std::to_string(kMaximalBytes) + " bytes");
  Test test;
  read_header(characters, test);
  Cursor cursor(tokens_of(characters));
  Declarations declarations(test.program);
  read_threads(cursor, test.program, declarations);
  declarations.settle();
  read_question(cursor, declarations, test);
  return test;
}

}  // namespace vigil::litmus
