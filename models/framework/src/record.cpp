#include <vigil/model/record.hpp>

#include "name_pattern.hpp"

#include <algorithm>
#include <array>
#include <utility>

namespace vigil::models {
namespace {

constexpr std::array<std::string_view, 6> kOrders{"relaxed", "consume", "acquire", "release", "acq_rel", "seq_cst"};

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

}  // namespace

bool Model::expects(Outcome said) const {
  if (said.holds()) return must_hold();
  return std::find(expected.begin(), expected.end(), *said.violation) != expected.end();
}

const Exemption* Model::exemption_of(std::string_view engine) const {
  const auto found = std::find_if(exemptions.begin(), exemptions.end(),
                                  [&](const Exemption& exemption) { return exemption.engine == engine; });
  return found == exemptions.end() ? nullptr : &*found;
}

bool TableBinding::is_shipped() const {
  for (std::size_t i = 0; i != labels().size(); ++i)
    if (value(i) != shipped(i)) return false;
  return true;
}

std::string_view name_of(std::memory_order order) { return kOrders[static_cast<std::size_t>(order)]; }

std::optional<std::memory_order> order_named(std::string_view name) {
  const auto found = std::find(kOrders.begin(), kOrders.end(), name);
  if (found == kOrders.end()) return std::nullopt;
  return static_cast<std::memory_order>(found - kOrders.begin());
}

std::optional<Model> Model::altered(std::string_view label, std::string_view value) const {
  Model model = *this;
  for (auto& table : model.tables) {
    const auto& labels = table.labels();
    const auto entry = std::find(labels.begin(), labels.end(), label);
    if (entry == labels.end()) continue;
    const auto number = number_of(table, value);
    if (!number) return std::nullopt;
    table.alter(static_cast<std::size_t>(entry - labels.begin()), *number);
    model.name.append("~").append(label).append("=").append(value);
    model.defects.clear();
    model.expected.clear();
    model.exemptions.clear();
    model.checker_plan.counts.reset();
    model.checker_plan.under.clear();
    return model;
  }
  return std::nullopt;
}

InstalledTables::InstalledTables(const Model& model) : model_(model) {
  for (const auto& table : model_.tables) table.install();
}

InstalledTables::~InstalledTables() {
  for (const auto& table : model_.tables) table.restore();
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
  auto end = name.find('~');
  const auto found = std::find_if(models_.begin(), models_.end(),
                                  [&](const Model& model) { return model.name == name.substr(0, end); });
  if (found == models_.end()) return nullptr;
  if (end == std::string_view::npos) return &*found;
  Model model = *found;
  while (end != std::string_view::npos) {
    name.remove_prefix(end + 1);
    end = name.find('~');
    const auto change = name.substr(0, end);
    const auto equals = change.find('=');
    if (equals == std::string_view::npos) return nullptr;
    auto altered = model.altered(change.substr(0, equals), change.substr(equals + 1));
    if (!altered) return nullptr;
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
