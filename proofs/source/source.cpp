// Does the reader of sources see what a compiler sees?

#include "source/code.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace vigil::proofs {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

std::string only_header(const std::string& text) {
  const auto code = read_code(text);
  return code.directives.size() == 1 ? header_in(code.directives.front()) : "?";
}

TEST(SourceReader, FindsAnIncludeHoweverItIsSpelled) {
  for (const char* const text :
       {"#include <a.h>\n", "  # include<a.h>", "%:include <a.h>\n", "/* */ #include <a.h>\n",
        "# /* */ include /* */ <a.h> // why\n", "#inc\\\nlude <a.h>\n", "#inc\\ \nlude <a.h>\n",
        "#\tinclude\t<a.h>\r\n", "\v\f#include <a.h>\n", "int x = 1'000'000; // \"\n#include <a.h>\n",
        "char c = '\"';\n#include <a.h>\n", "auto s = R\"x(\n#include <b.h>\n)y\")x\";\n#include <a.h>\n",
        "/* \n#include <b.h>\n*/\n#include <a.h>\n"})
    EXPECT_EQ(only_header(text), "<a.h>") << text;
  EXPECT_EQ(only_header("#include \"a//b.h\"\n"), "\"a//b.h\"");
}

TEST(SourceReader, KnowsAnIncludeWhoseHeaderIsNotSpelled) {
  for (const char* const text : {"#include MACRO\n", "#include_next <a.h>\n", "#import <a.h>\n", "#include <a.h\n",
                                 "#include <a.h> <b.h>\n", "#include NAME(a.h)\n"}) {
    const auto code = read_code(text);
    ASSERT_EQ(code.directives.size(), 1U) << text;
    EXPECT_EQ(header_in(code.directives.front()), "") << text;
  }
}

TEST(SourceReader, LeavesOutCommentsAndLiterals) {
  EXPECT_THAT(read_code("a /* b */ c // d \\\n e\nf(\"g \\\" h\", 'i', u8R\"(j)\")").tokens,
              ElementsAre("a", "c", "f", "(", "\"", "\"", ",", "'", "'", ",", "\"", "\"", ")"));
}

TEST(SourceReader, ShowsTheTokensOfADirective) {
  EXPECT_THAT(read_code("#if __has_include(<a>)\n#include <b>\n#endif").tokens,
              ElementsAre("__has_include", "(", "<", "a", ">", ")"));
}

TEST(SourceReader, EndsWithASourceThatIsCutOff) {
  for (const char* const text : {"", "#", "#include <", "\"", "'", "R\"", "R\"(", "R\"a(b", "/*", "a\\", "\"\\"})
    EXPECT_NO_THROW((void)read_code(text)) << text;
  EXPECT_THAT(read_code("/*").tokens, IsEmpty());
}

}  // namespace
}  // namespace vigil::proofs
