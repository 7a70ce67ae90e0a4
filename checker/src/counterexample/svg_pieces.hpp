#pragma once

#include "trace_arrows.hpp"

#include <vigil/checker/trace.hpp>

#include <string>
#include <string_view>

namespace vigil::checker {

// Pieces of a picture, which picture.css gives their looks. Coordinates are pixels.

[[nodiscard]] std::string rectangle(unsigned x, unsigned y, unsigned width, unsigned height,
                                    std::string_view attributes = "rx=\"4\"");
[[nodiscard]] std::string text_at(unsigned x, unsigned baseline, std::string_view attributes,
                                  const std::string& content);

// A line of a step's words, in which the object stands out and the order stands back.
[[nodiscard]] std::string styled(std::string_view line, const TraceStep& step);
// The label or, of a step that has none, the function, unless that is a lambda.
[[nodiscard]] std::string label_of(const TraceStep& step);

struct ArrowStyle {
  std::string_view kind;     // a class of picture.css
  std::string_view meaning;  // for the legend, from the step that it begins at to the one that it leads to
};
[[nodiscard]] ArrowStyle style_of(Arrow::Kind kind);
// The head of an arrow that arrives from the left, or from the right; a cross where a value is missed.
[[nodiscard]] std::string head_at(Arrow::Kind kind, unsigned x, unsigned y, bool is_rightward);

}  // namespace vigil::checker
