// What is written reads back as the same program.
#include "herd_writer.hpp"
#include "constants.hpp"
#include "herd_reader.hpp"
#include "listing.hpp"
#include "sequential_run.hpp"
#include "text_error.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <random>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace vigil::litmus {
namespace {

using testing::ElementsAreArray;
using testing::HasSubstr;

TEST(HerdWriter, WritesATestAsAPersonWould) {
  const std::string text = R"(C MP
"message passing"
Com=Rf Fr
{
  int x = 0;
  atomic_int y = -1;
  atomic_int z[2] = {0, 1};
}

P0 (int* x, atomic_int* y) {
  *x = 1;
  atomic_store_explicit(y, 1, memory_order_release);
}

P1 (int* x, atomic_int* y, atomic_int* z) {
  int r0 = atomic_load_explicit(y, memory_order_acquire);
  int r1 = *x;
  atomic_fetch_add_explicit(&z[r0 + 1 - 1], (r1 + 1) * 2, memory_order_relaxed);
  if (r0 == 1) {
    atomic_thread_fence(memory_order_seq_cst);
  } else {
    int_ = 2;
  }
}

locations [z[1]; 1:r0; ]
exists (1:r0=1 /\ (1:r1=0 \/ ~y=2))
)";
  std::string with_declaration = text;
  with_declaration.insert(text.find("  int r0"), "  int int_;\n");
  EXPECT_EQ(write_herd(read_herd(text)), with_declaration);
}

std::vector<std::string> listings(const Program& program) {
  std::vector<std::string> lines;
  for (std::size_t thread = 0; thread != program.threads.size(); ++thread)
    for (const std::string& line : listing(program, thread)) lines.push_back(std::to_string(thread) + ": " + line);
  return lines;
}

TEST(HerdWriter, WritesWhatReadsBackAsTheSameInstructions) {
  const std::vector<std::string_view> kBodies{
      "int r0 = atomic_load(x); int r1 = *p; *p = r0 + r1;",
      "int r0; r0 = r0 + 1; *p = r0;",
      "int e = 1; int s = atomic_compare_exchange_strong_explicit(x, &e, 2, mo_acq_rel, mo_acq);",
      "int e = 1; atomic_compare_exchange_weak(x, &e, e * 2);",
      "lock(m); *p = 1; unlock(m);",
      "int r = 1; a[r] = 2; atomic_store_explicit(a + r, 3, mo_rel); atomic_exchange(&a[1], r); *(p + (r ^ r)) = 1;",
      "int r = *p; if (r) { *p = 1; if (r == 2) *p = 2; else *p = 3; } else { *p = 4; }",
      "int r = *p; if (r) {} else { *p = 1; }",
      "atomic_fetch_add(x, 1); atomic_load_explicit(x, mo_rlx); atomic_thread_fence(mo_rel);",
      "int r = 1 - (2 - 3) - 4 * (5 + 6) & 7 | 8 ^ 9; r = !(r == 1) && (r < 2 || r >= 3); r = - -1 - -5; r = -r;",
  };
  for (const std::string_view body : kBodies) {
    const litmus::Test test = read_herd(
        "C t { a[2]={1,2}; 0:i=3; } P0 (atomic_int* x, int* p, atomic_int* a, mtx_t* m) { " + std::string(body) + " }");
    const std::string text = write_herd(test);
    const litmus::Test again = read_herd(text);
    EXPECT_EQ(again.program.objects, test.program.objects) << text;
    EXPECT_THAT(listings(again.program), ElementsAreArray(listings(test.program))) << text;
  }
}

// The same steps with the same values, whatever the order of the threads, and the same text if it is written again.
void expect_same_meaning(const litmus::Test& test) {
  const std::string text = write_herd(test);
  const litmus::Test again = read_herd(text);
  EXPECT_EQ(again.program.objects, test.program.objects) << text;
  EXPECT_EQ(write_herd(again), text);
  std::mt19937 random(1);
  for (int run = 0; run != 5; ++run) {
    std::vector<std::size_t> schedule;
    for (int step = 0; step != 20; ++step) schedule.push_back(random());
    ASSERT_EQ(SequentialRun(again.program, schedule).steps(), SequentialRun(test.program, schedule).steps()) << text;
  }
}

TEST(HerdWriter, KeepsTheMeaningOfWhatNeedsNewRegisters) {
  for (const std::string_view body :
       {"int r = *p && atomic_load(x) || *p; *p = r;", "int r = atomic_compare_exchange_strong(x, p, *p + 1); *p = r;",
        "if (atomic_compare_exchange_weak(x, p, 1) && *p) *p = *p + 1;",
        "int r = *p; if (r) { if (r == 2) *p = 2; else {} } *p = 5;",
        "int r = 1 > 2 > 3 > 4; r = (r > 1) >= (r <= 2);"})
    expect_same_meaning(read_herd("C t { x=1; } P0 (atomic_int* x, int* p) { *p = 1; " + std::string(body) +
                                  " } P1 (atomic_int* x) { *x = 2; *x = 0; }"));
}

TEST(HerdWriter, WritesALongChainOfComparisonsWithoutNesting) {
  std::string chain = "1";
  for (int number = 0; number != 200; ++number) chain += number % 2 == 0 ? " > 2" : " >= 0";
  expect_same_meaning(read_herd("C t {} P0 (int* p) { int r = " + chain + "; *p = r; }"));
}

TEST(HerdWriter, KeepsQuestions) {
  for (const std::string question : {"exists (~(~x=1))", "~exists (0:r0=1 \\/ (x=-1 /\\ true))", "forall (~true)",
                                     "exists (~(x=1 \\/ x=2))", "exists (x=1 /\\ (x=2 /\\ x=3) /\\ ~x=4)"}) {
    const std::string text = write_herd(read_herd("C t { x=0; 0:r0=0; } P0 () {} " + question));
    EXPECT_EQ(write_herd(read_herd(text)), text);
    EXPECT_THAT(text, HasSubstr("\n" + question + "\n"));
  }
  EXPECT_THAT(write_herd(read_herd("C t { x=0; } P0 () {} exists x=1 => x=2")), HasSubstr("exists (~x=1 \\/ x=2)\n"));
  EXPECT_EQ(write_herd(read_herd("C t { x=0; } P0 () {}")).find("exists"), std::string::npos);
}

// A random program without jumps, built as a part of the checker would build it.
class RandomProgram {
 public:
  explicit RandomProgram(unsigned seed) : random_(seed) {
    test_.program.name = "random";
    test_.program.objects = {{"x", Object::Kind::atomic, 0},    {"y", Object::Kind::atomic, 1},
                             {"p", Object::Kind::plain, 2},     {"a[0]", Object::Kind::atomic, 3},
                             {"a[1]", Object::Kind::atomic, 4}, {"b[0]", Object::Kind::plain, 5}};
    for (std::size_t number = 0; number != 2; ++number) {
      thread_ = &test_.program.threads.emplace_back();
      thread_->registers = {"r0", "", "t0", ""};
      for (std::uint32_t count = below(10); count != 0; --count) instruction();
    }
  }
  [[nodiscard]] const litmus::Test& test() const { return test_; }

 private:
  using Kind = Instruction::Kind;

  std::uint32_t below(std::uint32_t end) { return static_cast<std::uint32_t>(random_() % end); }

  std::uint32_t expression(unsigned depth) {
    Expression it;
    it.kind = static_cast<Expression::Kind>(depth == 0 ? below(2) : below(15));
    if (it.kind == Expression::Kind::constant) it.value = below(5) == 0 ? ~Word{0} - below(3) : below(4);
    if (it.kind == Expression::Kind::reg) it.value = below(4);
    if (it.kind > Expression::Kind::reg) {
      it.left = expression(depth - 1);
      it.right = expression(depth - 1);
    }
    test_.program.expressions.push_back(it);
    return static_cast<std::uint32_t>(test_.program.expressions.size() - 1);
  }

  void instruction() {
    static constexpr Kind kKinds[] = {
        Kind::load,       Kind::store,       Kind::exchange, Kind::fetch_add,        Kind::fetch_xor,
        Kind::plain_load, Kind::plain_store, Kind::fence,    Kind::compare_exchange, Kind::weak_compare_exchange,
        Kind::set};
    Instruction it;
    it.kind = kKinds[below(std::size(kKinds))];
    it.order = static_cast<std::memory_order>(below(6));
    if (it.order == std::memory_order_consume) it.order = std::memory_order_acquire;
    const bool is_plain = it.kind == Kind::plain_load || it.kind == Kind::plain_store;
    if (is_plain || it.kind == Kind::set) it.order = std::memory_order_relaxed;
    const bool is_compare_exchange = it.kind == Kind::compare_exchange || it.kind == Kind::weak_compare_exchange;
    const bool is_load = it.kind == Kind::load || it.kind == Kind::plain_load || it.kind == Kind::fence;
    const bool is_store = it.kind == Kind::store || it.kind == Kind::plain_store || it.kind == Kind::fence;
    it.object = is_plain ? (below(2) == 0 ? 2 : 5) : std::array<std::uint32_t, 4>{0, 1, 3, 4}[below(4)];
    if (it.object == 3 && below(2) == 0) {
      it.extent = 2;
      it.index = expression(1);
      if (constant_value(test_.program, it.index).value_or(0) >= 2) {
        it.index = kNone;
        it.extent = 1;
      }
    }
    if (!is_load) it.operand = expression(3);
    if (is_compare_exchange) it.expected = expression(1);
    if (!is_store && below(4) != 0) it.result = below(4);
    if (it.kind == Kind::set && it.result == kNone) it.result = 0;
    if (is_compare_exchange && below(4) != 0) it.success = it.result == kNone ? 0 : (it.result + 1) % 4;
    if (is_compare_exchange) it.failure = std::memory_order_acquire;
    if (it.kind == Kind::fence) it.object = 0;
    if (it.kind == Kind::fence || it.kind == Kind::set) it.index = kNone;
    thread_->code.push_back(it);
  }

  std::mt19937 random_;
  litmus::Test test_;
  Thread* thread_ = nullptr;
};

TEST(HerdWriter, KeepsTheMeaningOfRandomPrograms) {
  for (unsigned seed = 0; seed != 500 && !HasFailure(); ++seed) {
    SCOPED_TRACE(seed);
    expect_same_meaning(RandomProgram(seed).test());
  }
}

std::string refusal_of(const litmus::Test& test) {
  try {
    return "wrote " + write_herd(test);
  } catch (const std::invalid_argument& error) {
    return error.what();
  }
}

TEST(HerdWriter, RefusesLoops) {
  const std::string reason = "herd's C is written without loops, and without jumps out of a branch";
  EXPECT_EQ(refusal_of(read_herd("C t {} P0 (int* x) { while (*x) *x = 1; }")), reason);
  EXPECT_EQ(refusal_of(read_herd("C t {} P0 (int* x) { do *x = 1; while (*x); }")), reason);
}

TEST(HerdWriter, RefusesWhatHerdsCDoesNotHave) {
  litmus::Test test = read_herd("C t {} P0 (atomic_int* x, mtx_t* m) { *x = 1; }");
  for (const auto kind : {Instruction::Kind::atomic_wait, Instruction::Kind::await, Instruction::Kind::try_lock,
                          Instruction::Kind::light_fence, Instruction::Kind::heavy_fence}) {
    test.program.threads[0].code[0].kind = kind;
    EXPECT_EQ(refusal_of(test), "herd's C has no waiting, no notifying, no try_lock and no asymmetric fence");
  }
  test.program.objects[1].kind = Object::Kind::condition_variable;
  EXPECT_EQ(refusal_of(test), "herd's C has no condition variables");
}

TEST(HerdWriter, RefusesNamesThatWouldNotReadBack) {
  const auto with = [](auto change) {
    litmus::Test test = read_herd("C t {} P0 (atomic_int* x) { int r = *x; int s = r; }");
    change(test);
    return refusal_of(test);
  };
  EXPECT_EQ(with([](auto& it) { it.program.objects[0].name = "x y"; }), "'x y' cannot name an object");
  EXPECT_EQ(with([](auto& it) { it.program.objects[0].name = "if"; }), "'if' cannot name an object");
  EXPECT_EQ(with([](auto& it) { it.program.threads[0].registers[0] = "x"; }), "'x' names an object and a register");
  EXPECT_EQ(with([](auto& it) { it.program.threads[0].registers[0] = "s"; }), "two registers have the name 's'");
  EXPECT_EQ(with([](auto& it) { it.program.threads[0].registers[0] = "1"; }), "'1' cannot name a register");
  EXPECT_THAT(with([](auto& it) { it.program.name = "a b"; }), HasSubstr("'a b' cannot name a test"));
  EXPECT_EQ(with([](auto& it) { it.description = "a\"b"; }), "a description cannot have quotes");
  EXPECT_EQ(with([](auto& it) { it.metadata = {{"A", "b\nc"}}; }), "'A=b\nc' cannot be a line of metadata");
  EXPECT_EQ(with([](auto& it) { it.program.objects[0].kind = Object::Kind::plain; }),
            "'x' is not atomic, but an operation on it is");
}

}  // namespace
}  // namespace vigil::litmus
