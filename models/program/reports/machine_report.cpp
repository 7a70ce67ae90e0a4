#include "machine_report.hpp"

#include "describe.hpp"
#include "json.hpp"
#include "token.hpp"

#include <fmt/core.h>

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
  if (const auto* finding = report.answer.finding(); finding != nullptr) {
    out["what"] = finding->what;
    out["token"] = token_of(model, report.engine(), report.answer.searches.back());
  }
  return out;
}

std::string failure(const Report& report) {
  const auto* finding = report.answer.finding();
  const auto message =
      fmt::format("expected {}, seen {}", describe_expected(report.task),
                  finding != nullptr ? fmt::format("{} ({})", models::name_of(finding->violation), finding->what)
                                     : describe_searches(report));
  return fmt::format("    <failure type=\"{}\" message=\"{}\">{}{}</failure>\n", name_of(report.status),
                     in_xml(message), in_xml(report.problem),
                     finding != nullptr ? in_xml(" vigil replay " + token_of(report.model(), report.engine(),
                                                                             report.answer.searches.back()))
                                        : "");
}

bool has_failed(const Report& report) {
  return report.status == Report::Status::differs || report.status == Report::Status::limit;
}

bool has_no_verdict(const Report& report) {
  return report.status == Report::Status::left_out || report.status == Report::Status::sampled ||
         report.status == Report::Status::bounded;
}

std::string test_case(const Report& report) {
  const auto searched = describe_searches(report);
  auto text = fmt::format("  <testcase classname=\"vigil.{}\" name=\"{}\" time=\"{:.3f}\">\n", report.engine().id(),
                          in_xml(report.model().name), report.answer.seconds);
  if (has_failed(report)) text += failure(report);
  if (has_no_answer(report))
    text += fmt::format("    <error type=\"{}\" message=\"{}\"/>\n", name_of(report.status), in_xml(report.problem));
  if (has_no_verdict(report)) text += fmt::format("    <skipped message=\"{}\"/>\n", in_xml(searched));
  text += fmt::format("    <system-out>{}; memory model {}; bounds: {}</system-out>\n", in_xml(searched),
                      in_xml(report.engine().memory_model_in_words()), in_xml(describe_bounds(report.task)));
  return text + "  </testcase>\n";
}

}  // namespace

std::string in_xml(std::string_view text) {
  std::string out;
  for (const char c : text) switch (c) {
      case '&':
        out += "&amp;";
        break;
      case '<':
        out += "&lt;";
        break;
      case '>':
        out += "&gt;";
        break;
      case '"':
        out += "&quot;";
        break;
      default:
        // XML 1.0 has no way to write most control characters.
        out += static_cast<unsigned char>(c) < 0x20 ? ' ' : c;
    }
  return out;
}

std::string json_report(const std::vector<Report>& reports, const CheckOptions& options) {
  json all = json::array();
  json summary = json::object();
  for (const auto status :
       {Report::Status::passed, Report::Status::sampled, Report::Status::bounded, Report::Status::left_out,
        Report::Status::differs, Report::Status::limit, Report::Status::refused, Report::Status::broken})
    summary[std::string(name_of(status))] =
        std::count_if(reports.begin(), reports.end(), [&](const Report& report) { return report.status == status; });
  json differing = json::array();
  for (const auto& [model, said, known] : disagreements(reports))
    differing.push_back({{"name", model->name}, {"said", said}, {"known", known}});
  for (const auto& report : reports) all.push_back(json_of(report));
  const json out = {{"plan", options.wanted.thorough ? "full" : "quick"},
                    {"models", std::move(all)},
                    {"disagreements", std::move(differing)},
                    {"summary", std::move(summary)}};
  return out.dump(2, ' ', false, json::error_handler_t::replace) + '\n';
}

std::string junit_report(const std::vector<Report>& reports) {
  double seconds = 0;
  for (const auto& report : reports) seconds += report.answer.seconds;
  auto text = fmt::format(
      "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuite name=\"vigil check\" tests=\"{}\" failures=\"{}\" "
      "errors=\"{}\" skipped=\"{}\" time=\"{:.3f}\">\n",
      reports.size(), std::count_if(reports.begin(), reports.end(), has_failed),
      std::count_if(reports.begin(), reports.end(), has_no_answer),
      std::count_if(reports.begin(), reports.end(), has_no_verdict), seconds);
  for (const auto& report : reports) text += test_case(report);
  return text + "</testsuite>\n";
}

}  // namespace vigil::program
