#include "rooms/includes.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

namespace vigil::proofs {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

const Plan kHouse{{"core/include/vigil/low", {}},
                  {"core/include/vigil/high", {"core/include/vigil/low"}},
                  {"core", {}},
                  {"stress", {"core"}}};

Sources house() {
  return {{"core/include/vigil/low/a.hpp", "#include <atomic>\n"},
          {"core/include/vigil/high/b.hpp", "#include <vigil/low/a.hpp>\n"},
          {"stress/high/b.cpp", "#include <vigil/high/b.hpp>\n#include \"high/own.hpp\"\n"},
          {"stress/high/own.hpp", ""}};
}

TEST(Includes, MayRunDown) { EXPECT_THAT(includes_against(kHouse, house()), IsEmpty()); }

TEST(Includes, MustNotRunUp) {
  auto sources = house();
  sources["core/include/vigil/low/a.hpp"] = "#include <vigil/high/b.hpp>\n";
  EXPECT_THAT(includes_against(kHouse, sources), ElementsAre(HasSubstr("low must not know core/include/vigil/high")));
}

TEST(Includes, AreFoundFromTheirFile) {
  auto sources = house();
  sources["core/include/vigil/low/a.hpp"] = "#include \"../high/b.hpp\"\n";
  EXPECT_THAT(includes_against(kHouse, sources), ElementsAre(HasSubstr("low must not know core/include/vigil/high")));
  sources["core/include/vigil/low/a.hpp"] = "#include \"../low/c.hpp\"\n";
  sources["core/include/vigil/low/c.hpp"] = "";
  EXPECT_THAT(includes_against(kHouse, sources), IsEmpty());
}

TEST(Includes, OfCoreMustNotLeaveCore) {
  auto sources = house();
  sources["testing/include/vigil/testing/c.hpp"] = "";
  sources["core/include/vigil/low/a.hpp"] = "#include <vigil/testing/c.hpp>\n";
  auto plan = kHouse;
  plan["testing"] = {"core"};
  EXPECT_THAT(includes_against(plan, sources), ElementsAre(HasSubstr("must not know testing")));
}

TEST(Includes, MustNotRunUpHoweverTheyAreSpelled) {
  for (const char* const line :
       {"#include MACRO", "#include_next <vigil/high/b.hpp>", "%:include <vigil/high/b.hpp>",
        "/**/ #include <vigil/high/b.hpp>", "#inc\\\nlude <vigil/high/b.hpp>", "#include \"../high/b.hpp\"",
        "#include \"vigil/high/b.hpp\"", "#include <vigil/low/../high/b.hpp>", "#include <high/b.hpp>",
        "#include \"b.hpp\"", "#include \"../../../../stress/high/own.hpp\"", "#include \"own.hpp\"",
        "#include <own.hpp>", "#include <../include/vigil/high/b.hpp>", "#include \"nowhere.hpp\""}) {
    auto sources = house();
    sources["core/include/vigil/low/a.hpp"] += std::string(line) + "\n";
    EXPECT_THAT(includes_against(kHouse, sources), ElementsAre(HasSubstr("low/a.hpp includes"))) << line;
  }
}

TEST(Includes, OfCoreMustNotLeaveCoreFromAnyFile) {
  for (const char* const file :
       {"core/include/vigil/low/a.h", "core/c/a.cpp", "core/c/a.c", "core/include/vigil/a.h"}) {
    auto sources = house();
    sources[file] = "#include \"high/own.hpp\"\n";
    EXPECT_THAT(includes_against(kHouse, sources), ElementsAre(HasSubstr("must not know stress"))) << file;
  }
}

TEST(Includes, AreCheckedInEveryFile) {
  auto sources = house();
  sources["attic/d.cpp"] = "";
  EXPECT_THAT(includes_against(kHouse, sources), ElementsAre("attic/d.cpp lies in no room of the plan"));
}

TEST(Includes, MustNotFormACircle) {
  EXPECT_THAT(circles_of(kHouse), IsEmpty());
  auto plan = kHouse;
  plan["core/include/vigil/low"] = {"core/include/vigil/high"};
  EXPECT_THAT(circles_of(plan), ElementsAre("core/include/vigil/high", "core/include/vigil/low"));
}

TEST(Rooms, IncludeOnlyWhatThePlanAllows) {
  const auto sources = read_sources(VIGIL_SOURCE_TREE);
  EXPECT_GT(sources.size(), 300U);
  EXPECT_THAT(includes_against(plan_of_vigil(), sources), IsEmpty());
}

TEST(Rooms, HaveAPlanWithoutACircle) { EXPECT_THAT(circles_of(plan_of_vigil()), IsEmpty()); }

}  // namespace
}  // namespace vigil::proofs
