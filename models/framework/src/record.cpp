#include <vigil/model/record.hpp>

#include "name_pattern.hpp"

#include <vigil/model/this_program.hpp>
#include <vigil/mutation/mutants.hpp>

#include <algorithm>
#include <array>
#include <utility>

namespace vigil::models {
namespace {

constexpr std::array<std::string_view, 6> kOrders{"relaxed", "consume", "acquire", "release", "acq_rel", "seq_cst"};

// From the name of a model that was altered: "~label=" and the value behind it.
void erase_change(std::string& name, std::string_view change) {
  const auto begin = name.find(change);
  if (begin != std::string::npos) name.erase(begin, name.find('~', begin + 1) - begin);
}

// The value of an entry that a name stands for.
std::optional<int> number_of(const TableBinding& table, std::string_view name) {
  if (table.has_orders()) {
    const auto order = order_named(name);
    return order ? std::optional(static_cast<int>(*order)) : std::nullopt;
  }
  if (name == "true") return 1;
  if (name == "false") return 0;
  return std::nullopt;
}

// The tables that the model's code reads, with the values that the model gives them.
std::vector<TableBinding> tables_of(const Model& model) {
  if (model.mutants.empty()) return model.tables;
  auto tables = model.mutated()->tables;
  for (auto& table : tables)
    for (const auto& named : model.tables)
      if (table.has_labels_of(named)) table.take_values_of(named);
  return tables;
}

}  // namespace

bool Model::expects(Outcome said) const {
  if (said.holds()) return must_hold();
  return std::find(expected.begin(), expected.end(), *said.violation) != expected.end();
}

const MutatedCode* Model::mutated() const { return Mutants::instance().code_of(declared_as); }

const ModelCode& Model::code_of_checker() const { return mutants.empty() ? checker : mutated()->code; }

RelacyLimit Model::why_not_by_relacy() const {
  if (!mutants.empty()) return RelacyLimit::source_mutant;
  if (checker.thread_count + starts > kMostRelacyThreads) return RelacyLimit::most_threads;
  return no_relacy;
}

const Exemption* Model::exemption_of(std::string_view engine) const {
  const auto found = std::find_if(exemptions.begin(), exemptions.end(),
                                  [&](const Exemption& exemption) { return exemption.engine == engine; });
  return found == exemptions.end() ? nullptr : &*found;
}

bool TableBinding::has_labels_of(const TableBinding& other) const {
  return std::equal(entries().begin(), entries().end(), other.entries().begin(), other.entries().end(),
                    [](const Grounds& one, const Grounds& another) { return one.label == another.label; });
}

void TableBinding::take_values_of(const TableBinding& other) {
  for (std::size_t i = 0; i != entries().size(); ++i) alter(i, other.value(i));
}

bool TableBinding::is_shipped() const {
  for (std::size_t i = 0; i != entries().size(); ++i)
    if (value(i) != shipped(i)) return false;
  return true;
}

std::optional<std::size_t> TableBinding::find(std::string_view label) const {
  const auto entry = std::find_if(entries().begin(), entries().end(),
                                  [label](const Grounds& grounds) { return grounds.label == label; });
  if (entry == entries().end()) return std::nullopt;
  return static_cast<std::size_t>(entry - entries().begin());
}

std::string_view name_of(std::memory_order order) { return kOrders[static_cast<std::size_t>(order)]; }

std::optional<std::memory_order> order_named(std::string_view name) {
  const auto found = std::find(kOrders.begin(), kOrders.end(), name);
  if (found == kOrders.end()) return std::nullopt;
  return static_cast<std::memory_order>(found - kOrders.begin());
}

std::optional<Model> Model::altered(std::string_view label, std::string_view value) const {
  Model model = *this;
  if (!model.alter(label, value)) return std::nullopt;
  const auto change = std::string("~").append(label).append("=");
  // Source mutants add up. Of a table's entry the last value counts.
  if (label != "mutant") erase_change(model.name, change);
  model.name.append(change).append(value);
  model.defects.clear();
  model.expected.clear();
  model.exemptions.clear();
  model.checker_plan.counts.reset();
  model.checker_plan.under.clear();
  return model;
}

std::string Model::objection_to(std::string_view label, std::string_view value) const {
  const auto quoted = [](std::string_view text) { return std::string("\"").append(text).append("\""); };
  if (label == "mutant") {
    if (mutated() == nullptr) return name + " is not compiled against mutated core: it has no source mutants";
    if (Mutants::instance().find(value) != nullptr) return {};
    return "no source mutant is called " + quoted(value) + "; " + this_program().command + " list --mutants shows them";
  }
  std::string labels;
  for (const auto& table : tables) {
    if (table.find(label)) {
      if (number_of(table, value)) return {};
      const auto* const values = table.has_orders() ? "an order: relaxed, consume, acquire, release, acq_rel or seq_cst"
                                                    : "a value of this choice: true or false";
      return quoted(value) + " is not " + values;
    }
    for (const auto& entry : table.entries()) labels.append(labels.empty() ? "" : ", ").append(entry.label);
  }
  return name + " has no order and no choice that is called " + quoted(label) +
         (labels.empty() ? "; it has none at all" : "; it has " + labels);
}

bool Model::alter(std::string_view label, std::string_view value) {
  if (label == "mutant") {
    if (mutated() == nullptr || Mutants::instance().find(value) == nullptr) return false;
    make_mutant(value);
    return true;
  }
  for (auto& table : tables) {
    const auto entry = table.find(label);
    if (!entry) continue;
    const auto number = number_of(table, value);
    if (number) table.alter(*entry, *number);
    return number.has_value();
  }
  return false;
}

void Model::make_mutant(std::string_view mutant) {
  mutants.emplace_back(mutant);
  // No second engine is compiled against mutated core.
  relacy = {};
}

InstalledTables::InstalledTables(const Model& model) : tables_(tables_of(model)) {
  for (const auto& name : model.mutants) mutants_.push_back(Mutants::instance().find(name)->is_active);
  for (const auto& table : tables_) table.install();
  for (bool* const mutant : mutants_) *mutant = true;
}

InstalledTables::~InstalledTables() {
  for (const auto& table : tables_) table.restore();
  for (bool* const mutant : mutants_) *mutant = false;
}

Registry& Registry::instance() {
  static Registry registry;
  return registry;
}

void Registry::add(Model model) {
  if (model.name.empty())
    return mistake("a model has no name: end a variant with named(...) before holds() or fails()");
  for (const auto& exemption : model.exemptions)
    if (model.expects(exemption.engine_says))
      return mistake(model.name + ": cannot_decide names the expected outcome, so there is nothing to exempt");
  if (model.must_hold() && !model.relacy_finds.empty())
    return mistake(model.name + ": relacy_may_find is for a model that fails");
  const auto& counts = model.checker_plan.counts;
  if (counts && !model.must_hold() && !counts->violating)
    return mistake(model.name + ": a search ends at the violation that is due; executions(n, violating) counts on");
  const auto place = std::lower_bound(models_.begin(), models_.end(), model,
                                      [](const Model& left, const Model& right) { return left.name < right.name; });
  if (place != models_.end() && place->name == model.name) return mistake(model.name + ": registered twice");
  models_.insert(place, std::move(model));
}

void Registry::mistake(std::string what) { mistakes_.push_back(std::move(what)); }

const Model* Registry::find(std::string_view name) {
  std::string why_not;
  return find(name, why_not);
}

std::string Registry::why_unknown(std::string_view name) {
  std::string why_not;
  static_cast<void>(find(name, why_not));
  return why_not;
}

const Model* Registry::find(std::string_view name, std::string& why_not) {
  auto end = name.find('~');
  const auto base = name.substr(0, end);
  const auto found =
      std::find_if(models_.begin(), models_.end(), [&](const Model& model) { return model.name == base; });
  if (found == models_.end()) {
    why_not.append("no model is called \"")
        .append(base)
        .append("\"; ")
        .append(this_program().command)
        .append(" list shows them");
    return nullptr;
  }
  if (end == std::string_view::npos) return &*found;
  Model model = *found;
  while (end != std::string_view::npos) {
    name.remove_prefix(end + 1);
    end = name.find('~');
    const auto change = name.substr(0, end);
    const auto equals = change.find('=');
    if (equals == std::string_view::npos) {
      why_not.append("\"").append(change).append("\" is no change: say LABEL=VALUE after the ~");
      return nullptr;
    }
    const auto label = change.substr(0, equals), value = change.substr(equals + 1);
    auto altered = model.altered(label, value);
    if (!altered) {
      why_not = model.objection_to(label, value);
      return nullptr;
    }
    model = std::move(*altered);
  }
  return &keep(std::move(model));
}

std::vector<const Model*> Registry::matching(std::string_view pattern) {
  std::vector<const Model*> found;
  if (pattern.find('~') != std::string_view::npos) {
    if (const auto* altered = find(pattern)) found.push_back(altered);
    return found;
  }
  for (const auto& model : models_)
    if (checker::matches(model.name, std::string(pattern))) found.push_back(&model);
  return found;
}

const Model& Registry::keep(Model altered) { return altered_.emplace_back(std::move(altered)); }

}  // namespace vigil::models
