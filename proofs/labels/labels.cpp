#include "labels/label_check.hpp"

#include <vigil/atomics/entries.hpp>
#include <vigil/deque/chase_lev_tables.hpp>
#include <vigil/deque/split_tables.hpp>
#include <vigil/execution/bulk_work_tables.hpp>
#include <vigil/injector/segmented_tables.hpp>
#include <vigil/injector/treiber_tables.hpp>
#include <vigil/latch/core_latch_tables.hpp>
#include <vigil/latch/count_latch_tables.hpp>
#include <vigil/latch/once_latch_tables.hpp>
#include <vigil/lean/event_tables.hpp>
#include <vigil/lean/ring_buffer_tables.hpp>
#include <vigil/lean/sync_word_tables.hpp>
#include <vigil/lean/task_tables.hpp>
#include <vigil/lean/thread_pool_tables.hpp>
#include <vigil/lean/throttle_tables.hpp>
#include <vigil/lean/treiber_queue_tables.hpp>
#include <vigil/lean/vyukov_queue_tables.hpp>
#include <vigil/parallel/find_tables.hpp>
#include <vigil/pool/end_of_job_tables.hpp>
#include <vigil/pool/scope_tables.hpp>
#include <vigil/pool/task_memory_tables.hpp>
#include <vigil/pool/thread_pool_tables.hpp>
#include <vigil/sleep/atomic_counters_tables.hpp>
#include <vigil/sleep/sleep_tables.hpp>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <atomic>
#include <set>
#include <string>
#include <vector>

namespace vigil::proofs {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

constexpr auto relaxed = std::memory_order_relaxed;
constexpr auto acquire = std::memory_order_acquire;
constexpr auto release = std::memory_order_release;

constexpr auto kHeader = "core/include/vigil/flag_tables.hpp";
constexpr auto kOrders = "docs/orders/flag.md";
constexpr auto kPage = "docs/protocols/flag.md";

// A tree that keeps every rule, with one passage replaced.
Tree tree_with(const std::string& from, const std::string& to) {
  Tree tree{{kHeader, R"(#include <vigil/flag.hpp>
#include <atomic>
struct FlagOrders {
  Order<"flag.set", PairsWith<"flag.probe">> set = release;
};
struct FlagProtocol {
  Choice<"set_once", Published<"S-99">,
         Because<"A flag is set once.">>
      set_once = true;
};
)"},
            {kPage, "[flag.set], [flag.probe] and [flag.reset]"},
            {kOrders, "a\n<!-- printed by: vigil orders flag --format markdown -->\nb\n"}};
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
using SetOnce = Choice<"set_once", Published<"S-99">, Because<"A flag is set once.">>;

template <class... Each>
Entries entries() {
  return {Each::kGrounds...};
}

// Every table of core.
template <class... Tables>
struct TableList {
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
  static std::vector<std::memory_order> shipped_orders() {
    std::vector<std::memory_order> all;
    (append_shipped<Tables>(all), ...);
    return all;
  }
  static std::set<std::string> primitives() { return {std::string(entries::primitive_of<Tables>())...}; }

 private:
  template <class Table>
  static void append_shipped(std::vector<std::memory_order>& all) {
    if constexpr (entries::kHasOrders<Table>)
      for (std::size_t i = 0; i != entries::kCount<Table>; ++i)
        all.push_back(static_cast<std::memory_order>(entries::value_at(Table{}, i)));
  }
  template <class Table>
  static void append(Entries& all, bool is_wanted) {
    if (!is_wanted) return;
    const auto more = entries::grounds_of<Table>();
    all.insert(all.end(), more.begin(), more.end());
  }
};
using CoreTables =
    TableList<ChaseLevOrders, execution::BulkOrders, SplitOrders, SegmentedOrders, TreiberOrders, CoreLatchOrders,
              CoreLatchProtocol, CountLatchOrders, CountLatchProtocol, OnceLatchOrders, OnceLatchProtocol,
              lean::EventOrders, lean::EventProtocol, lean::RingOrders, lean::RingProtocol, lean::SyncWordOrders,
              lean::SyncWordProtocol, lean::TaskOrders, lean::PoolOrders, lean::PoolProtocol, lean::ThrottleProtocol,
              lean::TreiberQueueOrders, lean::TreiberQueueProtocol, lean::VyukovQueueOrders, lean::VyukovQueueProtocol,
              FindOrders, ScopeOrders, ScopeProtocol, TaskMemoryOrders, EndOfJobOrders, PoolOrders, PoolProtocol,
              AtomicCountersOrders, AtomicCountersProtocol, SleepOrders, SleepProtocol>;

Entries all_entries() {
  auto all = CoreTables::orders();
  const auto choices = CoreTables::choices();
  all.insert(all.end(), choices.begin(), choices.end());
  return all;
}

TEST(LabelCheck, FindsNothingWhereTheRulesAreKept) {
  EXPECT_THAT(entries_without_a_reason(entries<Set, Probe, Reset>()), IsEmpty());
  EXPECT_THAT(labels_used_twice(entries<Set, Probe, Reset>()), IsEmpty());
  EXPECT_THAT(partners_that_do_not_answer(entries<Set, Probe, Reset>()), IsEmpty());
  EXPECT_THAT(labels_that_the_docs_lack(entries<Set, Probe, Reset>(), intact()), IsEmpty());
  EXPECT_THAT(choices_called_otherwise(intact()), IsEmpty());
  EXPECT_THAT(grounds_of_another_order(entries<Set, Probe, Reset>(), {release, acquire, relaxed}), IsEmpty());
  EXPECT_THAT(reasons_that_say_nothing(entries<Set, Probe, Reset>()), IsEmpty());
  EXPECT_THAT(entries_in_no_list(entries<Set, Probe, SetOnce>(), intact()), IsEmpty());
  EXPECT_THAT(primitives_that_no_page_judges({"flag"}, intact()), IsEmpty());
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

TEST(LabelCheck, FindsAnOrderThatIsStrongerThanItsGroundsSay) {
  EXPECT_THAT(grounds_of_another_order(entries<Reset>(), {release}), ElementsAre(HasSubstr("[flag.reset] is not")));
}

TEST(LabelCheck, FindsARelaxedOrderWithOtherGrounds) {
  EXPECT_THAT(grounds_of_another_order(entries<Probe>(), {relaxed}), ElementsAre(HasSubstr("[flag.probe] is relaxed")));
}

TEST(LabelCheck, FindsAReasonThatSaysNothing) {
  EXPECT_THAT(reasons_that_say_nothing(entries<Order<"a.b", PerformanceOnly<"x">>, Order<"a.c", PerformanceOnly<"X.">>,
                                               Order<"a.d", Uniformity<"Is x.">>, Order<"a.e", Uniformity<"it is so.">>,
                                               Order<"a.f", Uniformity<"It is so">>, Order<"a.g", Uniformity<"As b.">>,
                                               Order<"a.h", PairsWith<"a.b">, Because<"...">>>()),
              ElementsAre(HasSubstr("[a.b]"), HasSubstr("[a.c]"), HasSubstr("[a.d]"), HasSubstr("[a.e]"),
                          HasSubstr("[a.f]"), HasSubstr("[a.g]"), HasSubstr("[a.h]")));
}

TEST(LabelCheck, FindsAReasonThatIsThatOfAnotherKindOfGrounds) {
  EXPECT_THAT(reasons_that_say_nothing(entries<Set, Order<"flag.reset", PerformanceOnly<"As [flag.set].">>>()),
              ElementsAre(HasSubstr("[flag.set], which has other grounds")));
}

TEST(LabelCheck, FindsReasonsThatReferToEachOther) {
  EXPECT_THAT(reasons_that_say_nothing(
                  entries<Order<"a.b", PerformanceOnly<"As [a.c].">>, Order<"a.c", PerformanceOnly<"As [a.b].">>>()),
              ElementsAre(HasSubstr("which refers to another"), HasSubstr("which refers to another")));
}

TEST(LabelCheck, FindsAPrimitiveThatNoPageJudges) {
  const auto is_missed = ElementsAre(HasSubstr("`vigil orders flag`"));
  EXPECT_THAT(primitives_that_no_page_judges({"flag"}, tree_with("printed by", "measured by")), is_missed);
  EXPECT_THAT(primitives_that_no_page_judges({"flag"}, tree_with("orders flag", "orders flags")), is_missed);
  EXPECT_THAT(primitives_that_no_page_judges({"flag"}, {}), is_missed);
}

TEST(LabelCheck, FindsAnEntryThatIsInNoList) {
  EXPECT_THAT(entries_in_no_list(entries<Set>(), intact()), ElementsAre(HasSubstr("[set_once] is in no list")));
  EXPECT_THAT(entries_in_no_list(entries<SetOnce>(), intact()), ElementsAre(HasSubstr("[flag.set] is in no list")));
}

TEST(LabelCheck, FindsAnEntryOutsideOfATable) {
  auto tree = intact();
  tree["core/include/vigil/flag.hpp"] = "static constexpr Order<\n \"flag.set\"> kMine = relaxed;\n";
  EXPECT_THAT(entries_in_no_list(entries<Set, SetOnce>(), tree), ElementsAre(HasSubstr("stands outside")));
}

TEST(OrderTables, AreAllCompared) {
  EXPECT_GT(all_entries().size(), 150U);
  EXPECT_THAT(entries_in_no_list(all_entries(), vigil_tree()), IsEmpty()) << "in " << VIGIL_SOURCE_TREE;
}

TEST(OrderTables, CallRelaxedOrdersAndNoOthersPerformanceOnly) {
  EXPECT_THAT(grounds_of_another_order(CoreTables::orders(), CoreTables::shipped_orders()), IsEmpty());
}

TEST(OrderTables, GiveReasonsInSentences) { EXPECT_THAT(reasons_that_say_nothing(all_entries()), IsEmpty()); }

TEST(OrderTables, AreJudgedOnAPageEach) {
  EXPECT_GT(CoreTables::primitives().size(), 15U);
  EXPECT_THAT(primitives_that_no_page_judges(CoreTables::primitives(), vigil_tree()), IsEmpty());
}

TEST(OrderTables, GiveEachOrderItsGrounds) { EXPECT_THAT(entries_without_a_reason(CoreTables::orders()), IsEmpty()); }

TEST(OrderTables, UseEachLabelOnce) { EXPECT_THAT(labels_used_twice(all_entries()), IsEmpty()); }

TEST(OrderTables, NameOnlyPartnersThatAnswer) {
  EXPECT_THAT(partners_that_do_not_answer(CoreTables::orders()), IsEmpty());
}

TEST(OrderTables, AreExplainedInTheDocsLabelByLabel) {
  EXPECT_THAT(labels_that_the_docs_lack(CoreTables::orders(), vigil_tree()), IsEmpty());
}

TEST(OrderTables, CallAChoiceAsItsMemberIsCalled) { EXPECT_THAT(choices_called_otherwise(vigil_tree()), IsEmpty()); }

}  // namespace
}  // namespace vigil::proofs
