#pragma once

#include "program.hpp"

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
