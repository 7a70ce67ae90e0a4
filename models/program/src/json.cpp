#include "json.hpp"

namespace vigil::program {
namespace {

using models::Search;
using nlohmann::json;

json json_of(const Search& search) {
  switch (search.kind) {
    case Search::Kind::random:
      return {{"kind", "random"}, {"iterations", search.iterations}};
    case Search::Kind::bound:
      return {{"kind", "bound"}, {"bound", search.bound}, {"limit", search.iterations}};
    case Search::Kind::full:
      break;
  }
  return {{"kind", "full"}, {"limit", search.iterations}};
}

Search search_from(const json& in) {
  const auto kind = in.at("kind").get<std::string>();
  if (kind == "random") return {Search::Kind::random, 0, in.at("iterations")};
  if (kind == "bound") return {Search::Kind::bound, in.at("bound"), in.at("limit")};
  return {Search::Kind::full, 0, in.at("limit")};
}

json json_of(models::Outcome outcome) { return std::string(models::name_of(outcome)); }

models::Outcome outcome_from(const json& in) {
  const auto violation = models::violation_named(in.get<std::string>());
  return violation ? models::Outcome(*violation) : models::kHolds;
}

json json_of(const models::SearchResult& result) {
  json out = json_of(result.search);
  out["executions"] = result.executions;
  out["finished"] = result.finished;
  if (result.finding)
    out["found"] = {{"violation", json_of(models::Outcome(result.finding->violation))},
                    {"what", result.finding->what},
                    {"execution", result.finding->execution.number},
                    {"choices", result.finding->execution.choices}};
  return out;
}

models::SearchResult result_from(const json& in) {
  models::SearchResult result{search_from(in), in.at("executions"), in.at("finished"), std::nullopt};
  if (in.contains("found")) {
    const auto& found = in["found"];
    result.finding = models::Finding{*outcome_from(found.at("violation")).violation,
                                     found.at("what"),
                                     {result.search, found.at("execution"), found.at("choices")}};
  }
  return result;
}

}  // namespace

json to_json(const models::Verdict& verdict) {
  json searches = json::array();
  for (const auto& result : verdict.searches) searches.push_back(json_of(result));
  return {{"outcome", json_of(verdict.outcome())}, {"seconds", verdict.seconds}, {"searches", std::move(searches)}};
}

models::Verdict verdict_from(const json& in) {
  models::Verdict verdict;
  verdict.seconds = in.at("seconds");
  for (const auto& result : in.at("searches")) verdict.searches.push_back(result_from(result));
  return verdict;
}

json to_json(const models::History& history) {
  json steps = json::array();
  for (const auto& step : history.steps) {
    json one = {{"text", step.text}, {"file", step.file}, {"line", step.line}, {"function", step.function}};
    if (step.thread == models::Step::kSetup)
      one["phase"] = "setup";
    else if (step.thread == models::Step::kEnd)
      one["phase"] = "end";
    else
      one["thread"] = step.thread;
    if (!step.label.empty()) one["label"] = step.label;
    if (step.stale) one["stale"] = true;
    if (step.violation) one["violation"] = true;
    steps.push_back(std::move(one));
  }
  return {{"outcome", json_of(history.outcome)}, {"what", history.what}, {"steps", std::move(steps)}};
}

models::History history_from(const json& in) {
  models::History history;
  history.outcome = outcome_from(in.at("outcome"));
  history.what = in.at("what");
  for (const auto& one : in.at("steps")) {
    models::Step step;
    step.text = one.at("text");
    step.file = one.at("file");
    step.line = one.at("line");
    step.function = one.at("function");
    step.thread = one.contains("thread")       ? one["thread"].get<int>()
                  : one.at("phase") == "setup" ? models::Step::kSetup
                                               : models::Step::kEnd;
    step.label = one.value("label", "");
    step.stale = one.value("stale", false);
    step.violation = one.value("violation", false);
    history.steps.push_back(std::move(step));
  }
  return history;
}

}  // namespace vigil::program
