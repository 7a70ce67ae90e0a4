// Does the tool read what a specification says, and refuse one that lacks something?

#include "specification.hpp"

#include <gtest/gtest.h>

#include <string>

namespace vigil::mutation {
namespace {

constexpr const char* kHead = "header: vigil/x.hpp\nmodels: part/x.cpp part/y.cpp\n\n";

std::string refusal(const std::string& text) {
  try {
    (void)read_specification(text, "x.mutants");
  } catch (const Mistake& mistake) {
    return mistake.what();
  }
  return {};
}

TEST(Specification, NamesMutantsAndTheModelsThatShowThem) {
  const auto specification = read_specification(std::string(kHead) +
                                                    "# A comment.\n"
                                                    "mutant: never_claims\n"
                                                    "does: It claims nothing.\n"
                                                    "killed by: part/x/model\n"
                                                    "statements:\n"
                                                    "   before();\n"
                                                    "-  claim();\n"
                                                    "-  count();\n"
                                                    "+  count();\n"
                                                    "   after();\n"
                                                    "expression:\n"
                                                    "-  a + b\n"
                                                    "+  a\n"
                                                    "\n"
                                                    "mutant: claims_twice\n"
                                                    "does: It claims twice.\n"
                                                    "equivalent: the second claim fails\n"
                                                    "statements:\n"
                                                    "-  claim();\n",
                                                "x.mutants");
  EXPECT_EQ(specification.models, (std::vector<std::string>{"part/x.cpp", "part/y.cpp"}));
  ASSERT_EQ(specification.mutants.size(), 2u);
  const auto& [name, header, sentence, killer, equivalent, changes, where] = specification.mutants[0];
  EXPECT_EQ(name, "never_claims");
  EXPECT_EQ(header, "vigil/x.hpp");
  EXPECT_EQ(sentence, "It claims nothing.");
  EXPECT_EQ(killer, "part/x/model");
  EXPECT_EQ(equivalent, "");
  EXPECT_EQ(where, "x.mutants:5");
  ASSERT_EQ(changes.size(), 2u);
  EXPECT_EQ(changes[0].kind, Change::Kind::statements);
  EXPECT_EQ(changes[0].before, "  before();\n");
  EXPECT_EQ(changes[0].original, "  claim();\n  count();\n");
  EXPECT_EQ(changes[0].replacement, "  count();\n");
  EXPECT_EQ(changes[0].after, "  after();\n");
  EXPECT_EQ(changes[1].kind, Change::Kind::expression);
  EXPECT_EQ(specification.mutants[1].equivalent, "the second claim fails");
  EXPECT_EQ(specification.mutants[1].changes[0].replacement, "");
}

TEST(Specification, ThatLacksSomethingIsRefused) {
  const auto refused = [](const std::string& mutant, const std::string& why) {
    const auto what = refusal(kHead + mutant);
    EXPECT_NE(what.find(why), std::string::npos) << "\"" << what << "\" does not say \"" << why << "\"";
    EXPECT_TRUE(what.starts_with("x.mutants:")) << what;
  };
  refused("mutant: NeverClaims\n", "snake_case");
  refused("mutant: m\nkilled by: a\nstatements:\n-f();\n", "does:");
  refused("mutant: m\ndoes: X.\nstatements:\n-f();\n", "killed by:");
  refused("mutant: m\ndoes: X.\nkilled by: a\nequivalent: b\nstatements:\n-f();\n", "killed by:");
  refused("mutant: m\ndoes: X.\nkilled by: a\n", "changes nothing");
  refused("mutant: m\ndoes: X.\nkilled by: a\nstatements:\n+f();\n", "no '-' line");
  refused("mutant: m\ndoes: X.\nkilled by: a\nexpression:\n-f()\n", "no '+' line");
  refused("mutant: m\ndoes: X.\nkilled by: a\nstatements:\n-f();\n g();\n-h();\n", "one piece");
  refused("mutant: m\ndoes: X.\nkils: a\n", "no field \"kils\"");
  refused("does: X.\n", "outside a mutant");
  refused("mutant: m\nnonsense\n", "neither a field");
  EXPECT_NE(refusal("mutant: m\n").find("name the header first"), std::string::npos);
}

}  // namespace
}  // namespace vigil::mutation
