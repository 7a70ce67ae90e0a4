// Exhibits of published defects: the command, and the pages that it prints for.

#include "program.hpp"

#include <nlohmann/json.hpp>

#include <set>

namespace vigil::program_test {
namespace {

TEST_F(Program, ExhibitFailsAsPublishedAndHoldsAsFixed) {
  const auto ended = run("gallery S-99");
  EXPECT_EQ(ended.status, 0) << ended.err;
  EXPECT_TRUE(has(ended.out,
                  "S-99 a message that nobody publishes\n"
                  "  published  right/fails\n"
                  "             sequential consistency: holds, 2 executions; x86-TSO: holds, 2 executions; "
                  "C++20: fails: requirement\n"
                  "  fixed      right/holds\n"
                  "             sequential consistency: holds, 2 executions; x86-TSO: holds, 2 executions; "
                  "C++20: holds, 2 executions\n"))
      << ended.out;
}

TEST_F(Program, FixThatDoesNotFixIsAFailure) {
  const auto ended = run("gallery S-97");
  EXPECT_EQ(ended.status, 1) << ended.out;
  EXPECT_TRUE(has(ended.out, "C++20: **differs**: fails: requirement")) << ended.out;
  EXPECT_EQ(ended.err, "vigil: wrong/must-hold-that-fails under C++20: differs\n");
}

TEST_F(Program, ExhibitsArePatternsOfCheckAndList) {
  EXPECT_EQ(last_line(run("check gallery/S-99").out), "2 passed, 0 failed");
  EXPECT_EQ(last_line(run("check 'gallery/*9'").out), "2 passed, 0 failed");
  EXPECT_EQ(run("check gallery/S-97").status, 1);
  EXPECT_EQ(last_line(run("list gallery/S-99").out), "2 models");
}

TEST_F(Program, JunitReportOfExhibitsHasATestForEachModelUnderEachMemoryModel) {
  ASSERT_EQ(run("gallery S-99 --junit " + file("xml").string()).status, 0);
  const auto right = contents(file("xml"));
  EXPECT_TRUE(has(right, "<testsuite name=\"vigil gallery\" tests=\"6\" failures=\"0\" errors=\"0\" skipped=\"0\""))
      << right;
  EXPECT_TRUE(has(right, "classname=\"vigil.gallery.S-99\" name=\"published: right/fails (cpp20)\"")) << right;
  ASSERT_EQ(run("gallery S-97 --junit " + file("xml").string()).status, 1);
  const auto wrong = contents(file("xml"));
  EXPECT_TRUE(has(wrong, "tests=\"6\" failures=\"1\"")) << wrong;
  EXPECT_TRUE(
      has(wrong, "<failure type=\"differs\" message=\"expected holds, seen requirement (the message is read)\">"))
      << wrong;
  EXPECT_TRUE(run("gallery S-99 --junit -").out.starts_with("<?xml"));
}

TEST_F(Program, ExhibitWithoutAModelSaysSo) {
  EXPECT_EQ(run("gallery S-98").out, "S-98 nothing between threads\n  no model; the page says what shows it\n");
  EXPECT_EQ(run("gallery S-98 --format markdown").out, "No model.\n");
}

TEST_F(Program, PagesGetTheModelsAndTheIndexARowForEachExhibit) {
  EXPECT_EQ(
      run("gallery S-99 --format markdown").out,
      "| form | model | sequential consistency | x86-TSO | C++20 |\n|---|---|---|---|---|\n"
      "| published | `right/fails`: 1 writer, 1 reader, one message | holds, 2 executions | holds, 2 executions | "
      "fails: requirement |\n"
      "| fixed | `right/holds`: 1 writer, 1 reader, one message | holds, 2 executions | holds, 2 executions | "
      "holds, 2 executions |\n");
  EXPECT_EQ(run("gallery 'S-9[89]' --format index").out,
            "| defect | | sequential consistency | x86-TSO | C++20 |\n|---|---|---|---|---|\n"
            "| [S-98](S-98.md) | nothing between threads | no model | no model | no model |\n"
            "| [S-99](S-99.md) | a message that nobody publishes | holds | holds | fails: requirement |\n");
}

TEST_F(Program, GalleryForProgramsHasEachVerdict) {
  ASSERT_EQ(run("gallery S-99 --json " + file("json").string()).status, 0);
  const auto shown = nlohmann::json::parse(contents(file("json")));
  ASSERT_EQ(shown.size(), 1U);
  const auto& published = shown[0]["pairs"][0]["published"];
  ASSERT_EQ(published.size(), 3U);
  EXPECT_EQ(published[0]["memory_model"], "sc");
  EXPECT_EQ(published[1]["verdict"], "holds");
  EXPECT_EQ(published[2]["verdict"], "requirement");
  EXPECT_EQ(shown[0]["pairs"][0]["fixed"][2]["status"], "passed");
}

TEST_F(Program, ExhibitThatIsNotThereIsWrongUsage) {
  expect_wrong_usage("gallery S-01", "no exhibit's number contains \"S-01\"");
  expect_wrong_usage("check gallery/S-01", "no model matches");
}

TEST_F(Program, ExhibitsMayShowOnlyWhatFailsBesideWhatHolds) {
  const auto with = [this](const std::string& published) {
    return run("list right", "VIGIL_FIXTURE_SHOWS=" + published + " " VIGIL_FIXTURE);
  };
  EXPECT_EQ(with("right/fails").status, 0);
  EXPECT_EQ(with("right/holds").err, "vigil: S-96 shows right/holds as published, which is to hold\n");
  EXPECT_EQ(with("nothing").err, "vigil: S-96 shows nothing, which is no model\n");
}

TEST_F(Program, EveryExhibitHasItsPageAndEveryPageItsExhibit) {
  ASSERT_EQ(run("gallery --json " + file("json").string(), VIGIL_PROGRAM).status, 0);
  std::set<std::string> numbers;
  for (const auto& exhibit : nlohmann::json::parse(contents(file("json")))) {
    const auto number = exhibit["number"].get<std::string>();
    numbers.insert(number);
    const auto page = contents(fs::path(VIGIL_SOURCE_DIR) / "docs/gallery" / (number + ".md"));
    EXPECT_TRUE(page.starts_with("# " + number + ": " + exhibit["title"].get<std::string>() + "\n")) << number;
    EXPECT_TRUE(has(page, "<!-- printed by: vigil gallery " + number + " --format markdown -->")) << number;
    for (const auto& pair : exhibit["pairs"])
      EXPECT_TRUE(has(page, pair["published"][0]["model"].get<std::string>())) << number << ": " << pair;
  }
  for (const auto& entry : fs::directory_iterator(fs::path(VIGIL_SOURCE_DIR) / "docs/gallery"))
    EXPECT_TRUE(entry.path().stem() == "README" || numbers.contains(entry.path().stem().string())) << entry;
}

}  // namespace
}  // namespace vigil::program_test
