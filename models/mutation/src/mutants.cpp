#include <vigil/mutation/mutants.hpp>

#include <vigil/model/record.hpp>

#include <algorithm>

namespace vigil::models {

std::string_view Mutant::primitive() const {
  constexpr std::string_view kBefore = "vigil/", kBehind = ".hpp";
  return header.substr(kBefore.size(), header.size() - kBefore.size() - kBehind.size());
}

Mutants& Mutants::instance() {
  static Mutants mutants;
  return mutants;
}

bool Mutants::add(std::initializer_list<Mutant> mutants) {
  mutants_.insert(mutants_.end(), mutants.begin(), mutants.end());
  return true;
}

void Mutants::add_code(std::string_view name, const checker::ModelCode& code) {
  codes_.emplace(name, MutatedCode{code, {}});
}

const Mutant* Mutants::find(std::string_view name) const {
  const auto found =
      std::find_if(mutants_.begin(), mutants_.end(), [&](const Mutant& each) { return each.name == name; });
  return found == mutants_.end() ? nullptr : &*found;
}

MutatedCode* Mutants::code_of(std::string_view model) {
  const auto found = codes_.find(model);
  return found == codes_.end() ? nullptr : &found->second;
}

std::vector<std::string> mistakes_of_mutants() {
  std::vector<std::string> mistakes;
  const auto& mutants = Mutants::instance();
  auto& models = Registry::instance();
  for (const auto& model : models.models()) {
    for (const auto& name : model.mutants)
      if (mutants.find(name) == nullptr) mistakes.push_back(model.name + ": no specification has the mutant " + name);
    if (!model.mutants.empty() && model.mutated() == nullptr)
      mistakes.push_back(model.name + ": no line \"models:\" of a specification of mutants names its source");
    for (const auto& table : model.tables)
      if (!model.mutants.empty() && table.entries().empty())
        mistakes.push_back(model.name + ": its mutated code cannot have the values of a table without labels");
  }
  for (const auto& mutant : mutants.all()) {
    if (mutant.killer.empty()) continue;
    const auto* killer = models.find(mutant.killer);
    if (killer == nullptr || killer->mutated() == nullptr || !killer->must_hold())
      mistakes.push_back("mutant " + std::string(mutant.name) + " is killed by " + std::string(mutant.killer) +
                         ", which is no model that holds and is compiled against mutated core");
  }
  return mistakes;
}

}  // namespace vigil::models
