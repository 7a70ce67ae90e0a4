// Is a mutant inserted where its specification says, and refused where that is not clear?

#include "schemata.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

namespace vigil::mutation {
namespace {

Mutant mutant(const std::string& name, const Change& change) {
  return {.name = name, .header = "vigil/x.hpp", .changes = {change}, .where = "x.mutants:1"};
}
Change expression(const std::string& original, const std::string& replacement) {
  return {.kind = Change::Kind::expression, .original = original, .replacement = replacement};
}
Change statements(const std::string& original, const std::string& replacement) {
  return {.kind = Change::Kind::statements, .original = original, .replacement = replacement};
}

std::string inserted(const std::string& header, const std::vector<Mutant>& mutants) {
  Insertions insertions;
  insert_mutants(mutants, tokens_of(header), insertions);
  return insertions.into(header);
}

// What is wrong; empty if nothing is.
std::string refusal(const std::string& header, const std::vector<Mutant>& mutants) {
  try {
    (void)inserted(header, mutants);
  } catch (const Mistake& mistake) {
    return mistake.what();
  }
  return {};
}

void expect_refused(const std::string& header, const std::vector<Mutant>& mutants, const std::string& why) {
  const auto what = refusal(header, mutants);
  EXPECT_NE(what.find("x.mutants:1: mutant "), std::string::npos) << "does not say where: " << what;
  EXPECT_NE(what.find(why), std::string::npos) << "\"" << what << "\" does not say \"" << why << "\"";
}

TEST(Mutants, ReplaceAnExpressionBehindASwitch) {
  EXPECT_EQ(inserted("x = a + b;", {mutant("m", expression("a + b", "a - b"))}),
            "x = (::vigil::mutants::m ? (a - b) : (a + b));");
}

TEST(Mutants, ReplaceStatementsBehindASwitch) {
  EXPECT_EQ(inserted("{ f(); g(); h(); }", {mutant("m", statements("f(); g();", "g(); f();"))}),
            "{ { if (::vigil::mutants::m) { g(); f(); } else { f(); g(); } } h(); }");
}

TEST(Mutants, AreRefusedIfTheyWouldEndALockEarly) {
  expect_refused("{ const LockGuard lock(m); f(); }", {mutant("m", statements("const LockGuard lock(m);", ""))},
                 "extend it to the end of its block");
  EXPECT_EQ(
      refusal("{ const LockGuard lock(m); f(); }", {mutant("m", statements("const LockGuard lock(m); f();", "f();"))}),
      "");
}

TEST(Mutants, LeaveOutAStatement) {
  EXPECT_EQ(inserted("{ f(); }", {mutant("m", statements("f();", ""))}),
            "{ { if (::vigil::mutants::m) {  } else { f(); } } }");
}

TEST(Mutants, AddNoLineToTheirHeader) {
  const std::string header = "{\n  f();  // why\n  g();\n}\n";
  const auto text = inserted(header, {mutant("m", statements("f();\ng();", "g();  // first\nf();"))});
  EXPECT_EQ(std::count(text.begin(), text.end(), '\n'), std::count(header.begin(), header.end(), '\n')) << text;
}

TEST(Mutants, AreFoundWhateverTheWhiteSpaceAndTheComments) {
  EXPECT_EQ(inserted("{ f(a,\n    /* both */ b); }", {mutant("m", statements("f(a, b);", "f(b, a);"))}),
            "{ { if (::vigil::mutants::m) { f(b, a); } else { f(a,\n    /* both */ b); } } }");
}

TEST(Mutants, ContainNestedBraces) {
  EXPECT_EQ(
      inserted("{ if (a) { if (b) { f(); } } g(); }", {mutant("m", statements("if (a) { if (b) { f(); } }", "f();"))}),
      "{ { if (::vigil::mutants::m) { f(); } else { if (a) { if (b) { f(); } } } } g(); }");
}

TEST(Mutants, StandWithinAMacro) {
  EXPECT_EQ(inserted("#define SUM(a, b) \\\n  (a + b)\n", {mutant("m", expression("a + b", "a"))}),
            "#define SUM(a, b) \\\n  ((::vigil::mutants::m ? (a) : (a + b)))\n");
}

TEST(Mutants, OfOneLineAreBothInserted) {
  EXPECT_EQ(inserted("x = f(a, b);", {mutant("m", expression("a", "b")), mutant("n", expression("b", "a"))}),
            "x = f((::vigil::mutants::m ? (b) : (a)), (::vigil::mutants::n ? (a) : (b)));");
}

TEST(Mutants, OfOneOriginalAreBothInserted) {
  EXPECT_EQ(inserted("x = a;", {mutant("m", expression("a", "b")), mutant("n", expression("a", "c"))}),
            "x = (::vigil::mutants::m ? (b) : ::vigil::mutants::n ? (c) : (a));");
}

TEST(Mutants, StandWithinTheOriginalOfAnother) {
  const auto text =
      inserted("{ x = a; }", {mutant("inner", expression("a", "b")), mutant("outer", statements("x = a;", ""))});
  EXPECT_EQ(text, "{ { if (::vigil::mutants::outer) {  } else { x = (::vigil::mutants::inner ? (b) : (a)); } } }");
}

TEST(Mutants, HaveSeveralChanges) {
  auto both = mutant("m", expression("a", "b"));
  both.changes.push_back(statements("f();", ""));
  EXPECT_EQ(inserted("{ x = a; f(); }", {both}),
            "{ x = (::vigil::mutants::m ? (b) : (a)); { if (::vigil::mutants::m) {  } else { f(); } } }");
}

TEST(Mutants, OfOneOfSeveralPlacesNameWhatStandsAroundIt) {
  auto second = statements("f();", "");
  second.before = "g();";
  EXPECT_EQ(inserted("{ f(); g(); f(); }", {mutant("m", second)}),
            "{ f(); g(); { if (::vigil::mutants::m) {  } else { f(); } } }");
  auto first = statements("f();", "");
  first.after = "g();";
  EXPECT_EQ(inserted("{ f(); g(); f(); }", {mutant("m", first)}),
            "{ { if (::vigil::mutants::m) {  } else { f(); } } g(); f(); }");
}

TEST(Mutants, ThatDoNotApplyAreRefused) {
  expect_refused("{ f(); }", {mutant("m", statements("g();", ""))}, "vigil/x.hpp has no \"g();\"");
}

TEST(Mutants, ThatApplyTwiceAreRefused) {
  expect_refused("{ f();\n f(); }", {mutant("m", statements("f();", ""))}, "in line 1 and in line 2");
}

TEST(Mutants, ThatOverlapAreRefused) {
  expect_refused("{ f(); g(); h(); }",
                 {mutant("m", statements("f(); g();", "")), mutant("n", statements("g(); h();", ""))},
                 "overlaps that of mutant m");
}

TEST(Mutants, OfAPartOfAnOperandAreRefused) {
  expect_refused("x = a * b + c;", {mutant("m", expression("b + c", "b"))}, "not a whole operand");
  expect_refused("x = a.b;", {mutant("m", expression("b", "c"))}, "not a whole operand");
  expect_refused("x = f(a);", {mutant("m", expression("f", "g"))}, "not a whole operand");
}

TEST(Mutants, OfAWholeOperandAreInserted) {
  EXPECT_EQ(refusal("x = a && !b(c + d);", {mutant("m", expression("!b(c + d)", "true"))}), "");
  EXPECT_EQ(refusal("if (a < b) f();", {mutant("m", expression("a < b", "true"))}), "");
}

TEST(Mutants, OfAPartOfAStatementAreRefused) {
  expect_refused("x = f();", {mutant("m", statements("f();", ""))}, "does not begin where a statement begins");
  expect_refused("{ x = f(); }", {mutant("m", statements("x = f()", ""))}, "statements end in");
  expect_refused("{ if (a) f(); else g(); }", {mutant("m", statements("if (a) f();", ""))}, "\"else\" follows");
}

}  // namespace
}  // namespace vigil::mutation
