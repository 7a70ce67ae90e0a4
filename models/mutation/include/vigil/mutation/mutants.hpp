#pragma once

#include <vigil/checker/model_code.hpp>
#include <vigil/model/table.hpp>

#include <functional>
#include <initializer_list>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace vigil::models {

// A source mutation of core, as its specification in models/PART/mutants/ describes it.
struct Mutant {
  std::string_view name;
  std::string_view header;  // "vigil/deque/chase_lev.hpp"
  unsigned line = 0;        // of its first change
  std::string_view sentence;
  // A model that fails by it, or why none does: one of the two is empty.
  std::string_view killer, equivalent;
  // What the mutated copy of the header reads.
  bool* is_active = nullptr;

  // "deque/chase_lev".
  [[nodiscard]] std::string_view primitive() const;
};

// A model as it was compiled against the mutated copies of core, with tables of its own.
struct MutatedCode {
  checker::ModelCode code;
  std::vector<TableBinding> tables;
};

// All mutants, and the models that can show them.
class Mutants {
 public:
  static Mutants& instance();

  // Returns true, so that a static constant can be initialised by it.
  bool add(std::initializer_list<Mutant> mutants);
  // The model that `model<M>(name)` declares.
  void add_code(std::string_view name, const checker::ModelCode& code);

  [[nodiscard]] const std::vector<Mutant>& all() const { return mutants_; }
  // Null if there is none of that name.
  [[nodiscard]] const Mutant* find(std::string_view name) const;
  [[nodiscard]] MutatedCode* code_of(std::string_view model);

 private:
  std::vector<Mutant> mutants_;
  std::map<std::string, MutatedCode, std::less<>> codes_;
};

// What is wrong with the mutants that models and specifications name.
[[nodiscard]] std::vector<std::string> mistakes_of_mutants();

}  // namespace vigil::models
