#pragma once

#include <vigil/checker/model_code.hpp>
#include <vigil/checker/violation.hpp>
#include <vigil/model/checker_plan.hpp>
#include <vigil/model/search.hpp>

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <typeindex>
#include <utility>
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

// A mutable table that a model's primitives refer to (an order table or a protocol table) and what a variant puts in
// it.
class TableBinding {
 public:
  template <class Table>
  static TableBinding of(Table& table) {
    return TableBinding(typeid(Table), &table, std::make_shared<Table>(table), [](void* to, const void* from) {
      *static_cast<Table*>(to) = *static_cast<const Table*>(from);
    });
  }
  [[nodiscard]] std::type_index type() const { return type_; }
  template <class Table>
  void replace(Table values) {
    values_ = std::make_shared<Table>(std::move(values));
  }
  void install() const { assign_(table_, values_.get()); }
  void restore() const { assign_(table_, defaults_.get()); }

 private:
  using Assign = void (*)(void* to, const void* from);
  TableBinding(std::type_index type, void* table, std::shared_ptr<const void> defaults, Assign assign)
      : type_(type), table_(table), defaults_(defaults), values_(std::move(defaults)), assign_(assign) {}

  std::type_index type_;
  void* table_;
  std::shared_ptr<const void> defaults_;
  std::shared_ptr<const void> values_;
  Assign assign_;
};

// An engine that is known to answer a model wrongly, and what it answers. The program checks that it still does.
struct Exemption {
  std::string engine;
  std::string reason;
  Outcome engine_says;
};

// A model as the program knows it.
struct Model {
  std::string name;
  std::string sentence;
  std::string bounds;
  std::vector<std::string> defects;
  std::vector<Violation> expected;  // empty: the model must hold; else: it must fail, with one of these
  std::vector<Exemption> exemptions;
  std::vector<TableBinding> tables;
  SearchPlan relacy_plan;
  CheckerPlan checker_plan;
  // The same model, once for each engine's layer; without threads if it uses what the layer lacks.
  ModelCode relacy;
  ModelCode checker;

  [[nodiscard]] bool must_hold() const { return expected.empty(); }
  // Whether `said` is what a right engine says of this model under C++20.
  [[nodiscard]] bool expects(Outcome said) const;
  // Null if the engine of that name has none.
  [[nodiscard]] const Exemption* exemption_of(std::string_view engine) const;
};

// Puts the tables of a model in place for as long as it lives.
class InstalledTables {
 public:
  explicit InstalledTables(const Model& model);
  ~InstalledTables();
  InstalledTables(const InstalledTables&) = delete;
  InstalledTables& operator=(const InstalledTables&) = delete;

 private:
  const Model& model_;
};

// Every registered model, sorted by name. `mistakes()` names models that could not be registered as written.
class Registry {
 public:
  static Registry& instance();
  void add(Model model);
  void mistake(std::string what);
  [[nodiscard]] const std::vector<Model>& models() const { return models_; }
  [[nodiscard]] const std::vector<std::string>& mistakes() const { return mistakes_; }
  [[nodiscard]] const Model* find(std::string_view name) const;
  // Models whose name contains `pattern`, or matches it if it has `*` or `?`. An empty pattern matches all.
  [[nodiscard]] std::vector<const Model*> matching(std::string_view pattern) const;

 private:
  std::vector<Model> models_;
  std::vector<std::string> mistakes_;
};

}  // namespace vigil::models
