#pragma once

#include <vigil/model/record.hpp>

#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

namespace vigil::models {

// A published defect on show: models of it as it was published, each beside the same question asked of what ships.
struct Exhibit {
  // Names of models. The published one must fail, the fixed one must hold.
  struct Pair {
    std::string published;
    std::string fixed;
  };
  std::string number;  // "S-21"
  std::string title;
  std::vector<Pair> pairs;  // none: nothing that a model could show
};

// Declares exhibits, in the order in which they are shown.
class Exhibition {
 public:
  Exhibition(std::initializer_list<Exhibit> exhibits);
};

[[nodiscard]] const std::vector<Exhibit>& exhibits();
// Exhibits whose number contains `pattern`, or matches it if it has `*` or `?`. "gallery/" before it is ignored.
[[nodiscard]] std::vector<const Exhibit*> exhibits_matching(std::string_view pattern);
// What exhibits say of models that is not so: a name that no model has, a published form that is to hold.
[[nodiscard]] std::vector<std::string> mistakes_of_exhibits();

// What `vigil list` and `vigil check` take a pattern for: models of exhibits if it begins with "gallery/", sorted by
// name; else as Registry::matching.
[[nodiscard]] std::vector<const Model*> models_matching(std::string_view pattern);

}  // namespace vigil::models
