#include "annotations.hpp"

#include <filesystem>
#include <map>
#include <string_view>

namespace vigil::checker {
namespace {

// What a workflow command cannot have in its message, and what not in a property.
std::string escaped(std::string_view text, bool is_property) {
  std::string out;
  for (const char c : text) switch (c) {
      case '%':
        out += "%25";
        break;
      case '\r':
        out += "%0D";
        break;
      case '\n':
        out += "%0A";
        break;
      case ':':
        out += is_property ? "%3A" : ":";
        break;
      case ',':
        out += is_property ? "%2C" : ",";
        break;
      default:
        out += c;
    }
  return out;
}

std::string in_one_line(std::string text) {
  for (char& c : text)
    if (c == '\n' || c == '\r') c = ' ';
  return text;
}

std::string as_workflow_command(const Problem& problem) {
  std::string text = "::error ";
  if (problem.place)
    text += "file=" + escaped(problem.place->file, true) + ",line=" + std::to_string(problem.place->line) + ",";
  text += "title=" + escaped(problem.rule + " in " + problem.model, true) + "::";
  std::string message = problem.message;
  for (const auto& [place, what] : problem.related)
    message += "\n" + place.file + ":" + std::to_string(place.line) + ": " + what;
  if (!problem.hint.text.empty()) message += "\nHint: " + problem.hint.text;
  if (!problem.replay.empty()) message += "\nTo see it again: " + problem.replay;
  return text + escaped(message, false) + '\n';
}

std::string as_of_compiler(const Problem& problem) {
  const auto begin = [](const SourcePlace& place) { return place.file + ":" + std::to_string(place.line) + ": "; };
  const auto here = problem.place ? begin(*problem.place) : std::string("vigil: ");
  std::string text = here + "error: " + in_one_line(problem.message) + " [" + problem.rule + "]\n";
  for (const auto& [place, what] : problem.related) text += begin(place) + "note: " + in_one_line(what) + '\n';
  if (!problem.hint.text.empty()) text += here + "note: hint: " + in_one_line(problem.hint.text) + '\n';
  if (!problem.replay.empty()) text += here + "note: to see it again: " + problem.replay + '\n';
  return text;
}

}  // namespace

std::string annotation(const Problem& problem, Annotations form) {
  if (problem.level != Problem::Level::error) return {};
  return form == Annotations::github ? as_workflow_command(problem) : as_of_compiler(problem);
}

std::string annotation_without_verdict(const std::string& model, const std::string& message, Annotations form) {
  if (form == Annotations::github)
    return "::warning title=" + escaped("no verdict on " + model, true) + "::" + escaped(message, false) + '\n';
  return "vigil: warning: " + model + ": no verdict: " + in_one_line(message) + '\n';
}

void add_annotations(CLI::App& command, std::optional<Annotations>& form) {
  const std::map<std::string, Annotations> forms{{"github", Annotations::github}, {"gcc", Annotations::gcc}};
  command
      .add_option_function<Annotations>(
          "--annotations", [&form](Annotations chosen) { form = chosen; },
          "Print each violation as a line that a forge shows beside the source")
      ->transform(CLI::CheckedTransformer(forms))
      ->option_text("github|gcc");
}

}  // namespace vigil::checker
