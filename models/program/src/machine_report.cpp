#include "machine_report.hpp"

#include "json.hpp"
#include "table.hpp"
#include "token.hpp"

#include <fmt/core.h>

#include <algorithm>

namespace vigil::program {
namespace {

using nlohmann::json;

std::string_view word_for(Report::Status status) {
  switch (status) {
    case Report::Status::passed:
      return "passed";
    case Report::Status::differs:
      return "differs";
    case Report::Status::limit:
      break;
  }
  return "limit";
}

json json_of(const Report& report, const CheckOptions& options) {
  const auto& model = *report.model;
  json expected = json::array();
  for (const auto violation : model.expected) expected.push_back(std::string(models::name_of(violation)));
  json out = to_json(report.verdict);
  out["name"] = model.name;
  out["sentence"] = model.sentence;
  out["bounds"] = model.bounds;
  out["defects"] = model.defects;
  out["must_hold"] = model.must_hold();
  out["must_fail_with"] = std::move(expected);
  out["status"] = std::string(word_for(report.status));
  out["complete"] = report.verdict.complete();
  if (model.relacy_exemption)
    out["cannot_decide"] = {{"reason", model.relacy_exemption->reason},
                            {"engine_says", std::string(models::name_of(model.relacy_exemption->engine_says))}};
  if (!report.problem.empty()) out["problem"] = report.problem;
  if (const auto* finding = report.verdict.finding(); finding != nullptr) {
    out["what"] = finding->what;
    out["token"] = token_of(model, *options.engine, *finding);
  }
  return out;
}

std::string escaped(std::string_view text) {
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

std::string test_case(const Report& report, const CheckOptions& options) {
  const auto& model = *report.model;
  auto text = fmt::format("  <testcase classname=\"vigil.{}\" name=\"{}\" time=\"{:.3f}\">\n", options.engine->name(),
                          escaped(model.name), report.verdict.seconds);
  if (report.status != Report::Status::passed) {
    const auto* finding = report.verdict.finding();
    const auto message =
        fmt::format("expected {}, seen {}", describe_expected(model),
                    finding != nullptr ? fmt::format("{} ({})", models::name_of(finding->violation), finding->what)
                                       : describe_searches(report.verdict));
    text +=
        fmt::format("    <failure type=\"{}\" message=\"{}\">{}{}</failure>\n", word_for(report.status),
                    escaped(message), escaped(report.problem),
                    finding != nullptr ? escaped("vigil replay " + token_of(model, *options.engine, *finding)) : "");
  }
  text += fmt::format("    <system-out>{}</system-out>\n", escaped(describe_searches(report.verdict)));
  return text + "  </testcase>\n";
}

}  // namespace

std::string json_report(const std::vector<Report>& reports, const CheckOptions& options) {
  json all = json::array();
  std::size_t passed = 0, differs = 0, limit = 0;
  for (const auto& report : reports) {
    all.push_back(json_of(report, options));
    ++(report.status == Report::Status::passed ? passed : report.status == Report::Status::differs ? differs : limit);
  }
  const json out = {{"engine", std::string(options.engine->name())},
                    {"memory_model", std::string(options.engine->memory_model())},
                    {"plan", options.thorough ? "full" : "quick"},
                    {"models", std::move(all)},
                    {"summary", {{"passed", passed}, {"differs", differs}, {"limit", limit}}}};
  return out.dump(2, ' ', false, json::error_handler_t::replace) + '\n';
}

std::string junit_report(const std::vector<Report>& reports, const CheckOptions& options) {
  const auto failures = std::count_if(reports.begin(), reports.end(),
                                      [](const Report& report) { return report.status != Report::Status::passed; });
  double seconds = 0;
  for (const auto& report : reports) seconds += report.verdict.seconds;
  auto text = fmt::format(
      "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuite name=\"vigil check\" tests=\"{}\" failures=\"{}\" "
      "errors=\"0\" time=\"{:.3f}\">\n",
      reports.size(), failures, seconds);
  for (const auto& report : reports) text += test_case(report, options);
  return text + "</testsuite>\n";
}

}  // namespace vigil::program
