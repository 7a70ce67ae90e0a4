// Does `vigil course` show the exercises, and say which attempts solve them?

#include "program.hpp"

#include <fstream>
#include <string>

namespace vigil::program_test {
namespace {

class CourseProgram : public Program {
 protected:
  [[nodiscard]] std::string written(const std::string& text) const {
    std::ofstream(file("mine.litmus")) << text;
    return file("mine.litmus").string();
  }
};

TEST_F(CourseProgram, ListsTheExercises) {
  const auto ended = run("course");
  EXPECT_EQ(ended.status, 0) << ended.err;
  EXPECT_TRUE(has(ended.out, " 1  message-passing\n    Change one memory order")) << ended.out;
  EXPECT_TRUE(has(ended.out, "\n13  final-exam\n")) << ended.out;
}

TEST_F(CourseProgram, ShowsAnExerciseThatItsAnswerSolves) {
  const auto exercise = written(run("course show 1").out);
  EXPECT_EQ(run("course check 1 " + exercise).out, "Nothing differs from the exercise.\n");
  EXPECT_EQ(run("course check 1 " + exercise).status, 1);
  const auto solved = run("course check 1 " + written(run("course answer 1").out));
  EXPECT_EQ(solved.status, 0) << solved.err;
  EXPECT_EQ(solved.out, "Solved: under cpp20 the outcome is forbidden (0 of 3 executions).\n");
}

TEST_F(CourseProgram, ShowsTheExecutionThatAnAttemptStillAllows) {
  auto text = run("course show 1").out;
  const std::string data = "(data, 1, memory_order_relaxed)";
  ASSERT_TRUE(has(text, data)) << text;
  text.replace(text.find(data), data.size(), "(data, 1, memory_order_release)");
  const auto ended = run("course check 1 " + written(text));
  EXPECT_EQ(ended.status, 1);
  EXPECT_TRUE(has(ended.out, "Under cpp20 the outcome is allowed, and should be forbidden.\n")) << ended.out;
  EXPECT_TRUE(has(ended.out, "cpp20: 1 of 4 executions end so\n")) << ended.out;
  EXPECT_TRUE(has(ended.out, "STALE")) << ended.out;
}

TEST_F(CourseProgram, RefusesWhatItCannotRead) {
  expect_wrong_usage("course show 14", "the course has lessons 1 to 13, and none 14");
  expect_wrong_usage("course answer 0", "the course has lessons 1 to 13, and none 0");
  expect_wrong_usage("course show one", "lesson = one");
  expect_wrong_usage("course check 1", "file is required");
  expect_wrong_usage("course check 1 " + file("missing").string(), "missing cannot be read");
  expect_wrong_usage("course check 1 " + written("C t\n{}\nP0(float* x) {}\n"), "mine.litmus:3:4");
  expect_wrong_usage("course solve 1", "solve");
}

}  // namespace
}  // namespace vigil::program_test
