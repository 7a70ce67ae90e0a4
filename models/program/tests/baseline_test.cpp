// Does a baseline accept the failures that it names, and nothing else?

#include "program.hpp"

#include <nlohmann/json.hpp>

#include <string>

namespace vigil::program_test {
namespace {

using nlohmann::json;

class Baselines : public Program {
 protected:
  [[nodiscard]] std::string path(const std::string& name = "baseline") const { return file(name).string(); }

  [[nodiscard]] json written(const std::string& name = "baseline") const { return json::parse(contents(file(name))); }
  void write(const json& baseline) const { std::ofstream(file("baseline")) << baseline.dump(2); }
  void write(const std::string& text) const { std::ofstream(file("baseline")) << text; }

  // What fails among these models.
  [[nodiscard]] json baseline_of(const std::string& pattern) const {
    const auto ended = run("check '" + pattern + "' --write-baseline " + path());
    EXPECT_EQ(ended.status, 0) << ended.out << ended.err;
    return written();
  }
  [[nodiscard]] static json entry(const std::string& model) {
    return {{"model", model},           {"engine", "checker"},           {"bounds", "1 writer, 1 reader, one message"},
            {"verdict", "requirement"}, {"what", "the message is read"}, {"place", "reader: reader"}};
  }
  [[nodiscard]] static json with_entries(json entries) {
    return {{"schema", "vigil-baseline"}, {"version", 1}, {"accepted", std::move(entries)}};
  }
};

TEST_F(Baselines, KnownFailuresDoNotFailTheRun) {
  const auto baseline = baseline_of("wrong/*");
  ASSERT_EQ(baseline["accepted"].size(), 3U) << baseline.dump(2);
  const auto ended = run("check 'wrong/*' --baseline " + path() + " --json " + file("json").string() + " --junit " +
                         file("xml").string());
  EXPECT_EQ(ended.status, 0) << ended.out << ended.err;
  EXPECT_TRUE(has(ended.out, "known wrong/must-hold-that-fails")) << ended.out;
  EXPECT_EQ(last_line(ended.out), "1 passed, 0 failed, 3 known, which the baseline accepts");
  EXPECT_EQ(json::parse(contents(file("json")))["summary"]["known"], 3);
  EXPECT_TRUE(has(contents(file("xml")), "failures=\"0\" errors=\"0\" skipped=\"3\"")) << contents(file("xml"));
  EXPECT_TRUE(has(contents(file("xml")), "<skipped message=\"known: expected holds, seen requirement"))
      << contents(file("xml"));
}

TEST_F(Baselines, NewFailureFailsTheRun) {
  static_cast<void>(baseline_of("wrong/must-hold-that-fails"));
  const auto ended = run("check 'wrong/*' --baseline " + path());
  EXPECT_EQ(ended.status, 1) << ended.out;
  EXPECT_TRUE(has(last_line(ended.out), "1 passed, 2 failed, 1 known")) << ended.out;
}

// Each member of an entry is compared: with another value of any of them it accepts nothing.
TEST_F(Baselines, EntryAcceptsNoOtherModelAndNoOtherFailureOfItsModel) {
  const auto baseline = baseline_of("wrong/must-hold-that-fails");
  const auto& entry = baseline["accepted"].at(0);
  for (const auto& [member, other] :
       {std::pair("model", "right/fails"), std::pair("engine", "checker.rc11"),
        std::pair("bounds", "1 writer, 2 readers, one message"), std::pair("verdict", "data-race"),
        std::pair("what", "another message is read"), std::pair("place", "writer: writer")}) {
    ASSERT_NE(entry[member], other);
    auto changed = baseline;
    changed["accepted"][0][member] = other;
    write(changed);
    EXPECT_EQ(run("check wrong/must-hold-that-fails --baseline " + path()).status, 1) << member;
  }
  write(baseline);
  EXPECT_EQ(run("check wrong/must-hold-that-fails --baseline " + path()).status, 0);
}

TEST_F(Baselines, EntryOfAModelDoesNotAcceptItsAlterations) {
  auto baseline = baseline_of("wrong/must-hold-that-fails");
  baseline["accepted"][0]["model"] = "right/holds";
  write(baseline);
  EXPECT_EQ(run("check right/holds~fixture.publish=relaxed --baseline " + path()).status, 1);
}

TEST_F(Baselines, EntryNamesTheStepWithoutLines) {
  const auto baseline = baseline_of("wrong/must-hold-that-fails");
  const auto& entry = baseline["accepted"].at(0);
  EXPECT_EQ(entry["verdict"], "requirement");
  EXPECT_EQ(entry["what"], "the message is read");
  EXPECT_TRUE(has(entry["place"], "reader")) << entry;
  EXPECT_EQ(entry.dump().find("fixture_models.cpp"), std::string::npos) << entry;
}

TEST_F(Baselines, OtherCountsThanThoseAcceptedFailTheRun) {
  auto baseline = baseline_of("counts/wrong");
  EXPECT_EQ(run("check counts/wrong --baseline " + path()).status, 0);
  auto& what = baseline["accepted"].at(0)["what"];
  EXPECT_EQ(what, "expected 7 executions, explored 2 executions");
  what = "expected 7 executions, explored 3 executions";
  write(baseline);
  EXPECT_EQ(run("check counts/wrong --baseline " + path()).status, 1);
}

TEST_F(Baselines, LimitsAndBreakdownsAreNeverKnown) {
  EXPECT_EQ(run("check limit/takes-hours --limit 10 --write-baseline " + path()).status, 3);
  EXPECT_TRUE(written()["accepted"].empty());
  EXPECT_EQ(run("check leaves/by-thread --write-baseline " + path()).status, 2);
  EXPECT_TRUE(written()["accepted"].empty());
  // Sampled, and what is expected was not found.
  EXPECT_EQ(run("check wrong/must-fail-that-holds --sample 10 --write-baseline " + path()).status, 3);
  EXPECT_TRUE(written()["accepted"].empty());
  auto hidden = entry("limit/takes-hours");
  hidden["bounds"] = "3 threads, 10 steps each";
  for (const auto* verdict : {"holds", "limit", "incomplete"}) {
    hidden["verdict"] = verdict;
    write(with_entries(json::array({hidden})));
    EXPECT_EQ(run("check limit/takes-hours --limit 10 --baseline " + path()).status, 3) << verdict;
  }
}

TEST_F(Baselines, EntryThatIsNoLongerRightIsStale) {
  write(with_entries(json::array({entry("right/holds")})));
  const auto ended = run("check right/ --baseline " + path());
  EXPECT_EQ(ended.status, 0) << ended.err;
  EXPECT_EQ(ended.err, "vigil: stale in " + path() + ": right/holds, checker: requirement (the message is read)\n");
  const auto strict = run("check right/ --strict-baseline --baseline " + path() + " --junit " + file("xml").string() +
                          " --json " + file("json").string());
  EXPECT_EQ(strict.status, 1);
  EXPECT_TRUE(has(contents(file("xml")), "failures=\"1\"")) << contents(file("xml"));
  EXPECT_TRUE(has(contents(file("xml")), "<failure type=\"stale\"")) << contents(file("xml"));
  EXPECT_EQ(json::parse(contents(file("json")))["stale"].at(0)["name"], "right/holds");
}

TEST_F(Baselines, SearchWithABoundOnPreemptionsHasEntriesOfItsOwn) {
  const std::string check = "check wrong/must-hold-that-fails --baseline " + path();
  auto baseline = baseline_of("wrong/must-hold-that-fails");
  EXPECT_EQ(run(check + " --preemptions 1").status, 1);
  EXPECT_EQ(run(check + " --preemptions 1 --write-baseline " + path()).status, 0);
  const auto both = written()["accepted"];
  ASSERT_EQ(both.size(), 2U) << both.dump(2);
  EXPECT_EQ(both[0], baseline["accepted"][0]);
  EXPECT_EQ(both[1]["engine"], "checker.preemptions-1");
  for (const std::string bound : {"", " --preemptions 1"})
    EXPECT_EQ(run(check + bound + " --strict-baseline").status, 0) << bound;
}

TEST_F(Baselines, EntryOfAModelThatIsGoneIsStale) {
  write(with_entries(json::array({entry("right/gone")})));
  EXPECT_EQ(run("check right/ --strict-baseline --baseline " + path()).status, 1);
}

TEST_F(Baselines, EntryOfWhatWasNotSearchedIsNotStale) {
  static_cast<void>(baseline_of("wrong/*"));
  EXPECT_EQ(run("check right/holds --strict-baseline --baseline " + path()).status, 0);
  // Nor if the search came to no end.
  auto open = entry("limit/takes-hours");
  write(with_entries(json::array({open})));
  const auto ended = run("check limit/takes-hours --limit 10 --strict-baseline --baseline " + path());
  EXPECT_EQ(ended.status, 3) << ended.err;
  EXPECT_EQ(ended.err, "");
}

TEST_F(Baselines, NewFileTakesThePlaceOfStaleEntriesAndKeepsTheOthersWithTheirNotes) {
  auto baseline = baseline_of("wrong/must-hold-that-fails");
  baseline["accepted"][0]["note"] = "issue 12";
  auto elsewhere = entry("counts/wrong");
  baseline["accepted"].push_back(elsewhere);
  baseline["accepted"].push_back(entry("right/holds"));
  write(baseline);
  const auto ended = run("check '[rw]*' --baseline " + path() + " --write-baseline " + path("new"));
  EXPECT_EQ(ended.status, 0) << ended.out << ended.err;
  std::string models;
  const auto file = written("new");
  for (const auto& each : file["accepted"]) {
    models += each["model"].get<std::string>() + ' ';
    const bool is_noted = each["model"] == "wrong/must-hold-that-fails";
    EXPECT_EQ(each["note"], is_noted ? "issue 12" : "");
  }
  EXPECT_EQ(models,
            "counts/wrong wrong/fails-with-another-kind wrong/must-fail-that-holds wrong/must-hold-that-fails ");
}

TEST_F(Baselines, DisagreementOfAKnownFailureIsExplained) {
  const std::string check = "check memory-models/rc11-is-not-declared --memory-model all";
  EXPECT_EQ(run(check).status, 1);
  EXPECT_EQ(run(check + " --write-baseline " + path()).status, 0);
  const auto ended = run(check + " --baseline " + path());
  EXPECT_EQ(ended.status, 0) << ended.out;
  EXPECT_TRUE(has(ended.out, "(known: accepted by the baseline)")) << ended.out;
}

TEST_F(Baselines, FileThatIsNoneIsWrongUsage) {
  expect_wrong_usage("check right/ --baseline " + path("missing"), "cannot read");
  expect_wrong_usage("check right/ --baseline /", "cannot read");
  expect_wrong_usage("check right/ --baseline ''", "names no file");
  expect_wrong_usage("check right/ --strict-baseline", "--baseline");
  const auto refuses = [&](const std::string& text, const std::string& about) {
    write(text);
    expect_wrong_usage("check right/ --baseline " + path(), about);
  };
  refuses("", "is no baseline");
  refuses("{", "is no baseline");
  refuses("[]", "schema");
  refuses(R"({"schema": "vigil-baseline", "version": 2, "accepted": []})", "version");
  refuses(R"({"schema": "vigil-baseline", "version": 1})", "accepted");
  refuses(R"({"schema": "vigil-baseline", "version": 1, "accepted": [], "accept": []})", "accepted");
  auto changed = entry("right/holds");
  changed["location"] = "";
  refuses(with_entries(json::array({changed})).dump(), "not known");
  for (const auto* member : {"model", "engine", "bounds", "verdict", "what", "place"}) {
    changed = entry("right/holds");
    changed.erase(member);
    refuses(with_entries(json::array({changed})).dump(), member);
    changed[member] = 1;
    refuses(with_entries(json::array({changed})).dump(), member);
  }
}

TEST_F(Baselines, FileThatCannotBeWrittenIsNoticedBeforeTheSearch) {
  const auto ended = run("check limit/takes-hours --write-baseline /nowhere/baseline");
  EXPECT_EQ(ended.status, 4) << ended.err;
}

TEST_F(Baselines, NewFileCanBeTheStandardOutput) {
  const auto ended = run("check wrong/must-hold-that-fails --write-baseline -");
  EXPECT_EQ(ended.status, 0) << ended.err;
  EXPECT_EQ(json::parse(ended.out, nullptr, false)["schema"], "vigil-baseline") << ended.out;
  expect_wrong_usage("check right/holds --json - --write-baseline -", "one report");
}

}  // namespace
}  // namespace vigil::program_test
