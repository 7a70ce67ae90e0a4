#include <vigil/model/exhibit.hpp>

#include "name_pattern.hpp"

#include <algorithm>

namespace vigil::models {
namespace {

constexpr std::string_view kGallery = "gallery/";

std::vector<Exhibit>& all_exhibits() {
  static std::vector<Exhibit> exhibits;
  return exhibits;
}

}  // namespace

Exhibition::Exhibition(std::initializer_list<Exhibit> exhibits) {
  auto& all = all_exhibits();
  all.insert(all.end(), exhibits.begin(), exhibits.end());
  // By number, in whichever order the files that list them are linked.
  std::sort(all.begin(), all.end(), [](const Exhibit& one, const Exhibit& other) { return one.number < other.number; });
}

const std::vector<Exhibit>& exhibits() { return all_exhibits(); }

std::vector<const Exhibit*> exhibits_matching(std::string_view pattern) {
  if (pattern.starts_with(kGallery)) pattern.remove_prefix(kGallery.size());
  std::vector<const Exhibit*> found;
  for (const Exhibit& exhibit : exhibits())
    if (checker::matches(exhibit.number, std::string(pattern))) found.push_back(&exhibit);
  return found;
}

std::vector<std::string> mistakes_of_exhibits() {
  std::vector<std::string> mistakes;
  const auto expect = [&](const Exhibit& exhibit, const std::string& name, bool holds) {
    const Model* model = Registry::instance().find(name);
    if (model == nullptr)
      mistakes.push_back(exhibit.number + " shows " + name + ", which is no model");
    else if (model->must_hold() != holds)
      mistakes.push_back(exhibit.number + " shows " + name +
                         (holds ? " as fixed, which is to fail" : " as published, which is to hold"));
  };
  for (const Exhibit& exhibit : exhibits())
    for (const auto& [published, fixed] : exhibit.pairs) {
      expect(exhibit, published, false);
      expect(exhibit, fixed, true);
    }
  return mistakes;
}

std::vector<const Model*> models_matching(std::string_view pattern) {
  if (!pattern.starts_with(kGallery)) return Registry::instance().matching(pattern);
  std::vector<const Model*> found;
  for (const Exhibit* exhibit : exhibits_matching(pattern))
    for (const auto& [published, fixed] : exhibit->pairs)
      for (const auto& name : {published, fixed}) found.push_back(Registry::instance().find(name));
  const auto by_name = [](const Model* left, const Model* right) { return left->name < right->name; };
  std::sort(found.begin(), found.end(), by_name);
  found.erase(std::unique(found.begin(), found.end()), found.end());
  return found;
}

}  // namespace vigil::models
