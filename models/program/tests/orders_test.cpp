// Do the orders that the program calls needed and not needed agree with what the headers say, and does it notice if
// not?

#include "program.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <string>

namespace vigil::program_test {
namespace {

using nlohmann::json;

class Orders : public Program {
 protected:
  [[nodiscard]] Ended orders(const std::string& arguments) const { return run("orders " + arguments, VIGIL_PROGRAM); }
};

const json& entry(const json& entries, const std::string& label) {
  for (const auto& each : entries)
    if (each["label"] == label) return each;
  static const json kNone;
  ADD_FAILURE() << "no entry " << label;
  return kNone;
}

TEST_F(Orders, OfTheInjectorAreAllNeededAndSayWhatBreaks) {
  const auto ended = orders("injector/treiber --json " + file("json").string());
  EXPECT_EQ(ended.status, 0) << ended.out << ended.err;
  const auto report = json::parse(contents(file("json")))[0];
  EXPECT_EQ(report["primitive"], "injector/treiber");
  EXPECT_GE(report["models"], 5);
  EXPECT_EQ(report["mutants"], report["killed"]);
  const auto& publish = entry(report["orders"], "inject.publish");
  EXPECT_EQ(publish["operation"], "rmw");
  EXPECT_EQ(publish["shipped"], "release");
  EXPECT_EQ(publish["weakest"], json::array({"release"}));
  EXPECT_EQ(publish["tried"][0]["violation"], "data-race");
  EXPECT_EQ(publish["grounds"]["partners"], json::array({"inject.right", "inject.newer"}));
  const auto& mutants = report["source_mutants"];
  const auto without_right = std::find_if(mutants.begin(), mutants.end(), [](const json& mutant) {
    return mutant["name"] == "injector_pops_without_right";
  });
  ASSERT_NE(without_right, mutants.end());
  const auto& judged = (*without_right)["judged"];
  EXPECT_EQ(judged["holds"], false);
  const auto replayed = run("replay " + judged["token"].get<std::string>(), VIGIL_PROGRAM);
  EXPECT_TRUE(has(replayed.out, judged["violation"].get<std::string>())) << replayed.out << replayed.err;
}

TEST_F(Orders, OfTheDequeMayBeWeakerWhereTheHeaderSaysSo) {
  const auto ended = orders("deque --json " + file("json").string());
  EXPECT_EQ(ended.status, 0) << ended.out << ended.err;
  const auto report = json::parse(contents(file("json")))[0];
  EXPECT_EQ(entry(report["orders"], "steal.fence")["weakest"], json::array({"seq_cst"}));
  EXPECT_EQ(entry(report["orders"], "pop.claim")["weakest"], json::array({"relaxed"}));
  EXPECT_EQ(entry(report["orders"], "steal.lost")["operation"], "load") << "what a failed compare-exchange reads";
  EXPECT_EQ(report["together"]["holds"], true);
  EXPECT_EQ(report["mutants"], 36) << "of orders and of the source";
  for (const auto& mutant : report["source_mutants"])
    EXPECT_EQ(mutant["judged"]["holds"], mutant.contains("equivalent")) << mutant;
  EXPECT_EQ(report["source_mutants"].size(), 11U);
}

TEST_F(Orders, OfAnEntryThatIsCalledUniformAndIsNeededAreAnObjection) {
  const auto ended = run("orders grounds/called-uniform");
  EXPECT_EQ(ended.status, 1) << ended.out;
  EXPECT_TRUE(has(ended.out, "OBJECTION: ")) << ended.out;
  EXPECT_TRUE(has(ended.out, "breaks with anything weaker, which the grounds do not say")) << ended.out;
}

TEST_F(Orders, OfAnEntryThatIsCalledNeededAndIsNotAreAnObjection) {
  const auto ended = run("orders grounds/called-needed");
  EXPECT_EQ(ended.status, 1) << ended.out;
  EXPECT_TRUE(has(ended.out, "all models hold with release")) << ended.out;
}

TEST_F(Orders, OfAChoiceThatNoModelTellsApartAreAnObjection) {
  const auto ended = run("orders grounds/makes-no-difference");
  EXPECT_EQ(ended.status, 1) << ended.out;
  EXPECT_TRUE(has(ended.out, "all models hold with the other choice")) << ended.out;
}

// Entries are known by the models that are bound to their tables.
TEST_F(Orders, OfEveryTableInCoreAreJudged) {
  const auto known = orders("--list").out;
  std::size_t tables = 0;
  for (const auto& header : fs::recursive_directory_iterator(fs::path(VIGIL_SOURCE_DIR) / "core")) {
    if (!header.path().filename().string().ends_with("_tables.hpp")) continue;
    ++tables;
    const auto name = header.path().parent_path().filename().string() + "/" +
                      header.path().stem().string().substr(0, header.path().stem().string().find("_tables"));
    EXPECT_TRUE(has(known, name + "\n")) << name << " in\n" << known;
  }
  EXPECT_GT(tables, 15U);
}

TEST_F(Orders, HaveAScoreAndAPage) {
  const fs::path pages = file("pages");
  const auto score = orders("lean/ring_buffer --format score --pages " + pages.string());
  EXPECT_TRUE(has(score.out, "| `lean/ring_buffer` |")) << score.out;
  const auto page = orders("lean/ring_buffer --format markdown");
  EXPECT_EQ(contents(pages / "score.md"), score.out);
  EXPECT_EQ(contents(pages / "lean" / "ring_buffer.md"), page.out);
  EXPECT_TRUE(has(page.out, "| `[ring.publish]` | store | release | release | relaxed: `lean/ring_buffer/"))
      << page.out;
}

TEST_F(Orders, HaveAJunitReportWithATestForEachEntry) {
  const auto ended = run("orders grounds/called-uniform --junit " + file("xml").string());
  EXPECT_EQ(ended.status, 1) << ended.err;
  const auto xml = contents(file("xml"));
  EXPECT_TRUE(has(xml, "<testsuite name=\"vigil orders\" tests=\"2\" failures=\"1\"")) << xml;
  EXPECT_TRUE(has(xml, "classname=\"vigil.orders.grounds/called-uniform\" name=\"[uniform.see]\"")) << xml;
  EXPECT_TRUE(has(xml, "<failure type=\"objection\" message=\"grounds/called-uniform~uniform.publish=relaxed breaks"))
      << xml;
}

TEST_F(Orders, OfAPrimitiveAreThoseOfItsNameThoughOthersContainIt) {
  EXPECT_EQ(orders("--list sleep/sleep").out, "sleep/sleep\n");
  EXPECT_TRUE(has(orders("--list sleep/slee").out, "sleep/sleepers\n"));
}

TEST_F(Orders, AreNotFoundWhereThereIsNothing) {
  EXPECT_EQ(orders("nothing-of-that-name").status, 2);
  EXPECT_EQ(orders("deque --time-limit 0").status, 2);
}

TEST_F(Orders, OfOneModelCanBeAlteredByName) {
  const std::string base = "deque/chase_lev/pop-against-two-steals";
  const auto fails = run("check " + base + "~steal.fence=relaxed", VIGIL_PROGRAM);
  EXPECT_EQ(fails.status, 1) << fails.out;
  EXPECT_TRUE(has(fails.out, base + "~steal.fence=relaxed")) << fails.out;
  EXPECT_EQ(run("check " + base + "~pop.claim=relaxed~steal.claim=relaxed", VIGIL_PROGRAM).status, 0);
  EXPECT_TRUE(has(run("explain " + base + "~steal.fence=relaxed", VIGIL_PROGRAM).out, "no_job_twice"));
  for (const auto* wrong :
       {"~steal.fence=loose", "~no.such.label=relaxed", "~steal.fence", "~probe_before_fence=relaxed"})
    EXPECT_EQ(run("check " + base + wrong, VIGIL_PROGRAM).status, 2) << wrong;
}

}  // namespace
}  // namespace vigil::program_test
