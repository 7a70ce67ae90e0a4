#pragma once

#include "program.hpp"

#include <stdexcept>
#include <string>

namespace vigil::litmus {

// A text that cannot be read: where, and what is wrong there. what() says both: "3:14: expected ';' instead of '}'".
class TextError : public std::runtime_error {
 public:
  TextError(Place place, const std::string& problem)
      : std::runtime_error(std::to_string(place.line) + ":" + std::to_string(place.column) + ": " + problem),
        place_(place) {}

  // In the text, or one behind its end.
  [[nodiscard]] Place place() const { return place_; }

 private:
  Place place_;
};

}  // namespace vigil::litmus
