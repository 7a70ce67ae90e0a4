#include "machine_report.hpp"

#include "describe.hpp"
#include "json.hpp"
#include "junit.hpp"
#include "token.hpp"

#include <algorithm>

namespace vigil::program {
namespace {

using nlohmann::json;

json json_of(const models::CheckerPlan& plan) {
  json out = json::object();
  if (plan.counts) out["executions"] = plan.counts->executions;
  if (plan.counts && plan.counts->violating) out["violating"] = *plan.counts->violating;
  for (const auto& [memory_model, outcome] : plan.under)
    out["under"][std::string(checker::name_of(memory_model))] = std::string(models::name_of(outcome));
  return out;
}

json json_of(const Report& report) {
  const auto& model = report.model();
  json expected = json::array();
  for (const auto violation : model.expected) expected.push_back(std::string(models::name_of(violation)));
  json out = to_json(report.answer);
  out["name"] = model.name;
  out["engine"] = std::string(report.engine().name());
  out["memory_model"] = std::string(report.engine().memory_model());
  out["sentence"] = model.sentence;
  out["bounds"] = describe_bounds(report.task);
  out["defects"] = model.defects;
  if (!model.mutants.empty()) out["mutants"] = model.mutants;
  out["must_hold"] = model.must_hold();
  out["must_fail_with"] = std::move(expected);
  out["expected_of_checker"] = json_of(model.checker_plan);
  out["status"] = std::string(name_of(report.status));
  out["complete"] = report.answer.complete();
  out["exhaustive"] = report.engine().name() == "checker" && report.answer.full_search() != nullptr;
  if (const auto* exemption = report.engine().expected_of(model).exemption; exemption != nullptr)
    out["cannot_decide"] = {{"limit", std::string(models::text_of(exemption->limit).name)},
                            {"reason", exemption->reason},
                            {"engine_says", std::string(models::name_of(exemption->engine_says))}};
  if (const auto limit = model.why_not_by_relacy();
      report.engine().name() == "relacy" && limit != models::RelacyLimit::none)
    out["limit"] = std::string(models::text_of(limit).name);
  if (!report.problem.empty()) out["problem"] = report.problem;
  if (!report.place.empty()) out["place"] = report.place;
  if (const auto* finding = report.answer.finding(); finding != nullptr) {
    out["what"] = finding->what;
    out["token"] = token_of(model, report.engine(), report.answer.searches.back());
  }
  return out;
}

}  // namespace

std::string json_report(const std::vector<Report>& reports, const CheckOptions& options, const RunScope& scope) {
  json all = json::array();
  json summary = json::object();
  for (const auto status :
       {Report::Status::passed, Report::Status::sampled, Report::Status::bounded, Report::Status::left_out,
        Report::Status::differs, Report::Status::limit, Report::Status::refused, Report::Status::broken,
        Report::Status::known, Report::Status::not_run})
    summary[std::string(name_of(status))] =
        std::count_if(reports.begin(), reports.end(), [&](const Report& report) { return report.status == status; });
  json differing = json::array();
  for (const auto& [model, said, known] : disagreements(reports))
    differing.push_back({{"name", model->name}, {"said", said}, {"known", known}});
  for (const auto& report : reports) all.push_back(json_of(report));
  json stale = json::array();
  for (const auto& each : scope.stale)
    stale.push_back({{"name", each.model},
                     {"engine", each.engine},
                     {"bounds", each.bounds},
                     {"verdict", each.verdict},
                     {"what", each.what},
                     {"place", each.place}});
  const json out = {{"plan", options.wanted.thorough ? "full" : "quick"},
                    {"models", std::move(all)},
                    {"disagreements", std::move(differing)},
                    {"shard", {{"number", scope.shard.number}, {"of", scope.shard.of}}},
                    {"stale", std::move(stale)},
                    {"summary", std::move(summary)}};
  return out.dump(2, ' ', false, json::error_handler_t::replace) + '\n';
}

std::string junit_report(const std::vector<Report>& reports, const RunScope& scope) {
  std::vector<JunitCase> cases;
  for (const auto& report : reports)
    cases.push_back(junit_case_of(report, "vigil." + report.engine().id(), report.model().name));
  for (const auto& stale : scope.stale)
    cases.push_back({.suite = "vigil.baseline",
                     .name = stale.model,
                     .result = scope.stale_fails ? JunitCase::Result::failed : JunitCase::Result::skipped,
                     .type = "stale",
                     .message = "stale: " + checker::in_words(stale)});
  return junit_text("vigil check", cases);
}

}  // namespace vigil::program
