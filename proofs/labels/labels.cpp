#include "labels/label_check.hpp"

#include <vigil/atomics/entries.hpp>
#include <vigil/deque/chase_lev_tables.hpp>
#include <vigil/injector/treiber_tables.hpp>
#include <vigil/latch/core_latch_tables.hpp>
#include <vigil/latch/count_latch_tables.hpp>
#include <vigil/lean/event_tables.hpp>
#include <vigil/lean/ring_buffer_tables.hpp>
#include <vigil/lean/sync_word_tables.hpp>
#include <vigil/lean/task_tables.hpp>
#include <vigil/lean/thread_pool_tables.hpp>
#include <vigil/lean/throttle_tables.hpp>
#include <vigil/lean/treiber_queue_tables.hpp>
#include <vigil/lean/vyukov_queue_tables.hpp>
#include <vigil/parallel/find_tables.hpp>
#include <vigil/pool/scope_tables.hpp>
#include <vigil/pool/thread_pool_tables.hpp>
#include <vigil/sleep/atomic_counters_tables.hpp>
#include <vigil/sleep/sleep_tables.hpp>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

namespace vigil::proofs {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

constexpr auto kHeader = "core/include/vigil/flag.hpp";
constexpr auto kPage = "docs/protocols/flag.md";

// A tree that keeps every rule, with one passage replaced.
Tree tree_with(const std::string& from, const std::string& to) {
  Tree tree{{kHeader, R"(#include <vigil/flag.hpp>
#include <atomic>
struct FlagProtocol {
  Choice<"set_once", Published<"S-99">,
         Because<"A flag is set once.">>
      set_once = true;
};
void set() { flag_.store(1, Orders.set); }
)"},
            {kPage, "[flag.set], [flag.probe] and [flag.reset]"}};
  for (auto& [path, text] : tree) {
    if (const auto at = text.find(from); at != std::string::npos) text.replace(at, from.size(), to);
  }
  return tree;
}

const Tree& intact() {
  static const Tree kIntact = tree_with("", "");
  return kIntact;
}

const Tree& vigil_tree() {
  static const Tree kTree = read_tree(VIGIL_SOURCE_TREE);
  return kTree;
}

// Entries that keep every rule.
using Set = Order<"flag.set", PairsWith<"flag.probe">, Because<"A thread that sees the flag sees what came before.">>;
using Probe = Order<"flag.probe", PairsWith<"flag.set">, Because<"As [flag.set].">>;
using Reset = Order<"flag.reset", PerformanceOnly<"No thread reads it.">>;

template <class... Each>
Entries entries() {
  return {Each::kGrounds...};
}

// Every table of core.
template <class... Tables>
struct TableList {
  static constexpr std::size_t kTables = sizeof...(Tables);
  static Entries orders() {
    Entries all;
    (append<Tables>(all, entries::kHasOrders<Tables>), ...);
    return all;
  }
  static Entries choices() {
    Entries all;
    (append<Tables>(all, entries::kHasChoices<Tables>), ...);
    return all;
  }

 private:
  template <class Table>
  static void append(Entries& all, bool is_wanted) {
    if (!is_wanted) return;
    const auto more = entries::grounds_of<Table>();
    all.insert(all.end(), more.begin(), more.end());
  }
};
using CoreTables =
    TableList<ChaseLevOrders, TreiberOrders, CoreLatchOrders, CoreLatchProtocol, CountLatchOrders, CountLatchProtocol,
              lean::EventOrders, lean::EventProtocol, lean::RingOrders, lean::RingProtocol, lean::SyncWordOrders,
              lean::SyncWordProtocol, lean::TaskOrders, lean::PoolOrders, lean::PoolProtocol, lean::ThrottleProtocol,
              lean::TreiberQueueOrders, lean::TreiberQueueProtocol, lean::VyukovQueueOrders, lean::VyukovQueueProtocol,
              FindOrders, ScopeOrders, ScopeProtocol, PoolOrders, PoolProtocol, AtomicCountersOrders,
              AtomicCountersProtocol, SleepOrders, SleepProtocol>;

TEST(LabelCheck, FindsNothingWhereTheRulesAreKept) {
  EXPECT_THAT(entries_without_a_reason(entries<Set, Probe, Reset>()), IsEmpty());
  EXPECT_THAT(labels_used_twice(entries<Set, Probe, Reset>()), IsEmpty());
  EXPECT_THAT(partners_that_do_not_answer(entries<Set, Probe, Reset>()), IsEmpty());
  EXPECT_THAT(labels_that_the_docs_lack(entries<Set, Probe, Reset>(), intact()), IsEmpty());
  EXPECT_THAT(choices_called_otherwise(intact()), IsEmpty());
  EXPECT_THAT(orders_outside_tables(intact()), IsEmpty());
  EXPECT_THAT(foreign_includes(intact()), IsEmpty());
}

TEST(LabelCheck, FindsAnEntryWithoutGrounds) {
  EXPECT_THAT(entries_without_a_reason(entries<Order<"flag.reset">>()), ElementsAre(HasSubstr("exactly one of")));
}

TEST(LabelCheck, FindsAnEntryWithTwoKindsOfGrounds) {
  EXPECT_THAT(entries_without_a_reason(entries<Order<"flag.reset", PerformanceOnly<"One.">, Uniformity<"Another.">>>()),
              ElementsAre(HasSubstr("exactly one of")));
}

TEST(LabelCheck, FindsPartnersWithoutAReason) {
  EXPECT_THAT(entries_without_a_reason(entries<Order<"flag.set", PairsWith<"flag.probe">>>()),
              ElementsAre(HasSubstr("PairsWith without Because")));
}

TEST(LabelCheck, FindsALabelThatTwoEntriesBear) {
  EXPECT_THAT(labels_used_twice(entries<Set, Probe, Order<"flag.set">>()), ElementsAre(HasSubstr("[flag.set]")));
}

TEST(LabelCheck, FindsAPartnerThatDoesNotExist) {
  EXPECT_THAT(partners_that_do_not_answer(entries<Set>()), ElementsAre(HasSubstr("[flag.probe], which no table has")));
}

TEST(LabelCheck, FindsALabelInATextThatDoesNotExist) {
  EXPECT_THAT(partners_that_do_not_answer(entries<Order<"flag.reset", PerformanceOnly<"As [flag.gone].">>>()),
              ElementsAre(HasSubstr("[flag.gone], which no table has")));
}

TEST(LabelCheck, FindsAPartnerThatDoesNotAnswer) {
  using Silent = Order<"flag.probe", Uniformity<"As published.">>;
  EXPECT_THAT(partners_that_do_not_answer(entries<Set, Silent>()),
              ElementsAre(HasSubstr("[flag.set] pairs with [flag.probe], which does not pair with it")));
}

TEST(LabelCheck, FindsAChoiceWithAnotherLabel) {
  EXPECT_THAT(choices_called_otherwise(tree_with("set_once =", "set_twice =")),
              ElementsAre(HasSubstr("set_twice is labelled set_once")));
}

TEST(LabelCheck, FindsALabelThatTheDocsLack) {
  EXPECT_THAT(labels_that_the_docs_lack(entries<Set, Probe, Reset>(), tree_with(" and [flag.reset]", "")),
              ElementsAre(HasSubstr("[flag.reset]")));
}

TEST(LabelCheck, FindsAnOrderSpelledAtACall) {
  EXPECT_THAT(orders_outside_tables(tree_with("Orders.set)", "std::memory_order_release)")),
              ElementsAre(HasSubstr("memory_order_release is spelled outside")));
  EXPECT_THAT(orders_outside_tables(tree_with("Orders.set)", "std::memory_order::release)")),
              ElementsAre(HasSubstr("memory_order::release is spelled outside")));
}

TEST(LabelCheck, FindsAnIncludeOfAnotherLibrary) {
  EXPECT_THAT(foreign_includes(tree_with("<atomic>", "<boost/atomic.hpp>")), ElementsAre(HasSubstr("boost")));
  EXPECT_THAT(foreign_includes(tree_with("<atomic>", "<unistd.h>")), ElementsAre(HasSubstr("unistd")));
  EXPECT_THAT(foreign_includes(tree_with("<atomic>", "<pthread.h>")), ElementsAre(HasSubstr("pthread")));
  EXPECT_THAT(foreign_includes(tree_with("<atomic>", "\"atomic\"")), ElementsAre(HasSubstr("\"atomic\"")));
}

TEST(LabelCheck, FindsAnIncludeOfAnotherRoom) {
  EXPECT_THAT(foreign_includes(tree_with("<vigil/flag.hpp>", "<vigil/model/model.hpp>")),
              ElementsAre(HasSubstr("vigil/model/model.hpp")));
}

TEST(OrderTables, AreAllCompared) {
  EXPECT_EQ(tables_in(vigil_tree()), CoreTables::kTables) << "in " << VIGIL_SOURCE_TREE;
}

TEST(OrderTables, GiveEachOrderItsGrounds) { EXPECT_THAT(entries_without_a_reason(CoreTables::orders()), IsEmpty()); }

TEST(OrderTables, UseEachLabelOnce) {
  auto all = CoreTables::orders();
  const auto choices = CoreTables::choices();
  all.insert(all.end(), choices.begin(), choices.end());
  EXPECT_GT(all.size(), 150U);
  EXPECT_THAT(labels_used_twice(all), IsEmpty());
}

TEST(OrderTables, NameOnlyPartnersThatAnswer) {
  EXPECT_THAT(partners_that_do_not_answer(CoreTables::orders()), IsEmpty());
}

TEST(OrderTables, AreExplainedInTheDocsLabelByLabel) {
  EXPECT_THAT(labels_that_the_docs_lack(CoreTables::orders(), vigil_tree()), IsEmpty());
}

TEST(OrderTables, CallAChoiceAsItsMemberIsCalled) { EXPECT_THAT(choices_called_otherwise(vigil_tree()), IsEmpty()); }

TEST(Core, SpellsOrdersInTablesOnly) { EXPECT_THAT(orders_outside_tables(vigil_tree()), IsEmpty()); }

TEST(Core, IncludesTheStandardLibraryAlone) { EXPECT_THAT(foreign_includes(vigil_tree()), IsEmpty()); }

}  // namespace
}  // namespace vigil::proofs
