#include "verdict_report.hpp"

#include "trace_json.hpp"
#include "words.hpp"

#include <algorithm>
#include <array>
#include <cstdio>
#include <string_view>

namespace vigil::checker {
namespace {

enum class TestResult { passed, failed, broken, skipped };

TestResult test_result_of(const ReportedVerdict& reported) {
  const auto& result = reported.verdict.result;
  if (result.finding) return reported.is_known ? TestResult::skipped : TestResult::failed;
  if (result.stop == Stop::broken) return TestResult::broken;
  return reported.verdict.holds() ? TestResult::passed : TestResult::skipped;
}

std::string_view word_for(const Verdict& verdict) {
  if (verdict.result.finding) return "fails";
  if (verdict.result.stop == Stop::broken) return "broken";
  return verdict.holds() ? "holds" : "incomplete";
}

std::string with_milliseconds(double seconds) {
  std::array<char, 32> text{};
  std::snprintf(text.data(), text.size(), "%.3f", seconds);
  return text.data();
}

void write(JsonWriter& writer, const ReportedVerdict& reported) {
  const auto& [verdict, seconds, command, is_known] = reported;
  const auto& result = verdict.result;
  const auto header = header_of(verdict, command);
  const auto text_or_null = [&](std::string_view key, const std::string& text) {
    writer.key(key);
    if (text.empty())
      writer.null();
    else
      writer.value(text);
  };
  writer.open('{');
  writer.key("name").value(verdict.subject.name);
  writer.key("memory_model").value(name_of(verdict.subject.options.memory_model));
  writer.key("verdict").value(word_for(verdict));
  text_or_null("violation", result.finding ? std::string(name_of(result.finding->violation)) : "");
  text_or_null("what", result.finding ? result.finding->what : "");
  text_or_null("replay", header.replay);
  writer.key("executions").value(result.executions);
  writer.key("executions_in_all").value(result.executions_in_all);
  writer.key("blocked").value(result.blocked);
  writer.key("bounded").value(result.bounded);
  writer.key("most_preemptions");
  if (const auto most = verdict.subject.options.most_preemptions)
    writer.value(*most);
  else
    writer.null();
  writer.key("beyond_preemptions").value(result.beyond_preemptions);
  writer.key("exhaustive").value(verdict.holds());
  writer.key("stop").value(name_of(result.stop));
  writer.key("limit").value(result.limit);
  writer.key("bounds").value(header.bounds);
  writer.key("seconds").raw(with_milliseconds(seconds));
  writer.key("known").value(is_known);
  writer.key("trace");
  if (verdict.trace)
    writer.raw(json(*verdict.trace, header));
  else
    writer.null();
  writer.close('}');
}

std::string escaped(std::string_view text) {
  static constexpr std::array<std::pair<char, std::string_view>, 4> kEntities{
      {{'&', "&amp;"}, {'<', "&lt;"}, {'>', "&gt;"}, {'"', "&quot;"}}};
  std::string out;
  for (const char c : text) {
    const auto entity = std::ranges::find(kEntities, c, [](const auto& each) { return each.first; });
    // XML 1.0 has no way to write most control characters.
    if (entity != kEntities.end())
      out += entity->second;
    else
      out += static_cast<unsigned char>(c) < 0x20 && c != '\n' ? ' ' : c;
  }
  return out;
}

std::string test_case(const ReportedVerdict& reported) {
  const auto& [verdict, seconds, command, is_known] = reported;
  std::string text = "  <testcase classname=\"vigil\" name=\"" + escaped(verdict.subject.name) + "\" time=\"" +
                     with_milliseconds(seconds) + "\">\n";
  const auto in_words = escaped(checker::text(verdict, command));
  const auto& finding = verdict.result.finding;
  if (finding && is_known)
    text +=
        "    <skipped message=\"known: " + std::string(name_of(finding->violation)) + "\">" + in_words + "</skipped>\n";
  else if (finding)
    text += "    <failure type=\"" + std::string(name_of(finding->violation)) + "\" message=\"" +
            escaped(finding->what) + "\">" + in_words + "</failure>\n";
  else if (verdict.result.stop == Stop::broken)
    text += "    <error message=\"" + escaped(verdict.result.limit) + "\"/>\n";
  else if (!verdict.holds())
    text += "    <skipped message=\"" + escaped(verdict.result.limit) + "\"/>\n";
  if (!verdict.result.finding) text += "    <system-out>" + in_words + "</system-out>\n";
  return text + "  </testcase>\n";
}

}  // namespace

std::string json_report(std::span<const ReportedVerdict> verdicts) {
  JsonWriter writer;
  writer.open('{');
  writer.key("schema").value("vigil-verdicts");
  writer.key("version").value(1U);
  writer.key("verdicts").open('[');
  for (const auto& each : verdicts) write(writer, each);
  writer.close(']').close('}');
  return writer.text() + '\n';
}

std::string junit_report(std::span<const ReportedVerdict> verdicts) {
  double seconds = 0;
  for (const auto& each : verdicts) seconds += each.seconds;
  const auto count = [&](TestResult result) {
    return std::to_string(std::ranges::count(verdicts, result, &test_result_of));
  };
  std::string text = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuite name=\"vigil\" tests=\"" +
                     std::to_string(verdicts.size()) + "\" failures=\"" + count(TestResult::failed) + "\" errors=\"" +
                     count(TestResult::broken) + "\" skipped=\"" + count(TestResult::skipped) + "\" time=\"" +
                     with_milliseconds(seconds) + "\">\n";
  for (const auto& each : verdicts) text += test_case(each);
  return text + "</testsuite>\n";
}

}  // namespace vigil::checker
