#include <vigil/checker/trace.hpp>

#include "trace_words.hpp"

#include <algorithm>
#include <string_view>

namespace vigil::checker {
namespace {

using Lines = std::vector<std::string>;

constexpr std::size_t kNumberWidth = 8;  // "  step  "
constexpr std::size_t kNarrowestColumn = 24;
constexpr std::size_t kGap = 2;
constexpr std::size_t kIndent = 2;

std::string padded(std::string words, std::size_t width) {
  if (words.size() < width) words.append(width - words.size(), ' ');
  return words;
}

std::string right_aligned(const std::string& words, std::size_t width) {
  return words.size() < width ? std::string(width - words.size(), ' ') + words : words;
}

class Text {
 public:
  Text(const Trace& trace, const TraceHeader& header, const TraceText& style)
      : trace_(trace), header_(header), style_(style) {}

  std::string render() {
    std::string out = heading();
    if (style_.markdown) out += "```text\n";
    for (const auto& timed : trace_.setup) add_line("  setup  " + in_one_line(timed));
    if (!trace_.setup.empty()) add_line("");
    if (choose_columns()) {
      add_columns();
    } else {
      add_list();
    }
    if (trace_.violation) add_violation();
    out += lines_;
    if (style_.markdown) out += "```\n";
    if (!header_.replay.empty()) out += "\nAgain: " + code(header_.replay) + "\n";
    return out;
  }

 private:
  [[nodiscard]] std::string code(const std::string& words) const { return style_.markdown ? "`" + words + "`" : words; }

  [[nodiscard]] std::string heading() const {
    std::string out;
    if (!header_.model.empty()) out += code(header_.model) + (header_.sentence.empty() ? "" : ": ");
    if (!header_.sentence.empty()) out += header_.sentence;
    if (!out.empty()) out += style_.markdown ? "\n\n" : "\n";
    std::string facts;
    const auto add = [&facts](const std::string& name, const std::string& value) {
      if (!value.empty()) facts += (facts.empty() ? "" : "; ") + name + value;
    };
    add("", header_.bounds);
    add("memory model ", header_.memory_model);
    add("engine ", header_.engine);
    if (!facts.empty()) out += facts + (style_.markdown ? ".\n\n" : "\n");
    out += "Shown in " + quality_of(trace_) + ".\n\n";
    return out;
  }

  [[nodiscard]] std::string place(const TimedStep& timed) const {
    return style_.brief ? short_place_of(timed.step) : place_of(timed.step, header_.source_root);
  }

  [[nodiscard]] std::string in_words(const TimedStep& timed) const {
    auto words = words_of(timed.step);
    if (const auto origin = origin_of(timed); !origin.empty()) words += " (" + origin + ")";
    return words;
  }

  // In a line of its own, which hangs below what it says this of.
  [[nodiscard]] std::string warning(const TimedStep& timed) const {
    const auto stale = staleness_of(trace_, timed);
    return stale.empty() ? "" : std::string(kIndent, ' ') + stale;
  }

  [[nodiscard]] std::size_t width_of(const TimedStep& timed) const {
    return std::max(in_words(timed).size(), warning(timed).size());
  }

  [[nodiscard]] Lines cell(const TimedStep& timed, std::size_t width) const {
    auto lines = wrapped(in_words(timed), width);
    if (const auto stale = staleness_of(trace_, timed); !stale.empty())
      for (const auto& line : wrapped(stale, width - kIndent)) lines.push_back(std::string(kIndent, ' ') + line);
    return lines;
  }

  // Outside the columns there is room for all of it in one line.
  [[nodiscard]] std::string in_one_line(const TimedStep& timed) const {
    return in_words(timed) + warning(timed) + "  " + place(timed);
  }

  void add_violation() {
    auto margin = "  " + right_aligned(std::to_string(trace_.steps.size() + 1), 4) + "  ";
    for (const auto& line :
         wrapped(sentence_of_violation(trace_), std::max<std::size_t>(style_.width, 60) - margin.size())) {
      add_line(margin + line);
      margin.assign(margin.size(), ' ');
    }
  }

  // Ends a line without the blanks of columns that have nothing in it.
  void add_line(std::string line) {
    line.erase(line.find_last_not_of(' ') + 1);
    lines_ += line + '\n';
  }

  // Whether the threads have room beside each other; then `widths_` says how much each has.
  bool choose_columns() {
    if (trace_.threads == 0) return false;
    std::size_t place_width = 0;
    widths_.clear();
    for (unsigned t = 0; t != trace_.threads; ++t)
      widths_.push_back(title_of_thread(trace_, static_cast<int>(t)).size());
    for (const auto& timed : trace_.steps) {
      place_width = std::max(place_width, place(timed).size());
      if (timed.thread < 0) continue;
      auto& width = widths_[static_cast<unsigned>(timed.thread)];
      width = std::max(width, width_of(timed));
    }
    const std::size_t fixed = kNumberWidth + place_width + trace_.threads * kGap;
    const std::size_t room = style_.width > fixed ? style_.width - fixed : 0;
    return share_out(room);
  }

  // Takes from the widest columns until all of them fit. No words are broken for a column that is then too narrow to
  // read.
  bool share_out(std::size_t room) {
    std::size_t total = 0;
    for (const std::size_t width : widths_) total += width;
    for (; total > room; --total) {
      auto& widest = *std::max_element(widths_.begin(), widths_.end());
      if (widest <= kNarrowestColumn) return false;
      --widest;
    }
    return true;
  }

  void add_columns() {
    std::string titles = "  step  ";
    for (unsigned t = 0; t != trace_.threads; ++t)
      titles += padded(title_of_thread(trace_, static_cast<int>(t)), widths_[t]) + std::string(kGap, ' ');
    add_line(titles);
    for (const auto& timed : trace_.steps) {
      const auto number = "  " + right_aligned(std::to_string(timed.number), 4) + "  ";
      if (timed.thread < 0) {
        add_line(number + "at the end: " + in_one_line(timed));
        continue;
      }
      const auto thread = static_cast<unsigned>(timed.thread);
      std::size_t before = 0, after = 0;
      for (unsigned t = 0; t != trace_.threads; ++t) {
        if (t < thread) before += widths_[t] + kGap;
        if (t > thread) after += widths_[t] + kGap;
      }
      bool is_first = true;
      for (const auto& line : cell(timed, widths_[thread])) {
        add_line((is_first ? number : std::string(kNumberWidth, ' ')) + std::string(before, ' ') +
                 padded(line, widths_[thread] + kGap) + std::string(after, ' ') + (is_first ? place(timed) : ""));
        is_first = false;
      }
    }
  }

  void add_list() {
    std::size_t width = 0, widest_name = std::string_view("at the end").size();
    for (const auto& timed : trace_.steps) width = std::max(width, width_of(timed));
    for (unsigned t = 0; t != trace_.threads; ++t)
      widest_name = std::max(widest_name, title_of_thread(trace_, static_cast<int>(t)).size());
    const std::size_t margin = kNumberWidth + widest_name + kGap;
    width = std::min<std::size_t>(width, style_.width > margin + 40 ? style_.width - margin - 30 : 10);
    for (const auto& timed : trace_.steps) {
      const auto who = timed.thread < 0 ? std::string("at the end") : title_of_thread(trace_, timed.thread);
      bool is_first = true;
      for (const auto& line : cell(timed, width)) {
        add_line((is_first
                      ? "  " + right_aligned(std::to_string(timed.number), 4) + "  " + padded(who, widest_name + kGap)
                      : std::string(margin, ' ')) +
                 padded(line, width) + "  " + (is_first ? place(timed) : ""));
        is_first = false;
      }
    }
  }

  const Trace& trace_;
  const TraceHeader& header_;
  const TraceText& style_;
  std::vector<std::size_t> widths_;
  std::string lines_;
};

}  // namespace

std::string text(const Trace& trace, const TraceHeader& header, const TraceText& style) {
  return Text(trace, header, style).render();
}

}  // namespace vigil::checker
