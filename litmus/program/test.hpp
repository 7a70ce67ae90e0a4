#pragma once

#include "program.hpp"

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace vigil::litmus {

// What is said of the end of an execution: of the registers of its threads and of the newest values of its objects.
struct Condition {
  enum class Kind : std::uint8_t {
    always,
    register_is,  // `number` of `thread` is `value`
    object_is,    // `number` is `value`
    conjunction,  // of `parts`
    disjunction,
    negation,  // of the one part
  };
  Kind kind = Kind::always;
  std::uint32_t thread = 0;
  std::uint32_t number = 0;
  Word value = 0;
  std::vector<Condition> parts;
};

// Whether it is so: `register_value(thread, number)` and `object_value(number)` say how an execution ended.
template <class Registers, class Objects>
[[nodiscard]] bool is_satisfied(const Condition& condition, const Registers& register_value,
                                const Objects& object_value) {
  const auto is_part = [&](const Condition& part) { return is_satisfied(part, register_value, object_value); };
  switch (condition.kind) {
    case Condition::Kind::register_is:
      return register_value(condition.thread, condition.number) == condition.value;
    case Condition::Kind::object_is:
      return object_value(condition.number) == condition.value;
    case Condition::Kind::conjunction:
      return std::ranges::all_of(condition.parts, is_part);
    case Condition::Kind::disjunction:
      return std::ranges::any_of(condition.parts, is_part);
    case Condition::Kind::negation:
      return !is_part(condition.parts.front());
    case Condition::Kind::always:
      break;
  }
  return true;
}

// What a litmus test asks: whether some execution ends so, none, or all.
enum class Quantifier : std::uint8_t { exists, not_exists, forall };

// A program with a question.
struct Test {
  Program program;
  std::string description;                                    // may be empty
  std::vector<std::pair<std::string, std::string>> metadata;  // "Key=value" lines before the program, in their order
  Quantifier quantifier = Quantifier::exists;
  std::optional<Condition> condition;  // nothing: the test asks nothing
  // What else is to be printed of the end of each execution: the `number` of register_is and object_is conditions.
  std::vector<Condition> locations;
};

}  // namespace vigil::litmus
