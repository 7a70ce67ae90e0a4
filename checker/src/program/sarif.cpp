#include "sarif.hpp"

#include "exit_status.hpp"
#include "sarif_rules.hpp"
#include "trace_json.hpp"

#include <algorithm>
#include <map>
#include <string_view>

namespace vigil::checker {
namespace {

constexpr std::string_view kRoot = "SRCROOT";

void write_text(JsonWriter& out, std::string_view key, std::string_view text) {
  out.key(key).open('{').key("text").value(text);
  out.close('}');
}

void write_place(JsonWriter& out, const SourcePlace& place) {
  const bool is_absolute = place.file.starts_with('/');
  out.key("physicalLocation").open('{');
  out.key("artifactLocation").open('{');
  out.key("uri").value((is_absolute ? "file://" : "") + in_uri(place.file));
  if (!is_absolute) out.key("uriBaseId").value(kRoot);
  out.close('}');
  out.key("region").open('{').key("startLine").value(place.line);
  out.close('}').close('}');
}

void write_logical(JsonWriter& out, std::string_view name, std::string_view kind) {
  out.open('{').key("fullyQualifiedName").value(name);
  out.key("kind").value(kind);
  out.close('}');
}

// Where the problem is: a place in the source if there is one, and the model.
void write_location(JsonWriter& out, const Problem& problem) {
  out.key("locations").open('[').open('{');
  if (problem.place) write_place(out, *problem.place);
  out.key("logicalLocations").open('[');
  write_logical(out, problem.model, "module");
  if (problem.place && !problem.place->function.empty()) write_logical(out, problem.place->function, "function");
  out.close(']').close('}').close(']');
}

void write_related(JsonWriter& out, const Problem& problem) {
  if (problem.related.empty() && problem.hint.places.empty()) return;
  out.key("relatedLocations").open('[');
  unsigned id = 0;
  for (const auto* places : {&problem.related, &problem.hint.places})
    for (const auto& [place, message] : *places) {
      out.open('{').key("id").value(id++);
      write_place(out, place);
      write_text(out, "message", message);
      out.close('}');
    }
  out.close(']');
}

void write_step(JsonWriter& out, const ProblemStep& step) {
  out.open('{').key("location").open('{');
  if (step.place) write_place(out, *step.place);
  write_text(out, "message", std::to_string(step.order) + "  " + step.thread_name + ": " + step.text);
  out.close('}');
  out.key("executionOrder").value(step.order);
  out.key("importance").value(step.is_violating ? "essential" : "important");
  out.close('}');
}

template <class Take>
void write_thread_flow(JsonWriter& out, std::string_view id, std::string_view message, const Problem& problem,
                       Take take) {
  out.open('{').key("id").value(id);
  write_text(out, "message", message);
  out.key("locations").open('[');
  for (const auto& step : problem.steps)
    if (take(step)) write_step(out, step);
  out.close(']').close('}');
}

// The execution twice: viewers show the first flow, which has all steps in their order; the second one has a flow for
// each thread, as SARIF means them.
void write_flows(JsonWriter& out, const Problem& problem) {
  if (problem.steps.empty()) return;
  out.key("codeFlows").open('[');
  out.open('{');
  write_text(out, "message", "All steps, in the order in which they happen");
  out.key("threadFlows").open('[');
  write_thread_flow(out, "all", "all threads", problem, [](const ProblemStep&) { return true; });
  out.close(']').close('}');
  out.open('{');
  write_text(out, "message", "The steps of each thread; executionOrder numbers them across threads");
  out.key("threadFlows").open('[');
  std::map<int, std::string> threads;
  for (const auto& step : problem.steps) threads.emplace(step.thread, step.thread_name);
  for (const auto& [thread, name] : threads)
    write_thread_flow(out, name, name, problem, [of = thread](const ProblemStep& step) { return step.thread == of; });
  out.close(']').close('}');
  out.close(']');
}

void write_properties(JsonWriter& out, const Problem& problem) {
  out.key("properties").open('{');
  out.key("model").value(problem.model);
  const auto add = [&](std::string_view key, const std::string& text) {
    if (!text.empty()) out.key(key).value(text);
  };
  add("memoryModel", problem.memory_model);
  add("bounds", problem.bounds);
  add("replay", problem.replay);
  add("hint", problem.hint.text);
  out.close('}');
}

std::string message_of(const Problem& problem) {
  auto text = problem.message;
  if (!problem.hint.text.empty()) text += "\nHint: " + problem.hint.text + '.';
  if (!problem.replay.empty()) text += "\nTo see it again: " + problem.replay;
  return text;
}

void write_tool(JsonWriter& out) {
  out.key("tool").open('{').key("driver").open('{');
  out.key("name").value("vigil");
  out.key("version").value(VIGIL_CHECKER_VERSION);
  write_text(out, "shortDescription", "Explores all executions of concurrent code that the memory model allows");
  out.key("rules").open('[');
  for (const auto& [id, name, title, help] : sarif_rules()) {
    out.open('{').key("id").value(id);
    out.key("name").value(name);
    write_text(out, "shortDescription", title);
    write_text(out, "fullDescription", help);
    write_text(out, "help", help);
    out.key("defaultConfiguration").open('{').key("level").value("error");
    out.close('}').close('}');
  }
  out.close(']').close('}').close('}');
}

void write_invocation(JsonWriter& out, const SarifRun& run) {
  const bool has_error = std::ranges::any_of(run.notifications, &SarifNotification::is_error);
  const bool is_successful = !has_error && (run.exit_status == kAsExpected || run.exit_status == kDiffers);
  out.key("invocations").open('[').open('{');
  out.key("executionSuccessful").value(is_successful);
  out.key("exitCode").value(static_cast<unsigned>(run.exit_status));
  out.key("exitCodeDescription").value(meaning_of(run.exit_status));
  out.key("toolExecutionNotifications").open('[');
  for (const auto& [is_error, model, message] : run.notifications) {
    out.open('{').key("level").value(is_error ? "error" : "warning");
    write_text(out, "message", model.empty() ? message : model + ": " + message);
    out.close('}');
  }
  out.close(']').close('}').close(']');
}

}  // namespace

std::string sarif_result(const Problem& problem) {
  JsonWriter out;
  const bool is_expected = problem.level == Problem::Level::expected;
  out.open('{').key("ruleId").value(problem.rule);
  out.key("ruleIndex").value(index_of_rule(problem.rule));
  out.key("kind").value(is_expected ? "informational" : "fail");
  out.key("level").value(is_expected ? "none" : "error");
  write_text(out, "message", message_of(problem));
  write_location(out, problem);
  write_related(out, problem);
  write_flows(out, problem);
  out.key("partialFingerprints").open('{').key("vigilViolation/v1").value(problem.fingerprint);
  out.close('}');
  if (problem.level == Problem::Level::known) {
    out.key("suppressions").open('[').open('{').key("kind").value("external");
    out.key("justification").value("the baseline accepts it");
    out.close('}').close(']');
  }
  write_properties(out, problem);
  out.close('}');
  return out.text();
}

std::string sarif_log(const SarifRun& run) {
  JsonWriter out;
  out.open('{');
  out.key("$schema").value(
      "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json");
  out.key("version").value("2.1.0");
  out.key("runs").open('[').open('{');
  write_tool(out);
  write_invocation(out, run);
  out.key("originalUriBaseIds").open('{').key(kRoot).open('{');
  out.key("uri").value("file://" + in_uri(run.root) + (run.root.ends_with('/') ? "" : "/"));
  out.close('}').close('}');
  out.key("columnKind").value("utf16CodeUnits");
  out.key("results").open('[');
  for (const auto& result : run.results) out.raw(result);
  out.close(']');
  out.close('}').close(']').close('}');
  return out.text() + '\n';
}

}  // namespace vigil::checker
