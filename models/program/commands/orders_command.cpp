#include "commands.hpp"

#include "costs.hpp"
#include "orders.hpp"
#include "orders_report.hpp"
#include "progress_line.hpp"

#include <vigil/model/this_program.hpp>
#include <vigil/mutation/mutants.hpp>

#include <fmt/core.h>

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <optional>
#include <string>
#include <system_error>
#include <utility>
#include <vector>

namespace vigil::program {
namespace {

void write_pages(const std::filesystem::path& directory, const std::vector<PrimitiveFinding>& findings) {
  for (const auto& finding : findings) {
    const auto page = directory / (finding.primitive + ".md");
    std::error_code refused;  // is noticed by what follows
    std::filesystem::create_directories(page.parent_path(), refused);
    checker::write_file(page.string(), orders_markdown(finding));
  }
  checker::write_file((directory / "score.md").string(), mutants_markdown(findings));
}

// The primitive of that name, or else those whose names contain it.
Primitives primitives_matching(const std::string& pattern) {
  auto found = primitives();
  const bool is_a_name = found.contains(pattern);
  std::erase_if(found, [&](const auto& primitive) {
    return is_a_name ? primitive.first != pattern : primitive.first.find(pattern) == std::string::npos;
  });
  return found;
}

// How many searches of how many models a primitive takes: each entry and mutant, by each model that judges it.
std::uint64_t cost_of(const std::string& primitive, const std::vector<Entry>& entries) {
  CheckOptions options;
  options.engines = {models::engine_named("checker")};
  std::uint64_t of_judges = 0, mutants = entries.size();
  for (const auto& model : models::Registry::instance().models())
    if (model.must_hold() &&
        std::ranges::any_of(model.tables, [&](const auto& table) { return table.primitive() == primitive; }))
      of_judges += expected_cost(model, options);
  for (const auto& mutant : models::Mutants::instance().all()) mutants += mutant.primitive() == primitive ? 1 : 0;
  return of_judges * (mutants + 1);
}

Primitives in_shard(const checker::Shard& shard, Primitives primitives) {
  std::vector<checker::Piece> pieces;
  for (const auto& [primitive, entries] : primitives) pieces.push_back({primitive, cost_of(primitive, entries)});
  const auto are_chosen = checker::chosen_by(shard, pieces);
  for (std::size_t i = 0; i != pieces.size(); ++i)
    if (!are_chosen[i]) primitives.erase(pieces[i].name);
  return primitives;
}

int list_primitives(const Primitives& primitives) {
  for (const auto& [primitive, entries] : primitives) fmt::print("{}\n", primitive);
  return kAsExpected;
}

bool prints(const OrdersCommand& command) {
  return command.json_file != kStandardOutput && command.junit_file != kStandardOutput;
}

// Judges one primitive after the other, and prints each, until one cannot be decided or the time is over. A report has
// an outcome for each of them all the same.
class Run {
 public:
  explicit Run(const OrdersCommand& command) : command_(command), end_(checker::end_of_command(command.total_time)) {}

  std::vector<PrimitiveOutcome> run(const Primitives& primitives) {
    std::vector<PrimitiveOutcome> outcomes;
    for (const auto& [primitive, entries] : primitives) {
      if (why_no_more_.empty() && end_ && std::chrono::steady_clock::now() >= *end_) {
        why_no_more_ = checker::kNotRun;
        fmt::print(stderr, "{}: {} and what follows is not run: {}\n", models::this_program().name, primitive,
                   why_no_more_);
      }
      outcomes.push_back(why_no_more_.empty() ? outcome_of(primitive, entries)
                                              : PrimitiveOutcome{primitive, {}, false, "not run: " + why_no_more_, 0});
    }
    return outcomes;
  }

 private:
  PrimitiveOutcome outcome_of(const std::string& primitive, const std::vector<Entry>& entries) {
    const auto begin = std::chrono::steady_clock::now();
    PrimitiveOutcome outcome{primitive, {}, true, {}, 0};
    try {
      outcome.finding = find_orders(primitive, entries,
                                    {command_.jobs, std::chrono::duration<double>(command_.time_limit), end_,
                                     [&](const std::string& standing) { line_.show(standing); }});
    } catch (const Undecided& undecided) {
      line_.clear();
      fmt::print(stderr, "{}: {}\n", models::this_program().name, undecided.what());
      outcome.why_undecided = undecided.what();
      why_no_more_ = "nothing is known of " + primitive;
    } catch (...) {
      line_.clear();
      throw;
    }
    outcome.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
    line_.clear();
    if (outcome.finding && prints(command_)) print(*outcome.finding);
    return outcome;
  }

  void print(const PrimitiveFinding& finding) const {
    if (command_.format == OrdersFormat::table) fmt::print("{}", orders_table(finding));
    if (command_.format == OrdersFormat::markdown) fmt::print("{}", orders_markdown(finding));
    std::fflush(stdout);
  }

  const OrdersCommand& command_;
  const std::optional<std::chrono::steady_clock::time_point> end_;
  const checker::TerminalLine line_;
  std::string why_no_more_;
};

int status_of(const std::vector<PrimitiveOutcome>& outcomes) {
  int status = kAsExpected;
  for (const auto& outcome : outcomes) {
    if (!outcome.finding) status = checker::worse(status, kLimitReached);
    if (outcome.finding && outcome.finding->objections() != 0) status = checker::worse(status, kDiffers);
  }
  return status;
}

}  // namespace

int orders(const OrdersCommand& command) {
  const auto matching = primitives_matching(command.pattern);
  if (matching.empty()) return wrong_usage(fmt::format("no primitive's name contains \"{}\"", command.pattern));
  if (command.only_names) return list_primitives(in_shard(command.shard, matching));
  for (const auto& file : {command.junit_file, command.json_file})
    if (!file.empty()) checker::expect_writable(file);
  const auto outcomes = Run(command).run(in_shard(command.shard, matching));
  std::vector<PrimitiveFinding> findings;
  for (const auto& outcome : outcomes)
    if (outcome.finding) findings.push_back(*outcome.finding);
  if (!command.junit_file.empty()) checker::write_file(command.junit_file, orders_junit(outcomes));
  // The others are about all primitives, or about none.
  if (findings.size() != outcomes.size()) return status_of(outcomes);
  if (prints(command) && command.format == OrdersFormat::score) fmt::print("{}", mutants_markdown(findings));
  if (!command.json_file.empty()) checker::write_file(command.json_file, orders_json(findings));
  if (!command.pages_directory.empty()) write_pages(command.pages_directory, findings);
  return status_of(outcomes);
}

}  // namespace vigil::program
