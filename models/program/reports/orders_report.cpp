#include "orders_report.hpp"

#include "describe.hpp"
#include "junit.hpp"
#include "token.hpp"

#include <fmt/core.h>
#include <nlohmann/json.hpp>

#include <algorithm>

namespace vigil::program {
namespace {

using checker::counted;
using nlohmann::json;

std::string_view name_of(OperationKind kind) {
  switch (kind) {
    case OperationKind::load:
      return "load";
    case OperationKind::store:
      return "store";
    case OperationKind::rmw:
      return "rmw";
    case OperationKind::fence:
      return "fence";
    case OperationKind::unseen:
      break;
  }
  return "unseen";
}

std::string in_words(const std::vector<std::memory_order>& orders) {
  std::string text;
  for (const auto order : orders) text += (text.empty() ? "" : " or ") + std::string(models::name_of(order));
  return text;
}

std::string in_words(const std::vector<Change>& changes) {
  std::string text;
  for (const auto& [label, value] : changes) text += fmt::format("{}[{}] {}", text.empty() ? "" : ", ", label, value);
  return text;
}

// The base of an altered model.
std::string base_of(const std::string& name) { return name.substr(0, name.find('~')); }

std::string broken(const Judgement& judgement) { return fmt::format("{} ({})", judgement.broken, judgement.fault); }

std::string summary(const PrimitiveFinding& finding) {
  // A primitive without orders and choices has source mutants, which the models of other primitives kill.
  const auto judges = finding.judges == 0
                          ? std::string()
                          : fmt::format("Judged by {}, which explore {} of what ships. ",
                                        counted(finding.judges, "model"), counted(finding.executions, "execution"));
  return fmt::format("{}{}: {} killed by a model, {} equivalent, as the tables say.", judges,
                     counted(finding.mutants(), "mutant"), finding.killed(), finding.mutants() - finding.killed());
}

std::string together_in_words(const PrimitiveFinding& finding) {
  if (!finding.together) return {};
  const auto changes = in_words(finding.together->changes);
  if (finding.together->holds()) return fmt::format("All models hold with all of these at once: {}.\n", changes);
  std::string text = "Not all of these at once: " + changes + ".\n";
  for (const auto& pair : finding.pairs)
    text += fmt::format("{} together break {}.\n", in_words(pair.changes), broken(pair));
  if (finding.pairs.empty())
    text += fmt::format("No two of them break anything; all of them break {}.\n", broken(*finding.together));
  return text;
}

std::string cell(std::string text) {
  for (std::size_t at = 0; (at = text.find('|', at)) != std::string::npos; at += 2) text.insert(at, 1, '\\');
  return text;
}

std::string markdown_breaks(const OrderFinding& order) {
  std::string text;
  for (const auto& tried : order.tried)
    if (!tried.holds())
      text += fmt::format("{}{}: `{}`, {}", text.empty() ? "" : "; ", tried.changes.front().value,
                          base_of(tried.broken), tried.fault);
  return text.empty() ? "-" : text;
}

json as_json(const Judgement& judgement) {
  json changes = json::array();
  for (const auto& [label, value] : judgement.changes) changes.push_back({{"label", label}, {"value", value}});
  json result{{"changes", changes}, {"holds", judgement.holds()}};
  if (judgement.holds()) {
    result["models"] = judgement.judges;
    result["executions"] = judgement.executions;
  } else {
    result["model"] = judgement.broken;
    result["violation"] = judgement.fault;
    result["token"] = judgement.token;
  }
  return result;
}

json as_json(const std::vector<Judgement>& judgements) {
  json result = json::array();
  for (const auto& judgement : judgements) result.push_back(as_json(judgement));
  return result;
}

json as_json(const Grounds& grounds) {
  json result{{"partners", json::array()}, {"defects", json::array()}};
  for (std::size_t i = 0; i != grounds.partner_count; ++i) result["partners"].push_back(grounds.partners[i]);
  for (std::size_t i = 0; i != grounds.defect_count; ++i) result["defects"].push_back(grounds.defects[i]);
  const auto add = [&result](const char* key, std::string_view reason) {
    if (!reason.empty()) result[key] = reason;
  };
  add("reason", grounds.reason);
  add("performance_only", grounds.performance_only);
  add("uniformity", grounds.uniformity);
  add("beyond_the_models", grounds.beyond_the_models);
  add("equivalent", grounds.equivalent);
  return result;
}

json as_json(const OrderFinding& order) {
  json weakest = json::array();
  for (const auto each : order.weakest) weakest.push_back(models::name_of(each));
  return {{"label", order.entry.label()},
          {"grounds", as_json(order.entry.grounds)},
          {"operation", name_of(order.kind)},
          {"shipped", models::name_of(order.shipped())},
          {"weakest", weakest},
          {"tried", as_json(order.tried)},
          {"objection", order.objection}};
}

json as_json(const MutantFinding& finding) {
  const auto& [mutant, judged, objection] = finding;
  json result{{"name", mutant->name},         {"header", mutant->header},  {"line", mutant->line},
              {"sentence", mutant->sentence}, {"judged", as_json(judged)}, {"objection", objection}};
  if (!mutant->equivalent.empty()) result["equivalent"] = mutant->equivalent;
  return result;
}

json as_json(const PrimitiveFinding& finding) {
  json result{{"primitive", finding.primitive}, {"models", finding.judges},        {"executions", finding.executions},
              {"mutants", finding.mutants()},   {"killed", finding.killed()},      {"orders", json::array()},
              {"choices", json::array()},       {"pairs", as_json(finding.pairs)}, {"source_mutants", json::array()}};
  for (const auto& order : finding.orders) result["orders"].push_back(as_json(order));
  for (const auto& choice : finding.choices)
    result["choices"].push_back({{"label", choice.entry.label()},
                                 {"grounds", as_json(choice.entry.grounds)},
                                 {"flipped", as_json(choice.flipped)},
                                 {"objection", choice.objection}});
  for (const auto& mutant : finding.source_mutants) result["source_mutants"].push_back(as_json(mutant));
  if (finding.together) result["together"] = as_json(*finding.together);
  return result;
}

// Why no model fails by it, in a sentence of its own.
std::string equivalence(const models::Mutant& mutant) {
  return mutant.equivalent.empty() ? std::string() : fmt::format(" Equivalent: {}", mutant.equivalent);
}

std::string source_mutants_table(const PrimitiveFinding& finding) {
  std::string text;
  for (const auto& [mutant, judged, objection] : finding.source_mutants) {
    if (text.empty()) text = "\n  source mutant\n";
    text += fmt::format("  {:<32}{}\n", mutant->name, judged.holds() ? "all models hold" : broken(judged));
    if (!judged.token.empty()) text += fmt::format("{:34}{}\n", "", replay_command(judged.token));
    text += fmt::format("      {}:{}: {}{}\n", mutant->header, mutant->line, mutant->sentence, equivalence(*mutant));
    if (!objection.empty()) text += fmt::format("      OBJECTION: {}\n", objection);
  }
  return text;
}

std::string source_mutants_markdown(const PrimitiveFinding& finding) {
  std::string text;
  for (const auto& [mutant, judged, objection] : finding.source_mutants) {
    if (text.empty()) text = "\n| source mutant | killed by | what it does |\n|---|---|---|\n";
    text +=
        fmt::format("| `{}` | {} | {} |\n", mutant->name,
                    judged.holds() ? "all models hold" : fmt::format("`{}`, {}", base_of(judged.broken), judged.fault),
                    cell(fmt::format("{}{}{}", mutant->sentence, equivalence(*mutant),
                                     objection.empty() ? "" : " **" + objection + "**")));
  }
  return text;
}

}  // namespace

std::string orders_table(const PrimitiveFinding& finding) {
  auto text = fmt::format("{}: {}\n", finding.primitive, summary(finding));
  if (!finding.orders.empty())
    text += fmt::format("\n  {:<24}{:<8}{:<10}{:<20}{}\n", "entry", "is a", "shipped", "weakest that holds",
                        "first model that breaks below it");
  for (const auto& order : finding.orders) {
    auto row = fmt::format("  {:<24}{:<8}{:<10}{:<20}", "[" + order.entry.label() + "]", name_of(order.kind),
                           models::name_of(order.shipped()), in_words(order.weakest));
    const auto first =
        std::find_if(order.tried.rbegin(), order.tried.rend(), [](const Judgement& tried) { return !tried.holds(); });
    text += row + (first == order.tried.rend() ? "-" : broken(*first)) + "\n";
    if (first != order.tried.rend() && !first->token.empty())
      text += fmt::format("{:64}{}\n", "", replay_command(first->token));
    text += fmt::format("      {}\n", text_of(order.entry.grounds));
    if (!order.objection.empty()) text += fmt::format("      OBJECTION: {}\n", order.objection);
  }
  if (!finding.choices.empty()) text += "\n  choice, flipped\n";
  for (const auto& [entry, flipped, objection] : finding.choices) {
    text += fmt::format("  {:<32}{}\n", entry.label(), flipped.holds() ? "all models hold" : broken(flipped));
    if (!flipped.holds() && !flipped.token.empty()) text += fmt::format("{:34}{}\n", "", replay_command(flipped.token));
    text += fmt::format("      {}\n", text_of(entry.grounds));
    if (!objection.empty()) text += fmt::format("      OBJECTION: {}\n", objection);
  }
  return text + source_mutants_table(finding) + "\n" + together_in_words(finding) + "\n";
}

std::string orders_markdown(const PrimitiveFinding& finding) {
  std::string text;
  if (!finding.orders.empty())
    text =
        "| entry | is a | shipped | weakest that holds | what breaks with weaker ones | reason |\n"
        "|---|---|---|---|---|---|\n";
  for (const auto& order : finding.orders)
    text += fmt::format(
        "| `[{}]` | {} | {} | {} | {} | {} |\n", order.entry.label(), name_of(order.kind),
        models::name_of(order.shipped()), in_words(order.weakest), markdown_breaks(order),
        cell(text_of(order.entry.grounds) + (order.objection.empty() ? "" : " **" + order.objection + "**")));
  if (!finding.choices.empty()) text += "\n| choice | flipped | reason |\n|---|---|---|\n";
  for (const auto& [entry, flipped, objection] : finding.choices)
    text += fmt::format(
        "| `{}` | {} | {} |\n", entry.label(),
        flipped.holds() ? "all models hold" : fmt::format("`{}`, {}", base_of(flipped.broken), flipped.fault),
        cell(text_of(entry.grounds) + (objection.empty() ? "" : " **" + objection + "**")));
  text += source_mutants_markdown(finding);
  text.erase(0, text.find_first_not_of('\n'));
  const auto together = together_in_words(finding);
  return text + "\n" + summary(finding) + "\n" + together +
         "\nEngine checker, memory model C++20. `vigil explain 'MODEL~label=value'` shows what breaks.\n";
}

std::string orders_json(const std::vector<PrimitiveFinding>& findings) {
  json result = json::array();
  for (const auto& finding : findings) result.push_back(as_json(finding));
  return result.dump(2) + "\n";
}

std::string orders_junit(const std::vector<PrimitiveOutcome>& outcomes) {
  std::vector<JunitCase> cases;
  for (const auto& [primitive, finding, has_begun, why_undecided, seconds] : outcomes) {
    const auto suite = "vigil.orders." + primitive;
    if (!finding) {
      cases.push_back({.suite = suite,
                       .name = primitive,
                       .seconds = seconds,
                       .result = has_begun ? JunitCase::Result::failed : JunitCase::Result::skipped,
                       .type = "limit",
                       .message = why_undecided});
      continue;
    }
    const auto add = [&](std::string name, const std::string& objection) {
      cases.push_back({.suite = suite,
                       .name = std::move(name),
                       .result = objection.empty() ? JunitCase::Result::passed : JunitCase::Result::failed,
                       .type = "objection",
                       .message = objection});
    };
    const auto first = cases.size();
    for (const auto& order : finding->orders) add("[" + order.entry.label() + "]", order.objection);
    for (const auto& choice : finding->choices) add(choice.entry.label(), choice.objection);
    for (const auto& mutant : finding->source_mutants) add(std::string(mutant.mutant->name), mutant.objection);
    // All of them are judged together; so the time of the primitive is said once.
    if (first != cases.size()) cases[first].seconds = seconds;
  }
  return junit_text("vigil orders", cases);
}

std::string mutants_markdown(const std::vector<PrimitiveFinding>& findings) {
  std::string text =
      "| primitive | models | mutants | killed | equivalent, with the reason in its table |\n|---|---|---|---|---|\n";
  for (const auto& finding : findings)
    text += fmt::format("| `{}` | {} | {} | {} | {} |\n", finding.primitive, finding.judges, finding.mutants(),
                        finding.killed(), finding.mutants() - finding.killed());
  return text;
}

}  // namespace vigil::program
