#include <vigil/model/record.hpp>

#include <algorithm>

#include <fnmatch.h>

namespace vigil::models {
namespace {

bool matches(const std::string& name, const std::string& pattern) {
  if (pattern.find_first_of("*?[") == std::string::npos) return name.find(pattern) != std::string::npos;
  return fnmatch(pattern.c_str(), name.c_str(), 0) == 0;
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

const Model* Registry::find(std::string_view name) const {
  const auto found =
      std::find_if(models_.begin(), models_.end(), [&](const Model& model) { return model.name == name; });
  return found == models_.end() ? nullptr : &*found;
}

std::vector<const Model*> Registry::matching(std::string_view pattern) const {
  std::vector<const Model*> found;
  for (const auto& model : models_)
    if (matches(model.name, std::string(pattern))) found.push_back(&model);
  return found;
}

}  // namespace vigil::models
