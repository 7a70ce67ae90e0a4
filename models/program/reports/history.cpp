#include "history.hpp"

#include <vigil/model/this_program.hpp>

#include <fmt/core.h>

#include <algorithm>
#include <string_view>

namespace vigil::program {
namespace {

using models::History;
using models::Step;

// A path as one would write it in an #include, or from the root of the source tree.
std::string_view short_path(std::string_view path) {
  constexpr std::string_view kInclude = "/include/";
  if (const auto at = path.rfind(kInclude); at != std::string_view::npos) return path.substr(at + kInclude.size());
  // A compiler cache may name sources from the directory of the build.
  while (path.starts_with("../")) path.remove_prefix(3);
  const std::string root = models::this_program().source_root + "/";
  return path.starts_with(root) ? path.substr(root.size()) : path;
}

std::string place_of(const Step& step, Detail detail = Detail::full) {
  if (step.file.empty()) return {};
  if (detail == Detail::brief) return step.label.empty() ? step.function : "[" + step.label + "]";
  auto place = fmt::format("{}:{}", short_path(step.file), step.line);
  if (!step.function.empty()) place += " " + step.function;
  if (!step.label.empty()) place += " [" + step.label + "]";
  return place;
}

std::string text_of(const Step& step) { return step.text + (step.stale ? "  STALE" : ""); }

bool in_a_thread(const Step& step) { return step.thread >= 0; }

std::string who(const Step& step) {
  return in_a_thread(step) ? fmt::format("thread {}", step.thread) : std::string("at the end");
}

// The last line of a history, which needs more room than a step.
std::string violation_of(const Step& step, Detail detail = Detail::full) {
  return fmt::format("VIOLATION {}: {}  {}\n", who(step), text_of(step), place_of(step, detail));
}

// Ends a line without the blanks of columns that have nothing in it.
void end_line(std::string& text) {
  text.erase(text.find_last_not_of(' ') + 1);
  text += '\n';
}

std::string setup_of(const History& history) {
  std::string text;
  for (const auto& step : history.steps)
    if (step.thread == Step::kSetup) text += fmt::format("  setup  {:<40} {}\n", text_of(step), place_of(step));
  return text;
}

}  // namespace

std::size_t steps_of_threads(const models::Recording& recording) {
  std::size_t steps = 0;
  if (const auto* history = std::get_if<History>(&recording))
    steps = static_cast<std::size_t>(std::count_if(history->steps.begin(), history->steps.end(), in_a_thread));
  else
    for (const auto& thread : std::get<checker::RecordedExecution>(recording).threads) steps += thread.size();
  return steps;
}

std::string in_columns(const History& history, unsigned threads, Detail detail) {
  std::vector<std::size_t> widths;
  for (unsigned thread = 0; thread != threads; ++thread) widths.push_back(fmt::format("thread {}", thread).size());
  for (const auto& step : history.steps)
    if (in_a_thread(step) && !step.violation && static_cast<std::size_t>(step.thread) < widths.size()) {
      auto& width = widths[static_cast<std::size_t>(step.thread)];
      width = std::max(width, text_of(step).size());
    }
  std::string text = detail == Detail::full ? setup_of(history) + "\n" : "";
  text += "  step ";
  for (unsigned thread = 0; thread != threads; ++thread)
    text += fmt::format(" {:<{}} ", fmt::format("thread {}", thread), widths[thread]);
  end_line(text);
  std::size_t number = 0;
  for (const auto& step : history.steps) {
    if (step.thread == Step::kSetup) continue;
    text += fmt::format("  {:>4} ", ++number);
    if (step.violation) {
      text += " " + violation_of(step, detail);
      continue;
    }
    if (!in_a_thread(step)) {
      text += fmt::format(" at the end: {}  {}\n", text_of(step), place_of(step, detail));
      continue;
    }
    for (unsigned thread = 0; thread != threads; ++thread)
      text +=
          fmt::format(" {:<{}} ", static_cast<unsigned>(step.thread) == thread ? text_of(step) : "", widths[thread]);
    text += " " + place_of(step, detail);
    end_line(text);
  }
  return text;
}

std::string in_order(const History& history) {
  std::string text = setup_of(history);
  std::size_t number = 0;
  for (const auto& step : history.steps) {
    if (step.thread == Step::kSetup) continue;
    text += fmt::format("  {:>4}  ", ++number);
    text += step.violation ? violation_of(step)
                           : fmt::format("{:<10}  {:<48}  {}\n", who(step), text_of(step), place_of(step));
  }
  return text;
}

}  // namespace vigil::program
