#include <vigil/checker/trace.hpp>

#include "markup.hpp"
#include "page.hpp"
#include "trace_words.hpp"

#include <algorithm>
#include <string_view>

namespace vigil::checker {
namespace {

class Page {
 public:
  Page(const Trace& trace, const TraceHeader& header) : trace_(trace), header_(header) {}

  [[nodiscard]] std::string render() const {
    const auto title = escaped(title_of(trace_, header_));
    return "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
           "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n" +
           element("title", "", title) + "\n" + element("style", "", std::string(kPageCss)) + "\n</head>\n<body>\n" +
           heading(title) + controls() + "<main>\n" + steps() + values() + "</main>\n" + footer() +
           element("script", "id=\"data\" type=\"application/json\"", json(trace_, header_)) + "\n" +
           element("script", "", std::string(kPageJs)) + "\n</body>\n</html>\n";
  }

 private:
  [[nodiscard]] std::string heading(const std::string& title) const {
    std::string facts;
    const auto add = [&facts](const std::string& name, const std::string& value) {
      if (!value.empty()) facts += element("div", "", element("dt", "", name) + element("dd", "", escaped(value)));
    };
    add("Memory model", header_.memory_model);
    add("Bounds", header_.bounds);
    add("Engine", header_.engine);
    add("Order", quality_of(trace_));
    std::string out = element("h1", "", title);
    if (!header_.sentence.empty()) out += element("p", "", escaped(header_.sentence));
    if (trace_.violation) out += element("p", "class=\"verdict\"", escaped(words_of_violation(trace_)));
    return element("header", "", out + element("dl", "class=\"facts\"", facts)) + "\n";
  }

  [[nodiscard]] static std::string controls() {
    const auto button = [](const std::string& id, const std::string& words) {
      return element("button", "type=\"button\" id=\"" + id + "\"", words);
    };
    return element("nav", "aria-label=\"Go through the steps\"",
                   button("first", "First") + button("previous", "Back") + button("play", "Play") +
                       button("next", "Next") + button("last", "Last") +
                       "<input type=\"range\" id=\"slider\" min=\"0\" value=\"0\" aria-label=\"Step\">" +
                       element("output", "id=\"where\" for=\"slider\"", "")) +
           "\n";
  }

  [[nodiscard]] std::string steps() const {
    auto titles = element("th", "scope=\"col\" class=\"number\"", "Step");
    for (unsigned t = 0; t != trace_.threads; ++t)
      titles += element("th", "scope=\"col\"", escaped(title_of_thread(trace_, static_cast<int>(t))));
    titles += element("th", "scope=\"col\" class=\"where\"", "Where");
    std::string rows;
    for (const auto& timed : trace_.setup) rows += row(timed);
    for (const auto& timed : trace_.steps) rows += row(timed);
    if (trace_.violation) rows += violation();
    return element("section", "class=\"steps\" aria-label=\"The steps in their order\"",
                   element("table", "id=\"trace\"",
                           element("thead", "", element("tr", "", titles)) + "\n" + element("tbody", "", rows)) +
                       element("svg", "id=\"arrows\" aria-hidden=\"true\" width=\"100%\" height=\"100%\"", "")) +
           "\n";
  }

  [[nodiscard]] static std::string number_of(unsigned number) {
    const auto digits = std::to_string(number);
    return element("th", "scope=\"row\" class=\"number\"", element("a", "href=\"#step=" + digits + "\"", digits));
  }

  // The row of something that one can step to.
  [[nodiscard]] static std::string row_of(unsigned number, std::string_view classes, const std::string& cells) {
    const auto digits = std::to_string(number);
    auto attributes = "id=\"row-" + digits + "\" data-step=\"" + digits + "\"";
    if (!classes.empty()) ((attributes += " class=\"") += classes) += '"';
    return element("tr", attributes, number_of(number) + cells) + "\n";
  }

  [[nodiscard]] std::string row(const TimedStep& timed) const {
    auto words = escaped(words_of(timed.step));
    if (const auto origin = origin_of(timed); !origin.empty()) words += " " + element("span", "class=\"from\"", origin);
    if (const auto stale = staleness_of(trace_, timed); !stale.empty())
      words += element("span", "class=\"bad\"", escaped(stale));
    std::string cells;
    if (timed.thread < 0) {
      const auto columns = std::to_string(std::max(trace_.threads, 1U));
      cells = element("td", "class=\"step\" colspan=\"" + columns + "\"", name_of_thread(timed.thread) + ": " + words);
    } else {
      for (unsigned t = 0; t != trace_.threads; ++t)
        cells += static_cast<int>(t) == timed.thread ? element("td", "class=\"step\"", words) : element("td", "", "");
    }
    cells += element("td", "class=\"where\"", escaped(place_of(timed.step, header_.source_root)));
    if (timed.number != 0) return row_of(timed.number, "", cells);
    return element("tr", "class=\"setup\"", element("th", "class=\"number\"", "") + cells) + "\n";
  }

  [[nodiscard]] std::string violation() const {
    const auto columns = std::to_string(trace_.threads + 1);
    return row_of(static_cast<unsigned>(trace_.steps.size()) + 1, "violation",
                  element("td", "colspan=\"" + columns + "\"", escaped(sentence_of_violation(trace_))));
  }

  [[nodiscard]] static std::string values() {
    return element(
               "aside", "aria-label=\"The step and the values after it\"",
               element("h2", "", "This step") + element("div", "id=\"now\" aria-live=\"polite\"", "") +
                   element("h2", "", "Values after it") + element("table", "id=\"values\"", element("tbody", "", "")) +
                   element("p", "class=\"hint\"",
                           "Values stand in modification order, the newest in green. A thread that has seen a value "
                           "can read that one or one to its right, never one to its left.")) +
           "\n";
  }

  [[nodiscard]] std::string footer() const {
    std::string out;
    if (!header_.replay.empty()) out += element("p", "", "Again: " + element("code", "", escaped(header_.replay)));
    out += element("p", "class=\"hint\"",
                   "Keys: <kbd>&rarr;</kbd> <kbd>&larr;</kbd> a step on or back, <kbd>Home</kbd> <kbd>End</kbd>, "
                   "<kbd>Space</kbd> plays. The address of the page names the step.");
    return element("footer", "", out) + "\n";
  }

  const Trace& trace_;
  const TraceHeader& header_;
};

}  // namespace

std::string html(const Trace& trace, const TraceHeader& header) { return Page(trace, header).render(); }

}  // namespace vigil::checker
