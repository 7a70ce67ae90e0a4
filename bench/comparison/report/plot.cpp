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

std::string tick_label(double value) { return value < 1e6 ? number(value) : number(value / 1e6) + "M"; }

// The positions of values on an axis that ends at `most`, and the ticks of the axis.
class Scale {
 public:
  Scale(Axis axis, double most) : axis_(axis) {
    if (axis == Axis::logarithmic) {
      end_ = std::pow(10, std::max(1.0, std::ceil(std::log10(most))));
      for (double tick = 1; tick <= end_; tick *= 10) ticks_.push_back(tick);
      return;
    }
    const double step = std::pow(10, std::floor(std::log10(most)));
    end_ = std::ceil(most / step) * step;
    for (double tick = 0; tick <= end_; tick += step) ticks_.push_back(tick);
  }

  [[nodiscard]] double position(double value) const {
    if (axis_ == Axis::linear) return value / end_ * kWidth;
    return std::max(0.0, std::log10(value)) / std::log10(end_) * kWidth;
  }
  [[nodiscard]] const std::vector<double>& ticks() const { return ticks_; }

 private:
  Axis axis_;
  double end_;
  std::vector<double> ticks_;
};

}  // namespace

std::string bar_chart(const std::string& title, const std::string& unit, const std::vector<Bar>& bars, Axis axis) {
  double most = 1;
  for (const Bar& bar : bars) most = std::max(most, bar.value);
  const Scale scale(axis, most);
  const double bottom = kTop + kRow * static_cast<double>(bars.size());
  const std::string size =
      "viewBox=\"0 0 700 " + number(bottom + 34) + "\" width=\"700\" height=\"" + number(bottom + 34);
  std::string svg = "<svg xmlns=\"http://www.w3.org/2000/svg\" " + size +
                    "\" font-family=\"sans-serif\" font-size=\"13\">\n  <title>" + title +
                    "</title>\n  <rect width=\"100%\" height=\"100%\" fill=\"#fff\"/>\n";
  svg += text_at(10, 22, "start", title + ", " + unit + (axis == Axis::logarithmic ? " (logarithmic)" : ""));
  for (const double tick : scale.ticks()) {
    const double x = kLeft + scale.position(tick);
    svg += "  <line x1=\"" + number(x) + "\" x2=\"" + number(x) + "\" y1=\"" + number(kTop - 6) + "\" y2=\"" +
           number(bottom) + "\" stroke=\"#ccc\"/>\n" + text_at(x, bottom + 18, "middle", tick_label(tick));
  }
  double y = kTop;
  for (const Bar& bar : bars) {
    svg += text_at(kLeft - 8, y + 14, "end", bar.label);
    svg += "  <rect x=\"" + number(kLeft) + "\" y=\"" + number(y + 2) + "\" width=\"" +
           number(scale.position(bar.value)) + "\" height=\"" + number(kRow - 8) + "\" fill=\"" +
           (bar.is_ours ? "#0a6" : "#68a") + "\"/>\n" +
           text_at(kLeft + scale.position(bar.value) + 6, y + 14, "start", number(bar.value));
    y += kRow;
  }
  return svg + "</svg>\n";
}

}  // namespace vigil::comparison
