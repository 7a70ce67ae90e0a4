// What herd's C means as a program: objects, instructions, conditions, and where they stand in the text.
#include "herd_reader.hpp"
#include "listing.hpp"
#include "sequential_run.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace vigil::litmus {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

constexpr std::string_view kParameters =
    "atomic_int* x, atomic_int* y, int* p, int* q, atomic_int* a, int* b, mtx_t* m";

// A test with one thread, in which x, y are atomic, p, q plain, a and b arrays of three, and m a mutex.
std::string with_body(std::string_view body) {
  return "C t\n{ a[3]={5,6,7}; b[3]={0}; }\nP0 (" + std::string(kParameters) + ") { " + std::string(body) + " }\n";
}
std::vector<std::string> code_of(std::string_view body) { return listing(read_herd(with_body(body)).program, 0); }

// The value of an expression of constants.
std::int32_t value_of_text(std::string_view expression) {
  const litmus::Test test = read_herd(with_body("int r = " + std::string(expression) + ";"));
  const Instruction& set = test.program.threads[0].code.back();
  return static_cast<std::int32_t>(value_of(test.program, set.operand, std::array<Word, 4>{}));
}

TEST(HerdReader, ReadsMessagePassing) {
  const litmus::Test test = read_herd(R"(C MP+rel+acq
"message passing"
Com=Rf Fr
Hash = 12 34
{ x=0; [y]=7; }
P0 (int* x, atomic_int* y) {
  *x = 1;
  atomic_store_explicit(y, 1, memory_order_release);
}
P1 (int* x, atomic_int* y) {
  int r0 = atomic_load_explicit(y, memory_order_acquire);
  int r1 = *x;
}
exists (1:r0=1 /\ 1:r1=0)
)");
  EXPECT_EQ(test.program.name, "MP+rel+acq");
  EXPECT_EQ(test.description, "message passing");
  EXPECT_THAT(test.metadata, ElementsAre(std::pair("Com", "Rf Fr"), std::pair("Hash", "12 34")));
  EXPECT_THAT(test.program.objects,
              ElementsAre(Object{"x", Object::Kind::plain, 0}, Object{"y", Object::Kind::atomic, 7}));
  EXPECT_THAT(listing(test.program, 0), ElementsAre("plain_store x, 1", "store.rel y, 1"));
  EXPECT_THAT(listing(test.program, 1), ElementsAre("r0 = load.acq y", "r1 = plain_load x"));
  EXPECT_EQ(test.program.threads[1].name, "P1");
  ASSERT_TRUE(test.condition);
  EXPECT_EQ(test.condition->kind, Condition::Kind::conjunction);
  EXPECT_EQ(test.condition->parts[1].number, 1U);
}

TEST(HerdReader, ReadsEachOperation) {
  const std::vector<std::pair<std::string_view, std::string_view>> kOperations{
      {"r = atomic_load(x);", "r = load.sc x"},
      {"r = atomic_load_explicit(&x, mo_rlx);", "r = load.rlx x"},
      {"atomic_store(x, 2);", "store.sc x, 2"},
      {"atomic_store_explicit(x, -2, memory_order_release);", "store.rel x, -2"},
      {"r = atomic_exchange(x, 3);", "r = exchange.sc x, 3"},
      {"r = atomic_exchange_explicit(x, 3, memory_order_acq_rel);", "r = exchange.acq_rel x, 3"},
      {"r = atomic_fetch_add_explicit(x, 3, mo_acq);", "r = fetch_add.acq x, 3"},
      {"r = atomic_fetch_sub(x, 3);", "r = fetch_sub.sc x, 3"},
      {"r = atomic_fetch_and(x, 3);", "r = fetch_and.sc x, 3"},
      {"r = atomic_fetch_or(x, 3);", "r = fetch_or.sc x, 3"},
      {"r = atomic_fetch_xor(x, 3);", "r = fetch_xor.sc x, 3"},
      {"atomic_fetch_add(x, 1);", "fetch_add.sc x, 1"},
      {"atomic_load(x);", "load.sc x"},
      {"atomic_thread_fence(memory_order_seq_cst);", "fence.sc"},
      {"atomic_thread_fence(mo_acq_rel);", "fence.acq_rel"},
      {"lock(m);", "lock m"},
      {"mtx_lock(m);", "lock m"},
      {"unlock(&m);", "unlock m"},
      {"mtx_unlock(m);", "unlock m"},
      {"r = *x;", "r = load.sc x"},
      {"*x = 1;", "store.sc x, 1"},
      {"r = *p;", "r = plain_load p"},
      {"*p;", "plain_load p"},
      {"b[r];", "plain_load b[0] at r of 3"},
      {"*p = 1;", "plain_store p, 1"},
      {"*(&p) = 1;", "plain_store p, 1"},
      {"*&p = 1;", "plain_store p, 1"},
      {"p[0] = 1;", "plain_store p, 1"},
      {"r = a[1];", "r = load.sc a[1]"},
      {"*a = 1;", "store.sc a[0], 1"},
      {"*(b+2) = 1;", "plain_store b[2], 1"},
      {"b[1] = 1;", "plain_store b[1], 1"},
      {"b[r] = 1;", "plain_store b[0] at r of 3, 1"},
      {"atomic_store(a+r, 1);", "store.sc a[0] at r of 3, 1"},
      {"atomic_store(&a[r+1], 1);", "store.sc a[0] at (r + 1) of 3, 1"},
      {"atomic_store(a + 3 - r*2, 1);", "store.sc a[0] at (3 - (r * 2)) of 3, 1"},
      {"atomic_store(a[2], 1);", "store.sc a[2], 1"},
      {"atomic_store((x), 1);", "store.sc x, 1"},
      {"atomic_store(x+(r^r), 1);", "store.sc x at (r ^ r) of 1, 1"},
      {"atomic_store_explicit(x, 1, memory_order_acquire);", "store.acq x, 1"},
      {"r = atomic_load_explicit(x, release);", "r = load.rel x"},
  };
  for (const auto& [text, line] : kOperations)
    EXPECT_THAT(code_of("int r; " + std::string(text)), ElementsAre(line)) << text;
}

TEST(HerdReader, ReadsEachNameOfAMemoryOrder) {
  const std::vector<std::pair<std::string_view, std::string_view>> kNames{
      {"relaxed", "rlx"}, {"rlx", "rlx"}, {"acquire", "acq"},     {"acq", "acq"}, {"consume", "acq"}, {"con", "acq"},
      {"release", "rel"}, {"rel", "rel"}, {"acq_rel", "acq_rel"}, {"sc", "sc"},   {"seq_cst", "sc"},
  };
  for (const auto& [name, order] : kNames)
    for (const std::string prefix : {"", "mo_", "memory_order_"})
      EXPECT_THAT(code_of("atomic_thread_fence(" + prefix + std::string(name) + ");"),
                  ElementsAre("fence." + std::string(order)))
          << prefix << name;
}

TEST(HerdReader, GivesACompareExchangeTheRegisterThatItChanges) {
  EXPECT_THAT(code_of("int e = 1; int s = atomic_compare_exchange_strong_explicit(x, &e, 2, mo_acq_rel, mo_acq);"),
              ElementsAre("e = 1", "s? e = cas.acq_rel.acq x, e, 2"));
  EXPECT_THAT(code_of("int e = 1; atomic_compare_exchange_weak(x, &e, e + 1);"),
              ElementsAre("e = 1", "e = weak_cas.sc.sc x, e, (e + 1)"));
  EXPECT_THAT(code_of("int e = 1; e = atomic_compare_exchange_weak(x, &e, 2);"),
              ElementsAre("e = 1", "%1? e = weak_cas.sc.sc x, e, 2", "e = %1"));
}

TEST(HerdReader, StoresWhatAFailedCompareExchangeReadOnlyIfItFailed) {
  for (const std::string expected : {"p", "&p", "(p)"})
    EXPECT_THAT(code_of("int r = atomic_compare_exchange_strong_explicit(x, " + expected + ", *q, mo_acq, mo_rlx);"),
                ElementsAre("%1 = plain_load q", "%2 = plain_load p", "%4? %3 = cas.acq.rlx x, %2, %1",
                            "unless !%4 goto 5", "plain_store p, %3", "r = %4"));
  // Also of an object that is declared atomic: C's function takes an int*.
  EXPECT_EQ(code_of("int r = atomic_compare_exchange_strong(x, y, 1);")[0], "%1 = plain_load y");
}

TEST(HerdReader, LoadsBeforeTheInstructionThatUsesTheValueFromLeftToRight) {
  EXPECT_THAT(code_of("int r = *p + 1;"), ElementsAre("%1 = plain_load p", "r = (%1 + 1)"));
  EXPECT_THAT(code_of("*p = *q;"), ElementsAre("%0 = plain_load q", "plain_store p, %0"));
  EXPECT_THAT(code_of("int r = *p - atomic_load(x) * *q;"),
              ElementsAre("%1 = plain_load p", "%2 = load.sc x", "%3 = plain_load q", "r = (%1 - (%2 * %3))"));
  EXPECT_THAT(code_of("int r = *p > *q;"), ElementsAre("%1 = plain_load p", "%2 = plain_load q", "r = (%2 < %1)"));
  EXPECT_THAT(code_of("atomic_store(a + *p, b[*q]);"),
              ElementsAre("%0 = plain_load p", "%1 = plain_load q", "%2 = plain_load b[0] at %1 of 3",
                          "store.sc a[0] at %0 of 3, %2"));
}

TEST(HerdReader, DeclaresAndAssignsRegisters) {
  EXPECT_THAT(code_of("int r0, r1 = 1, r2 = *p; r1 = r0; volatile int r3 = r2; r4 = 5; ; {} {;}"),
              ElementsAre("r1 = 1", "r2 = plain_load p", "r1 = r0", "r3 = r2", "r4 = 5"));
  EXPECT_THAT(read_herd(with_body("int r0; r1 = 2; r1;")).program.threads[0].registers, ElementsAre("r0", "r1"));
}

TEST(HerdReader, CompilesBranchesToJumps) {
  EXPECT_THAT(code_of("int r = 1; if (r == 1) *p = 1; *p = 2;"),
              ElementsAre("r = 1", "unless (r == 1) goto 3", "plain_store p, 1", "plain_store p, 2"));
  EXPECT_THAT(code_of("if (*p) { *q = 1; *q = 2; } else *q = 3; *q = 4;"),
              ElementsAre("%0 = plain_load p", "unless %0 goto 5", "plain_store q, 1", "plain_store q, 2", "goto 6",
                          "plain_store q, 3", "plain_store q, 4"));
  EXPECT_THAT(code_of("if (1) if (2) *p = 1; else *p = 2;"),
              ElementsAre("unless 1 goto 5", "unless 2 goto 4", "plain_store p, 1", "goto 5", "plain_store p, 2"));
}

TEST(HerdReader, CompilesLoopsToJumps) {
  EXPECT_THAT(
      code_of("while (*p == 0) *q = 1; *q = 2;"),
      ElementsAre("%0 = plain_load p", "unless (%0 == 0) goto 4", "plain_store q, 1", "goto 0", "plain_store q, 2"));
  EXPECT_THAT(code_of("int r; do r = *p; while (r != 1);"), ElementsAre("r = plain_load p", "unless !(r != 1) goto 0"));
  EXPECT_THAT(code_of("while (atomic_exchange(x, 1)) {}"),
              ElementsAre("%0 = exchange.sc x, 1", "unless %0 goto 3", "goto 0"));
}

TEST(HerdReader, AppliesThePrecedenceOfC) {
  const std::vector<std::pair<std::string_view, std::int32_t>> kValues{
      {"1 + 2 * 3", 7},   {"(1 + 2) * 3", 9},   {"10 - 3 - 2", 5},  {"2 * 3 - 4", 2},     {"1 < 2 == 1", 1},
      {"3 == 1 < 2", 0},  {"1 + 1 < 2 + 1", 1}, {"4 & 6 == 6", 0},  {"(4 & 6) == 4", 1},  {"1 ^ 3 & 2", 3},
      {"1 | 2 ^ 3", 1},   {"5 | 2 && 0", 0},    {"1 || 0 && 0", 1}, {"(1 || 0) && 0", 0}, {"!0 + 1", 2},
      {"!(0 + 1)", 0},    {"!!7", 1},           {"-3 + 5", 2},      {"-(3 + 5)", -8},     {"- -3", 3},
      {"2 - -3", 5},      {"-1 < 0", 1},        {"3 > 2 > 1", 0},   {"2 >= 2", 1},        {"1 >= 2", 0},
      {"2 <= 1", 0},      {"2 != 2", 0},        {"0x1F + 1", 32},   {"0XFFFFFFFF", -1},   {"2147483647 + 1 < 0", 1},
      {"4294967295", -1},
  };
  for (const auto& [text, value] : kValues) EXPECT_EQ(value_of_text(text), value) << text;
}

TEST(HerdReader, JumpsOverTheRightSideOfALogicalOperator) {
  EXPECT_THAT(code_of("int r = 1 && *p;"),
              ElementsAre("%1 = 0", "unless 1 goto 4", "%2 = plain_load p", "%1 = (%2 != 0)", "r = %1"));
  EXPECT_THAT(code_of("int r = *p || *q;"), ElementsAre("%1 = plain_load p", "%2 = 1", "unless !%1 goto 5",
                                                        "%3 = plain_load q", "%2 = (%3 != 0)", "r = %2"));
  // Without an access of memory there is nothing to jump over.
  EXPECT_THAT(code_of("int r = 1; r = r && r || 3;"), ElementsAre("r = 1", "r = ((r && r) || 3)"));
  EXPECT_THAT(code_of("int r = *p && 2;"), ElementsAre("%1 = plain_load p", "r = (%1 && 2)"));
}

TEST(HerdReader, AccessesMemoryOnlyWhereALogicalOperatorNeedsIt) {
  struct Case {
    std::string_view expression;
    std::vector<std::string> accesses;  // of p = 0, q = 1
    Word value;
  };
  const std::vector<Case> kCases{
      {"*p && *q", {"p"}, 0},
      {"*q && *p", {"q", "p"}, 0},
      {"*p || *q", {"p", "q"}, 1},
      {"*q || *p", {"q"}, 1},
      {"*p && *p || *q", {"p", "q"}, 1},
      {"*q || *p && *p", {"q"}, 1},
      {"(*p || *q) && (*q || *p)", {"p", "q", "q"}, 1},
      {"!(*q && *q) || *p", {"q", "q", "p"}, 0},
      {"*q + 1 && *q - 1", {"q", "q"}, 0},
      {"(*q && *q) + (*p || *q)", {"q", "q", "p", "q"}, 2},
      {"1 || *p", {}, 1},
      {"0 && *p", {}, 0},
      {"*q && 7", {"q"}, 1},
  };
  for (const Case& each : kCases) {
    const litmus::Test test =
        read_herd("C t { q=1; } P0 (int* p, int* q) { int r = " + std::string(each.expression) + "; }");
    const SequentialRun run(test.program);
    std::vector<std::string> accesses;
    for (const std::string& step : run.steps()) accesses.push_back(step.substr(step.find(' ', 4) + 1, 1));
    EXPECT_EQ(accesses, each.accesses) << each.expression;
    EXPECT_EQ(run.registers(0)[0], each.value) << each.expression;
  }
}

TEST(HerdReader, ReadsTheInitialState) {
  const litmus::Test test = read_herd(R"(C t
{ [x]=1; y=-1; int z=0x10; atomic_int w; atomic_int [v]=2; _Atomic int u=3; _Atomic(int) t; volatile int s; ;
  int a[2]; b[3]={1,2}; atomic_int c[1]={-5}; mtx_t m; 0:r0=4; P1:r1=5; int 1:r2=6 }
P0 (int* x) { *x = r0; }
P1 () { }
)");
  using enum Object::Kind;
  const auto minus = [](Word value) { return Word{0} - value; };
  EXPECT_THAT(test.program.objects,
              ElementsAre(Object{"x", plain, 1}, Object{"y", plain, minus(1)}, Object{"z", plain, 16},
                          Object{"w", atomic, 0}, Object{"v", atomic, 2}, Object{"u", atomic, 3},
                          Object{"t", atomic, 0}, Object{"s", plain, 0}, Object{"a[0]", plain, 0},
                          Object{"a[1]", plain, 0}, Object{"b[0]", plain, 1}, Object{"b[1]", plain, 2},
                          Object{"b[2]", plain, 0}, Object{"c[0]", atomic, minus(5)}, Object{"m", mutex, 0}));
  EXPECT_THAT(listing(test.program, 0), ElementsAre("r0 = 4", "plain_store x, r0"));
  EXPECT_THAT(listing(test.program, 1), ElementsAre("r1 = 5", "r2 = 6"));
}

TEST(HerdReader, ReadsEachTypeOfAParameter) {
  const std::vector<std::pair<std::string, Object::Kind>> kTypes{
      {"int", Object::Kind::plain},
      {"volatile int", Object::Kind::plain},
      {"int volatile", Object::Kind::plain},
      {"const int", Object::Kind::plain},
      {"atomic_int", Object::Kind::atomic},
      {"volatile atomic_int", Object::Kind::atomic},
      {"_Atomic int", Object::Kind::atomic},
      {"_Atomic(int)", Object::Kind::atomic},
      {"_Atomic volatile int", Object::Kind::atomic},
      {"mtx_t", Object::Kind::mutex},
  };
  for (const auto& [type, kind] : kTypes) {
    const litmus::Test test = read_herd("C t {} P0 (" + type + "* x) {}");
    EXPECT_THAT(test.program.objects, ElementsAre(Object{"x", kind, 0})) << type;
  }
}

TEST(HerdReader, TakesAnObjectForAtomicThatAnAtomicOperationAccesses) {
  const litmus::Test test = read_herd("C t {} P0 (int* x) { *x = 1; } P1 (int* x) { atomic_store(x, 2); *x = 3; }");
  EXPECT_EQ(test.program.objects[0].kind, Object::Kind::atomic);
  EXPECT_THAT(listing(test.program, 0), ElementsAre("plain_store x, 1"));
  EXPECT_THAT(listing(test.program, 1), ElementsAre("store.sc x, 2", "plain_store x, 3"));
}

TEST(HerdReader, LetsThePointersOfEachThreadDecideWhetherADereferenceIsPlain) {
  const litmus::Test test =
      read_herd("C t {} P0 (atomic_int* x) { *x = 1; } P1 (int* x) { *x = 2; int r = *x; } P2 () { }");
  EXPECT_EQ(test.program.objects[0].kind, Object::Kind::atomic);
  EXPECT_THAT(listing(test.program, 0), ElementsAre("store.sc x, 1"));
  EXPECT_THAT(listing(test.program, 1), ElementsAre("plain_store x, 2", "r = plain_load x"));
  EXPECT_THAT(listing(test.program, 2), IsEmpty());
}

TEST(HerdReader, KeepsWhereInstructionsAndTheirOrdersStand) {
  const litmus::Test test = read_herd(R"(C t
{}
P0 (atomic_int* x, int* p) {
  int r = atomic_compare_exchange_strong_explicit(x, &r,
    1, memory_order_acq_rel, memory_order_acquire);
  *p = *x;
  if (r) atomic_thread_fence(mo_sc);
})");
  const auto& code = test.program.threads[0].code;
  ASSERT_EQ(code.size(), 6U);
  EXPECT_EQ(code[0].place, (Place{4, 11}));
  EXPECT_EQ(code[0].order_place, (Place{5, 8}));
  EXPECT_EQ(code[0].failure_place, (Place{5, 30}));
  EXPECT_EQ(code[2].place, (Place{6, 8}));
  EXPECT_EQ(code[2].order_place, (Place{}));
  EXPECT_EQ(code[3].place, (Place{6, 3}));
  EXPECT_EQ(code[4].place, (Place{7, 3}));
  EXPECT_EQ(code[5].place, (Place{7, 10}));
  EXPECT_EQ(code[5].order_place, (Place{7, 30}));
}

TEST(HerdReader, SkipsComments) {
  const litmus::Test test = read_herd(R"((* before *) /* it */ // all
C t
(* of (* OCaml *) *) /* of C, not { nested /* */ // { of a line
Key=value // which is all of the line
{ (* here *) x=0; /* and */ y=1; // here
}
(* between *)
P0 (* x *) (int* x, int* y) { /* here */ int r = (*x)+(*y); // "(*" is not one here
  *x = 1; }
(* and { here *) exists (* so *) (x=1 (* and *) /\ y=1)
// end)");
  EXPECT_EQ(test.metadata[0].second, "value // which is all of the line");
  EXPECT_THAT(listing(test.program, 0),
              ElementsAre("%1 = plain_load x", "%2 = plain_load y", "r = (%1 + %2)", "plain_store x, 1"));
  EXPECT_EQ(test.condition->parts.size(), 2U);
}

// As text with all its parentheses: conjunctions &, disjunctions |, negations !.
std::string text_of(const Condition& condition) {
  const auto join = [&](const std::string& separator) {
    std::string text;
    for (const Condition& part : condition.parts) text += (text.empty() ? "" : separator) + text_of(part);
    return "(" + text + ")";
  };
  const std::string value =
      std::to_string(condition.number) + "=" + std::to_string(static_cast<std::int32_t>(condition.value));
  switch (condition.kind) {
    case Condition::Kind::always:
      return "true";
    case Condition::Kind::register_is:
      return std::to_string(condition.thread) + ":" + value;
    case Condition::Kind::object_is:
      return "o" + value;
    case Condition::Kind::conjunction:
      return join(" & ");
    case Condition::Kind::disjunction:
      return join(" | ");
    default:
      return "!" + text_of(condition.parts.at(0));
  }
}

Test with_question(std::string_view question) {
  return read_herd("C t { x=0; y[2]={0,0}; 0:r0=1; 1:r1=1; mtx_t m; } P0 () { int r2; } P1 () {} " +
                   std::string(question));
}

TEST(HerdReader, ReadsConditions) {
  const std::vector<std::pair<std::string_view, std::string_view>> kConditions{
      {"(0:r0=1)", "0:0=1"},
      {"P1:r1 == -1", "1:0=-1"},
      {"0:r2=0x10", "0:1=16"},
      {"x=1", "o0=1"},
      {"[x]=1", "o0=1"},
      {"*x=1", "o0=1"},
      {"y[1]=2", "o2=2"},
      {"[y[1]]=2", "o2=2"},
      {"x!=1", "!o0=1"},
      {"~x=1", "!o0=1"},
      {"not (x=1)", "!o0=1"},
      {"~ ~x=1", "o0=1"},
      {"true", "true"},
      {"false", "!true"},
      {"x=1 /\\ x=2 /\\ x=3", "(o0=1 & o0=2 & o0=3)"},
      {"x=1 \\/ x=2 /\\ x=3", "(o0=1 | (o0=2 & o0=3))"},
      {"(x=1 \\/ x=2) /\\ ~x=3", "((o0=1 | o0=2) & !o0=3)"},
      {"x=1 => x=2", "(!o0=1 | o0=2)"},
      {"x=1 /\\ x=2 => x=3 => x=4", "(o0=1 & (!o0=2 | (!o0=3 | o0=4)))"},
      {"(x=1);", "o0=1"},
  };
  for (const auto& [text, expected] : kConditions) {
    const litmus::Test test = with_question("exists " + std::string(text));
    ASSERT_TRUE(test.condition) << text;
    EXPECT_EQ(text_of(*test.condition), expected) << text;
  }
}

TEST(HerdReader, ReadsEachQuantifier) {
  EXPECT_EQ(with_question("exists x=1").quantifier, Quantifier::exists);
  EXPECT_EQ(with_question("~exists x=1").quantifier, Quantifier::not_exists);
  EXPECT_EQ(with_question("~ exists x=1").quantifier, Quantifier::not_exists);
  EXPECT_EQ(with_question("not exists x=1").quantifier, Quantifier::not_exists);
  EXPECT_EQ(with_question("forall x=1").quantifier, Quantifier::forall);
  EXPECT_FALSE(with_question("").condition);
}

TEST(HerdReader, ReadsLocations) {
  const litmus::Test test = with_question("locations [x; 0:r2; int y[1]; y; ] exists x=1");
  std::string text;
  for (const Condition& location : test.locations) text += text_of(location) + " ";
  EXPECT_EQ(text, "o0=0 0:1=0 o2=0 o1=0 o2=0 ");
  EXPECT_TRUE(test.condition);
  EXPECT_TRUE(with_question("locations []").locations.empty());
}

TEST(HerdReader, AcceptsVoidBeforeAThread) {
  EXPECT_EQ(read_herd("C t {} void P0 () {} void P1 () {}").program.threads.size(), 2U);
}

}  // namespace
}  // namespace vigil::litmus
