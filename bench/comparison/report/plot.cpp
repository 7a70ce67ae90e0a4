#include <algorithm>
#include <cmath>
#include <comparison/report/plot.hpp>
#include <cstdio>

namespace vigil::comparison {
namespace {

constexpr double kLeft = 190;
constexpr double kWidth = 430;
constexpr double kTop = 44;
constexpr double kRow = 24;

std::string number(double value) {
  char text[32];
  std::snprintf(text, sizeof text, value < 100 ? "%.1f" : "%.0f", value);
  return text;
}

std::string text_at(double x, double y, const std::string& anchor, const std::string& text) {
  return "  <text x=\"" + number(x) + "\" y=\"" + number(y) + "\" text-anchor=\"" + anchor + "\">" + text + "</text>\n";
}

}  // namespace

std::string bar_chart(const std::string& title, const std::string& unit, const std::vector<Bar>& bars) {
  double most = 1;
  for (const Bar& bar : bars) most = std::max(most, bar.value);
  const double decades = std::ceil(std::log10(most));
  const auto position = [&](double value) { return std::max(0.0, std::log10(value)) / decades * kWidth; };
  const double bottom = kTop + kRow * static_cast<double>(bars.size());
  const std::string size =
      "viewBox=\"0 0 700 " + number(bottom + 34) + "\" width=\"700\" height=\"" + number(bottom + 34);
  std::string svg = "<svg xmlns=\"http://www.w3.org/2000/svg\" " + size +
                    "\" font-family=\"sans-serif\" font-size=\"13\">\n  <title>" + title +
                    "</title>\n  <rect width=\"100%\" height=\"100%\" fill=\"#fff\"/>\n";
  svg += text_at(10, 22, "start", title + ", " + unit + " (logarithmic)");
  for (int decade = 0; decade <= static_cast<int>(decades); ++decade) {
    const double x = kLeft + position(std::pow(10, decade));
    svg += "  <line x1=\"" + number(x) + "\" x2=\"" + number(x) + "\" y1=\"" + number(kTop - 6) + "\" y2=\"" +
           number(bottom) + "\" stroke=\"#ccc\"/>\n" + text_at(x, bottom + 18, "middle", number(std::pow(10, decade)));
  }
  double y = kTop;
  for (const Bar& bar : bars) {
    svg += text_at(kLeft - 8, y + 14, "end", bar.label);
    svg += "  <rect x=\"" + number(kLeft) + "\" y=\"" + number(y + 2) + "\" width=\"" + number(position(bar.value)) +
           "\" height=\"" + number(kRow - 8) + "\" fill=\"" + (bar.is_ours ? "#0a6" : "#68a") + "\"/>\n" +
           text_at(kLeft + position(bar.value) + 6, y + 14, "start", number(bar.value));
    y += kRow;
  }
  return svg + "</svg>\n";
}

}  // namespace vigil::comparison
