// Are the course's exercises exercises: unsolved as they are given, solved by their answers, and by nothing less?

#include "exercise.hpp"
#include "herd_reader.hpp"
#include "lessons.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <cstddef>
#include <filesystem>
#include <functional>
#include <stdexcept>
#include <string>
#include <vector>

namespace vigil::litmus {
namespace {

using ::testing::HasSubstr;
using Outcome = Attempt::Outcome;

Attempt judged(const std::string& exercise, const std::string& attempt) {
  return judge(exercise_of(read_herd(exercise)), read_herd(attempt), {});
}

std::string replaced(std::string text, const std::string& what, const std::string& by) {
  const auto at = text.find(what);
  if (at == std::string::npos) throw std::logic_error("no '" + what + "' in the text");
  return text.replace(at, what.size(), by);
}

class EachLesson : public ::testing::TestWithParam<std::size_t> {
 protected:
  [[nodiscard]] const Lesson& lesson() const { return lessons()[GetParam()]; }
  [[nodiscard]] Exercise exercise() const { return exercise_of(read_herd(lesson().exercise)); }
};

TEST_P(EachLesson, HasItsNumberAndAPage) {
  EXPECT_EQ(std::stoul(std::string(lesson().name.substr(0, 2))), GetParam() + 1);
  EXPECT_TRUE(std::filesystem::exists(VIGIL_COURSE_PAGES "/" + std::string(lesson().name) + ".md"));
}

TEST_P(EachLesson, IsNotSolvedAsItIsGiven) {
  const auto same = judge(exercise(), exercise().test, {});
  EXPECT_EQ(same.outcome, Outcome::not_an_attempt);
  EXPECT_EQ(same.what, "Nothing differs from the exercise.");
  for (const auto& [model, wanted] : exercise().wanted) {
    checker::Options options;
    options.memory_model = model;
    if (explore(exercise().test, options).verdict() != wanted) return;
  }
  FAIL() << "the exercise has the wanted verdicts already";
}

TEST_P(EachLesson, IsSolvedByItsAnswer) {
  const auto answer = judge(exercise(), read_herd(lesson().answer), {});
  EXPECT_EQ(answer.outcome, Outcome::solved) << answer.what;
}

// Calls the visitor with the test after every choice of `count` changes of orders; says whether it ever returned true.
bool any_change(Test& test, unsigned count, std::size_t first, const std::function<bool(const Test&)>& visit) {
  if (count == 0) return visit(test);
  std::vector<std::memory_order*> orders;
  for (Thread& thread : test.program.threads)
    for (Instruction& instruction : thread.code) {
      if (!is_atomic_access(instruction.kind) && instruction.kind != Instruction::Kind::fence) continue;
      orders.push_back(&instruction.order);
      if (instruction.kind == Instruction::Kind::compare_exchange) orders.push_back(&instruction.failure);
    }
  using enum std::memory_order;
  for (std::size_t at = first; at != orders.size(); ++at) {
    const auto kept = *orders[at];
    for (const auto order : {relaxed, acquire, release, acq_rel, seq_cst}) {
      if (order == kept) continue;
      *orders[at] = order;
      if (any_change(test, count - 1, at + 1, visit)) return true;
    }
    *orders[at] = kept;
  }
  return false;
}

// What a page says of the number of orders would be wrong if fewer did.
TEST_P(EachLesson, NeedsAsManyOrdersAsItAllows) {
  const auto exercise = this->exercise();
  if (exercise.change != Exercise::Change::orders) return;
  for (unsigned count = 1; count < exercise.most; ++count) {
    litmus::Test test = exercise.test;
    EXPECT_FALSE(any_change(test, count, 0, [&](const litmus::Test& attempt) {
      return judge(exercise, attempt, {}).outcome == Outcome::solved;
    })) << count;
  }
}

TEST(Lessons, AreAsManyAsTheCourseHas) { EXPECT_EQ(lessons().size(), 13U); }

INSTANTIATE_TEST_SUITE_P(Course, EachLesson, ::testing::Range(std::size_t{0}, lessons().size()),
                         [](const auto& lesson) { return std::to_string(lesson.param + 1); });

const std::string kHead = "C t\nmay-change=orders\nat-most=1\ncpp20=forbidden\n";
const std::string kBody = R"({}
P0(atomic_int* x, atomic_int* y) {
  atomic_store_explicit(x, 1, memory_order_relaxed);
  atomic_store_explicit(y, 1, memory_order_relaxed);
}
P1(atomic_int* x, atomic_int* y) {
  int r0 = atomic_load_explicit(y, memory_order_acquire);
  int r1 = atomic_load_explicit(x, memory_order_relaxed);
}
exists (1:r0=1 /\ 1:r1=0)
)";
const std::string kStoreOfTheFlag = "(y, 1, memory_order_relaxed)";

TEST(Judge, ShowsAnExecutionThatRefutesAnAttempt) {
  const auto attempt =
      judged(kHead + kBody, replaced(kHead + kBody, "(x, 1, memory_order_relaxed)", "(x, 1, memory_order_seq_cst)"));
  EXPECT_EQ(attempt.outcome, Outcome::other_verdict);
  EXPECT_EQ(attempt.what, "Under cpp20 the outcome is allowed, and should be forbidden.");
  EXPECT_TRUE(attempt.answer.example.has_value());
}

TEST(Judge, TakesTheNamesAndCommentsOfAnAttemptAsTheyAre) {
  const auto attempt = replaced(kHead + kBody, kStoreOfTheFlag, "(y, 1, memory_order_release) /* mine */");
  EXPECT_EQ(judged(kHead + kBody, replaced(attempt, "C t", "C mine")).outcome, Outcome::solved);
  // Nor do its metadata count: what is wanted is what the exercise wants.
  EXPECT_EQ(judged(kHead + kBody, replaced(attempt, "cpp20=forbidden", "cpp20=allowed")).outcome, Outcome::solved);
}

TEST(Judge, RefusesWhatIsAnotherProgram) {
  const std::string only = "Only memory orders may differ from the exercise.";
  const auto refused = [&](const std::string& what, const std::string& by) {
    const auto attempt = judged(kHead + kBody, replaced(kHead + kBody, what, by));
    EXPECT_EQ(attempt.outcome, Outcome::not_an_attempt) << by;
    EXPECT_EQ(attempt.what, only) << by;
  };
  refused("(y, 1, memory_order_relaxed)", "(y, 2, memory_order_release)");
  refused("(x, 1, memory_order_relaxed)", "(y, 1, memory_order_relaxed)");
  refused("  atomic_store_explicit(x, 1, memory_order_relaxed);\n", "");
  refused("  atomic_store_explicit(x, 1, memory_order_relaxed);\n",
          "  atomic_store_explicit(x, 1, memory_order_relaxed);\n  atomic_thread_fence(memory_order_seq_cst);\n");
  refused("int r0 = atomic_load_explicit(y, memory_order_acquire);\n",
          "int r0 = 0;\n  while (r0 == 0) { r0 = atomic_load_explicit(y, memory_order_acquire); }\n");
  refused("{}", "{ y = 2; }");
  refused("exists", "~exists");
  refused("exists (1:r0=1 /\\ 1:r1=0)", "");
  refused("1:r1=0", "1:r1=5");
  refused("exists", "P2(atomic_int* x) { atomic_store_explicit(x, 0, memory_order_relaxed); }\nexists");
}

TEST(Judge, CountsOrders) {
  auto two = replaced(kHead + kBody, kStoreOfTheFlag, "(y, 1, memory_order_release)");
  two = replaced(two, "(x, memory_order_relaxed)", "(x, memory_order_acquire)");
  const auto attempt = judged(kHead + kBody, two);
  EXPECT_EQ(attempt.outcome, Outcome::not_an_attempt);
  EXPECT_EQ(attempt.what, "2 memory orders differ from the exercise, and at most 1 may.");
}

TEST(Judge, CountsTheOrdersOfFailure) {
  const Lesson& lesson = lessons()[7];
  const auto both = replaced(std::string(lesson.answer), "memory_order_acq_rel, memory_order_relaxed",
                             "memory_order_acq_rel, memory_order_acquire");
  EXPECT_EQ(judged(std::string(lesson.exercise), both).what,
            "2 memory orders differ from the exercise, and at most 1 may.");
}

TEST(Judge, TakesAnUndefinedOrderForNoSolution) {
  const auto attempt = judged(kHead + kBody, replaced(kHead + kBody, kStoreOfTheFlag, "(y, 1, memory_order_acquire)"));
  EXPECT_EQ(attempt.what, "Under cpp20 the outcome is undefined, and should be forbidden.");
}

TEST(Judge, LetsLinesChangePlacesWithinTheirThread) {
  const std::string head = "C t\nmay-change=lines\ncpp20=forbidden\n";
  const std::string one = "  atomic_store_explicit(x, 1, memory_order_relaxed);\n";
  const std::string other = "  atomic_store_explicit(y, 1, memory_order_relaxed);\n";
  const auto moved = judged(head + kBody, replaced(head + kBody, one + other, other + one));
  EXPECT_EQ(moved.what, "Under cpp20 the outcome is allowed, and should be forbidden.");
  auto to_another = replaced(head + kBody, one, "");
  to_another = replaced(to_another, "  int r0", one + "  int r0");
  EXPECT_EQ(judged(head + kBody, to_another).what,
            "Only the places of lines within their thread may differ from the exercise.");
  const auto strengthened = replaced(head + kBody, kStoreOfTheFlag, "(y, 1, memory_order_release)");
  EXPECT_EQ(judged(head + kBody, strengthened).outcome, Outcome::not_an_attempt);
}

TEST(Judge, LetsTheQuestionChangeAndNothingElse) {
  const std::string head = "C t\nmay-change=question\ncpp20=forbidden\n";
  EXPECT_EQ(judged(head + kBody, replaced(head + kBody, "1:r1=0", "1:r1=2")).outcome, Outcome::solved);
  EXPECT_EQ(judged(head + kBody, replaced(head + kBody, "1:r1=0", "1:r1=1")).outcome, Outcome::other_verdict);
  const auto with_locations = "locations [x; y;]\nexists (1:r1=2)";
  EXPECT_EQ(judged(head + kBody, replaced(head + kBody, "exists (1:r0=1 /\\ 1:r1=0)", with_locations)).outcome,
            Outcome::solved);
  EXPECT_EQ(judged(head + kBody, replaced(head + kBody, "exists (1:r0=1 /\\ 1:r1=0)", "")).outcome,
            Outcome::not_an_attempt);
  auto both = replaced(head + kBody, "1:r1=0", "1:r1=2");
  both = replaced(both, kStoreOfTheFlag, "(y, 1, memory_order_release)");
  EXPECT_EQ(judged(head + kBody, both).what, "Only the question behind exists may differ from the exercise.");
}

TEST(AnExercise, SaysWhatMayChangeAndWhatIsWanted) {
  const auto refused = [](const std::string& head, const std::string& reason) {
    try {
      (void)exercise_of(read_herd("C t\n" + head + kBody));
      ADD_FAILURE() << head;
    } catch (const std::invalid_argument& error) {
      EXPECT_THAT(error.what(), HasSubstr(reason));
    }
  };
  EXPECT_THROW(
      (void)exercise_of(read_herd("C t\nmay-change=lines\ncpp20=forbidden\n{}\nP0(atomic_int* x) {\n"
                                  "  int r0 = atomic_load(x);\n  if (r0 == 1) {\n    atomic_store(x, 2);\n  }\n"
                                  "}\nexists (x=2)\n")),
      std::invalid_argument);
  refused("cpp20=forbidden\n", "may-change=orders");
  refused("may-change=all\ncpp20=forbidden\n", "may-change=orders");
  refused("may-change=orders\ncpp20=forbidden\n", "at-most=2");
  refused("may-change=orders\nat-most=0\ncpp20=forbidden\n", "at-most=2");
  refused("may-change=orders\nat-most=2x\ncpp20=forbidden\n", "at-most=2");
  refused("may-change=lines\n", "cpp20=forbidden");
  refused("may-change=lines\ncpp20=never\n", "names no verdict");
  refused("may-change=lines\ncpp20=unknown\n", "names no verdict");
}

}  // namespace
}  // namespace vigil::litmus
