// What the reader refuses, with the place and the words.
#include "herd_reader.hpp"
#include "limits.hpp"
#include "text_error.hpp"

#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <vector>

namespace vigil::litmus {
namespace {

std::string error_of(std::string_view text) {
  try {
    static_cast<void>(read_herd(text));
  } catch (const TextError& error) {
    return error.what();
  }
  return "no error";
}

// The code begins in the third line.
std::string error_in_code(std::string_view code) {
  return error_of("C t\n{ y[2]={0,0}; } P0 (atomic_int* x, int* p, atomic_int* y, mtx_t* m) {\n" + std::string(code) +
                  " }");
}
// The question too.
std::string error_in_question(std::string_view question) {
  return error_of("C t\n{ x=0; y[2]={0,0}; mtx_t m; } P0 (int* x) { int r; }\n" + std::string(question));
}

struct Case {
  std::string text;
  std::string error;
};

const std::string kTypes = "int, atomic_int, _Atomic int, _Atomic(int) and mtx_t, also volatile or const";
const std::string kFunctionList =
    "atomic_load, atomic_store, atomic_exchange, atomic_fetch_add, _sub, _and, _or and _xor, "
    "atomic_compare_exchange_strong and _weak, all of these also with _explicit, atomic_thread_fence, mtx_lock and "
    "mtx_unlock";
const std::string kOperators = "supported are + - * & | ^ == != < <= > >= && || ! and the unary -";

TEST(HerdErrors, NamesAnotherLanguage) {
  const std::string due = "' is not supported; expected 'C' and the name of the test, as in herd's litmus tests in C";
  for (const std::string language : {"X86", "X86_64", "AArch64", "LISA", "OPENCL", "{"})
    EXPECT_EQ(error_of("\n " + language + " MP\n{}"), "2:2: '" + language + due);
  EXPECT_EQ(error_of(""), "1:1: expected 'C' and the name of the test");
  EXPECT_EQ(error_of("(* only *)\n"), "2:1: expected 'C' and the name of the test");
}

TEST(HerdErrors, NamesWhatIsWrongInTheHeader) {
  const std::vector<Case> kCases{
      {"C", "1:2: expected the name of the test behind 'C'"},
      {"C \n{}", "1:3: expected the name of the test behind 'C'"},
      {"C t\n\"a", "2:1: this description has no end"},
      {"C t\nhello\n{}", "2:1: expected a line 'Key=value', or the initial state in '{' and '}'"},
      {"C t\n 1=2\n{}", "2:2: expected a line 'Key=value', or the initial state in '{' and '}'"},
      {"C t\nA=b", "2:4: expected the initial state in '{' and '}' at the end of the text"},
      {"C t\n(* (* *)", "2:1: this comment has no end"},
      {"C t {\n /* *", "2:2: this comment has no end"},
  };
  for (const auto& [text, error] : kCases) EXPECT_EQ(error_of(text), error) << text;
}

TEST(HerdErrors, NamesWhatIsWrongInTheInitialState) {
  const std::vector<Case> kCases{
      {"C t\n{ x=0 y=1; }", "2:7: expected ';' instead of 'y'"},
      {"C t\n{ x=0;", "2:7: expected the name of an object or a register, as in x=0 or 0:r0=0, at the end of the text"},
      {"C t\n{ x=y; }",
       "2:5: expected a number instead of 'y'; a pointer or another object is not supported as a value"},
      {"C t\n{ 0:r=&x; }",
       "2:7: expected a number instead of '&'; a pointer or another object is not supported as a value"},
      {"C t\n{ x=; }", "2:5: expected a number instead of ';'"},
      {"C t\n{ x=0; [x]=1; }", "2:9: 'x' is declared twice in the initial state"},
      {"C t\n{ int* x; }", "2:6: a pointer is not supported as an object"},
      {"C t\n{ uint64_t x; }", "2:3: 'uint64_t' is not a supported type; supported are " + kTypes},
      {"C t\n{ thing x; }", "2:3: 'thing' is not a supported type; supported are " + kTypes},
      {"C t\n{ long long x; }", "2:3: 'long' is not a supported type; supported are " + kTypes},
      {"C t\n{ _Atomic(long) x; }", "2:11: 'long' is not a supported type; supported are " + kTypes},
      {"C t\n{ _Atomic( 3 }", "2:12: expected a type (" + kTypes + ") instead of '3'"},
      {"C t\n{ y[0]; }", "2:5: an array has at least one element"},
      {"C t\n{ y[n]; }", "2:5: expected the number of elements instead of 'n'"},
      {"C t\n{ y[2]=1; }", "2:8: expected the values of all elements, as in y[2]={0,1}, instead of '1'"},
      {"C t\n{ y[2]={1,2,3}; }", "2:13: more values than 'y' has elements"},
      {"C t\n{ y[2]={1 2}; }", "2:11: expected ',' instead of '2'"},
      {"C t\n{ mtx_t m=0; }", "2:10: a mutex has no value"},
      {"C t\n{ if=0; }", "2:3: 'if' cannot name an object"},
      {"C t\n{ x=0x; }", "2:5: '0x' is no number; expected a decimal or a hexadecimal one, without a suffix"},
      {"C t\n{ x=1U; }", "2:5: '1U' is no number; expected a decimal or a hexadecimal one, without a suffix"},
      {"C t\n{ x=4294967296; }", "2:5: '4294967296' does not fit into 32 bits"},
      {"C t\n{ x=010; }", "2:5: '010' would be octal in C, and is decimal in herd; write it without the leading 0"},
      {"C t\n{ x=0; # }", "2:8: unexpected character '#'"},
      {"C t\n{ \xc3\xa4=0; }", "2:3: unexpected character that is not ASCII's"},
      {"C t\n{ 0:r=1; 1:r=2; } P0 () {}", "2:10: there is no thread 1"},
      {"C t\n{ 0:r=1; 0:r=2; } P0 () {}", "2:12: 'r' has a value already"},
      {"C t\n{ 0:3=1; }", "2:5: expected the name of a register instead of '3'"},
  };
  for (const auto& [text, error] : kCases) EXPECT_EQ(error_of(text), error) << text;
}

TEST(HerdErrors, NamesWhatIsWrongBetweenThreads) {
  const std::vector<Case> kCases{
      {"C t {}", "1:7: expected the thread P0 at the end of the text"},
      {"C t {}\nexists (x=1)", "2:1: expected the thread P0 instead of 'exists'"},
      {"C t {}\nP1 () {}", "2:1: expected P0 instead of 'P1'"},
      {"C t {}\nP0 () {} P0 () {}", "2:10: expected P1 instead of 'P0'"},
      {"C t {}\nP0 (", "2:5: expected a type (" + kTypes + ") at the end of the text"},
      {"C t {}\nP0 (int x) {}", "2:9: expected '*', as parameters are pointers to objects, instead of 'x'"},
      {"C t {}\nP0 (int** x) {}", "2:9: a pointer to a pointer is not supported"},
      {"C t {}\nP0 (long* x) {}", "2:5: 'long' is not a supported type; supported are " + kTypes},
      {"C t {}\nP0 (spinlock_t* x) {}", "2:5: 'spinlock_t' is not a supported type; supported are " + kTypes},
      {"C t {}\nP0 (int* x, int* x) {}", "2:18: 'x' is a parameter already"},
      {"C t {}\nP0 (int* x) {} P1 (mtx_t* x) {}", "2:27: 'x' is declared as a mutex and as a value"},
      {"C t {}\nP0 (int* x {}", "2:12: expected ')' instead of '{'"},
      {"C t {}\nP0 () {} P1", "2:12: expected '(' at the end of the text"},
      {"C t {}\nP0 () {} main () {}",
       "2:10: expected the next thread, locations, exists, ~exists or forall instead of 'main'"},
  };
  for (const auto& [text, error] : kCases) EXPECT_EQ(error_of(text), error) << text;
}

TEST(HerdErrors, NamesWhatIsWrongInAStatement) {
  const std::string statements = "; statements are declarations, assignments, calls, if, else, while, do and blocks";
  const std::vector<Case> kCases{
      {"goto end;", "3:1: 'goto' is not supported" + statements},
      {"for (;;) {}", "3:1: 'for' is not supported" + statements},
      {"return;", "3:1: 'return' is not supported" + statements},
      {"long r = 1;", "3:1: 'long' is not a supported type; supported are " + kTypes},
      {"int *r = x;", "3:5: a pointer in a register is not supported"},
      {"int r[2];", "3:6: an array of registers is not supported"},
      {"int 3;", "3:5: expected the name of a register instead of '3'"},
      {"atomic_int r;", "3:1: only an int can be declared here; objects are parameters"},
      {"int x = 1;", "3:5: 'x' is a parameter, so it cannot name a register"},
      {"int atomic_load = 1;", "3:5: 'atomic_load' cannot name a register"},
      {"while = 1;", "3:7: expected '(' instead of '='"},
      {"x = 1;", "3:1: 'x' is a pointer; to store to what it points to, write *x = ..."},
      {"*x + 1;", "3:4: expected '=' or ';' behind an object instead of '+'"},
      {"*r = 1;", "3:2: 'r' is not a parameter of this thread"},
      {"*m = 1;", "3:1: 'm' is a mutex"},
      {"r = 1", "3:7: expected ';' instead of '}'"},
      {") ;", "3:1: expected a statement instead of ')'"},
      {"if r {}", "3:4: expected '(' instead of 'r'"},
      {"if (1 {}", "3:7: expected ')' instead of '{'"},
      {"else {}", "3:1: 'else' is not supported" + statements},
      {"do {} (1);", "3:7: expected 'while' instead of '('"},
      {"do {} while (1)", "3:17: expected ';' instead of '}'"},
      {"y[2] = 1;", "3:1: 'y' has no element 2, but 2"},
      {"*(y-1) = 1;", "3:3: 'y' has no element -1, but 2"},
  };
  for (const auto& [text, error] : kCases) EXPECT_EQ(error_in_code(text), error) << text;
  EXPECT_EQ(error_of("C t {} P0 () {"), "1:15: expected '}' at the end of the text");
}

TEST(HerdErrors, NamesWhatIsWrongInAnExpression) {
  const std::vector<Case> kCases{
      {"int r = ;", "3:9: expected an expression instead of ';'"},
      {"int r = s;", "3:9: 's' is not a register; it has neither a declaration nor a value"},
      {"int r = x;", "3:9: 'x' is a pointer, which is not supported as a value; to load what it points to, write *x"},
      {"int r = &x;", "3:9: the address of an object is not supported as a value"},
      {"int r = (int) 1;", "3:10: a cast is not supported"},
      {"int r = (1;", "3:11: expected ')' instead of ';'"},
      {"int r = 4 / 2;", "3:11: the operator '/' is not supported; " + kOperators},
      {"int r = 4 % 2;", "3:11: the operator '%' is not supported; " + kOperators},
      {"int r = 4 << 2;", "3:11: the operator '<<' is not supported; " + kOperators},
      {"int r = 1 ? 2 : 3;", "3:11: the operator '?' is not supported; " + kOperators},
      {"int r = ~1;", "3:9: the operator '~' is not supported; " + kOperators},
      {"int r = 1; r++;", "3:13: the operator '++' is not supported; " + kOperators},
      {"int r = 1; r += 1;", "3:14: the operator '+=' is not supported; " + kOperators},
      {"int r = m[0];", "3:9: 'm' is a mutex"},
      {"int r = *(y + 5);", "3:11: 'y' has no element 5, but 2"},
  };
  for (const auto& [text, error] : kCases) EXPECT_EQ(error_in_code(text), error) << text;
  EXPECT_EQ(error_of("C t {} P0 (int* x) {} P1 () {\nint r = x; }"), "2:9: 'x' is not a parameter of this thread");
}

TEST(HerdErrors, NamesWhatIsWrongInACall) {
  const std::string order =
      "' is no memory order; expected relaxed, acquire, release, acq_rel, seq_cst or consume behind memory_order_";
  const std::string supported = "' is not a supported function; supported are " + kFunctionList;
  const std::vector<Case> kCases{
      {"int r = READ_ONCE(*x);", "3:9: 'READ_ONCE" + supported},
      {"atomic_thread_fence_explicit(mo_sc);", "3:1: 'atomic_thread_fence_explicit" + supported},
      {"lock_explicit(m);", "3:1: 'lock_explicit" + supported},
      {"int r = atomic_load_explicit(x, memory_order_relax);", "3:33: 'memory_order_relax" + order},
      {"atomic_thread_fence(mo_strong);", "3:21: 'mo_strong" + order},
      {"atomic_thread_fence(1);", "3:21: expected a memory order instead of '1'"},
      {"atomic_thread_fence(mo_sc, mo_sc);", "3:26: expected ')' instead of ','"},
      {"int r = atomic_store(x, 1);", "3:9: 'atomic_store' gives no value"},
      {"int r = atomic_load(x, mo_sc);", "3:22: expected ')' instead of ','"},
      {"int r = atomic_load_explicit(x);", "3:31: expected ',' instead of ')'"},
      {"int r = atomic_load(1);", "3:21: expected the name of an object instead of '1'"},
      {"int r = atomic_load(r);", "3:21: 'r' is not a parameter of this thread"},
      {"int r = atomic_load(m);", "3:21: 'm' is a mutex"},
      {"atomic_store(x);", "3:15: expected ',' instead of ')'"},
      {"lock(x);", "3:6: 'x' is not a mutex; one is declared as mtx_t*"},
      {"lock(m, m);", "3:7: expected ')' instead of ','"},
      {"atomic_compare_exchange_weak(x, &r, 1);", "3:34: 'r' is neither a register nor a parameter of this thread"},
      {"atomic_compare_exchange_weak(x, 1, 1);", "3:33: expected the name of an object instead of '1'"},
      {"atomic_compare_exchange_weak(x, m, 1);", "3:33: 'm' is a mutex"},
      {"atomic_compare_exchange_weak_explicit(x, p, 1, mo_sc);", "3:53: expected ',' instead of ')'"},
  };
  for (const auto& [text, error] : kCases) EXPECT_EQ(error_in_code(text), error) << text;
}

TEST(HerdErrors, NamesWhatIsWrongInTheQuestion) {
  const std::string question = "' is not supported; expected exists, ~exists or forall";
  const std::vector<Case> kCases{
      {"filter (x=1)", "3:1: 'filter" + question},
      {"final (x=1)", "3:1: 'final" + question},
      {"observed x=1;", "3:1: 'observed" + question},
      {"~forall (x=1)", "3:2: expected the next thread, locations, exists, ~exists or forall instead of 'forall'"},
      {"exists", "3:7: expected a register, as 0:r0, or an object, as x, at the end of the text"},
      {"exists (x=1", "3:12: expected ')' at the end of the text"},
      {"exists (x=1))", "3:13: expected '/\\', '\\/', '=>' or the end of the text instead of ')'"},
      {"exists x=1 -> x=2", "3:12: expected '/\\', '\\/', '=>' or the end of the text instead of '->'"},
      {"exists x<1", "3:9: expected '=' or '!=' instead of '<'"},
      {"exists x=y", "3:10: expected a number instead of 'y'; a pointer or another object is not supported as a value"},
      {"exists z=1", "3:8: 'z' is no object"},
      {"exists m=1", "3:8: 'm' is a mutex, which has no value"},
      {"exists y=1", "3:8: 'y' is an array; name one element, as y[0]"},
      {"exists y[2]=1", "3:8: 'y' has no element 2, but 2"},
      {"exists y[x]=1", "3:10: expected the number of an element instead of 'x'"},
      {"exists 1:r=1", "3:8: there is no thread 1"},
      {"exists 0:s=1", "3:10: 's' is not a register of thread 0"},
      {"exists P1:r=1", "3:8: there is no thread 1"},
      {"locations [x y]", "3:12: 'x' is not a supported type; supported are " + kTypes},
      {"locations [0:s;]", "3:14: 's' is not a register of thread 0"},
      {"locations x", "3:11: expected '[' instead of 'x'"},
  };
  for (const auto& [text, error] : kCases) EXPECT_EQ(error_in_question(text), error) << text;
}

std::string repeated(std::size_t count, std::string_view text) {
  std::string all;
  for (std::size_t number = 0; number != count; ++number) all += text;
  return all;
}

TEST(HerdErrors, LimitsHowDeepATextNests) {
  const std::string deeper = ": nested deeper than 64";
  EXPECT_EQ(error_in_code("int r = " + repeated(62, "(") + "1" + repeated(62, ")") + ";"), "no error");
  EXPECT_EQ(error_in_code("int r = " + repeated(63, "(") + "1" + repeated(63, ")") + ";"), "3:72" + deeper);
  EXPECT_EQ(error_in_code("int r = " + repeated(30000, "(") + "1;"), "3:72" + deeper);
  EXPECT_EQ(error_in_code("int r = " + repeated(30000, "!") + "1;"), "3:72" + deeper);
  EXPECT_EQ(error_in_code("int r = " + repeated(30000, "- ") + "1;"), "3:135" + deeper);
  EXPECT_EQ(error_in_code(repeated(30000, "{")), "3:65" + deeper);
  EXPECT_EQ(error_in_code(repeated(5000, "if (1) ") + ";"), "3:446" + deeper);
  EXPECT_EQ(error_in_code("*" + repeated(30000, "(") + "x = 1;"), "3:64" + deeper);
  EXPECT_EQ(error_in_code("*" + repeated(30000, "&*") + "x = 1;"), "3:64" + deeper);
  EXPECT_EQ(error_in_code("int r = " + repeated(10000, "y[") + ";"), "3:71" + deeper);
  EXPECT_EQ(error_in_question("exists " + repeated(30000, "(") + "x=1"), "3:72" + deeper);
  EXPECT_EQ(error_in_question("exists " + repeated(10000, "x=1=>") + "x=1"), "3:328" + deeper);
  EXPECT_EQ(error_in_question("exists " + repeated(30000, "~") + "x=1"), "no error");
  EXPECT_EQ(error_of(repeated(10000, "(*") + repeated(10000, "*)")), "1:40001: expected 'C' and the name of the test");
}

TEST(HerdErrors, LimitsTheSizeOfATest) {
  EXPECT_EQ(error_of(std::string(kMaximalBytes + 1, ' ')), "1:1: the text is longer than 65536 bytes");
  std::string threads = "C t {}\n";
  for (int number = 0; number != 9; ++number) threads += "P" + std::to_string(number) + " () {}\n";
  EXPECT_EQ(error_of(threads), "10:1: more than 8 threads");
  EXPECT_EQ(error_of("C t { y[64]; x; }"), "1:14: more than 64 objects");
  EXPECT_EQ(error_of("C t { y[4294967295]; }"), "1:7: more than 64 objects");
  EXPECT_EQ(error_in_code(repeated(1024, "*p=1;")), "no error");
  EXPECT_EQ(error_in_code(repeated(1025, "*p=1;")), "3:5121: more than 1024 instructions in a thread");
  EXPECT_EQ(error_in_code("int r = 1" + repeated(2047, "+1") + ";"), "no error");
  EXPECT_EQ(error_in_code("int r = 1" + repeated(2048, "+1") + ";"),
            "3:4104: more than 4096 parts of expressions in a test");
  std::string registers = "int r";
  for (int number = 0; number != 256; ++number) registers += ",\nr" + std::to_string(number);
  EXPECT_EQ(error_in_code(registers + ";"), "259:1: more than 256 registers and parts of expressions in a thread");
}

}  // namespace
}  // namespace vigil::litmus
