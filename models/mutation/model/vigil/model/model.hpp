#pragma once

#include <vigil/atomics/layer.hpp>
#include <vigil/checker/checked_atomics.hpp>
#include <vigil/model/record.hpp>
#include <vigil/mutation/mutants.hpp>

#include <cstddef>
#include <string>
#include <string_view>

namespace vigil::models {

// In place of the framework's header of this name, where a model is compiled against the mutated copies of core. The
// same declarations then say the program one thing only: the code of the model, and the tables that this code reads.
// Expectations, names and plans are those of the model as it is compiled against core itself.
inline namespace mutated {

class Draft;

class Registered {
 public:
  explicit Registered(std::string_view declared_as) : declared_as_(declared_as) {}
  template <class Table>
  [[nodiscard]] Draft with(const Table& table) const;
  [[nodiscard]] Draft named(std::string_view name) const;
  [[nodiscard]] Draft mutant(std::string_view name) const;

 private:
  std::string declared_as_;
};

class Draft {
 public:
  explicit Draft(std::string_view declared_as) : declared_as_(declared_as) {}

  template <class... Tables>
  [[nodiscard]] Draft tables(Tables&... tables) && {
    if (auto* code = Mutants::instance().code_of(declared_as_)) (code->tables.push_back(TableBinding::of(tables)), ...);
    return *this;
  }

  template <class Table>
  [[nodiscard]] Draft with(const Table& /*table*/) && {
    return *this;
  }
  [[nodiscard]] Draft mutant(std::string_view /*name*/) && { return *this; }
  [[nodiscard]] Draft named(std::string_view /*name*/) && { return *this; }
  [[nodiscard]] Draft defect(std::string_view /*number*/) && { return *this; }
  [[nodiscard]] Draft search(const SearchPlan& /*plan*/) && { return *this; }
  [[nodiscard]] Draft starts(unsigned /*threads*/) && { return *this; }
  [[nodiscard]] Draft relacy_may_find(Violation /*violation*/) && { return *this; }
  [[nodiscard]] Draft cannot_decide(std::string_view /*engine*/, std::string_view /*reason*/, Outcome /*says*/) && {
    return *this;
  }
  [[nodiscard]] Draft relacy_cannot_decide(RelacyLimit /*limit*/, Outcome /*says*/) && { return *this; }
  template <class... Counts>
  [[nodiscard]] Draft executions(Counts... /*counts*/) && {
    return *this;
  }
  [[nodiscard]] Draft thorough_only(std::string_view /*reason*/) && { return *this; }
  [[nodiscard]] Draft too_large(std::string_view /*reason*/) && { return *this; }
  [[nodiscard]] Draft under(checker::MemoryModel /*memory_model*/, Outcome /*outcome*/) && { return *this; }
  [[nodiscard]] Draft needs_weak_memory() && { return *this; }
  [[nodiscard]] Draft spins(checker::Spins /*spins*/) && { return *this; }
  [[nodiscard]] Draft spurious_wakes(unsigned /*of_each_thread*/) && { return *this; }
  [[nodiscard]] Draft weak_failures(unsigned /*of_each_call*/) && { return *this; }
  [[nodiscard]] Draft most_events(unsigned /*of_each_thread*/) && { return *this; }
  [[nodiscard]] Draft arena_bytes(std::size_t /*of_each_thread*/) && { return *this; }

  Registered holds() && { return Registered(declared_as_); }
  template <class... Violations>
  Registered fails(Violations... /*expected*/) && {
    return Registered(declared_as_);
  }

 private:
  std::string declared_as_;
};

template <class Table>
Draft Registered::with(const Table& /*table*/) const {
  return Draft(declared_as_);
}
inline Draft Registered::named(std::string_view /*name*/) const { return Draft(declared_as_); }
inline Draft Registered::mutant(std::string_view /*name*/) const { return Draft(declared_as_); }

#if defined(__clang__) && __clang_major__ < 16
template <template <class> class M, RelacyLimit = RelacyLimit::none>  // clang 14 crashes on a constrained one
#else
template <template <AtomicsLayer> class M, RelacyLimit = RelacyLimit::none>
#endif
[[nodiscard]] static Draft model(std::string_view name) {
  Mutants::instance().add_code(name, code_of<M<checker::CheckedAtomics>>());
  return Draft(name);
}

}  // namespace mutated

}  // namespace vigil::models
