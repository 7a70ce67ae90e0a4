// Is each model in one shard, and do shards cost the same?

#include "program.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <vector>

namespace vigil::program_test {
namespace {

using nlohmann::json;

class Shards : public Program {
 protected:
  // The expected costs of the models.
  [[nodiscard]] std::map<std::string, std::uint64_t> costs(const std::string& arguments) const {
    const auto ended = run("list --json - " + arguments, VIGIL_PROGRAM);
    EXPECT_EQ(ended.status, 0) << ended.err;
    const auto list = json::parse(ended.out, nullptr, false);
    std::map<std::string, std::uint64_t> costs;
    for (const auto& model : list["models"]) costs[model["name"]] = model["expected_cost"];
    return costs;
  }

  void expect_partition(unsigned shards, const std::string& arguments) const {
    const auto all = costs(arguments == "--full" ? "--shard 1/1 --full" : arguments);
    std::map<std::string, std::uint64_t> seen;
    std::uint64_t sum = 0, largest = 0, worst = 0;
    for (const auto& [name, cost] : all) sum += cost, largest = std::max(largest, cost);
    for (unsigned k = 1; k <= shards; ++k) {
      std::uint64_t load = 0;
      for (const auto& [name, cost] :
           costs("--shard " + std::to_string(k) + "/" + std::to_string(shards) + " " + arguments)) {
        EXPECT_TRUE(seen.emplace(name, cost).second) << name << " is in two shards";
        load += cost;
      }
      worst = std::max(worst, load);
    }
    EXPECT_EQ(seen, all);
    EXPECT_LE(worst, sum / shards + largest) << "of " << shards << " shards";
  }
};

TEST_F(Shards, HaveEachModelOnceAndCostTheSame) {
  EXPECT_GT(costs("").size(), 500U);
  for (const unsigned shards : {1U, 2U, 5U}) expect_partition(shards, "");
  expect_partition(4, "--full");
}

TEST_F(Shards, AreBalancedByTheCountsOfTheSuite) {
  const auto all = costs("");
  EXPECT_GT(all.at("deque/split/deep-two-thieves"), 500'000U);
  EXPECT_LT(all.at("deque/chase_lev/last-job"), 1'000U);
}

TEST_F(Shards, OfACheckAreThoseThatTheListShows) {
  std::string names;
  for (const auto* shard : {"1/3", "2/3", "3/3"}) {
    const auto listed = json::parse(run(std::string("list counts --json - --shard ") + shard).out);
    const auto checked = json::parse(run(std::string("check counts --json - --shard ") + shard).out);
    EXPECT_EQ(checked["shard"]["number"], shard[0] - '0');
    EXPECT_EQ(checked["shard"]["of"], 3);
    ASSERT_EQ(listed["models"].size(), checked["models"].size()) << shard;
    for (std::size_t i = 0; i != listed["models"].size(); ++i)
      EXPECT_EQ(listed["models"][i]["name"], checked["models"][i]["name"]);
  }
}

TEST_F(Shards, ShardWithoutAModelPasses) {
  std::size_t passed = 0;
  for (const auto* shard : {"1/2", "2/2"}) {
    const auto ended = run(std::string("check right/holds --shard ") + shard);
    EXPECT_EQ(ended.status, 0) << ended.out << ended.err;
    passed += has(ended.out, "1 passed, 0 failed") ? 1 : 0;
  }
  EXPECT_EQ(passed, 1U);
  EXPECT_EQ(run("check no-such-model --shard 2/2").status, 2);
}

TEST_F(Shards, OfExhibitsAndPrimitivesHaveEachOnce) {
  std::multiset<std::string> exhibits, primitives;
  for (const auto* shard : {"1/2", "2/2"}) {
    for (const auto& each : json::parse(run(std::string("gallery --json - --shard ") + shard).out))
      exhibits.insert(each["number"].get<std::string>());
    std::istringstream names(run(std::string("orders --list --shard ") + shard).out);
    for (std::string name; names >> name;) primitives.insert(name);
  }
  EXPECT_EQ(exhibits, (std::multiset<std::string>{"S-96", "S-97", "S-98", "S-99"}));
  EXPECT_EQ(primitives, (std::multiset<std::string>{"grounds/called-needed", "grounds/called-uniform",
                                                    "grounds/makes-no-difference"}));
}

TEST_F(Shards, ShardThatIsNoneIsWrongUsage) {
  for (const std::string command : {"check", "list", "gallery", "orders"})
    for (const std::string shard : {"0/2", "3/2", "1/0", "1", "/", "1/", "/2", "-1/2", "1/2/3", "a/b", "1/1001", "01/2",
                                    "1.5/2", "''", "18446744073709551617/18446744073709551617"})
      expect_wrong_usage(command + " --shard " + shard, "--shard");
}

}  // namespace
}  // namespace vigil::program_test
