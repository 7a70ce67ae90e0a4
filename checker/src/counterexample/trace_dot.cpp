#include <vigil/checker/trace.hpp>

#include "trace_words.hpp"

#include <string_view>

namespace vigil::checker {
namespace {

std::string quoted(std::string_view words) {
  std::string out = "\"";
  for (const char letter : words) {
    if (letter == '"' || letter == '\\') out += '\\';
    if (letter == '\n') {
      out += "\\n";
    } else {
      out += letter;
    }
  }
  return out + '"';
}

std::string node(unsigned number) { return "s" + std::to_string(number); }

class Dot {
 public:
  Dot(const Trace& trace, const TraceHeader& header) : trace_(trace), header_(header) {}

  std::string render() {
    out_ = "digraph trace {\n";
    line("graph [label=" + quoted(title()) + ", labelloc=t, fontname=\"sans-serif\", nodesep=0.4, ranksep=0.35];");
    line("node [shape=box, style=rounded, fontname=\"monospace\", fontsize=10];");
    line("edge [fontname=\"sans-serif\", fontsize=9];");
    for (unsigned t = 0; t != trace_.threads; ++t) cluster(static_cast<int>(t));
    cluster(StepName::kFinish);
    for (const auto& timed : trace_.steps) reads_from(timed);
    for (const auto& object : trace_.objects) modification_order(object);
    return out_ + "}\n";
  }

 private:
  void line(const std::string& words) { out_ += "  " + words + "\n"; }

  [[nodiscard]] std::string title() const {
    const auto title = title_of(trace_, header_);
    return trace_.violation ? title + "\nVIOLATION: " + words_of_violation(trace_) : title;
  }

  [[nodiscard]] std::string label_of(const TimedStep& timed) const {
    auto label = std::to_string(timed.number) + ": " + words_of(timed.step);
    if (const auto stale = staleness_of(trace_, timed); !stale.empty()) label += "\n" + stale;
    if (const auto place = place_of(timed.step, header_.source_root); !place.empty()) label += "\n" + place;
    if (timed.number == trace_.violating) label += "\nVIOLATION: " + words_of_violation(trace_);
    return label;
  }

  [[nodiscard]] std::string attributes_of(const TimedStep& timed) const {
    if (timed.number == trace_.violating) return ", style=\"rounded,filled\", fillcolor=\"#ffc9c9\", penwidth=3";
    if (timed.stale || timed.late) return ", color=\"#c92a2a\", fontcolor=\"#c92a2a\", penwidth=2";
    return timed.step.blocked ? ", style=\"rounded,dashed\", penwidth=2" : "";
  }

  // The steps of a thread, each below the one before it.
  void cluster(int thread) {
    std::string nodes;
    const TimedStep* before = nullptr;
    for (const auto& timed : trace_.steps) {
      if (timed.thread != thread) continue;
      nodes += "    " + node(timed.number) + " [label=" + quoted(label_of(timed)) + attributes_of(timed) + "];\n";
      if (before != nullptr) nodes += "    " + node(before->number) + " -> " + node(timed.number) + " [weight=100];\n";
      before = &timed;
    }
    if (nodes.empty()) return;
    line("subgraph " + quoted("cluster " + name_of_thread(thread)) + " {");
    line("  label=" + quoted(title_of_thread(trace_, thread)) + "; color=\"#adb5bd\";");
    out_ += nodes;
    line("}");
  }

  void edge(unsigned from, unsigned to, std::string_view name, std::string_view colour, std::string_view style) {
    line(node(from) + " -> " + node(to) + " [label=" + quoted(name) + ", color=" + quoted(colour) +
         ", fontcolor=" + quoted(colour) + ", style=" + std::string(style) + ", constraint=false];");
  }

  void reads_from(const TimedStep& timed) {
    if (timed.reads && timed.from != 0) edge(timed.from, timed.number, "rf", "#2b8a3e", "solid");
    if (timed.stale && timed.overwritten_by != 0) edge(timed.number, timed.overwritten_by, "fr", "#c92a2a", "dashed");
  }

  void modification_order(const TraceObject& object) {
    if (object.kind == TraceObject::Kind::variable || object.kind == TraceObject::Kind::memory) return;
    for (std::size_t i = 1; i < object.writes.size(); ++i)
      if (const unsigned before = object.writes[i - 1].step; before != 0)
        edge(before, object.writes[i].step, "mo " + object.name, "#1864ab", "dotted");
  }

  const Trace& trace_;
  const TraceHeader& header_;
  std::string out_;
};

}  // namespace

std::string dot(const Trace& trace, const TraceHeader& header) { return Dot(trace, header).render(); }

}  // namespace vigil::checker
