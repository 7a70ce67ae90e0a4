#pragma once

#include <span>
#include <string_view>

namespace vigil::litmus {

// The exercise of a lesson of docs/course, as the program carries it. The number of a lesson is its place, from 1.
struct Lesson {
  std::string_view name;      // "01-message-passing", as the files are called
  std::string_view exercise;  // a litmus test; see Exercise
  std::string_view answer;    // the same, solved
};

[[nodiscard]] std::span<const Lesson> lessons();

}  // namespace vigil::litmus
