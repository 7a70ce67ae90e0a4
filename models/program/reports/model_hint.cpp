#include "model_hint.hpp"

#include "fix_hint.hpp"
#include "words.hpp"

#include <vigil/model/checker_engine.hpp>

#include <algorithm>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace vigil::program {
namespace {

using checker::Fix;
using models::Model;

checker::Options options_for(const Model& model, const models::Engine& engine, const models::Search& search) {
  auto full = search;
  full.kind = models::Search::Kind::full;
  full.iterations = 0;
  auto options = models::options_of(model, *checker::memory_model_named(engine.memory_model()), full);
  options.count_violations = false;
  return options;
}

// Whether the model has another value in the table than core ships.
bool differs_from_shipped(const Model& model, std::string_view label) {
  for (const auto& table : model.tables)
    if (const auto entry = table.find(label)) return table.value(*entry) != table.shipped(*entry);
  return false;
}

// An order that was weakened is the one to fix, even where others would help as well.
bool fixes_what_was_changed(const Model& model, const Fix& fix) {
  return std::ranges::all_of(fix.advice,
                             [&](const auto& advice) { return differs_from_shipped(model, advice.change.label); });
}

// The model altered so, if its tables have all of these orders.
std::optional<Model> altered(const Model& model, const Fix& fix) {
  std::optional<Model> result = model;
  for (const auto& [change, operation, object, function] : fix.advice)
    if (result) result = result->altered(change.label, models::name_of(change.to));
  return result;
}

// The search of a model, if it holds.
std::optional<checker::Result> held(const Model& model, const checker::Options& options) {
  const models::InstalledTables tables(model);
  auto result = checker::check(model.code_of_checker(), options);
  return !result.finding && result.ended_by_itself() ? std::optional(std::move(result)) : std::nullopt;
}

std::string command_for(const std::string& name) { return "vigil check '" + name + "'"; }

// The model with the orders that core ships, if it holds so: where more than two were weakened, no change of two helps.
// Empty if the orders are those, or if it does not hold.
std::string hint_of_shipped_orders(const Model& model, const checker::Options& options) {
  std::optional<Model> shipped = model;
  std::string text;
  for (const auto& table : model.tables) {
    if (!table.has_orders()) continue;
    for (std::size_t i = 0; i != table.entries().size(); ++i) {
      if (table.value(i) == table.shipped(i)) continue;
      const std::string label(table.entries()[i].label);
      const auto order = models::name_of(static_cast<std::memory_order>(table.shipped(i)));
      if (shipped) shipped = shipped->altered(label, order);
      text.append(text.empty() ? "make [" : ", and [").append(label).append("] ").append(order);
    }
  }
  if (text.empty() || !shipped) return {};
  const auto result = held(*shipped, options);
  if (!result) return {};
  return text + ": " + checker::holds_in_words(*result, options) + ", " +
         checker::extent_in_words(*result, std::nullopt) + "; to see it: " + command_for(shipped->name);
}

// The choices of the model's tables, those first that are not as they ship.
std::vector<std::pair<std::string, bool>> other_choices(const Model& model) {
  std::vector<std::pair<std::string, bool>> choices;
  for (const auto& table : model.tables) {
    if (table.has_orders()) continue;
    for (std::size_t i = 0; i != table.entries().size(); ++i)
      choices.emplace_back(table.entries()[i].label, table.value(i) == 0);
  }
  // clang 14 cannot use std::ranges::stable_partition of libstdc++ 12.
  std::stable_partition(choices.begin(), choices.end(),
                        [&](const auto& choice) { return differs_from_shipped(model, choice.first); });
  return choices;
}

// A choice that makes the model hold; empty if none does.
std::string hint_of_choices(const Model& model, checker::Options options, std::chrono::duration<double> time_limit) {
  options.deadline =
      std::chrono::steady_clock::now() + std::chrono::duration_cast<std::chrono::steady_clock::duration>(time_limit);
  for (const auto& [label, value] : other_choices(model)) {
    const auto* const word = value ? "true" : "false";
    const auto other = model.altered(label, word);
    if (!other) continue;
    const auto result = held(*other, options);
    if (!result) continue;
    return "choose " + label + " = " + word + ": " + checker::holds_in_words(*result, options) + ", " +
           checker::extent_in_words(*result, std::nullopt) + "; to see it: " + command_for(other->name);
  }
  return {};
}

}  // namespace

checker::Hint hint_for(const Model& model, const models::Engine& engine, const models::Search& search,
                       const checker::Finding& finding, std::chrono::duration<double> time_limit,
                       const checker::SourceRoot& root) {
  const auto options = options_for(model, engine, search);
  checker::FixLimits limits;
  limits.time = time_limit;
  checker::FixSearch found;
  {
    const models::InstalledTables tables(model);
    found = checker::find_fix(model.code_of_checker(), options, finding, limits);
  }
  std::stable_partition(found.fixes.begin(), found.fixes.end(),
                        [&](const Fix& fix) { return fixes_what_was_changed(model, fix); });
  auto hint = checker::hint_of(found, options, root);
  if (found.fixes.empty() || !fixes_what_was_changed(model, found.fixes.front()))
    if (const auto shipped = hint_of_shipped_orders(model, options); !shipped.empty())
      return {shipped + (found.fixes.empty() ? "" : "; or " + hint.text), hint.places};
  if (!found.fixes.empty()) {
    if (const auto other = altered(model, found.fixes.front()); other && held(*other, options))
      hint.text += "; to see it: " + command_for(other->name);
    return hint;
  }
  if (const auto choice = hint_of_choices(model, options, time_limit); !choice.empty()) hint.text = choice;
  return hint;
}

}  // namespace vigil::program
