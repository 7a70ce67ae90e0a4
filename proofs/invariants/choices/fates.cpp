#include "invariants/choices/fates.hpp"

#include "invariants/latch/variants.hpp"
#include "invariants/sleep/variants.hpp"

#include <algorithm>
#include <cstddef>

#include <vigil/atomics/entries.hpp>

namespace vigil::proofs::invariants {
namespace {

template <class Table>
std::size_t differences(const Table& one, const Table& other) {
  std::size_t count = 0;
  for (std::size_t i = 0; i != entries::kCount<Table>; ++i) {
    count += entries::value_at(one, i) != entries::value_at(other, i) ? 1 : 0;
  }
  return count;
}

std::size_t differences(const sleeping::Design& one, const sleeping::Design& other) {
  return differences(one.protocol, other.protocol) + differences(one.counters, other.counters) +
         (one.counter_of_one_bit != other.counter_of_one_bit ? 1U : 0U) +
         (one.last_check_covers_queue != other.last_check_covers_queue ? 1U : 0U);
}

bool is_refuted(const sleeping::Design& design) {
  return std::any_of(sleeping::mutants().begin(), sleeping::mutants().end(),
                     [&](const sleeping::Mutant& mutant) { return differences(mutant.design, design) == 0; });
}

// The entry `choice` of the table in the member `table` of a design. `table` is null if the design has no such table.
template <class Design, class Table>
struct ChoiceOf {
  Table Design::*table;
  std::size_t choice;

  [[nodiscard]] bool is_made_otherwise(const Design& design) const {
    return table != nullptr && entries::value_at(design.*table, choice) != entries::value_at(Table{}, choice);
  }
  [[nodiscard]] Design made_as_it_ships(Design design) const {
    design.*table = entries::with_value_at(design.*table, choice, entries::value_at(Table{}, choice));
    return design;
  }
};

template <class Table>
void add_fates_in_sleep(Fate& fate, const ChoiceOf<sleeping::Design, Table>& of) {
  for (const sleeping::Harmless& variant : sleeping::harmless_variants()) {
    if (of.is_made_otherwise(variant.design)) fate.harmless.push_back(variant.name);
  }
  for (const sleeping::Mutant& mutant : sleeping::mutants()) {
    if (!of.is_made_otherwise(mutant.design)) continue;
    const bool is_alone = differences(mutant.design, {}) == 1;
    auto& names = is_alone                                         ? fate.refuted
                  : is_refuted(of.made_as_it_ships(mutant.design)) ? fate.in_vain
                                                                   : fate.with_another;
    names.push_back(mutant.name);
  }
}

template <class Table>
std::vector<Fate> fates_in(const std::string& name, Table sleeping::Design::*in_sleep,
                           Table latching::Design::*in_latch) {
  std::vector<Fate> fates;
  const std::vector<Grounds> grounds = entries::grounds_of<Table>();
  for (std::size_t i = 0; i != grounds.size(); ++i) {
    Fate fate{name, std::string(grounds[i].label), {}, {}, {}, {}};
    add_fates_in_sleep(fate, ChoiceOf<sleeping::Design, Table>{in_sleep, i});
    for (const latching::Mutant& mutant : latching::mutants()) {
      const ChoiceOf<latching::Design, Table> of{in_latch, i};
      if (of.is_made_otherwise(mutant.design)) fate.refuted.push_back("latch " + mutant.name);
    }
    fates.push_back(fate);
  }
  return fates;
}

}  // namespace

std::vector<Fate> fates_of_choices() {
  std::vector<Fate> fates = fates_in<SleepSteps>("SleepSteps", &sleeping::Design::protocol, &latching::Design::sleep);
  for (const auto& table : {fates_in<CounterSteps>("CounterSteps", &sleeping::Design::counters, nullptr),
                            fates_in<LatchSteps>("LatchSteps", nullptr, &latching::Design::latch)}) {
    fates.insert(fates.end(), table.begin(), table.end());
  }
  return fates;
}

}  // namespace vigil::proofs::invariants
