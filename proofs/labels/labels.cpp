#include "labels/label_check.hpp"

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
// As in `Order<"label"> name = std::memory_order_relaxed;`.
struct FlagOrders {
  // [flag.set] pairs with [flag.probe]: whoever sees the flag
  // sees what came before it.
  Order<"flag.set"> set = std::memory_order_release;
  // [flag.probe] pairs with [flag.set]: the same.
  Order<"flag.probe"> probe =
      std::memory_order_acquire;
  // [flag.reset] performance only: nobody looks.
  Order<"flag.reset"> reset = std::memory_order_relaxed;
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

TEST(LabelCheck, FindsNothingInATreeThatKeepsTheRules) {
  EXPECT_THAT(entries_without_a_reason(intact()), IsEmpty());
  EXPECT_THAT(labels_used_twice(intact()), IsEmpty());
  EXPECT_THAT(partners_that_do_not_answer(intact()), IsEmpty());
  EXPECT_THAT(labels_that_the_docs_lack(intact()), IsEmpty());
  EXPECT_THAT(orders_outside_tables(intact()), IsEmpty());
  EXPECT_THAT(foreign_includes(intact()), IsEmpty());
}

TEST(LabelCheck, FindsAnEntryWithoutAComment) {
  EXPECT_THAT(entries_without_a_reason(tree_with("  // [flag.reset] performance only: nobody looks.\n", "")),
              ElementsAre(HasSubstr("[flag.reset] does not open with its label")));
}

TEST(LabelCheck, FindsACommentThatOpensWithAnotherLabel) {
  EXPECT_THAT(entries_without_a_reason(tree_with("// [flag.reset]", "// [flag.set]")),
              ElementsAre(HasSubstr("[flag.reset] does not open with its label")));
}

TEST(LabelCheck, FindsAReasonOfNoKnownKind) {
  EXPECT_THAT(entries_without_a_reason(tree_with("performance only: nobody", "nobody")),
              ElementsAre(HasSubstr("[flag.reset] says none of")));
}

TEST(LabelCheck, FindsALabelThatTwoEntriesBear) {
  EXPECT_THAT(labels_used_twice(tree_with("Order<\"flag.reset\">", "Order<\"flag.set\">")),
              ElementsAre(HasSubstr("[flag.set] is in")));
}

TEST(LabelCheck, FindsALabelThatTwoTablesBear) {
  Tree tree = intact();
  tree["core/include/vigil/other.hpp"] = "// [flag.set] uniformity: x\nOrder<\"flag.set\"> set = x;";
  EXPECT_THAT(labels_used_twice(tree), ElementsAre(HasSubstr("again in core/include/vigil/other.hpp")));
}

TEST(LabelCheck, FindsAPartnerThatDoesNotExist) {
  EXPECT_THAT(partners_that_do_not_answer(tree_with("pairs with [flag.set]", "pairs with [flag.set] and [flag.gone]")),
              ElementsAre(HasSubstr("[flag.gone], which no table has")));
}

TEST(LabelCheck, FindsAPartnerThatDoesNotAnswer) {
  EXPECT_THAT(partners_that_do_not_answer(tree_with("[flag.probe] pairs with [flag.set]", "[flag.probe] uniformity")),
              ElementsAre(HasSubstr("[flag.set] pairs with [flag.probe], whose comment in")));
}

TEST(LabelCheck, FindsALabelThatTheDocsLack) {
  EXPECT_THAT(labels_that_the_docs_lack(tree_with(" and [flag.reset]", "")), ElementsAre(HasSubstr("[flag.reset]")));
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

TEST(OrderTables, AreWhereTheCheckLooks) {
  EXPECT_TRUE(vigil_tree().contains("core/include/vigil/deque/chase_lev.hpp")) << "looked in " << VIGIL_SOURCE_TREE;
}

TEST(OrderTables, GiveEachEntryItsLabelAndAReason) { EXPECT_THAT(entries_without_a_reason(vigil_tree()), IsEmpty()); }

TEST(OrderTables, UseEachLabelOnce) { EXPECT_THAT(labels_used_twice(vigil_tree()), IsEmpty()); }

TEST(OrderTables, NameOnlyPartnersThatAnswer) { EXPECT_THAT(partners_that_do_not_answer(vigil_tree()), IsEmpty()); }

TEST(OrderTables, AreExplainedInTheDocsLabelByLabel) {
  EXPECT_THAT(labels_that_the_docs_lack(vigil_tree()), IsEmpty());
}

TEST(Core, SpellsOrdersInTablesOnly) { EXPECT_THAT(orders_outside_tables(vigil_tree()), IsEmpty()); }

TEST(Core, IncludesTheStandardLibraryAlone) { EXPECT_THAT(foreign_includes(vigil_tree()), IsEmpty()); }

}  // namespace
}  // namespace vigil::proofs
