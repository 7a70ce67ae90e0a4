#pragma once

#include <vigil/model/record.hpp>

#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

namespace vigil::models {

/// A known defect on show in `gallery`: models of it as it was published, each beside the same question asked of what
/// ships.
///
/// \snippet model/exhibit.cpp example
struct Exhibit {
  /// Names of models.
  struct Pair {
    std::string published;  ///< Must fail.
    std::string fixed;      ///< Must hold.
  };
  std::string number;       ///< How the project calls the defect: "S-21", the number of an issue.
  std::string title;        ///< What it is.
  std::vector<Pair> pairs;  ///< None: nothing that a model could show.
};

/// Declares exhibits, as a static object. A name that no model has ends the program with status 2 when it starts.
class Exhibition {
 public:
  /// Adds them to those of other sources.
  Exhibition(std::initializer_list<Exhibit> exhibits);
};

/// All of them, by number.
[[nodiscard]] const std::vector<Exhibit>& exhibits();
/// Exhibits whose number contains `pattern`, or matches it if it has `*` or `?`. "gallery/" before it is ignored.
[[nodiscard]] std::vector<const Exhibit*> exhibits_matching(std::string_view pattern);
/// What exhibits say of models that is not so: a name that no model has, a published form that is to hold.
[[nodiscard]] std::vector<std::string> mistakes_of_exhibits();

/// What `list` and `check` take a pattern for: models of exhibits if it begins with "gallery/", sorted by name; else
/// models whose name contains it, or matches it if it has `*` or `?`.
[[nodiscard]] std::vector<const Model*> models_matching(std::string_view pattern);

}  // namespace vigil::models
