#include "json.hpp"

#include <array>

namespace vigil::program {
namespace {

using checker::Sampling;
using models::Search;
using models::Stop;
using nlohmann::json;

json json_of(const Search& search) {
  switch (search.kind) {
    case Search::Kind::random:
      return {{"kind", "random"}, {"iterations", search.iterations}};
    case Search::Kind::bound:
      return {{"kind", "bound"}, {"bound", search.bound}, {"limit", search.iterations}};
    case Search::Kind::full:
      return {{"kind", "full"}, {"limit", search.iterations}};
    case Search::Kind::sample:
      break;
  }
  return {{"kind", "sample"},
          {"iterations", search.iterations},
          {"sampling", search.sampling == Sampling::uniform ? "uniform" : "pct"},
          {"seed", search.seed}};
}

Search search_from(const json& in) {
  const auto kind = in.at("kind").get<std::string>();
  if (kind == "random") return {.kind = Search::Kind::random, .iterations = in.at("iterations")};
  if (kind == "bound") return {.kind = Search::Kind::bound, .bound = in.at("bound"), .iterations = in.at("limit")};
  if (kind == "full") return {.kind = Search::Kind::full, .iterations = in.at("limit")};
  return {.kind = Search::Kind::sample,
          .iterations = in.at("iterations"),
          .sampling = in.at("sampling") == "uniform" ? Sampling::uniform : Sampling::priorities,
          .seed = in.at("seed")};
}

constexpr std::array kStops{Stop::none,     Stop::violation,   Stop::executions,
                            Stop::deadline, Stop::interrupted, Stop::limit};

std::string name_of(Stop stop) {
  switch (stop) {
    case Stop::none:
      return "none";
    case Stop::violation:
      return "violation";
    case Stop::executions:
      return "executions";
    case Stop::deadline:
      return "deadline";
    case Stop::limit:
      return "limit";
    case Stop::interrupted:
      break;
  }
  return "interrupted";
}

Stop stop_from(const json& in) {
  for (const auto stop : kStops)
    if (in == name_of(stop)) return stop;
  return Stop::interrupted;
}

json json_of(models::Outcome outcome) { return std::string(models::name_of(outcome)); }

models::Outcome outcome_from(const json& in) {
  const auto violation = models::violation_named(in.get<std::string>());
  return violation ? models::Outcome(*violation) : models::kHolds;
}

json json_of(const models::SearchResult& result) {
  json out = json_of(result.search);
  out["executions"] = result.executions;
  out["blocked"] = result.blocked;
  out["violating"] = result.violating;
  out["bounded"] = result.bounded;
  out["undeclared_waits"] = result.undeclared_waits;
  out["finished"] = result.finished();
  out["stop"] = name_of(result.stop);
  if (!result.limit.empty()) out["limit_reached"] = result.limit;
  if (result.finding)
    out["found"] = {{"violation", json_of(models::Outcome(result.finding->violation))},
                    {"what", result.finding->what},
                    {"execution", result.finding->execution.number},
                    {"choices", result.finding->execution.choices}};
  return out;
}

models::SearchResult result_from(const json& in) {
  models::SearchResult result{search_from(in),
                              in.at("executions"),
                              in.at("blocked"),
                              in.at("violating"),
                              stop_from(in.at("stop")),
                              std::nullopt,
                              in.value("limit_reached", ""),
                              in.value("bounded", std::uint64_t{0}),
                              in.value("undeclared_waits", false)};
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

}  // namespace vigil::program
