#include "exercise.hpp"

#include <algorithm>
#include <charconv>
#include <stdexcept>
#include <utility>

namespace vigil::litmus {
namespace {

const std::string* find(const Test& test, const std::string& key) {
  for (const auto& [name, value] : test.metadata)
    if (name == key) return &value;
  return nullptr;
}

// But for places, and for orders.
bool is_alike(const Instruction& one, const Instruction& other) {
  return one.kind == other.kind && one.object == other.object && one.mutex == other.mutex && one.index == other.index &&
         one.extent == other.extent && one.operand == other.operand && one.expected == other.expected &&
         one.result == other.result && one.success == other.success && one.target == other.target;
}

// How many orders differ; nothing if anything else does.
std::optional<unsigned> changed_orders(const Program& one, const Program& other) {
  if (one.objects != other.objects || one.expressions != other.expressions) return std::nullopt;
  if (one.threads.size() != other.threads.size()) return std::nullopt;
  unsigned changes = 0;
  for (std::size_t thread = 0; thread != one.threads.size(); ++thread) {
    const auto& code = one.threads[thread].code;
    const auto& changed = other.threads[thread].code;
    if (!std::ranges::equal(code, changed, is_alike)) return std::nullopt;
    for (std::size_t at = 0; at != code.size(); ++at) {
      changes += code[at].order == changed[at].order ? 0U : 1U;
      changes += code[at].failure == changed[at].failure ? 0U : 1U;
    }
  }
  return changes;
}

std::string in_words(unsigned changes) { return std::to_string(changes) + (changes == 1 ? " order" : " orders"); }

bool is_same(const Condition& one, const Condition& other) {
  return one.kind == other.kind && one.thread == other.thread && one.number == other.number &&
         one.value == other.value && std::ranges::equal(one.parts, other.parts, is_same);
}

}  // namespace

Exercise exercise_of(Test test) {
  Exercise exercise;
  const std::string* const task = find(test, "task");
  const auto wanted = task == nullptr ? std::nullopt : verdict_named(*task);
  if (!wanted) throw std::invalid_argument("no line task=forbidden or task=allowed");
  exercise.wanted = *wanted;
  if (const std::string* const changes = find(test, "changes")) {
    const auto [end, error] = std::from_chars(changes->data(), changes->data() + changes->size(), exercise.changes);
    if (error != std::errc() || end != changes->data() + changes->size())
      throw std::invalid_argument("changes=" + *changes + " is no number");
  }
  if (!test.condition) throw std::invalid_argument("no condition whose verdict could change");
  exercise.test = std::move(test);
  return exercise;
}

Attempt judge(const Exercise& exercise, const Test& attempt) {
  const auto changes = changed_orders(exercise.test.program, attempt.program);
  if (!changes || !attempt.condition || !is_same(*exercise.test.condition, *attempt.condition))
    return {false, "Something besides memory orders differs from the exercise.", {}};
  if (*changes == 0) return {false, "No memory order differs from the exercise.", {}};
  if (*changes > exercise.changes)
    return {false, in_words(*changes) + " differ; " + std::to_string(exercise.changes) + " will do.", {}};
  const Answer answer = explore(attempt, {});
  if (answer.is_undefined) return {false, "An order is undefined for its operation, or accesses race.", answer.example};
  if (answer.verdict() == exercise.wanted)
    return {true,
            "Solved: with " + in_words(*changes) + " changed, the outcome is " +
                std::string(name_of(answer.verdict())) + ".",
            answer.example};
  return {false,
          "The outcome is still " + std::string(name_of(answer.verdict())) + ", and should be " +
              std::string(name_of(exercise.wanted)) + ".",
          answer.example};
}

}  // namespace vigil::litmus
