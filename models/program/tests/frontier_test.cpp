// A search that a file keeps: begun, interrupted, killed, gone on with.

#include "program.hpp"

#include <nlohmann/json.hpp>

namespace vigil::program_test {
namespace {

using nlohmann::json;

class Frontier : public Program {
 protected:
  [[nodiscard]] std::string store() const { return file("search.db").string(); }
  [[nodiscard]] json exported() const {
    const auto ended = run("frontier export " + store());
    EXPECT_EQ(ended.status, 0) << ended.err;
    return json::parse(ended.out);
  }
  // Status 3 and one line on stderr that contains `about`.
  void expect_refused(const std::string& arguments, const std::string& about) const {
    const auto ended = run(arguments);
    EXPECT_EQ(ended.status, 3) << arguments << "\n" << ended.out << ended.err;
    EXPECT_TRUE(has(ended.err, about)) << "no \"" << about << "\" in: " << ended.err;
    EXPECT_EQ(std::count(ended.err.begin(), ended.err.end(), '\n'), 1) << ended.err;
  }
};

TEST_F(Frontier, GivesTheVerdictOfASearchWithoutOne) {
  const auto ended = run("check counts/right --jobs 2 --frontier " + store());
  EXPECT_EQ(ended.status, 0) << ended.err;
  EXPECT_TRUE(has(ended.out, "exhaustive: 2 executions, 0 blocked")) << ended.out;
  EXPECT_TRUE(has(run("frontier status " + store()).out, "counts/right under cpp20: ended: all executions explored"));
  // It is at its end, and stays there.
  EXPECT_TRUE(has(run("frontier resume " + store()).out, "exhaustive: 2 executions, 0 blocked"));
  EXPECT_EQ(run("work " + store()).out, "counts/right: the search has ended\n");
}

TEST_F(Frontier, JudgesAsCheckDoes) {
  EXPECT_EQ(run("check counts/wrong --frontier " + store()).status, 1);
  fs::remove(store());
  const auto violating = run("check counts/violating --frontier " + store());
  EXPECT_EQ(violating.status, 0) << violating.out;
  EXPECT_EQ(exported().at("violating"), 1);
}

TEST_F(Frontier, HasTheTokenOfTheFirstViolation) {
  const auto ended = run("check right/fails --frontier " + store());
  EXPECT_EQ(ended.status, 0) << ended.out;
  const auto found = exported().at("found");
  EXPECT_EQ(found.at("what"), "the message is read");
  const auto replayed = run("replay " + found.at("token").get<std::string>());
  EXPECT_EQ(replayed.status, 0) << replayed.err;
  EXPECT_TRUE(has(replayed.out, "the message is read")) << replayed.out;
  EXPECT_TRUE(has(run("frontier status " + store()).out, "ended: a violation was found"));
}

TEST_F(Frontier, GoesOnAfterATimeLimit) {
  std::uint64_t before = 0;
  for (const std::string command : {"check limit/bound-does-not-end --frontier ", "frontier resume ", "work "}) {
    const auto ended = run(command + store() + " --time-limit 0.5 --jobs 2 --slice 0.1");
    EXPECT_EQ(ended.status, 3) << ended.err;
    EXPECT_TRUE(has(ended.out, "of the search left; go on with: vigil frontier resume " + store())) << ended.out;
    const auto now = exported().at("executions").get<std::uint64_t>();
    EXPECT_GT(now, before);
    before = now;
    EXPECT_FALSE(exported().at("ended"));
    EXPECT_EQ(exported().at("parts_lent"), 0);
  }
}

// One that has begun, so that what is interrupted is the search and not its preparation.
TEST_F(Frontier, GoesOnAfterCtrlC) {
  ASSERT_EQ(run("check limit/bound-does-not-end --time-limit 0.2 --frontier " + store()).status, 3);
  const auto before = exported().at("executions").get<std::uint64_t>();
  const auto path = store();
  const auto ended = interrupted({"frontier", "resume", path.c_str(), "--jobs", "2"});
  EXPECT_EQ(ended.status, 3) << ended.out;
  EXPECT_TRUE(has(ended.out, "go on with: vigil frontier resume " + store())) << ended.out;
  EXPECT_TRUE(has(ended.out, "interrupted")) << ended.out;
  EXPECT_GT(exported().at("executions").get<std::uint64_t>(), before);
  EXPECT_EQ(exported().at("parts_lent"), 0);
  EXPECT_EQ(run("work " + store() + " --time-limit 0.2").status, 3);
}

TEST_F(Frontier, IsNotMadeIfItsPreparationIsInterrupted) {
  const auto path = store();
  const auto ended = interrupted({"check", "limit/bound-does-not-end", "--frontier", path.c_str()});
  EXPECT_EQ(ended.status, 3) << ended.out;
  EXPECT_FALSE(fs::exists(store()));
}

// Its processes end with it. What they had is lent again when nothing else is left.
TEST_F(Frontier, GoesOnAfterSIGKILL) {
  ASSERT_EQ(run("check limit/bound-does-not-end --time-limit 0.2 --frontier " + store()).status, 3);
  const auto path = store();
  (void)interrupted({"frontier", "resume", path.c_str(), "--jobs", "2", "--slice", "0.05"}, SIGKILL);
  const auto before = exported().at("executions").get<std::uint64_t>();
  EXPECT_EQ(run("work " + store() + " --time-limit 0.5 --slice 0.1").status, 3);
  EXPECT_GT(exported().at("executions").get<std::uint64_t>(), before);
}

TEST_F(Frontier, RefusesAnExecutionThatDoesNotEnd) {
  expect_refused("check limit/execution-does-not-end --time-limit 0.1 --frontier " + store(),
                 "the first execution of the model does not end before the deadline");
  EXPECT_FALSE(fs::exists(store()));
}

TEST_F(Frontier, IsOfOneModelAndOneSearch) {
  expect_wrong_usage("check counts/ --frontier " + store(),
                     "--frontier keeps the search of one model, and \"counts/\"");
  expect_wrong_usage("check nothing/there --frontier " + store(), "keeps the search of one model, and");
  expect_wrong_usage("check counts/right --memory-model all --frontier " + store(), "under one memory model");
  expect_wrong_usage("check counts/right --sample 10 --frontier " + store(), "without --sample");
  expect_wrong_usage("check counts/right --limit 10 --frontier " + store(), "without --limit");
  expect_wrong_usage("check counts/right --preemptions 1 --frontier " + store(), "without --preemptions");
  expect_wrong_usage("check counts/right --estimate --frontier " + store(), "excludes");
  expect_wrong_usage("check counts/right --slice 2", "--frontier");
  expect_wrong_usage("work", "file is required");
  expect_wrong_usage("frontier", "A subcommand is required");
  EXPECT_FALSE(fs::exists(store()));
}

TEST_F(Frontier, RefusesAnotherSearch) {
  ASSERT_EQ(run("check counts/two-equal --frontier " + store()).status, 0);
  expect_refused("check counts/right --frontier " + store(), "it is of the model counts/two-equal, and not of counts/");
  expect_refused("check counts/two-equal --memory-model rc11 --frontier " + store(),
                 "under the memory model cpp20, and");
  expect_refused("check counts/two-equal --no-symmetry --frontier " + store(), "it has other options: spins=recurring");
  EXPECT_EQ(run("check counts/two-equal --frontier " + store()).status, 0);
}

TEST_F(Frontier, RefusesWhatIsNone) {
  expect_refused("work " + store(), "cannot be opened");
  expect_refused("frontier status " + store(), "cannot be opened");
  expect_refused("check counts/right --frontier " + file("no").string() + "/search.db", "cannot be opened");
  std::ofstream(store()) << std::string(4096, 'x');
  expect_refused("check counts/right --frontier " + store(), "is a file of another kind");
}

TEST_F(Frontier, RefusesAModelThatCannotBeChecked) {
  const auto ended = run("check leaves/by-thread --frontier " + store());
  EXPECT_EQ(ended.status, 2) << ended.out << ended.err;
  EXPECT_FALSE(fs::exists(store()));
}

}  // namespace
}  // namespace vigil::program_test
