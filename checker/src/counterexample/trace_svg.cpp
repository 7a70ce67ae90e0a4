#include <vigil/checker/trace.hpp>

#include "markup.hpp"
#include "picture.hpp"
#include "svg_pieces.hpp"
#include "trace_arrows.hpp"
#include "trace_words.hpp"

#include <algorithm>
#include <cstddef>
#include <map>

namespace vigil::checker {
namespace {

// In pixels, of a page of GitHub, where a picture is shown at its own size.
constexpr unsigned kWidth = 1000;
constexpr unsigned kMargin = 16;
constexpr unsigned kNumbers = 30;  // the column of the numbers of the steps
constexpr unsigned kLine = 16;
constexpr unsigned kPadding = 7;  // of a cell
constexpr unsigned kRowGap = 4;
constexpr unsigned kBand = 4;  // of a thread, beyond its cells
constexpr unsigned kLaneWidth = 9;
constexpr unsigned kArrowHead = 15;  // from a step to the nearest lane
constexpr unsigned kLeastColumn = 120;
constexpr std::size_t kMostLines = 3;       // of a step in words
constexpr std::size_t kMostSetupLines = 6;  // of all of the setup

// A character of a monospaced font is 0.55 to 0.603 times as wide as it is high.
constexpr std::size_t characters_in(unsigned width, unsigned font_size = 12) {
  return width * 1000 / (font_size * 603);
}

// Whether words and a label, which is smaller, have room beside each other.
constexpr bool fit(std::size_t words, std::size_t label, unsigned width) {
  return (words * 12 + label * 11) * 603 <= width * 1000;
}

std::string number(unsigned value) { return std::to_string(value); }

class Svg {
 public:
  Svg(const Trace& trace, const TraceHeader& header)
      : trace_(trace), header_(header), arrows_(arrows_of(trace)), lanes_(trace.threads, 0) {
    for (const auto& arrow : arrows_) lanes_[arrow.gutter] = std::max(lanes_[arrow.gutter], arrow.lane + 1);
    choose_columns();
  }

  [[nodiscard]] std::string render() {
    add_title();
    add_setup();
    const unsigned top = y_;
    add_heads();
    unsigned bottom = 0;  // of the threads, which the finish comes below
    for (const auto& timed : trace_.steps) {
      if (timed.thread < 0 && bottom == 0) {
        bottom = y_;
        y_ += kPadding;
      }
      add_step(timed);
    }
    const std::string bands = bands_between(top, bottom == 0 ? y_ : bottom);
    if (trace_.violation) add_violation();
    for (const auto& arrow : arrows_) add_arrow(arrow);
    add_legend();
    const auto size = "width=\"" + number(width_) + "\" height=\"" + number(y_ + kMargin) + "\"";
    return "<svg xmlns=\"http://www.w3.org/2000/svg\" " + size + " viewBox=\"0 0 " + number(width_) + " " +
           number(y_ + kMargin) + "\" role=\"img\" aria-labelledby=\"title description\">\n" +
           element("title", "id=\"title\"", escaped(title_of(trace_, header_))) + "\n" +
           element("desc", "id=\"description\"", escaped(description())) + "\n" +
           element("style", "", "\n" + std::string(kPictureCss)) + "\n<rect class=\"page\" " + size + "/>\n" + bands +
           body_ + "</svg>\n";
  }

 private:
  // ---- what is where

  // All columns are as wide, and a gutter has room for its lanes.
  void choose_columns() {
    const unsigned threads = std::max(trace_.threads, 1U);
    unsigned gutters = 0;
    for (unsigned g = 0; g + 1 < threads; ++g) gutters += gutter_width(g);
    const unsigned fixed = 2 * kMargin + kNumbers + gutters + kBand;
    column_ = std::max(kLeastColumn, (std::max(kWidth, fixed) - fixed) / threads);
    width_ = std::max(kWidth, fixed + threads * column_);
  }
  [[nodiscard]] unsigned gutter_width(unsigned gutter) const { return kArrowHead + kLaneWidth * (lanes_[gutter] + 1); }
  [[nodiscard]] unsigned left_of(unsigned thread) const {
    unsigned x = kMargin + kNumbers;
    for (unsigned t = 0; t != thread; ++t) x += column_ + gutter_width(t);
    return x;
  }
  [[nodiscard]] unsigned inner_width() const { return width_ - 2 * kMargin; }

  // ---- pieces

  void add_text(unsigned x, unsigned baseline, std::string_view attributes, const std::string& content) {
    body_ += text_at(x, baseline, attributes, content);
  }

  void add_paragraph(const std::string& words, std::string_view attributes, std::size_t most_lines) {
    auto lines = wrapped(words, characters_in(inner_width()));
    if (lines.size() > most_lines) lines.resize(most_lines);
    for (const auto& line : lines) add_text(kMargin, y_ += kLine, attributes, escaped(line));
  }

  void add_title() {
    y_ = kMargin;
    const auto title = truncated(title_of(trace_, header_), characters_in(inner_width(), 15));
    add_text(kMargin, y_ += kPadding, "class=\"title\"", escaped(title));
    y_ += 4;
    if (!header_.sentence.empty()) add_paragraph(header_.sentence, "", kMostLines);
    std::string facts = header_.bounds;
    if (!header_.memory_model.empty())
      facts += (facts.empty() ? "" : "; ") + std::string("memory model ") + header_.memory_model;
    if (!facts.empty()) add_paragraph(facts, "class=\"quiet\"", kMostLines);
    y_ += kPadding + 4;
  }

  void add_setup() {
    if (trace_.setup.empty()) return;
    std::string words = "setup:";
    std::string all;
    for (const auto& timed : trace_.setup) {
      words += (words.back() == ':' ? " " : "; ") + words_of(timed.step);
      all += (all.empty() ? "" : "\n") + words_of(timed.step);
    }
    auto lines = wrapped(words, characters_in(inner_width() - 2 * kPadding, 11));
    if (lines.size() > kMostSetupLines) {
      lines.resize(kMostSetupLines);
      lines.back() = truncated(lines.back() + " and more", lines.back().size());
    }
    const auto height = static_cast<unsigned>(lines.size()) * kLine + kPadding;
    body_ += "<g class=\"setup\">" + element("title", "", escaped(all)) + "\n" +
             rectangle(kMargin, y_, inner_width(), height);
    for (const auto& line : lines) add_text(kMargin + kPadding, (y_ += kLine) - 1, "", escaped(line));
    body_ += "</g>\n";
    y_ += 2 * kPadding;
  }

  void add_heads() {
    y_ += kLine + 2;
    for (unsigned t = 0; t != trace_.threads; ++t) {
      const auto name = truncated(title_of_thread(trace_, static_cast<int>(t)), characters_in(column_ - 2 * kPadding));
      add_text(left_of(t) + kPadding, y_, "class=\"head\"", escaped(name));
    }
    y_ += kPadding;
  }

  [[nodiscard]] std::string bands_between(unsigned top, unsigned bottom) const {
    std::string bands;
    for (unsigned t = 0; t != trace_.threads; ++t)
      bands += rectangle(left_of(t) - kBand, top, column_ + 2 * kBand, bottom - top, "rx=\"6\" class=\"band\"");
    return bands;
  }

  // ---- steps

  [[nodiscard]] std::string all_of(const TimedStep& timed) const {
    auto all = name_of_thread(timed.thread) + ", step " + number(timed.number) + ": " + words_of(timed.step);
    if (const auto origin = origin_of(timed); !origin.empty()) all += " (" + origin + ")";
    if (const auto stale = staleness_of(trace_, timed); !stale.empty()) all += "\n" + stale;
    if (const auto place = short_place_of(timed.step); !place.empty()) all += "\n" + place;
    return all;
  }

  [[nodiscard]] std::string classes_of(const TimedStep& timed) const {
    std::string classes = "cell";
    if (timed.stale || timed.late) classes += " stale";
    if (timed.step.blocked) classes += " blocked";
    if (timed.number == trace_.violating) classes += " violating";
    return classes;
  }

  void add_step(const TimedStep& timed) {
    const bool is_in_thread = timed.thread >= 0;
    const unsigned x = is_in_thread ? left_of(static_cast<unsigned>(timed.thread)) : kMargin + kNumbers;
    const unsigned width = is_in_thread ? column_ : width_ - kMargin - kBand - x;
    const auto room = characters_in(width - 2 * kPadding);
    auto words = words_of(timed.step);
    if (!is_in_thread) words = "at the end: " + words;
    auto lines = wrapped(words, room);
    if (lines.size() > kMostLines) {
      lines.resize(kMostLines);
      lines.back() += " " + words;  // too long, whatever it is
    }
    const auto label = truncated(label_of(timed.step), characters_in(width - 2 * kPadding, 11));
    const bool has_room = label.empty() || fit(lines.back().size() + 1, label.size(), width - 2 * kPadding);
    const auto warning = staleness_of(trace_, timed);
    const auto rows = lines.size() + (has_room ? 0 : 1) + (warning.empty() ? 0 : 1);
    const auto height = static_cast<unsigned>(rows) * kLine + 6;

    tops_[timed.number] = y_;
    bottoms_[timed.number] = y_ + height;
    body_ += "<g class=\"" + classes_of(timed) + "\">" + element("title", "", escaped(all_of(timed))) + "\n" +
             rectangle(x, y_, width, height);
    unsigned baseline = y_ + kLine - 1;
    add_text(kMargin + kNumbers - 10, baseline, "class=\"quiet\" text-anchor=\"end\"", number(timed.number));
    for (const auto& line : lines) {
      add_text(x + kPadding, baseline, "", styled(truncated(line, room), timed.step));
      baseline += kLine;
    }
    if (!label.empty())
      add_text(x + width - kPadding, has_room ? baseline - kLine : baseline, "class=\"label\" text-anchor=\"end\"",
               escaped(label));
    if (!has_room) baseline += kLine;
    if (!warning.empty()) add_text(x + kPadding, baseline, "class=\"bad\"", escaped(truncated(warning, room)));
    body_ += "</g>\n";
    y_ += height + kRowGap;
  }

  void add_violation() {
    y_ += kPadding;
    const auto lines = wrapped(sentence_of_violation(trace_), characters_in(inner_width() - 2 * kPadding));
    const auto height = static_cast<unsigned>(lines.size()) * kLine + 8;
    body_ += "<g class=\"violation\">\n" + rectangle(kMargin, y_, inner_width(), height);
    for (const auto& line : lines) add_text(kMargin + kPadding, y_ += kLine, "class=\"bad\"", escaped(line));
    body_ += "</g>\n";
    y_ += kPadding;
  }

  // ---- arrows

  // Sideways out of a step, down or up in the lane, and sideways into the other: no other step is in either row.
  void add_arrow(const Arrow& arrow) {
    const auto from = thread_of(arrow.from), to = thread_of(arrow.to);
    const bool is_rightward = from < to;
    const unsigned x1 = is_rightward ? left_of(from) + column_ : left_of(from);
    const unsigned x2 = is_rightward ? left_of(to) : left_of(to) + column_;
    const unsigned offset = kArrowHead + kLaneWidth * arrow.lane;
    const unsigned lane = is_rightward ? x2 - offset : x2 + offset;
    const unsigned y1 = tops_.at(arrow.from) + 15;
    const unsigned y2 = arrow.kind == Arrow::Kind::missed ? bottoms_.at(arrow.to) - 10 : tops_.at(arrow.to) + 8;
    const int direction = is_rightward ? 1 : -1;
    const bool is_downward = y1 < y2;
    const auto near = [&](unsigned x, int by) { return std::to_string(static_cast<int>(x) + by * direction); };
    const auto beside = [&](unsigned y, int by) {
      return std::to_string(static_cast<int>(y) + (is_downward ? by : -by));
    };
    const unsigned end = is_rightward ? x2 - 5 : x2 + 5;
    body_ += "<path class=\"arrow " + std::string(style_of(arrow.kind).kind) + "\" d=\"M" + number(x1) + " " +
             number(y1) + "H" + near(lane, -4) + "Q" + number(lane) + " " + number(y1) + " " + number(lane) + " " +
             beside(y1, 4) + "V" + beside(y2, -4) + "Q" + number(lane) + " " + number(y2) + " " + near(lane, 4) + " " +
             number(y2) + "H" + number(end) + "\"/>" + head_at(arrow.kind, x2, y2, is_rightward);
  }
  [[nodiscard]] unsigned thread_of(unsigned step) const { return static_cast<unsigned>(trace_.steps[step - 1].thread); }

  void add_legend() {
    if (arrows_.empty()) return;
    y_ += kLine + kPadding;
    unsigned x = kMargin;
    body_ += "<g class=\"legend\">\n";
    for (const auto kind : {Arrow::Kind::reads_from, Arrow::Kind::overwrites, Arrow::Kind::missed}) {
      if (std::none_of(arrows_.begin(), arrows_.end(), [kind](const auto& arrow) { return arrow.kind == kind; }))
        continue;
      const auto style = style_of(kind);
      body_ += "<path class=\"arrow " + std::string(style.kind) + "\" d=\"M" + number(x) + " " + number(y_ - 4) +
               "h34\"/>" + head_at(kind, x + 40, y_ - 4, true);
      add_text(x + 48, y_, "class=\"quiet\"", escaped(style.meaning));
      x += 48 + static_cast<unsigned>(style.meaning.size()) * 7 + 24;
    }
    body_ += "</g>\n";
  }

  [[nodiscard]] std::string description() const {
    std::string words = header_.sentence.empty() ? "" : header_.sentence + ". ";
    words += number(static_cast<unsigned>(trace_.steps.size())) + " steps of " + number(trace_.threads) +
             " threads, shown in " + quality_of(trace_) + ".";
    if (trace_.violation) words += " " + sentence_of_violation(trace_) + ".";
    return words;
  }

  const Trace& trace_;
  const TraceHeader& header_;
  std::vector<Arrow> arrows_;
  std::vector<unsigned> lanes_;  // of each gutter
  unsigned column_ = 0, width_ = 0;
  unsigned y_ = 0;                               // what is above has been drawn
  std::map<unsigned, unsigned> tops_, bottoms_;  // of the cells of the steps
  std::string body_;
};

}  // namespace

std::string svg(const Trace& trace, const TraceHeader& header) { return Svg(trace, header).render(); }

}  // namespace vigil::checker
