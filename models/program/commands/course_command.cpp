#include "commands.hpp"

#include "exercise.hpp"
#include "herd_reader.hpp"
#include "input_text.hpp"
#include "lessons.hpp"
#include "litmus_report.hpp"
#include "text_error.hpp"

#include <fmt/core.h>

#include <chrono>

namespace vigil::program {
namespace {

// No exercise has more executions than a search explores in a fraction of it.
constexpr std::chrono::seconds kTimeLimit{60};

const litmus::Lesson& lesson_of(unsigned number) {
  const auto lessons = litmus::lessons();
  if (number == 0 || number > lessons.size())
    throw checker::WrongUsage(fmt::format("the course has lessons 1 to {}, and none {}", lessons.size(), number));
  return lessons[number - 1];
}

// What an execution shows, step by step; nothing if there is none to show.
std::string shown(const litmus::Test& attempt, const litmus::Attempt& judged) {
  if (!judged.answer.example) return {};
  LitmusReport report{{}, attempt, {}};
  report.verdicts.push_back({judged.model, judged.answer, {}, {}, {}, 0});
  return litmus_example(report, report.verdicts.front());
}

}  // namespace

int list_lessons() {
  unsigned number = 0;
  for (const litmus::Lesson& lesson : litmus::lessons())
    fmt::print("{:>2}  {}\n    {}\n", ++number, lesson.name.substr(3), litmus::read_herd(lesson.exercise).description);
  return kAsExpected;
}

int show_exercise(unsigned lesson) {
  fmt::print("{}", lesson_of(lesson).exercise);
  return kAsExpected;
}

int show_answer(unsigned lesson) {
  fmt::print("{}", lesson_of(lesson).answer);
  return kAsExpected;
}

int check_attempt(unsigned lesson, const std::string& file) {
  const auto exercise = litmus::exercise_of(litmus::read_herd(lesson_of(lesson).exercise));
  try {
    const auto attempt = litmus::read_herd(input_text(file));
    checker::Options options;
    options.deadline = std::chrono::steady_clock::now() + kTimeLimit;
    const auto judged = litmus::judge(exercise, attempt, options);
    fmt::print("{}\n{}", judged.what, shown(attempt, judged));
    return judged.outcome == litmus::Attempt::Outcome::solved ? kAsExpected : kDiffers;
  } catch (const litmus::TextError& error) {
    return wrong_usage(fmt::format("{}:{}", file, error.what()));
  } catch (const std::invalid_argument& error) {
    return wrong_usage(fmt::format("{}: {}", file, error.what()));
  }
}

}  // namespace vigil::program
