#include "commands.hpp"

#include "costs.hpp"
#include "describe.hpp"
#include "model_list.hpp"
#include "relacy_report.hpp"

#include <vigil/model/exhibit.hpp>
#include <vigil/model/this_program.hpp>
#include <vigil/mutation/mutants.hpp>

#include <fmt/core.h>

namespace vigil::program {
namespace {

// How many executions the checker must explore, and what it is asked to do otherwise than usual.
std::string describe_plan(const models::CheckerPlan& plan) {
  std::string text;
  const auto add = [&](const std::string& what) { text += (text.empty() ? "" : "; ") + what; };
  if (plan.counts) add(checker::expected_counts_in_words(plan.counts->executions, plan.counts->violating.value_or(0)));
  if (const auto bounds = checker::unusual_bounds(plan.bounds); !bounds.empty()) add(bounds);
  for (const auto& [memory_model, outcome] : plan.under)
    add(fmt::format("under {}: {}", checker::name_of(memory_model), models::name_of(outcome)));
  if (!plan.thorough_only.empty()) add("left out unless --full: " + plan.thorough_only);
  if (!plan.too_large.empty()) add("left out, and sampled with --full: " + plan.too_large);
  return text;
}

}  // namespace

int wrong_usage(const std::string& what) { return checker::wrong_usage(models::this_program().name, what); }

int no_such_model(const std::string& pattern) {
  if (pattern.find('~') != std::string::npos) return wrong_usage(models::Registry::instance().why_unknown(pattern));
  return wrong_usage(
      fmt::format("no model matches \"{}\"; {} list shows them", pattern, models::this_program().command));
}

int exit_status(Report::Status status) {
  switch (status) {
    case Report::Status::passed:
    case Report::Status::sampled:
    case Report::Status::bounded:
    case Report::Status::left_out:
    case Report::Status::known:
      return kAsExpected;
    case Report::Status::differs:
      return kDiffers;
    case Report::Status::refused:
      return kWrongUsage;
    case Report::Status::broken:
      return kBroken;
    case Report::Status::not_run:
    case Report::Status::limit:
      break;
  }
  return kLimitReached;
}

void print_model(const models::Model& model) {
  fmt::print("{}\n  {}\n  bounds: {}\n", model.name, model.sentence, model.bounds);
  for (const auto& name : model.mutants)
    fmt::print("  source mutant {}: {}\n", name, models::Mutants::instance().find(name)->sentence);
  for (const auto& exemption : model.exemptions)
    fmt::print("  {} cannot decide: {}; it says: {}\n", exemption.engine, exemption.reason,
               models::name_of(exemption.engine_says));
  if (const auto limit = model.why_not_by_relacy(); limit != models::RelacyLimit::none) {
    const auto& said = models::text_of(limit);
    fmt::print("  relacy does not run it: {}: {}\n", said.name, said.text);
  }
  if (const auto plan = describe_plan(model.checker_plan); !plan.empty()) fmt::print("  checker: {}\n", plan);
  std::string defects;
  for (const auto& defect : model.defects) defects += (defects.empty() ? "" : ", ") + defect;
  fmt::print("  expected: {}{}\n", describe_expected(model), defects.empty() ? "" : " (" + defects + ")");
}

int list(const ListCommand& command) {
  const auto matching = models::models_matching(command.pattern);
  if (matching.empty()) return no_such_model(command.pattern);
  CheckOptions options;
  options.engines = {models::engine_named("checker")};
  options.wanted.thorough = command.thorough;
  const auto found = models_in(command.shard, matching, options);
  if (command.json_file != kStandardOutput) {
    for (const auto* model : found) print_model(*model);
    fmt::print("{}\n", checker::counted(found.size(), "model"));
  }
  if (!command.json_file.empty()) checker::write_file(command.json_file, json_list(found, options));
  return kAsExpected;
}

int list_relacy(const std::string& pattern) {
  const auto found = models::models_matching(pattern);
  if (found.empty()) return no_such_model(pattern);
  fmt::print("{}", relacy_markdown(found));
  return kAsExpected;
}

int list_mutants(const std::string& pattern) {
  std::size_t count = 0;
  for (const auto& mutant : models::Mutants::instance().all()) {
    if (mutant.name.find(pattern) == std::string_view::npos && mutant.header.find(pattern) == std::string_view::npos)
      continue;
    ++count;
    fmt::print("{}  {}:{}\n  {}\n", mutant.name, mutant.header, mutant.line, mutant.sentence);
    if (mutant.killer.empty())
      fmt::print("  equivalent: {}\n", mutant.equivalent);
    else
      fmt::print("  killed by: {}~mutant={}\n", mutant.killer, mutant.name);
  }
  if (count == 0) return wrong_usage(fmt::format("no source mutant or its header contains \"{}\"", pattern));
  fmt::print("{}\n", checker::counted(count, "source mutant"));
  return kAsExpected;
}

}  // namespace vigil::program
