// What a program that checks its own models needs to gate changes: shards, a time for all of it, known failures.

#include "baseline.hpp"
#include "exit_status.hpp"
#include "shard.hpp"

#include <vigil/checker.hpp>

#include <unistd.h>

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <random>
#include <sstream>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace vigil::checker {
namespace {

using Layer = CheckedAtomics;
using testing::HasSubstr;
using testing::Not;

struct Holding {
  static constexpr auto threads() { return std::tuple{&Holding::add, &Holding::add}; }
  Layer::atomic<int> count{0, "count"};
  void add() { count.fetch_add(1, std::memory_order_relaxed); }
  void finish() { Layer::require(count.load(std::memory_order_relaxed) == 2, "both are counted"); }
};

struct Losing {
  static constexpr auto threads() { return std::tuple{&Losing::add, &Losing::add}; }
  Layer::atomic<int> count{0, "count"};
  void add() { count.store(count.load(std::memory_order_relaxed) + 1, std::memory_order_relaxed); }
  void finish() { Layer::require(count.load(std::memory_order_relaxed) == 2, "both are counted"); }
};

struct Racing {
  static constexpr auto threads() { return std::tuple{&Racing::write, &Racing::write}; }
  Layer::var<int> word{vigil::Name("word")};
  void write() { word.set(1); }
};

struct Long {
  static constexpr auto threads() { return std::tuple{&Long::count_up, &Long::count_up, &Long::count_up}; }
  Layer::atomic<int> count{0, "count"};
  void count_up() {
    for (int i = 0; i != 20; ++i) count.fetch_add(1, std::memory_order_relaxed);
  }
};

class Gate : public testing::Test {
 protected:
  void SetUp() override {
    std::string pattern = (std::filesystem::temp_directory_path() / "vigil-gate-XXXXXX").string();
    ASSERT_NE(mkdtemp(pattern.data()), nullptr);
    directory_ = pattern;
  }
  void TearDown() override { std::filesystem::remove_all(directory_); }

  template <class... Models>
  int run(std::vector<std::string> arguments) {
    arguments.insert(arguments.begin(), "check");
    std::vector<const char*> pointers;
    for (const auto& argument : arguments) pointers.push_back(argument.c_str());
    testing::internal::CaptureStdout();
    testing::internal::CaptureStderr();
    const int status = checker::main<Models...>(static_cast<int>(pointers.size()), pointers.data());
    std::fflush(nullptr);
    out_ = testing::internal::GetCapturedStdout();
    err_ = testing::internal::GetCapturedStderr();
    return status;
  }
  [[nodiscard]] std::string path(const std::string& name = "baseline") const { return directory_ / name; }
  [[nodiscard]] std::string contents(const std::string& name = "baseline") const {
    std::ostringstream text;
    text << std::ifstream(path(name)).rdbuf();
    return text.str();
  }
  void replace_in_baseline(const std::string& from, const std::string& to) const {
    auto text = contents();
    const auto at = text.find(from);
    ASSERT_NE(at, std::string::npos) << from << " is not in " << text;
    std::ofstream(path()) << text.replace(at, from.size(), to);
  }

  std::filesystem::path directory_;
  std::string out_, err_;
};

TEST_F(Gate, KnownFailureDoesNotFailTheRun) {
  EXPECT_EQ(run<Losing>({}), 1);
  EXPECT_EQ((run<Holding, Losing>({"--write-baseline", path()})), 0);
  EXPECT_EQ((run<Holding, Losing>({"--baseline", path(), "--junit", path("xml"), "--json", path("json")})), 0);
  EXPECT_THAT(out_, HasSubstr("Losing: known, accepted by the baseline"));
  EXPECT_THAT(contents("xml"), HasSubstr("failures=\"0\" errors=\"0\" skipped=\"1\""));
  EXPECT_THAT(contents("xml"), HasSubstr("<skipped message=\"known: requirement\""));
  EXPECT_THAT(contents("json"), HasSubstr("\"known\":true"));
  EXPECT_EQ(err_, "");
}

TEST_F(Gate, AnotherFailureFailsTheRun) {
  ASSERT_EQ(run<Losing>({"--write-baseline", path()}), 0);
  EXPECT_EQ((run<Losing, Racing>({"--baseline", path()})), 1);
}

// Each member of the entry with another value.
TEST_F(Gate, EntryAcceptsNothingElse) {
  ASSERT_EQ(run<Losing>({"--write-baseline", path()}), 0);
  const auto original = contents();
  for (const auto& [from, to] : {std::pair<std::string, std::string>{"\"Losing\"", "\"Racing\""},
                                 {"\"checker\"", "\"checker.sc\""},
                                 {"2 threads", "3 threads"},
                                 {"1,000 operations", "2,000 operations"},
                                 {"\"requirement\"", "\"data-race\""},
                                 {"both are counted", "all are counted"},
                                 {"\"place\": \"", "\"place\": \"another thread"}}) {
    std::ofstream(path()) << original;
    replace_in_baseline(from, to);
    EXPECT_EQ(run<Losing>({"--baseline", path()}), 1) << from;
  }
  std::ofstream(path()) << original;
  EXPECT_EQ(run<Losing>({"--baseline", path()}), 0);
  EXPECT_EQ(run<Losing>({"--baseline", path(), "--operations", "900"}), 1) << "with other bounds";
  EXPECT_EQ(run<Losing>({"--baseline", path(), "--memory-model", "sc"}), 1) << "under another memory model";
}

TEST_F(Gate, EntryThatIsNoLongerRightIsStale) {
  ASSERT_EQ(run<Losing>({"--write-baseline", path()}), 0);
  replace_in_baseline("\"Losing\"", "\"Holding\"");
  EXPECT_EQ(run<Holding>({"--baseline", path()}), 0);
  EXPECT_THAT(err_, HasSubstr("check: stale in " + path() + ": Holding, checker: requirement (both are counted)\n"));
  EXPECT_EQ(run<Holding>({"--baseline", path(), "--strict-baseline"}), 1);
  EXPECT_EQ(run<Losing>({"--baseline", path(), "--strict-baseline"}), 1) << "its model does not exist";
  EXPECT_EQ((run<Holding, Losing>({"--baseline", path(), "--strict-baseline", "Losing"})), 1) << "it is not accepted";
  EXPECT_EQ(err_, "") << "nobody has asked for its model";
}

TEST_F(Gate, SearchWithABoundOnPreemptionsHasEntriesOfItsOwn) {
  ASSERT_EQ(run<Losing>({"--write-baseline", path()}), 0);
  EXPECT_EQ(run<Losing>({"--baseline", path(), "--preemptions", "1"}), 1) << "it is not accepted";
  EXPECT_EQ(err_, "") << "the search without a bound may still find it";
  ASSERT_EQ(run<Losing>({"--baseline", path(), "--preemptions", "1", "--write-baseline", path()}), 0);
  EXPECT_THAT(contents(),
              AllOf(HasSubstr("\"engine\": \"checker\""), HasSubstr("\"engine\": \"checker.preemptions-1\"")));
  EXPECT_EQ(run<Losing>({"--baseline", path(), "--strict-baseline"}), 0);
  EXPECT_EQ(run<Losing>({"--baseline", path(), "--strict-baseline", "--preemptions", "1"}), 0);
}

TEST_F(Gate, LimitsAreNeverKnown) {
  EXPECT_EQ(run<Long>({"--limit", "10", "--write-baseline", path()}), 3);
  EXPECT_THAT(contents(), HasSubstr("\"accepted\": []"));
  // A limit that comes after the violation.
  EXPECT_EQ(run<Losing>({"--count", "--limit", "2", "--write-baseline", path()}), 1);
  EXPECT_THAT(contents(), HasSubstr("\"accepted\": []"));
}

TEST_F(Gate, SampleThatFindsNothingLeavesEntriesAlone) {
  ASSERT_EQ(run<Losing>({"--write-baseline", path()}), 0);
  replace_in_baseline("\"Losing\"", "\"Holding\"");
  EXPECT_EQ(run<Holding>({"--baseline", path(), "--strict-baseline", "--sample", "5"}), 0);
  EXPECT_EQ(err_, "");
}

TEST_F(Gate, ModelsThatHaveNotBegunWhenTheTimeIsOverAreNotRun) {
  EXPECT_EQ((run<Long, Holding>({"--total-time", "0.2", "--junit", path("xml")})), 3);
  EXPECT_THAT(out_, HasSubstr("Holding: not run: the time for the whole command was over"));
  EXPECT_THAT(contents("xml"), HasSubstr("tests=\"2\" failures=\"0\" errors=\"0\" skipped=\"2\""));
  EXPECT_THAT(contents("xml"), HasSubstr("<skipped message=\"the time for the whole command was over\"/>"));
}

TEST_F(Gate, ShardsOfAProgramHaveEachModelOnce) {
  std::string all;
  for (const auto* shard : {"1/3", "2/3", "3/3"}) {
    EXPECT_EQ((run<Holding, Losing, Racing, Long>({"--list", "--shard", shard})), 0);
    all += out_;
  }
  std::istringstream lines(all);
  std::vector<std::string> names;
  for (std::string name; lines >> name;) names.push_back(name);
  EXPECT_THAT(names, testing::UnorderedElementsAre("Holding", "Losing", "Racing", "Long"));
}

TEST(Shard, IsNamedByItsNumberAndTheirs) {
  ASSERT_TRUE(shard_named("2/4"));
  EXPECT_EQ(shard_named("2/4")->number, 2U);
  EXPECT_EQ(shard_named("2/4")->of, 4U);
  EXPECT_TRUE(shard_named("1000/1000"));
  for (const auto* none : {"", "1", "/", "0/1", "2/1", "1/0", "1/1001", "+1/2", " 1/2", "1/2 ", "01/2", "1/02", "1//2"})
    EXPECT_FALSE(shard_named(none)) << none;
}

// Whatever the pieces are, and in whichever order they come.
TEST(Shard, ShardsAreAPartitionAndNoneIsTooLarge) {
  std::mt19937_64 random(1);
  for (int round = 0; round != 300; ++round) {
    std::vector<Piece> pieces;
    for (auto left = random() % 40; left != 0; --left)
      pieces.push_back({"piece " + std::to_string(left), random() % 4 == 0 ? 0 : std::uint64_t{1} << (random() % 20)});
    const auto of = static_cast<unsigned>(1 + random() % 8);
    std::uint64_t sum = 0, largest = 0;
    for (const auto& piece : pieces) sum += piece.cost, largest = std::max(largest, piece.cost);
    auto shuffled = pieces;
    std::shuffle(shuffled.begin(), shuffled.end(), random);
    std::vector<unsigned> seen(pieces.size());
    for (unsigned number = 1; number <= of; ++number) {
      const auto chosen = chosen_by({number, of}, pieces), again = chosen_by({number, of}, shuffled);
      std::uint64_t load = 0;
      for (std::size_t i = 0; i != pieces.size(); ++i) {
        if (!chosen[i]) continue;
        ++seen[i], load += pieces[i].cost;
        const auto same = std::ranges::find(shuffled, pieces[i].name, &Piece::name) - shuffled.begin();
        EXPECT_TRUE(again[static_cast<std::size_t>(same)]) << "the order of the pieces shows through";
      }
      EXPECT_LE(load, sum / of + largest);
    }
    EXPECT_THAT(seen, testing::Each(1U));
  }
}

TEST(Shard, PiecesThatCostNothingAreDealtOutToo) {
  const std::vector<Piece> pieces{{"a", 0}, {"b", 0}, {"c", 0}, {"d", 0}};
  EXPECT_EQ(std::ranges::count(chosen_by({1, 2}, pieces), true), 2);
}

TEST(Baseline, TextReadsBackAndIsSorted) {
  const AcceptedFinding one{"b", "checker", "bounds", "data-race", "a \"race\"", "reader: read", "mine"};
  const AcceptedFinding other{"a", "checker.rc11", "", "holds", "", "", ""};
  const auto text = Baseline({one, other, one}).text();
  EXPECT_EQ(Baseline({other, one}).text(), text);
  const auto again = Baseline::from(text, "file");
  ASSERT_EQ(again.accepted().size(), 2U);
  EXPECT_EQ(again.text(), text);
  EXPECT_TRUE(again.accepts(one));
  EXPECT_EQ(again.accepted()[1].note, "mine");
}

// What is not compared could accept too much.
TEST(Baseline, MemberThatIsNotKnownIsRefused) {
  const std::string begin =
      R"({"schema": "vigil-baseline", "version": 1, "accepted": [{"model": "a", "engine": "checker",)"
      R"("bounds": "", "verdict": "holds", "what": "", "place": "")";
  EXPECT_EQ(Baseline::from(begin + "}]}", "file").accepted().size(), 1U);
  EXPECT_THROW(static_cast<void>(Baseline::from(begin + R"(, "location": ""}]})", "file")), WrongUsage);
}

TEST(Baseline, NumbersAndAddressesAreNotCompared) {
  EXPECT_EQ(without_numbers("job 12 of 3 at 0x7ffd12ab, queue.cpp:41"), "job # of # at #, queue.cpp:#");
  EXPECT_EQ(without_numbers("0x and 10x0xff"), "# and #x#");
  EXPECT_EQ(without_numbers(""), "");
}

}  // namespace
}  // namespace vigil::checker
