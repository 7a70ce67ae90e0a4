// Do shared searches, replays, samples and estimates agree with the search of one process?

#include "as_litmus.hpp"
#include "corpus.hpp"
#include "estimates.hpp"
#include "litmus.hpp"
#include "oracle.hpp"
#include "random_programs.hpp"
#include "runner.hpp"

#include <vigil/checker/check.hpp>

#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <iostream>
#include <set>
#include <string>
#include <vector>

namespace vigil::conformance {
namespace {

using checker::MemoryModel;
using checker::Options;
using checker::Result;
using checker::Sampling;

constexpr std::size_t kMostGraphs = 5'000;

// A fraction 1/`share` of the random programs of the conformance test, and the same number of programs from the
// literature, up to all of them.
std::vector<litmus::Program> programs(std::uint64_t share) {
  std::vector<litmus::Program> all;
  const std::uint64_t random_ones = std::max<std::uint64_t>(1, programs_wanted() / share);
  const std::size_t step = std::max<std::size_t>(1, corpus().size() / random_ones);
  for (std::size_t i = 0; i < corpus().size(); i += step) all.push_back(as_litmus(parse(corpus()[i].text)));
  std::cout << random_ones << " random programs, VIGIL_SEED=" << seed() << std::endl;
  rc::Random random(seed());
  for (std::uint64_t i = 0; i != random_ones; ++i)
    all.push_back(as_litmus(families()[i % families().size()].programs()(random.split(), 100).value()));
  return all;
}

std::string counts(const Result& result) {
  return std::to_string(result.executions) + " executions, " + std::to_string(result.blocked) + " blocked, " +
         std::to_string(result.violating) + " violating, at most " + std::to_string(result.most_events) + " events" +
         (result.complete() ? "" : ", not complete");
}

TEST(Walks, ASharedSearchHasTheCountsOfOneProcess) {
  for (const litmus::Program& program : programs(50)) {
    Options options = options_for(MemoryModel::cpp20);
    const checker::ModelCode code = code_of(program);
    const std::string due = counts(checker::check(code, options));
    for (const unsigned jobs : {2U, 3U}) {
      options.jobs = jobs;
      ASSERT_EQ(counts(checker::check(code, options)), due) << jobs << " processes: " << program.name;
    }
  }
}

void expect_replays(const litmus::Program& program, Loops loops, const Options& options,
                    const checker::Finding& finding) {
  const checker::RecordedExecution shown = checker::replay(code_of(program, loops), options, finding.choices);
  ASSERT_TRUE(shown.violation.has_value()) << program.name << "\nreplayed by " << finding.choices;
  ASSERT_EQ(checker::name_of(*shown.violation), checker::name_of(finding.violation)) << program.name;
  ASSERT_EQ(shown.what, finding.what) << program.name;
}

TEST(Walks, EveryFindingIsReplayedByItsChoices) {
  unsigned found = 0;
  for (const litmus::Program& program : programs(5)) {
    for (const Loops loops : {Loops::plain, Loops::declared}) {
      for (const bool counts_violations : {false, true}) {
        Options options = options_for(found % 2 == 0 ? MemoryModel::cpp20 : MemoryModel::rc11, loops);
        options.count_violations = counts_violations;
        const auto finding = checker::check(code_of(program, loops), options).finding;
        if (!finding) continue;
        ++found;
        ASSERT_NO_FATAL_FAILURE(expect_replays(program, loops, options, *finding));
        if (found % 8 != 0) continue;
        const auto shortest = checker::shortest(code_of(program, loops), options, *finding, 1'000);
        ASSERT_EQ(shortest.violation, finding->violation);
        ASSERT_NO_FATAL_FAILURE(expect_replays(program, loops, options, shortest));
      }
    }
  }
  EXPECT_GE(found, programs_wanted() / 100) << "too few of the programs have a violation";
}

TEST(Walks, ASampledFindingIsReplayedByItsChoices) {
  unsigned found = 0;
  for (const litmus::Program& program : programs(10)) {
    const Options options = options_for(MemoryModel::cpp20);
    const Sampling sampling = found % 2 == 0 ? Sampling::uniform : Sampling::priorities;
    const auto finding = checker::sample(code_of(program), options, {20, seed(), sampling}).finding;
    if (!finding) continue;
    ++found;
    ASSERT_NO_FATAL_FAILURE(expect_replays(program, Loops::plain, options, *finding));
  }
  EXPECT_GE(found, programs_wanted() / 200) << "too few of the programs have a violation";
}

// Samples until every outcome was drawn, and no longer.
void expect_sampled(const litmus::Program& program, const ExecutionSet& oracle, Sampling sampling) {
  constexpr std::uint64_t kAtOnce = 500;
  const std::uint64_t most = sampling == Sampling::priorities ? 2'000 : 100'000;
  std::set<Outcome> drawn;
  const checker::ModelCode code = code_of(program, Loops::plain, &drawn);
  const Options options = options_for(MemoryModel::cpp20);
  for (std::uint64_t samples = 0; samples != most && drawn.size() != oracle.outcomes.size(); samples += kAtOnce) {
    (void)checker::sample(code, options, {kAtOnce, seed() + samples, sampling});
    ASSERT_TRUE(std::ranges::includes(oracle.outcomes, drawn))
        << "an outcome that the oracle does not have: " << program.name;
  }
  // Sampling by priorities finds outcomes with few context switches. It need not find all.
  if (sampling == Sampling::priorities) return;
  ASSERT_EQ(drawn.size(), oracle.outcomes.size()) << "not every outcome was drawn: " << program.name;
}

TEST(Walks, SamplesHaveTheOutcomesThatTheOracleFindsAndReachThemAll) {
  constexpr std::size_t kMostOutcomes = 12;
  unsigned compared = 0;
  for (const litmus::Program& program : programs(20)) {
    const ExecutionSet oracle = enumerate(program, MemoryModel::cpp20, kMostGraphs);
    if (oracle.cut_short || oracle.outcomes.size() > kMostOutcomes) continue;
    ++compared;
    ASSERT_NO_FATAL_FAILURE(expect_sampled(program, oracle, Sampling::uniform));
    ASSERT_NO_FATAL_FAILURE(expect_sampled(program, oracle, Sampling::priorities));
  }
  EXPECT_NE(compared, 0U);
}

TEST(Walks, TheMeanOfEstimatesIsTheTruth) { EXPECT_EQ(wrong_mean_of_estimates(), ""); }

}  // namespace
}  // namespace vigil::conformance
