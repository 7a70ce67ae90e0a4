// Do the conformance tests find faults of the checker?
//
// The checker of this program has faults that can be switched on: see checker/src/graph/faults.hpp.

#include "checker/as_litmus.hpp"
#include "checker/bounds.hpp"
#include "checker/corpus.hpp"
#include "checker/estimates.hpp"
#include "checker/exchanges.hpp"
#include "checker/known_models.hpp"
#include "checker/litmus.hpp"
#include "checker/loops/loops.hpp"
#include "checker/random_programs.hpp"
#include "checker/runner.hpp"

#include "faults.hpp"

#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <iostream>
#include <ostream>
#include <string>
#include <string_view>

namespace vigil::conformance {

// What a fault makes wrong.
enum class Wrong { executions, exchanges, estimates, bounds };

struct Fault {
  const char* name;
  bool checker::Faults::*is_there;
  Wrong wrong = Wrong::executions;
};
void PrintTo(const Fault& fault, std::ostream* out) { *out << fault.name; }

namespace {

using checker::Faults;
using checker::MemoryModel;

constexpr std::size_t kMostGraphs = 20'000;
constexpr unsigned kMostPrograms = 5'000;
constexpr std::uint64_t kSeed = 1;

constexpr auto kFaults = std::to_array<Fault>({
    {"skip_seq_cst", &Faults::skip_seq_cst},
    {"no_coherence_floor", &Faults::no_coherence_floor},
    {"release_sequence_through_stores", &Faults::release_sequence_through_stores},
    {"no_release_sequence", &Faults::no_release_sequence},
    {"fences_order_nothing", &Faults::fences_order_nothing},
    {"asymmetric_fences_are_unordered", &Faults::asymmetric_fences_are_unordered},
    {"light_fences_are_full", &Faults::light_fences_are_full},
    {"asymmetric_fences_pass_nothing_on", &Faults::asymmetric_fences_pass_nothing_on},
    {"strong_is_happens_before", &Faults::strong_is_happens_before},
    {"failure_as_success", &Faults::failure_as_success},
    {"maximality_ignores_reads", &Faults::maximality_ignores_reads},
    {"maximality_ignores_prefix", &Faults::maximality_ignores_prefix},
    {"maximality_ignores_variants", &Faults::maximality_ignores_variants},
    {"conflicting_rmws_forgotten", &Faults::conflicting_rmws_forgotten},
    {"splits_rmws", &Faults::splits_rmws},
    {"revisits_only_at_the_end", &Faults::revisits_only_at_the_end},
    {"no_revisits_by_rmws", &Faults::no_revisits_by_rmws},
    {"stale_waits_count", &Faults::stale_waits_count},
    {"all_waits_are_stale", &Faults::all_waits_are_stale},
    {"spins_without_state", &Faults::spins_without_state},
    {"iterations_change_nothing", &Faults::iterations_change_nothing},
    {"model_is_not_compared", &Faults::model_is_not_compared},
    {"arena_is_not_compared", &Faults::arena_is_not_compared},
    {"statics_are_not_compared", &Faults::statics_are_not_compared},
    {"stacks_are_not_compared", &Faults::stacks_are_not_compared},
    {"started_code_is_not_compared", &Faults::started_code_is_not_compared},
    {"visible_changes_forgotten", &Faults::visible_changes_forgotten},
    {"changes_of_others_count", &Faults::changes_of_others_count},
    {"held_mutexes_forgotten", &Faults::held_mutexes_forgotten},
    {"polled_mutexes_forgotten", &Faults::polled_mutexes_forgotten},
    {"displaced_reads_anything", &Faults::displaced_reads_anything},
    {"missed_before_it_is_known", &Faults::missed_before_it_is_known},
    {"everything_is_ordered", &Faults::everything_is_ordered},
    {"no_addresses_come_again", &Faults::no_addresses_come_again},
    {"no_spurious_wakes", &Faults::no_spurious_wakes},
    {"no_store_buffer", &Faults::no_store_buffer},
    {"stores_hide_program_order", &Faults::stores_hide_program_order},
    {"heavy_fences_end_at_home", &Faults::heavy_fences_end_at_home},
    {"exchanged_events_kept_alone", &Faults::exchanged_events_kept_alone, Wrong::exchanges},
    {"exchanges_ignore_dependencies", &Faults::exchanges_ignore_dependencies, Wrong::exchanges},
    {"exchanges_ignore_order", &Faults::exchanges_ignore_order, Wrong::exchanges},
    {"probes_follow_the_first", &Faults::probes_follow_the_first, Wrong::estimates},
    {"bound_cuts_what_may_be_deleted", &Faults::bound_cuts_what_may_be_deleted, Wrong::bounds},
    {"revisited_reads_last", &Faults::revisited_reads_last, Wrong::bounds},
    {"revisits_need_what_stays", &Faults::revisits_need_what_stays, Wrong::bounds},
    {"awaits_count_when_cut", &Faults::awaits_count_when_cut, Wrong::bounds},
    {"waiting_is_preempted", &Faults::waiting_is_preempted, Wrong::bounds},
    {"written_events_are_alike", &Faults::written_events_are_alike, Wrong::exchanges},
    {"starters_stay_alike", &Faults::starters_stay_alike, Wrong::exchanges},
    {"rows_of_starts_forgotten", &Faults::rows_of_starts_forgotten, Wrong::exchanges},
    {"rows_of_joins_forgotten", &Faults::rows_of_joins_forgotten, Wrong::exchanges},
});
static_assert(sizeof(Faults) == kFaults.size(), "every fault has a row");

// What a check finds wrong with the checker that has the fault; empty: nothing. A check that also fails without the
// fault shows nothing about the fault, and is a failure of its own.
template <class Check>
std::string shown_by(const Check& check, const Fault& fault) {
  checker::faults.*fault.is_there = true;
  std::string found = check();
  checker::faults = {};
  if (found.empty()) return found;
  EXPECT_EQ(check(), "") << "without any fault";
  return found;
}

std::string shown_by(const Program& program, MemoryModel model, const Fault& fault) {
  return shown_by([&] { return disagreement(as_litmus(program), model, kMostGraphs); }, fault);
}

// The first program with equal threads whose executions a search with symmetry does not get right; empty: none.
std::string first_wrong_exchange(const Fault& fault) {
  const auto shown_by_exchange = [&](const Program& program) {
    return shown_by(
        [&] {
          Compared compared;
          std::string found = wrong_exchange(program, MemoryModel::cpp20, compared);
          if (found.empty() && program.mutexes == 0)
            found = wrong_count_of_starters(program, 0, MemoryModel::cpp20, compared);
          for (const Acts acts : {Acts::between_starts, Acts::between_joins})
            if (found.empty()) found = wrong_exchange_of_started(program, acts, MemoryModel::cpp20, compared);
          return found;
        },
        fault);
  };
  for (const std::string_view text :
       {kTurnedAroundByNoExchange, kPairsThatDependOnEachOther, kEqualThreadsThatChoose}) {
    std::string found = shown_by_exchange(parse(text));
    if (!found.empty()) return found;
  }
  rc::Random random(kSeed);
  for (unsigned i = 0; i != kMostPrograms; ++i) {
    const Family& family = families()[i % families().size()];
    const Program program = with_equal_threads(family.programs()(random.split(), 100).value(), kSeed + i);
    std::string found = shown_by_exchange(program);
    if (!found.empty()) return "random program " + std::to_string(i) + ": " + found;
  }
  return "";
}

// The first program of which a search with a bound on preemptions does not find what it should; empty: none.
std::string first_wrong_bound(const Fault& fault) {
  rc::Random random(kSeed);
  for (unsigned i = 0; i != kMostPrograms; ++i) {
    const Family& family = families()[i % families().size()];
    const litmus::Program program = as_litmus(family.programs()(random.split(), 100).value());
    const auto wrong = [&] {
      ComparedBounds compared;
      return wrong_bound(program, MemoryModel::cpp20, kMostGraphs, compared);
    };
    std::string found = shown_by(wrong, fault);
    if (!found.empty()) return "random program " + std::to_string(i) + ": " + found;
  }
  return "";
}

// The first disagreement; empty: none. It compares the known models, the programs of the literature, the models of
// loops, and then random programs.
std::string first_disagreement(const Fault& fault) {
  if (fault.wrong == Wrong::exchanges) return first_wrong_exchange(fault);
  if (fault.wrong == Wrong::bounds) return first_wrong_bound(fault);
  if (fault.wrong == Wrong::estimates) return shown_by(wrong_mean_of_estimates, fault);
  for (const KnownModel& model : known_models()) {
    std::string found = shown_by([&] { return disagreement(model); }, fault);
    if (!found.empty()) return found;
  }
  for (const Litmus& litmus : corpus()) {
    for (const MemoryModel model : {MemoryModel::cpp20, MemoryModel::rc11, MemoryModel::x86_tso}) {
      std::string found = shown_by(parse(litmus.text), model, fault);
      if (!found.empty()) return std::string(litmus.name) + ": " + found;
    }
  }
  for (const LoopModel& model : loop_models()) {
    std::string found = shown_by([&] { return disagreement(model); }, fault);
    if (!found.empty()) return found;
  }
  rc::Random random(kSeed);
  for (unsigned i = 0; i != kMostPrograms; ++i) {
    const Family& family = families()[i % families().size()];
    const auto program = family.programs()(random.split(), 100);
    const MemoryModel model = i % 5 == 4 ? MemoryModel::x86_tso : MemoryModel::cpp20;
    std::string found = shown_by(program.value(), model, fault);
    if (!found.empty()) return "random program " + std::to_string(i) + ": " + found;
  }
  return "";
}

class DeliberateFaults : public ::testing::TestWithParam<Fault> {};

TEST_P(DeliberateFaults, AreFound) {
  std::string found = first_disagreement(GetParam());
  EXPECT_NE(found, "") << "no test shows that the checker has the fault " << GetParam().name;
  std::cout << found << std::endl;
}

INSTANTIATE_TEST_SUITE_P(Each, DeliberateFaults, ::testing::ValuesIn(kFaults),
                         [](const auto& each) { return std::string(each.param.name); });

}  // namespace
}  // namespace vigil::conformance
