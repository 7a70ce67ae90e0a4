#include "junit.hpp"

#include "describe.hpp"
#include "token.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <utility>

namespace vigil::program {
namespace {

using Result = JunitCase::Result;

Result result_of(Report::Status status) {
  switch (status) {
    case Report::Status::passed:
      return Result::passed;
    case Report::Status::differs:
    case Report::Status::limit:
      return Result::failed;
    case Report::Status::refused:
    case Report::Status::broken:
      return Result::broken;
    case Report::Status::sampled:
    case Report::Status::bounded:
    case Report::Status::left_out:
    case Report::Status::known:
    case Report::Status::not_run:
      break;
  }
  return Result::skipped;
}

std::string difference(const Report& report) {
  const auto* finding = report.answer.finding();
  return fmt::format("expected {}, seen {}", describe_expected(report.task),
                     finding != nullptr ? fmt::format("{} ({})", models::name_of(finding->violation), finding->what)
                                        : describe_searches(report));
}

std::string element_of(const JunitCase& each) {
  switch (each.result) {
    case Result::passed:
      return {};
    case Result::failed:
      return fmt::format("    <failure type=\"{}\" message=\"{}\">{}</failure>\n", in_xml(each.type),
                         in_xml(each.message), in_xml(each.text));
    case Result::broken:
      return fmt::format("    <error type=\"{}\" message=\"{}\"/>\n", in_xml(each.type), in_xml(each.message));
    case Result::skipped:
      break;
  }
  return fmt::format("    <skipped message=\"{}\"/>\n", in_xml(each.message));
}

std::string text_of(const JunitCase& each) {
  auto text = fmt::format("  <testcase classname=\"{}\" name=\"{}\" time=\"{:.3f}\">\n", in_xml(each.suite),
                          in_xml(each.name), each.seconds);
  text += element_of(each);
  if (!each.output.empty()) text += fmt::format("    <system-out>{}</system-out>\n", in_xml(each.output));
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

std::string junit_text(std::string_view suite, const std::vector<JunitCase>& cases) {
  double seconds = 0;
  for (const auto& each : cases) seconds += each.seconds;
  const auto count = [&](Result result) { return std::ranges::count(cases, result, &JunitCase::result); };
  auto text = fmt::format(
      "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuite name=\"{}\" tests=\"{}\" failures=\"{}\" "
      "errors=\"{}\" skipped=\"{}\" time=\"{:.3f}\">\n",
      suite, cases.size(), count(Result::failed), count(Result::broken), count(Result::skipped), seconds);
  for (const auto& each : cases) text += text_of(each);
  return text + "</testsuite>\n";
}

JunitCase junit_case_of(const Report& report, std::string suite, std::string name) {
  const auto searched = describe_searches(report);
  JunitCase out{.suite = std::move(suite),
                .name = std::move(name),
                .seconds = report.answer.seconds,
                .result = result_of(report.status),
                .type = std::string(name_of(report.status)),
                .message = searched,
                .output = fmt::format("{}; memory model {}; bounds: {}", searched,
                                      report.engine().memory_model_in_words(), describe_bounds(report.task))};
  if (out.result == Result::broken) out.message = report.problem;
  if (report.status == Report::Status::known) out.message = "known: " + difference(report);
  if (out.result != Result::failed) return out;
  out.message = difference(report);
  out.text = report.problem;
  if (report.answer.finding() != nullptr)
    out.text += " " + replay_command(token_of(report.model(), report.engine(), report.answer.searches.back()));
  return out;
}

}  // namespace vigil::program
