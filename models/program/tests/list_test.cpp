// Does the list for programs say what there is?

#include "program.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <string>

namespace vigil::program_test {
namespace {

using nlohmann::json;

class List : public Program {
 protected:
  [[nodiscard]] json models(const std::string& arguments) const {
    const auto ended = run("list --json - " + arguments);
    EXPECT_EQ(ended.status, 0) << ended.err;
    const auto list = json::parse(ended.out, nullptr, false);
    EXPECT_EQ(list["schema"], "vigil-models");
    EXPECT_EQ(list["version"], 1);
    return list["models"];
  }
};

TEST_F(List, HasWhatAModelAsksAndWhatIsExpected) {
  const auto found = models("right/fails");
  ASSERT_EQ(found.size(), 1U);
  const auto& model = found[0];
  EXPECT_EQ(model["name"], "right/fails");
  EXPECT_EQ(model["declared_as"], "right/holds");
  EXPECT_EQ(model["sentence"], "a reader that sees the flag sees the data written before it");
  EXPECT_EQ(model["bounds"], "1 writer, 1 reader, one message");
  EXPECT_EQ(model["must_hold"], false);
  EXPECT_EQ(model["must_fail_with"], json::array({"requirement"}));
  EXPECT_EQ(model["verdicts"]["cpp20"], json::array({"requirement"}));
  EXPECT_EQ(model["verdicts"]["sc"], json::array({"requirement", "holds"}));
  EXPECT_EQ(model["defects"], json::array({"S-99"}));
  EXPECT_EQ(model["exhibits"][0]["number"], "S-96");
  EXPECT_EQ(model["exhibits"][0]["form"], "published");
  EXPECT_EQ(model["engines"][0], "checker");
  EXPECT_EQ(model["quick"], true);
}

TEST_F(List, SaysWhereAModelHasItsName) {
  const auto found = models("right/");
  const std::string file = found[0]["place"]["file"];
  EXPECT_EQ(file, "models/program/tests/fixture_models.cpp");
  std::ifstream source(fs::path(VIGIL_SOURCE_DIR) / file);
  std::string line;
  for (unsigned i = 0; i != found[0]["place"]["line"].get<unsigned>(); ++i) std::getline(source, line);
  EXPECT_TRUE(has(line, "\"right/fails\"")) << line;
}

TEST_F(List, SaysWhatTheQuickFormLeavesOut) {
  const auto found = models("large/");
  EXPECT_EQ(found[0]["quick"], false);
  EXPECT_EQ(found[0]["why_not_quick"], "made up to be large");
  EXPECT_EQ(found[0]["full"], "searched");
  EXPECT_EQ(found[1]["full"], "sampled");
}

TEST_F(List, HasCountsAndLimitsOfEngines) {
  const auto found = models("counts/violating");
  EXPECT_EQ(found[0]["executions"], 3);
  EXPECT_EQ(found[0]["violating"], 1);
  EXPECT_EQ(models("engines/disagree-and")[0]["cannot_decide"][0]["engine"], "relacy");
}

TEST_F(List, IsWrittenBesideTheText) {
  const auto ended = run("list right/ --json " + file("json").string());
  EXPECT_EQ(last_line(ended.out), "2 models");
  EXPECT_EQ(json::parse(contents(file("json")))["models"].size(), 2U);
  expect_wrong_usage("list --mutants --json -", "--json");
}

TEST_F(List, OfThePlacesNamesNoAbsolutePath) {
  const auto ended = run("list --json -", VIGIL_PROGRAM);
  const auto list = json::parse(ended.out);
  for (const auto& model : list["models"]) {
    const std::string file = model["place"]["file"];
    EXPECT_TRUE(fs::exists(fs::path(VIGIL_SOURCE_DIR) / file)) << model["name"] << " is in " << file;
    EXPECT_TRUE(file.starts_with("models/")) << file;
  }
}

}  // namespace
}  // namespace vigil::program_test
