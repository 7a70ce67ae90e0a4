#include "exercise.hpp"

#include "expectation.hpp"
#include "herd_writer.hpp"

#include <algorithm>
#include <charconv>
#include <cstddef>
#include <functional>
#include <numeric>
#include <sstream>
#include <stdexcept>
#include <string_view>
#include <utility>

namespace vigil::litmus {
namespace {

using Change = Exercise::Change;

const std::string* find(const Test& test, std::string_view key) {
  const auto found = std::ranges::find(test.metadata, key, [](const auto& line) { return line.first; });
  return found == test.metadata.end() ? nullptr : &found->second;
}

Change change_named(const std::string* name) {
  if (name != nullptr && *name == "orders") return Change::orders;
  if (name != nullptr && *name == "lines") return Change::lines;
  if (name != nullptr && *name == "question") return Change::question;
  throw std::invalid_argument("an exercise has a line may-change=orders, may-change=lines or may-change=question");
}

unsigned number_in(const std::string* text) {
  unsigned number = 0;
  if (text != nullptr) {
    const auto [end, error] = std::from_chars(text->data(), text->data() + text->size(), number);
    if (error == std::errc() && end == text->data() + text->size() && number != 0) return number;
  }
  throw std::invalid_argument("an exercise about orders has a line such as at-most=2");
}

// The lines of a text. Lines within a thread are sorted if they may change places.
std::vector<std::string> lines_of(const std::string& text, bool sort_threads) {
  std::vector<std::string> lines;
  std::istringstream stream(text);
  for (std::string line; std::getline(stream, line);) lines.push_back(std::move(line));
  if (!sort_threads) return lines;
  const auto is_in_a_thread = [](const std::string& line) { return line.starts_with(' '); };
  for (auto begin = lines.begin(); begin != lines.end();) {
    begin = std::find_if(begin, lines.end(), is_in_a_thread);
    const auto end = std::find_if_not(begin, lines.end(), is_in_a_thread);
    std::sort(begin, end);
    begin = end;
  }
  return lines;
}

// What must stay as it is, as text.
std::vector<std::string> kept_part(Test test, Change change) {
  test.program.name = "kept";
  test.description.clear();
  test.metadata.clear();
  if (change == Change::question) {
    test.quantifier = Quantifier::exists;
    test.condition.reset();
    test.locations.clear();
  }
  if (change == Change::orders)
    for (Thread& thread : test.program.threads)
      for (Instruction& instruction : thread.code) instruction.order = instruction.failure = std::memory_order_relaxed;
  return lines_of(write_herd(test), change == Change::lines);
}

// A text of the whole, with what may change.
std::string whole(Test test) {
  test.program.name = "whole";
  test.description.clear();
  test.metadata.clear();
  return write_herd(test);
}

// Of each operation, that of success and that of failure.
std::vector<std::memory_order> orders_of(const Program& program) {
  std::vector<std::memory_order> orders;
  for (const Thread& thread : program.threads)
    for (const Instruction& instruction : thread.code)
      if (is_operation(instruction.kind)) orders.insert(orders.end(), {instruction.order, instruction.failure});
  return orders;
}

// Of programs whose text differs in orders only.
std::size_t changed_orders(const Program& one, const Program& other) {
  const auto orders = orders_of(one);
  const auto changed = orders_of(other);
  return static_cast<std::size_t>(
      std::inner_product(orders.begin(), orders.end(), changed.begin(), 0, std::plus(), std::not_equal_to()));
}

bool has_jumps(const Program& program) {
  const auto is_jump = [](const Instruction& it) {
    return it.kind == Instruction::Kind::jump || it.kind == Instruction::Kind::jump_if_zero;
  };
  return std::ranges::any_of(program.threads,
                             [&](const Thread& thread) { return std::ranges::any_of(thread.code, is_jump); });
}

std::string_view what_may_change(Change change) {
  if (change == Change::orders) return "Only memory orders may differ from the exercise.";
  if (change == Change::lines) return "Only the places of lines within their thread may differ from the exercise.";
  return "Only the question behind exists may differ from the exercise.";
}

// Why the attempt is none; empty if it is one.
std::string refusal(const Exercise& exercise, const Test& attempt) {
  try {
    if (!attempt.condition || kept_part(exercise.test, exercise.change) != kept_part(attempt, exercise.change))
      return std::string(what_may_change(exercise.change));
    if (whole(exercise.test) == whole(attempt)) return "Nothing differs from the exercise.";
  } catch (const std::invalid_argument&) {
    return std::string(what_may_change(exercise.change));  // a loop, which the writer cannot write, and no exercise has
  }
  if (exercise.change != Change::orders) return {};
  const std::size_t changes = changed_orders(exercise.test.program, attempt.program);
  if (changes <= exercise.most) return {};
  return std::to_string(changes) + " memory orders differ from the exercise, and at most " +
         std::to_string(exercise.most) + " may.";
}

std::string in_words(Verdict verdict) {
  return verdict == Verdict::not_explored ? "not explored" : std::string(name_of(verdict));
}

}  // namespace

Exercise exercise_of(Test test) {
  Exercise exercise;
  exercise.change = change_named(find(test, "may-change"));
  if (exercise.change == Change::lines && has_jumps(test.program))
    throw std::invalid_argument("an exercise whose lines may change places has no branch");
  if (exercise.change == Change::orders) exercise.most = number_in(find(test, "at-most"));
  for (const auto model : checker::kMemoryModels)
    if (const auto verdict = expected_verdict(test, model)) exercise.wanted.emplace_back(model, *verdict);
  if (exercise.wanted.empty()) throw std::invalid_argument("an exercise has a line such as cpp20=forbidden");
  if (!test.condition) throw std::invalid_argument("an exercise has a question");
  exercise.test = std::move(test);
  return exercise;
}

Attempt judge(const Exercise& exercise, const Test& attempt, const checker::Options& options) {
  if (auto what = refusal(exercise, attempt); !what.empty())
    return {.outcome = Attempt::Outcome::not_an_attempt, .what = std::move(what), .answer = {}};
  std::string solved = "Solved:";
  for (const auto& [model, wanted] : exercise.wanted) {
    auto with_model = options;
    with_model.memory_model = model;
    Answer answer = explore(attempt, with_model);
    const auto verdict = answer.verdict();
    if (verdict != wanted)
      return {.outcome = Attempt::Outcome::other_verdict,
              .what = "Under " + std::string(checker::name_of(model)) + " the outcome is " + in_words(verdict) +
                      ", and should be " + in_words(wanted) + ".",
              .model = model,
              .answer = std::move(answer)};
    solved += " under " + std::string(checker::name_of(model)) + " the outcome is " + in_words(verdict) + " (" +
              std::to_string(answer.witnesses) + " of " + std::to_string(answer.witnesses + answer.others) +
              " executions);";
  }
  solved.back() = '.';
  return {.what = std::move(solved), .answer = {}};
}

}  // namespace vigil::litmus
