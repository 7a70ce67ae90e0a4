#include "svg_pieces.hpp"

#include "markup.hpp"

#include <algorithm>
#include <array>
#include <cstddef>

namespace vigil::checker {
namespace {

std::string span(std::string_view kind, std::string_view words) {
  return element("tspan", "class=\"" + std::string(kind) + "\"", escaped(words));
}

}  // namespace

std::string rectangle(unsigned x, unsigned y, unsigned width, unsigned height, std::string_view attributes) {
  const auto attribute = [](const char* name, unsigned value) {
    return std::string(name) + "=\"" + std::to_string(value) + "\" ";
  };
  return "<rect " + attribute("x", x) + attribute("y", y) + attribute("width", width) + attribute("height", height) +
         std::string(attributes) + "/>\n";
}

std::string text_at(unsigned x, unsigned baseline, std::string_view attributes, const std::string& content) {
  auto all = "x=\"" + std::to_string(x) + "\" y=\"" + std::to_string(baseline) + "\"";
  if (!attributes.empty()) (all += ' ') += attributes;
  return element("text", all, content) + "\n";
}

std::string styled(std::string_view line, const TraceStep& step) {
  std::string out;
  if (const auto at = line.find(" " + step.object); !step.object.empty() && at != std::string_view::npos) {
    const auto end = std::min(line.size(), at + 1 + step.object.size());
    out = escaped(line.substr(0, at + 1)) + span("object", line.substr(at + 1, end - at - 1));
    line.remove_prefix(end);
  }
  const auto order = ", " + step.order;
  if (const auto at = line.find(order); !step.order.empty() && at != std::string_view::npos)
    return out + escaped(line.substr(0, at)) + span("order", order) + escaped(line.substr(at + order.size()));
  return out + escaped(line);
}

std::string label_of(const TraceStep& step) {
  if (!step.label.empty()) return "[" + step.label + "]";
  return step.function.starts_with("operator") ? "" : step.function;
}

ArrowStyle style_of(Arrow::Kind kind) {
  constexpr std::array<ArrowStyle, 3> kStyles{{{"rf", "is read by"},
                                               {"mo", "is overwritten by (modification order)"},
                                               {"missed", "is missed by a stale read"}}};
  return kStyles[static_cast<std::size_t>(kind)];
}

std::string head_at(Arrow::Kind kind, unsigned x, unsigned y, bool is_rightward) {
  const auto row = std::to_string(y);
  const auto path = kind == Arrow::Kind::missed
                        ? "M" + std::to_string(is_rightward ? x - 5 : x + 5) + " " + row + "m-4 -4l8 8m0 -8l-8 8"
                        : "M" + std::to_string(x) + " " + row + (is_rightward ? "l-7 -4v8z" : "l7 -4v8z");
  return "<path class=\"" + std::string(style_of(kind).kind) + "-head\" d=\"" + path + "\"/>\n";
}

}  // namespace vigil::checker
