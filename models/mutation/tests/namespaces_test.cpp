// Can a program have both a header and its copy?

#include "namespaces.hpp"

#include <gtest/gtest.h>

#include <string>
#include <string_view>

namespace vigil::mutation {
namespace {

std::string rewritten(const std::string& source) {
  Insertions insertions;
  put_into_inline_namespaces(tokens_of(source), insertions);
  return insertions.into(source);
}

TEST(InlineNamespaces, StandLast) {
  EXPECT_EQ(rewritten("namespace vigil { int a; }"), "namespace vigil::inline mutated { int a; }");
  EXPECT_EQ(rewritten("namespace vigil::detail { int a; }"), "namespace vigil::detail::inline mutated { int a; }");
}

TEST(InlineNamespaces, StandLastAlsoWhereNamespacesAreNested) {
  EXPECT_EQ(rewritten("namespace vigil {\nint a;\nnamespace detail {\nint b;\n}  // detail\nint c;\n}\n"),
            "namespace vigil::inline mutated {\nint a;\n} namespace vigil::detail::inline mutated {\nint b;\n"
            "} namespace vigil::inline mutated {  // detail\nint c;\n}\n");
}

TEST(InlineNamespaces, LeaveOthersAlone) {
  for (const std::string source :
       {"namespace { int a; }", "namespace std { template <> struct hash<int>; }", "using namespace vigil;",
        "namespace stage = vigil::stage;", "// namespace vigil {\n", "class Layer { void f() { { } } };"})
    EXPECT_EQ(rewritten(source), source);
  EXPECT_EQ(rewritten("namespace vigil { namespace { int a; } }"),
            "namespace vigil::inline mutated { namespace { int a; } }");
}

TEST(Tokens, AreNeitherCommentsNorSplitLiterals) {
  EXPECT_EQ(in_one_line("a  = /* b */ \"// c\" // d\n + R\"x(})x\" + 1'000.0e+3;"),
            "a = \"// c\" + R\"x(})x\" + 1'000.0e+3;");
  const auto tokens = tokens_of("a\n<=>b->*c");
  ASSERT_EQ(tokens.size(), 5u);
  EXPECT_EQ(tokens[1].text, "<=>");
  EXPECT_EQ(tokens[1].line, 2u);
}

TEST(Tokens, OfARawStringThatDoesNotEndGoUpToTheEnd) {
  for (const char* const source : {"a R\"x b", "a R\"x(b)y", "a R\"(b"}) {
    const auto tokens = tokens_of(source);
    ASSERT_GE(tokens.size(), 2U) << source;
    EXPECT_EQ(tokens.back().end(), std::string_view(source).size()) << source;
    for (const auto& token : tokens) EXPECT_FALSE(token.text.empty()) << source;
  }
}

}  // namespace
}  // namespace vigil::mutation
