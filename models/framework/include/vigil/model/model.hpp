#pragma once

#include <vigil/atomics/layer.hpp>
#include <vigil/atomics/location.hpp>
#include <vigil/checker/checked_atomics.hpp>
#include <vigil/model/record.hpp>

#include <memory>
#include <source_location>
#include <string>
#include <string_view>
#include <typeinfo>
#include <utility>

// Last: what a plug-in brings may have to see every standard header first.
#include <vigil/model/layers.hpp>

namespace vigil::models {

class Draft;

/// Where a model's name stands.
using Place = Location;

/// A model that the program knows; variants are drafted from it.
class Registered {
 public:
  /// For Draft.
  explicit Registered(Model model) : model_(std::move(model)) {}
  /// A variant with another table in place of the bound one of the same type.
  template <class Table>
  [[nodiscard]] Draft with(Table table) const;
  /// A variant with the same tables.
  [[nodiscard]] Draft named(std::string_view name, Place place = Place::current()) const;
  /// A variant with a source mutation of Vigil's core. Only Vigil's own program has them.
  [[nodiscard]] Draft mutant(std::string_view name) const;

 private:
  Model model_;
};

/// A model that is being declared. The last call of the chain, holds() or fails(), registers it.
///
/// A mistake in the declaration ends the program with status 2 when it starts, and names the model.
class Draft {
 public:
  /// For model().
  explicit Draft(Model model) : model_(std::move(model)) {}

  /// The mutable tables that the model's primitives refer to. Their values now are the shipped defaults.
  template <class... Tables>
  [[nodiscard]] Draft tables(Tables&... tables) && {
    (model_.tables.push_back(TableBinding::of(tables)), ...);
    return std::move(*this);
  }
  /// Another table in place of the bound one of the same type.
  template <class Table>
  [[nodiscard]] Draft with(Table table) && {
    for (auto& binding : model_.tables)
      if (binding.type() == typeid(Table)) {
        binding.replace(std::move(table));
        return std::move(*this);
      }
    Registry::instance().mistake(model_.name + ": with(...) names a table that tables(...) does not");
    return std::move(*this);
  }
  /// The variant's name: the base's name, a slash, the difference.
  [[nodiscard]] Draft named(std::string_view name, Place place = Place::current()) &&;
  /// The source mutation of core with this name is active in it.
  [[nodiscard]] Draft mutant(std::string_view name) &&;
  /// The known defect that this model shows, e.g. "S-21"; several allowed.
  [[nodiscard]] Draft defect(std::string_view number) &&;
  /// How far Relacy searches. The checker needs no plan: it goes through every execution.
  [[nodiscard]] Draft search(SearchPlan plan) &&;
  /// Its threads start up to so many others. A second engine that has to know, has them from the beginning.
  [[nodiscard]] Draft starts(unsigned threads) &&;
  /// In a model that fails, Relacy may also find this violation first. The checker may not.
  [[nodiscard]] Draft relacy_may_find(Violation violation) &&;
  /// The engine's own limits make it answer `says`, which is not the truth declared by holds() or fails(). The program
  /// runs the model all the same and fails if the engine says anything else.
  [[nodiscard]] Draft cannot_decide(std::string_view engine, std::string_view reason, Outcome says) &&;
  /// The same for Relacy.
  [[nodiscard]] Draft relacy_cannot_decide(RelacyLimit limit, Outcome relacy_says) &&;

  /// How many complete executions there are under C++20, and how many of them violate something. Another number is a
  /// failure. A model that is expected to fail needs both.
  [[nodiscard]] Draft executions(std::uint64_t complete, std::optional<std::uint64_t> violating = std::nullopt) &&;
  /// Too large for the quick form of `check`, which shows the model as left out, and why.
  [[nodiscard]] Draft thorough_only(std::string_view reason) &&;
  /// Too large for any form: the quick one shows the model as left out, the thorough one as sampled.
  [[nodiscard]] Draft too_large(std::string_view reason) &&;
  /// The right verdict under a memory model other than C++20. Not said, it is the same under rc11, and under tso and
  /// sc a model that is expected to fail may do either.
  [[nodiscard]] Draft under(checker::MemoryModel memory_model, Outcome outcome) &&;
  /// Holds under sequential consistency.
  [[nodiscard]] Draft needs_weak_memory() && {
    return std::move(*this).under(checker::MemoryModel::sequential, kHolds);
  }
  /// A bound of the checker on one execution, see checker::Options: how loops that wait are explored.
  [[nodiscard]] Draft spins(checker::Spins spins) &&;
  /// A bound of the checker on one execution, see checker::Options.
  [[nodiscard]] Draft spurious_wakes(unsigned of_each_thread) &&;
  /// A bound of the checker on one execution, see checker::Options.
  [[nodiscard]] Draft weak_failures(unsigned of_each_call) &&;
  /// A bound of the checker on one execution, see checker::Options.
  [[nodiscard]] Draft most_events(unsigned of_each_thread) &&;
  /// A bound of the checker on one execution, see checker::Options.
  [[nodiscard]] Draft arena_bytes(std::size_t of_each_thread) &&;

  /// Registers a passing model: a violation is a failure of the program.
  Registered holds() &&;
  /// Registers a failing model: it is a failure of the program if the model holds, or if it fails in another way. With
  /// any one of the named kinds.
  template <class... More>
  Registered fails(Violation violation, More... more) && {
    return std::move(*this).add({violation, more...});
  }

 private:
  Registered add(std::vector<Violation> expected) &&;

  Model model_;
};

/// Drafts a model under the name that `list` shows: "part/primitive/what-is-asked[/variant]".
///
/// A model is a class template over the atomics layer. Its static members `kSentence` and `kBounds`, of type
/// `std::string_view`, say what it asks and how large it is. `threads()` returns a tuple of member functions, each of
/// which runs once as a thread. `finish()`, if there is one, runs after all threads have ended. `invariant() const`, if
/// there is one, is evaluated at every step and reads atomics only.
///
/// \snippet model/model.cpp example
/// \threads While static objects are initialised, or in `main` before run().
///
/// In a program that has Relacy, it is compiled for that engine too, unless a limit is named for which it cannot be.
//
// Internal linkage: g++ gives an instance for a template of an unnamed namespace external linkage, and would merge it
// with that for a template of the same name in another file.
#if defined(__clang__) && __clang_major__ < 16
template <template <class> class M, RelacyLimit kNoRelacy = RelacyLimit::none>  // clang 14 crashes on a constrained one
#else
template <template <AtomicsLayer> class M, RelacyLimit kNoRelacy = RelacyLimit::none>
#endif
[[nodiscard]] static Draft model(std::string_view name, Place place = Place::current()) {
  using Checked = M<checker::CheckedAtomics>;
  Model model;
  model.name = model.declared_as = name;
  model.place = place;
  model.sentence = Checked::kSentence;
  model.bounds = Checked::kBounds;
  model.checker = code_of<Checked>();
  model.no_relacy = kNoRelacy;
  if constexpr (kNoRelacy == RelacyLimit::none)
    for_second_layer([&]<class Layer>() { model.relacy = code_of<M<Layer>>(); });
  return Draft(std::move(model));
}

template <class Table>
Draft Registered::with(Table table) const {
  return named("").with(std::move(table));
}

}  // namespace vigil::models
