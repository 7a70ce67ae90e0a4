#include "json.hpp"

#include <cstdint>
#include <limits>
#include <stdexcept>
#include <string>
#include <utility>

namespace vigil::program {
namespace {

using models::Search;
using nlohmann::json;

json json_of(const Search& search) {
  switch (search.kind) {
    case Search::Kind::random:
      return {{"kind", "random"}, {"iterations", search.iterations}};
    case Search::Kind::bound:
      return {{"kind", "bound"},
              {"bound", search.bound},
              {"limit", search.iterations},
              {"up_to_symmetry", search.up_to_symmetry}};
    case Search::Kind::full:
      return {{"kind", "full"}, {"limit", search.iterations}, {"up_to_symmetry", search.up_to_symmetry}};
    case Search::Kind::sample:
      break;
  }
  return {{"kind", "sample"},
          {"iterations", search.iterations},
          {"sampling", checker::name_of(search.sampling)},
          {"seed", search.seed}};
}

// A count. The library would convert a number of any kind, of which most have no value of this type.
template <class Number = std::uint64_t>
Number count_from(const json& in, const char* key) {
  const json& number = in.at(key);
  if (!number.is_number_unsigned() || number.get<std::uint64_t>() > std::numeric_limits<Number>::max())
    throw std::out_of_range(std::string(key) + " is no count");
  return number.get<Number>();
}

Search search_from(const json& in) {
  const auto kind = in.at("kind").get<std::string>();
  if (kind == "random") return {.kind = Search::Kind::random, .iterations = count_from(in, "iterations")};
  if (kind == "bound")
    return {.kind = Search::Kind::bound,
            .bound = count_from<decltype(Search::bound)>(in, "bound"),
            .iterations = count_from(in, "limit"),
            .up_to_symmetry = in.at("up_to_symmetry").get<bool>()};
  if (kind == "full")
    return {.kind = Search::Kind::full,
            .iterations = count_from(in, "limit"),
            .up_to_symmetry = in.at("up_to_symmetry").get<bool>()};
  return {.kind = Search::Kind::sample,
          .iterations = count_from(in, "iterations"),
          .sampling = checker::sampling_named(in.at("sampling").get<std::string>()).value(),
          .seed = count_from(in, "seed")};
}

json json_of(models::Outcome outcome) { return std::string(models::name_of(outcome)); }

json json_of(const models::SearchResult& found) {
  const auto& result = found.result;
  json out = json_of(found.search);
  out["executions"] = result.executions;
  out["executions_in_all"] = result.executions_in_all;
  out["blocked"] = result.blocked;
  out["violating"] = result.violating;
  out["cut_short"] = result.cut_short;
  out["bounded"] = result.bounded;
  out["beyond_preemptions"] = result.beyond_preemptions;
  out["undeclared_waits"] = result.undeclared_waits;
  out["finished"] = result.complete();
  out["stop"] = checker::name_of(result.stop);
  if (!result.limit.empty()) out["limit_reached"] = result.limit;
  if (result.finding)
    out["found"] = {{"violation", json_of(models::Outcome(result.finding->violation))},
                    {"what", result.finding->what},
                    {"execution", found.execution().number},
                    {"choices", result.finding->choices}};
  return out;
}

models::SearchResult result_from(const json& in) {
  checker::Result result;
  result.executions = count_from(in, "executions");
  result.executions_in_all = count_from(in, "executions_in_all");
  result.blocked = count_from(in, "blocked");
  result.violating = count_from(in, "violating");
  result.cut_short = count_from(in, "cut_short");
  result.bounded = count_from(in, "bounded");
  result.beyond_preemptions = count_from(in, "beyond_preemptions");
  result.undeclared_waits = in.at("undeclared_waits");
  result.stop = checker::stop_named(in.at("stop").get<std::string>()).value();
  result.limit = in.value("limit_reached", "");
  if (in.contains("found")) {
    const auto& found = in["found"];
    result.finding = {models::violation_named(found.at("violation").get<std::string>()).value(), found.at("what"),
                      found.at("choices")};
  }
  return {search_from(in), std::move(result)};
}

}  // namespace

std::string_view outcome_in_report(const models::Answer& answer) {
  return answer.complete() ? models::name_of(answer.outcome()) : "incomplete";
}

json to_json(const models::Answer& answer) {
  json searches = json::array();
  for (const auto& found : answer.searches) searches.push_back(json_of(found));
  return {{"outcome", outcome_in_report(answer)}, {"seconds", answer.seconds}, {"searches", std::move(searches)}};
}

models::Answer answer_from(const json& in) {
  models::Answer answer;
  answer.seconds = in.at("seconds");
  for (const auto& found : in.at("searches")) answer.searches.push_back(result_from(found));
  return answer;
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
