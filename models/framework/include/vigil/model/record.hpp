#pragma once

#include <vigil/atomics/location.hpp>
#include <vigil/checker/model_code.hpp>
#include <vigil/checker/violation.hpp>
#include <vigil/model/checker_plan.hpp>
#include <vigil/model/relacy_limits.hpp>
#include <vigil/model/search.hpp>
#include <vigil/model/table.hpp>

#include <deque>
#include <optional>
#include <source_location>
#include <string>
#include <string_view>
#include <vector>

namespace vigil::models {

// What the checker, which knows nothing of the framework, calls a model and a violation.
using checker::code_of;
using checker::kHolds;
using checker::ModelCode;
using checker::name_of;
using checker::Outcome;
using checker::Violation;
using checker::violation_named;

// An engine that is known to answer a model wrongly, and what it answers. The program checks that it still does.
struct Exemption {
  std::string engine;
  std::string reason;
  Outcome engine_says;
  // The limit that it is, of Relacy's.
  RelacyLimit limit = RelacyLimit::none;
};

// A model that was compiled against mutated core: see models/mutation/.
struct MutatedCode;

// A model as the program knows it.
struct Model {
  std::string name;
  std::string sentence;
  std::string bounds;
  // The name in its declaration, `model<M>("...")`, which its variants share.
  std::string declared_as;
  // Where the source gives it its name.
  Location place;
  // The source mutations of core that are active in it. One with any has the code that the checker's mutated models
  // have.
  std::vector<std::string> mutants;
  std::vector<std::string> defects;
  std::vector<Violation> expected;  // empty: the model must hold; else: it must fail, with one of these
  // What else Relacy may find where `expected` is not empty. The checker has to find what is expected.
  std::vector<Violation> relacy_finds;
  std::vector<Exemption> exemptions;
  std::vector<TableBinding> tables;
  SearchPlan relacy_plan;
  // How many threads its threads start, at most. Relacy must have them from the beginning.
  unsigned starts = 0;
  // For which it is not compiled for Relacy's layer.
  RelacyLimit no_relacy = RelacyLimit::none;
  CheckerPlan checker_plan;
  // The same model, once for each engine's layer; without threads if it is not compiled for that one.
  ModelCode relacy;
  ModelCode checker;

  [[nodiscard]] bool must_hold() const { return expected.empty(); }
  // Whether `said` is what a right engine says of this model under C++20.
  [[nodiscard]] bool expects(Outcome said) const;
  // The model as it was compiled against mutated core; null if it was not.
  [[nodiscard]] const MutatedCode* mutated() const;
  // What the checker runs: the code above, or the mutated one.
  [[nodiscard]] const ModelCode& code_of_checker() const;
  // For which Relacy does not run the model, in a program that has Relacy; none if it does.
  [[nodiscard]] RelacyLimit why_not_by_relacy() const;
  // Null if the engine of that name has none.
  [[nodiscard]] const Exemption* exemption_of(std::string_view engine) const;

  // The same model with another order or choice in one of its tables, named "name~label=value"; nothing if no table has
  // that label, or the value is none of its kind. With the label "mutant" and the name of one, the model of that
  // mutant; nothing if it is not compiled for the checker. Nobody has said what is right of it, so it is expected to
  // hold.
  [[nodiscard]] std::optional<Model> altered(std::string_view label, std::string_view value) const;
  // Why there is no such model, and what there is instead; empty if there is one.
  [[nodiscard]] std::string objection_to(std::string_view label, std::string_view value) const;
  // Makes it a model of this mutant, too.
  void make_mutant(std::string_view mutant);

 private:
  bool alter(std::string_view label, std::string_view value);
};

// "seq_cst"; and back.
[[nodiscard]] std::string_view name_of(std::memory_order order);
[[nodiscard]] std::optional<std::memory_order> order_named(std::string_view name);

// Puts the tables of a model in place and makes its mutants active, for as long as it lives.
class InstalledTables {
 public:
  explicit InstalledTables(const Model& model);
  ~InstalledTables();
  InstalledTables(const InstalledTables&) = delete;
  InstalledTables& operator=(const InstalledTables&) = delete;

 private:
  std::vector<TableBinding> tables_;
  std::vector<bool*> mutants_;
};

// Every registered model, sorted by name. `mistakes()` names models that could not be registered as written.
class Registry {
 public:
  static Registry& instance();
  void add(Model model);
  void mistake(std::string what);
  [[nodiscard]] const std::vector<Model>& models() const { return models_; }
  [[nodiscard]] const std::vector<std::string>& mistakes() const { return mistakes_; }
  // "deque/chase_lev/pop-against-steal~steal.fence=relaxed" finds an altered model; see Model::altered.
  [[nodiscard]] const Model* find(std::string_view name);
  // Why `find` finds no model of that name, for the user.
  [[nodiscard]] std::string why_unknown(std::string_view name);
  // Models whose name contains `pattern`, or matches it if it has `*` or `?`. An empty pattern matches all. With `~`,
  // as find.
  [[nodiscard]] std::vector<const Model*> matching(std::string_view pattern);
  // Keeps an altered model, so that it can be referred to.
  const Model& keep(Model altered);

 private:
  [[nodiscard]] const Model* find(std::string_view name, std::string& why_not);

  std::vector<Model> models_;
  std::deque<Model> altered_;
  std::vector<std::string> mistakes_;
};

}  // namespace vigil::models
