// The store alone: what is lent, done, dropped and put back.

#include "fixture.hpp"

#include <vigil/frontier/store.hpp>

#include <chrono>
#include <memory>
#include <string>
#include <thread>
#include <utility>

#include <gmock/gmock.h>

namespace vigil::frontier {
namespace {

using checker::FrontierError;
using Next = checker::Frontier::Next;
using Outcome = checker::Frontier::Outcome;
using Contribution = checker::Frontier::Contribution;

const checker::SearchIdentity kIdentity{"build", "model", "cpp20", "options", "here\nthere\n", "first"};

class StoreTest : public WithFile, public testing::WithParamInterface<Kind> {
 protected:
  void SetUp() override {
    WithFile::SetUp();
    one_ = frontier::create(place(), {kIdentity, "whole", 100});
    other_ = frontier::open(place());
    one_->join(std::chrono::seconds(60));
    other_->join(std::chrono::seconds(60));
  }
  void TearDown() override {
    one_.reset(), other_.reset();
    WithFile::TearDown();
  }
  [[nodiscard]] std::string place() { return WithFile::place(GetParam()); }
  [[nodiscard]] static Contribution explored(std::uint64_t executions, std::vector<std::string> rest = {}) {
    Contribution contribution;
    contribution.result.executions = executions;
    contribution.rest = std::move(rest);
    return contribution;
  }

  std::unique_ptr<Store> one_, other_;
};

TEST_P(StoreTest, SaysWhichSearchItIsOf) { EXPECT_EQ(other_->identity(), kIdentity); }

TEST_P(StoreTest, LendsEachPartOnce) {
  const auto claim = one_->claim();
  EXPECT_EQ(claim.next, Next::item);
  EXPECT_EQ(claim.bytes, "whole");
  EXPECT_EQ(other_->claim().next, Next::wait);
  EXPECT_EQ(one_->standing().lent, 1U);
}

TEST_P(StoreTest, TakesCountsAndRestAtOnce) {
  const auto claim = one_->claim();
  EXPECT_EQ(one_->commit(claim, explored(5, {"left", "right"})), Outcome::counted);
  EXPECT_EQ(other_->standing().result.executions, 5U);
  EXPECT_EQ(other_->standing().items, 2U);
  EXPECT_EQ(other_->claim().bytes, "left");
  EXPECT_EQ(one_->claim().bytes, "right");
}

TEST_P(StoreTest, CountsAPartOnce) {
  const auto claim = one_->claim();
  EXPECT_EQ(one_->commit(claim, explored(5)), Outcome::counted);
  EXPECT_EQ(one_->commit(claim, explored(5)), Outcome::dropped);
  EXPECT_EQ(one_->standing().result.executions, 5U);
}

TEST_P(StoreTest, EndsWhenNothingIsLeft) {
  const auto claim = one_->claim();
  (void)one_->commit(claim, explored(1));
  EXPECT_EQ(other_->claim().next, Next::ended);
  EXPECT_TRUE(other_->standing().has_ended());
}

TEST_P(StoreTest, EndsAtTheFirstViolationAndKeepsIt) {
  const auto claim = one_->claim();
  auto found = explored(1, {"rest"});
  found.result.stop = checker::Stop::violation;
  found.result.finding = checker::Finding{checker::Violation::deadlock, "what", "c4"};
  (void)one_->commit(claim, found);
  EXPECT_EQ(other_->claim().next, Next::ended);
  EXPECT_EQ(other_->standing().result.finding->choices, "c4");
}

// A worker that was late: its part was lent again, and is done.
TEST_P(StoreTest, DropsWhatCameTooLate) {
  one_->join(std::chrono::milliseconds(1));
  const auto late = one_->claim();
  std::this_thread::sleep_for(std::chrono::milliseconds(5));
  const auto again = other_->claim();
  EXPECT_EQ(again.item, late.item);
  EXPECT_EQ(other_->commit(again, explored(7, {"rest"})), Outcome::counted);
  EXPECT_EQ(one_->commit(late, explored(9, {"other rest"})), Outcome::dropped);
  EXPECT_EQ(one_->standing().result.executions, 7U);
  EXPECT_EQ(one_->standing().items, 1U);
}

// And if it was late, but first, the other one's work is dropped.
TEST_P(StoreTest, CountsTheFirstOfTwo) {
  one_->join(std::chrono::milliseconds(1));
  const auto late = one_->claim();
  std::this_thread::sleep_for(std::chrono::milliseconds(5));
  const auto again = other_->claim();
  EXPECT_EQ(one_->commit(late, explored(9)), Outcome::counted);
  EXPECT_EQ(other_->commit(again, explored(7, {"rest"})), Outcome::dropped);
  EXPECT_EQ(one_->standing().result.executions, 9U);
  EXPECT_TRUE(one_->standing().has_ended());
}

TEST_P(StoreTest, LendsThePartOfADeadProcessAtOnce) {
  const pid_t process = fork();
  if (process == 0) {
    const auto mine = frontier::open(place());
    mine->join(std::chrono::hours(1));
    _exit(mine->claim().next == Next::item ? 0 : 1);
  }
  int status = 0;
  waitpid(process, &status, 0);
  ASSERT_EQ(status, 0);
  EXPECT_EQ(one_->claim().bytes, "whole");
}

TEST_P(StoreTest, LendsWhatWasReleased) {
  const auto claim = one_->claim();
  other_->release(claim);  // it is not its own
  EXPECT_EQ(other_->claim().next, Next::wait);
  one_->release(claim);
  EXPECT_EQ(other_->claim().next, Next::item);
}

TEST_P(StoreTest, RefusesWhatDoesNotKnowAll) {
  const auto claim = one_->claim();
  (void)one_->commit(claim, explored(1, {"left", "right"}));
  const auto left = one_->claim(), right = other_->claim();
  auto knows = explored(1);
  knows.knowledge = {left.knowledge.version, "known"};
  EXPECT_EQ(one_->commit(left, knows), Outcome::counted);
  EXPECT_EQ(other_->commit(right, explored(1)), Outcome::outdated);
  EXPECT_EQ(one_->standing().result.executions, 2U);
  knows.knowledge = other_->knowledge();
  EXPECT_EQ(knows.knowledge.bytes, "known");
  EXPECT_EQ(other_->commit(right, knows), Outcome::counted);
  EXPECT_EQ(one_->standing().result.executions, 3U);
}

TEST_P(StoreTest, BeginsAgainWithNothing) {
  const auto claim = one_->claim();
  (void)one_->commit(claim, explored(5, {"left", "right"}));
  const auto left = one_->claim(), right = other_->claim();
  auto again = explored(0, {"whole"});
  again.begins_again = true;
  EXPECT_EQ(one_->commit(left, again), Outcome::counted);
  EXPECT_EQ(one_->standing().result.executions, 0U);
  EXPECT_EQ(one_->standing().begun_again, 1U);
  EXPECT_EQ(other_->commit(right, explored(5)), Outcome::dropped);
  EXPECT_EQ(other_->claim().bytes, "whole");
}

TEST_P(StoreTest, SaysHowManyPartsOthersWaitFor) {
  const auto claim = one_->claim();
  EXPECT_EQ(one_->wanted(), 0U);
  EXPECT_EQ(other_->claim().next, Next::wait);
  EXPECT_EQ(one_->wanted(), 2U);
  (void)one_->commit(claim, explored(1, {"left"}));
  EXPECT_EQ(one_->wanted(), 1U);
  (void)other_->claim();
  EXPECT_EQ(one_->wanted(), 0U);
}

TEST_P(StoreTest, IsMadeOnce) {
  EXPECT_TRUE(is_there(place()));
  EXPECT_FALSE(is_there(place() + "2"));
  EXPECT_THROW((void)frontier::create(place(), {kIdentity, "whole", 0}), FrontierError);
}

TEST_P(StoreTest, SaysHowFarItIs) {
  const auto claim = one_->claim();
  (void)one_->commit(claim, explored(25, {"rest"}));
  const auto standing = other_->standing();
  EXPECT_DOUBLE_EQ(standing.share_done(), 0.25);
  ASSERT_EQ(standing.workers.size(), 2U);
  EXPECT_EQ(standing.workers[0].process, getpid());
  EXPECT_EQ(standing.workers[0].runs, 25U);
  EXPECT_EQ(standing.workers[1].slices, 0U);
  EXPECT_GT(standing.rate(), 0);
}

INSTANTIATE_TEST_SUITE_P(Of, StoreTest, testing::Values(Kind::file, Kind::server),
                         [](const auto& each) { return each.param == Kind::file ? "File" : "Server"; });

}  // namespace
}  // namespace vigil::frontier
