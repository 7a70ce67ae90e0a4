#pragma once

#include <vigil/atomics/layer.hpp>
#include <vigil/checker/checked_atomics.hpp>
#include <vigil/model/record.hpp>

#include <memory>
#include <string>
#include <string_view>
#include <typeinfo>
#include <utility>

// Last: what a plug-in brings may have to see every standard header first.
#include <vigil/model/layers.hpp>

namespace vigil::models {

// How a model is declared. A model is a class template over the atomics layer,
//
//   template <AtomicsLayer Layer>
//   struct PopAgainstSteal {
//     static constexpr std::string_view kSentence = "...";
//     static constexpr std::string_view kBounds = "...";
//     static constexpr auto threads() { return std::tuple{&PopAgainstSteal::owner, &PopAgainstSteal::thief}; }
//     void owner();
//     void thief();
//     void finish();           // optional: after all threads have ended
//     void invariant() const;  // optional: at every step; reads atomics only, because vars have the values of the end
//   };
//
// and a chain of calls that ends in `holds()` or `fails(...)`, which registers it:
//
//   const auto base = model<PopAgainstSteal>("deque/chase_lev/pop-against-steal").tables(orders).holds();
//   const auto no_fence = base.with(ChaseLevOrders{.steal_fence = std::memory_order_relaxed})
//                             .named("deque/chase_lev/pop-against-steal/without-steal-fence")
//                             .defect("S-21")
//                             .fails(Violation::requirement);

class Draft;

// A model that the program knows; variants are drafted from it.
class Registered {
 public:
  explicit Registered(Model model) : model_(std::move(model)) {}
  // A variant with another table in place of the bound one of the same type.
  template <class Table>
  [[nodiscard]] Draft with(Table table) const;
  // A variant with the same tables.
  [[nodiscard]] Draft named(std::string_view name) const;
  // A variant with a source mutation of core: see models/mutation/.
  [[nodiscard]] Draft mutant(std::string_view name) const;

 private:
  Model model_;
};

class Draft {
 public:
  explicit Draft(Model model) : model_(std::move(model)) {}

  // The mutable tables that the model's primitives refer to. Their values now are the shipped defaults.
  template <class... Tables>
  [[nodiscard]] Draft tables(Tables&... tables) && {
    (model_.tables.push_back(TableBinding::of(tables)), ...);
    return std::move(*this);
  }
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
  [[nodiscard]] Draft named(std::string_view name) &&;
  // The source mutation of core with this name is active in it.
  [[nodiscard]] Draft mutant(std::string_view name) &&;
  // The known defect that this model shows, e.g. "S-21"; several allowed.
  [[nodiscard]] Draft defect(std::string_view number) &&;
  // How far Relacy searches. The checker needs no plan: it goes through every execution.
  [[nodiscard]] Draft search(SearchPlan plan) &&;
  // Its threads start up to so many others. Relacy, which has to know, has them from the beginning.
  [[nodiscard]] Draft starts(unsigned threads) &&;
  // The engine's own limits make it answer `says`, which is not the truth declared by holds() or fails(). The program
  // runs the model all the same and fails if the engine says anything else.
  [[nodiscard]] Draft cannot_decide(std::string_view engine, std::string_view reason, Outcome says) &&;
  [[nodiscard]] Draft relacy_cannot_decide(RelacyLimit limit, Outcome relacy_says) &&;

  // How many complete executions there are under C++20, and how many of them violate something. Another number is a
  // failure. A model that is expected to fail needs both.
  [[nodiscard]] Draft executions(std::uint64_t complete, std::optional<std::uint64_t> violating = std::nullopt) &&;
  // Too large for the quick form of `vigil check`, which shows the model as left out, and why.
  [[nodiscard]] Draft thorough_only(std::string_view reason) &&;
  // Too large for any form: the quick one shows the model as left out, the thorough one as sampled.
  [[nodiscard]] Draft too_large(std::string_view reason) &&;
  // The right verdict under a memory model other than C++20. Not said, it is the same under rc11, and under tso and
  // sc a model that is expected to fail may do either.
  [[nodiscard]] Draft under(checker::MemoryModel memory_model, Outcome outcome) &&;
  [[nodiscard]] Draft needs_weak_memory() && {
    return std::move(*this).under(checker::MemoryModel::sequential, kHolds);
  }
  // The checker's bounds on one execution: see checker::Options.
  [[nodiscard]] Draft spins(checker::Spins spins) &&;
  [[nodiscard]] Draft spurious_wakes(unsigned of_each_thread) &&;
  [[nodiscard]] Draft weak_failures(unsigned of_each_call) &&;
  [[nodiscard]] Draft most_events(unsigned of_each_thread) &&;
  [[nodiscard]] Draft arena_bytes(std::size_t of_each_thread) &&;

  Registered holds() &&;
  // With any one of the named kinds.
  template <class... More>
  Registered fails(Violation violation, More... more) && {
    return std::move(*this).add({violation, more...});
  }

 private:
  Registered add(std::vector<Violation> expected) &&;

  Model model_;
};

// Drafts a model under the name that `vigil list` shows: "part/primitive/what-is-asked[/variant]".
//
// It is compiled for Relacy too, unless a limit is named for which it cannot be.
//
// Internal linkage: g++ gives an instance for a template of an unnamed namespace external linkage, and would merge it
// with that for a template of the same name in another file.
#if defined(__clang__) && __clang_major__ < 16
template <template <class> class M, RelacyLimit kNoRelacy = RelacyLimit::none>  // clang 14 crashes on a constrained one
#else
template <template <AtomicsLayer> class M, RelacyLimit kNoRelacy = RelacyLimit::none>
#endif
[[nodiscard]] static Draft model(std::string_view name) {
  using Checked = M<checker::CheckedAtomics>;
  Model model;
  model.name = model.declared_as = name;
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
