#include "litmus_report.hpp"

#include "exit_status.hpp"
#include "junit.hpp"
#include "words.hpp"

#include <vigil/checker/trace.hpp>

#include <fmt/core.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cstddef>

namespace vigil::program {
namespace {

using litmus::Quantifier;
using nlohmann::json;

std::string_view name_of(Quantifier quantifier) {
  switch (quantifier) {
    case Quantifier::exists:
      return "exists";
    case Quantifier::not_exists:
      return "~exists";
    case Quantifier::forall:
      break;
  }
  return "forall";
}

std::string in_words(const std::vector<litmus::Shown>& shown, const std::vector<litmus::Word>& values) {
  std::string words;
  for (std::size_t i = 0; i != shown.size(); ++i)
    words += fmt::format("{}{}={}", i == 0 ? "" : " ", shown[i].name, static_cast<std::int32_t>(values[i]));
  return words;
}

// Wide enough for "not-explored".
constexpr std::size_t kColumn = 14;

std::string without_last_spaces(std::string line) {
  line.erase(line.find_last_not_of(' ') + 1);
  return line;
}

std::string counts_in_words(const litmus::Answer& answer) {
  std::string words = fmt::format("{} of {} end so", checker::grouped(answer.witnesses),
                                  checker::counted(answer.witnesses + answer.others, "execution"));
  if (answer.stuck != 0) words += fmt::format("; {} more never end", checker::grouped(answer.stuck));
  return words;
}

checker::TraceHeader header_of(const LitmusReport& report, const LitmusVerdict& verdict) {
  checker::TraceHeader header;
  header.model = report.test.program.name;
  header.sentence = report.test.description;
  header.memory_model = std::string(checker::in_words(verdict.memory_model));
  header.engine = "checker";
  return header;
}

// Of a verdict that is not what was expected.
std::string difference(const LitmusReport& report, const LitmusVerdict& verdict) {
  const auto said = litmus::name_of(verdict.answer.verdict());
  if (verdict.expected) return fmt::format("{} expected, {} seen", litmus::name_of(*verdict.expected), said);
  return fmt::format("the test says {}, and that is {}", name_of(report.test.quantifier), said);
}

template <class Predicate>
std::size_t count(const std::vector<LitmusReport>& reports, Predicate predicate) {
  std::size_t found = 0;
  for (const LitmusReport& report : reports)
    for (const LitmusVerdict& verdict : report.verdicts) found += predicate(report, verdict) ? 1 : 0;
  return found;
}

bool differs(const LitmusReport& report, const LitmusVerdict& verdict) {
  return verdict.is_as_expected(report.test.quantifier) == false;
}

json json_of(const LitmusVerdict& verdict, Quantifier quantifier, const litmus::Program& program) {
  json states = json::array();
  for (const auto& [values, executions] : verdict.answer.states) {
    json state = json::object();
    for (std::size_t i = 0; i != values.size(); ++i)
      state[verdict.answer.shown[i].name] = static_cast<std::int32_t>(values[i]);
    states.push_back({{"values", std::move(state)}, {"executions", executions}});
  }
  json out = {{"memory_model", std::string(checker::name_of(verdict.memory_model))},
              {"verdict", std::string(litmus::name_of(verdict.answer.verdict()))},
              {"complete", verdict.answer.search.complete() && verdict.answer.search.bounded == 0},
              {"executions", verdict.answer.search.executions},
              {"witnesses", verdict.answer.witnesses},
              {"others", verdict.answer.others},
              {"stuck", verdict.answer.stuck},
              {"load_buffering_not_explored", verdict.answer.may_buffer_loads},
              {"states", std::move(states)},
              {"seconds", verdict.seconds}};
  if (verdict.effects) {
    json changes = json::array();
    for (const auto& [change, became] : verdict.effects->effects)
      changes.push_back(
          {{"change", litmus::in_words(program, change)}, {"verdict", std::string(litmus::name_of(became))}});
    out["changes"] = std::move(changes);
    out["changes_tried"] = verdict.effects->tried;
    out["changes_unknown"] = verdict.effects->unknown;
  }
  if (verdict.why_not && verdict.why_not->shown) {
    json cycle = json::array();
    for (const auto& arrow : verdict.why_not->shown->cycle)
      cycle.push_back({{"relation", std::string(arrow.relation)}, {"words", arrow.words}});
    out["why_not"] = {{"axiom", std::string(axioms::name_of(verdict.why_not->shown->axiom))},
                      {"cycle", std::move(cycle)},
                      {"words", verdict.why_not->shown->words}};
  }
  if (verdict.expected) out["expected"] = std::string(litmus::name_of(*verdict.expected));
  if (const auto as_expected = verdict.is_as_expected(quantifier)) out["as_expected"] = *as_expected;
  if (verdict.answer.search.finding) {
    out["finding"] = {{"violation", std::string(checker::name_of(verdict.answer.search.finding->violation))},
                      {"what", verdict.answer.search.finding->what}};
  }
  return out;
}

// The cycle that forbids the outcome, an arrow a line.
std::string reason_in_words(const litmus::WhyNot& why) {
  if (!why.nothing.empty()) return "  " + why.nothing + "\n";
  std::string text =
      fmt::format("  {} would end so if threads obeyed nothing but their own code{}\n",
                  checker::counted(why.candidates, "execution"), why.complete ? "" : ", of those that were looked at");
  for (const auto& [axiom, count] : why.broken)
    text += fmt::format("    {:>8}  against {}\n", checker::grouped(count), axioms::name_of(axiom));
  if (why.buffered != 0)
    text += fmt::format("    {:>8}  by load buffering, which is not explored\n", checker::grouped(why.buffered));
  if (!why.shown) return text;
  text += fmt::format("  {}:\n", axioms::name_of(why.shown->axiom));
  for (const auto& arrow : why.shown->cycle) text += fmt::format("    {}  {}\n", arrow.relation, arrow.words);
  return text + fmt::format("  {}\n", why.shown->words);
}

}  // namespace

std::optional<bool> LitmusVerdict::is_as_expected(Quantifier quantifier) const {
  if (expected) {
    if (answer.verdict() == litmus::Verdict::unknown) return std::nullopt;
    return answer.verdict() == *expected;
  }
  // A question expects nothing.
  if (quantifier == Quantifier::exists) return std::nullopt;
  return answer.undefined != 0 ? false : answer.holds(quantifier);
}

std::string litmus_head(const std::vector<checker::MemoryModel>& models, std::size_t name_width) {
  std::string head = fmt::format("{:{}}", "test", name_width + 2);
  for (const auto model : models) head += fmt::format("{:{}}", checker::name_of(model), kColumn);
  return without_last_spaces(std::move(head)) + "\n";
}

std::string litmus_row(const LitmusReport& report, std::size_t name_width) {
  std::string row = fmt::format("{:{}}", report.test.program.name, name_width + 2);
  for (const LitmusVerdict& verdict : report.verdicts)
    row += fmt::format("{:{}}", litmus::name_of(verdict.answer.verdict()), kColumn);
  row = without_last_spaces(std::move(row)) + "\n";
  for (const LitmusVerdict& verdict : report.verdicts) {
    const auto& search = verdict.answer.search;
    if (differs(report, verdict))
      row += fmt::format("  FAIL {}: {}; {}\n", checker::name_of(verdict.memory_model), difference(report, verdict),
                         counts_in_words(verdict.answer));
    if (!search.complete() || search.bounded != 0)
      row += fmt::format("  LIMIT {}: {}\n", checker::name_of(verdict.memory_model),
                         search.bounded != 0 ? "a thread was stopped at the bound on operations (--operations)"
                                             : checker::limit_in_words(search, 0));
  }
  return row;
}

std::string litmus_states(const LitmusReport& report) {
  std::string text;
  const LitmusVerdict* before = nullptr;
  for (const LitmusVerdict& verdict : report.verdicts) {
    text += fmt::format("  {}: {}\n", checker::name_of(verdict.memory_model), counts_in_words(verdict.answer));
    if (before != nullptr && before->answer.states == verdict.answer.states) continue;
    for (const auto& [values, executions] : verdict.answer.states)
      text += fmt::format("    {:>8}  {}\n", checker::grouped(executions), in_words(verdict.answer.shown, values));
    before = &verdict;
  }
  return text;
}

std::string litmus_changes(const LitmusReport& report, const LitmusVerdict& verdict) {
  const litmus::Effects& effects = *verdict.effects;
  std::string text =
      fmt::format("  {}: {}", checker::name_of(verdict.memory_model), litmus::name_of(verdict.answer.verdict()));
  text += fmt::format("; {} another verdict\n",
                      effects.effects.empty()
                          ? fmt::format("none of {} gives", checker::counted(effects.tried, "single change"))
                          : fmt::format("of {}, these give", checker::counted(effects.tried, "single change")));
  for (const auto& [change, became] : effects.effects)
    text +=
        fmt::format("    {:{}}{}\n", litmus::name_of(became), kColumn, litmus::in_words(report.test.program, change));
  if (effects.unknown != 0)
    text += fmt::format("    {:{}}{}: a limit was reached\n", "unknown", kColumn,
                        checker::counted(effects.unknown, "change"));
  return text;
}

std::string litmus_example(const LitmusReport& report, const LitmusVerdict& verdict) {
  const auto name = checker::name_of(verdict.memory_model);
  if (!verdict.answer.example) {
    return fmt::format("\n{}: no execution of {} ends so\n", name,
                       checker::grouped(verdict.answer.witnesses + verdict.answer.others)) +
           (verdict.why_not ? reason_in_words(*verdict.why_not) : "");
  }
  return fmt::format("\n{}: {}\n{}", name, counts_in_words(verdict.answer),
                     checker::text(checker::linearise(*verdict.answer.example), header_of(report, verdict)));
}

std::string litmus_svg(const LitmusReport& report, const LitmusVerdict& verdict) {
  return checker::svg(checker::linearise(*verdict.answer.example), header_of(report, verdict));
}

std::string litmus_html(const LitmusReport& report, const LitmusVerdict& verdict) {
  return checker::html(checker::linearise(*verdict.answer.example), header_of(report, verdict));
}

std::string litmus_summary(const std::vector<LitmusReport>& reports) {
  const auto expected = count(reports, [](const LitmusReport& report, const LitmusVerdict& verdict) {
    return verdict.is_as_expected(report.test.quantifier) == true;
  });
  const auto failed = count(reports, differs);
  const auto all = count(reports, [](const LitmusReport&, const LitmusVerdict&) { return true; });
  std::string text = fmt::format("{}, {}", checker::counted(reports.size(), "test"), checker::counted(all, "verdict"));
  if (const auto asked = all - expected - failed; asked != 0) text += fmt::format(", {} expect nothing", asked);
  text += fmt::format("\n{} passed, {} failed\n", expected, failed);
  return text;
}

std::string litmus_json(const std::vector<LitmusReport>& reports) {
  json tests = json::array();
  for (const LitmusReport& report : reports) {
    json verdicts = json::array();
    for (const LitmusVerdict& verdict : report.verdicts)
      verdicts.push_back(json_of(verdict, report.test.quantifier, report.test.program));
    tests.push_back({{"file", report.file},
                     {"name", report.test.program.name},
                     {"description", report.test.description},
                     {"quantifier", std::string(name_of(report.test.quantifier))},
                     {"verdicts", std::move(verdicts)}});
  }
  return json{{"tests", std::move(tests)}}.dump(2, ' ', false, json::error_handler_t::replace) + '\n';
}

std::string litmus_junit(const std::vector<LitmusReport>& reports) {
  std::string cases;
  double seconds = 0;
  std::size_t skipped = 0;
  for (const LitmusReport& report : reports)
    for (const LitmusVerdict& verdict : report.verdicts) {
      seconds += verdict.seconds;
      cases += fmt::format("  <testcase classname=\"vigil.litmus.{}\" name=\"{}\" time=\"{:.3f}\">\n",
                           checker::name_of(verdict.memory_model), in_xml(report.test.program.name), verdict.seconds);
      const auto as_expected = verdict.is_as_expected(report.test.quantifier);
      if (as_expected == false)
        cases += fmt::format("    <failure type=\"verdict\" message=\"{}\"/>\n", in_xml(difference(report, verdict)));
      if (!as_expected) {
        ++skipped;
        cases += fmt::format("    <skipped message=\"{}\"/>\n",
                             verdict.answer.search.complete() ? "the test expects nothing" : "a limit was reached");
      }
      cases += fmt::format("    <system-out>{}: {}</system-out>\n  </testcase>\n",
                           litmus::name_of(verdict.answer.verdict()), in_xml(counts_in_words(verdict.answer)));
    }
  const auto all = count(reports, [](const LitmusReport&, const LitmusVerdict&) { return true; });
  return fmt::format(
      "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuite name=\"vigil litmus\" tests=\"{}\" failures=\"{}\" "
      "errors=\"0\" skipped=\"{}\" time=\"{:.3f}\">\n{}</testsuite>\n",
      all, count(reports, differs), skipped, seconds, cases);
}

}  // namespace vigil::program
