// Are source mutations of core models like any other, and is each killed by the model that its specification names?

#include "program.hpp"

#include <nlohmann/json.hpp>

#include <cstdint>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

namespace vigil::program_test {
namespace {

using nlohmann::json;

class SourceMutants : public Program {
 protected:
  [[nodiscard]] Ended vigil(const std::string& arguments) const { return run(arguments, VIGIL_PROGRAM); }

  // "deque/chase_lev/last-job~mutant=last_job_taken_without_claim", for each mutant that is not equivalent.
  [[nodiscard]] std::vector<std::string> killers() const {
    constexpr std::string_view kMark = "  killed by: ";
    std::vector<std::string> killers;
    std::istringstream lines(vigil("list --mutants").out);
    for (std::string line; std::getline(lines, line);)
      if (line.starts_with(kMark)) killers.push_back(line.substr(kMark.size()));
    return killers;
  }
};

const std::string kMutant = "deque/chase_lev/last-job~mutant=last_job_taken_without_claim";

TEST_F(SourceMutants, AreEachKilledByTheModelThatTheirSpecificationNames) {
  const auto all = killers();
  EXPECT_GE(all.size(), 8U);
  for (const auto& killer : all) {
    // A mutant may also let a thread come to no end, which is a limit.
    const auto status = vigil("check '" + killer + "'").status;
    EXPECT_TRUE(status == 1 || status == 3) << killer << " holds";
  }
}

// A mutant of a header that a model does not include makes no difference to it, but its code is the mutated one.
TEST_F(SourceMutants, ThatAreNotActiveChangeNothing) {
  const auto counts = [this](const std::string& model) {
    EXPECT_EQ(vigil("check '" + model + "' --json " + file("json").string()).status, 0) << model;
    const auto search = json::parse(contents(file("json")))["models"][0]["searches"][0];
    return std::pair(search["executions"].get<std::uint64_t>(), search["blocked"].get<std::uint64_t>());
  };
  for (const std::string model : {"deque/chase_lev/growth-two-thieves", "deque/chase_lev/indices-wrap-around"})
    EXPECT_EQ(counts(model + "~mutant=releases_without_notify"), counts(model)) << model;
  for (const std::string model : {"sleep/sleep/injected/one-job", "sleep/atomic_counters/history/two-sleepers"})
    EXPECT_EQ(counts(model + "~mutant=bottom_stays_lowered"), counts(model)) << model;
}

TEST_F(SourceMutants, LeaveTheModelsOfWhatShipsAlone) {
  EXPECT_EQ(vigil("check deque/chase_lev/last-job").status, 0);
  const auto both = vigil("check 'deque/chase_lev/growth*'");
  EXPECT_EQ(both.status, 0) << both.out;
}

TEST_F(SourceMutants, AreExplainedAndReplayed) {
  const auto explained = vigil("explain '" + kMutant + "'");
  EXPECT_EQ(explained.status, 1) << explained.err;
  EXPECT_TRUE(has(explained.out, "source mutant last_job_taken_without_claim: The owner takes")) << explained.out;
  EXPECT_TRUE(has(explained.out, "vigil/deque/chase_lev.hpp:")) << "the lines of the header\n" << explained.out;
  const auto token = last_line(explained.out).substr(std::string("vigil replay ").size());
  const auto replayed = vigil("replay '" + token + "'");
  EXPECT_EQ(replayed.status, 0) << replayed.out << replayed.err;
  EXPECT_TRUE(has(replayed.out, "no_job_twice")) << replayed.out;
}

TEST_F(SourceMutants, TakeTheTablesOfTheirModel) {
  const std::string model = "deque/chase_lev/pop-against-two-steals";
  EXPECT_EQ(vigil("check " + model + "~mutant=steal_never_probes").status, 0);
  EXPECT_EQ(vigil("check " + model + "~mutant=steal_never_probes~steal.fence=relaxed").status, 1);
}

TEST_F(SourceMutants, AreNamedInReports) {
  EXPECT_EQ(vigil("check growth/arrays-freed-at-once --json " + file("json").string()).status, 0);
  const auto report = json::parse(contents(file("json")));
  EXPECT_EQ(report["models"][0]["mutants"], json::array({"replaced_array_freed_at_once"}));
  EXPECT_TRUE(has(vigil("list growth/arrays-freed-at-once").out, "source mutant replaced_array_freed_at_once: "));
}

TEST_F(SourceMutants, AreListedByNameAndByHeader) {
  EXPECT_TRUE(has(vigil("list --mutants steal_never_probes").out, "equivalent: Performance only"));
  EXPECT_TRUE(has(vigil("list --mutants deque/chase_lev").out, "last_job_taken_without_claim"));
  EXPECT_EQ(vigil("list --mutants nothing-of-that-name").status, 2);
}

TEST_F(SourceMutants, ThatDoNotExistAreWrongUsage) {
  EXPECT_EQ(vigil("check deque/chase_lev/last-job~mutant=no_such_mutant").status, 2);
  // Its source is compiled once only.
  EXPECT_EQ(vigil("check selftest/jobs/two-takers~mutant=steal_never_probes").status, 2);
}

}  // namespace
}  // namespace vigil::program_test
