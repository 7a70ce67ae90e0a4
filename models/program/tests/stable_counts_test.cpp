// Has each model of the suite the same counts, whichever compiler has built it, and however many processes share its
// search?

#include "program.hpp"

#include <nlohmann/json.hpp>

#include <cstdint>
#include <cstdlib>
#include <fstream>
#include <map>
#include <ostream>
#include <sstream>
#include <string>

namespace vigil::program_test {
namespace {

using nlohmann::json;

struct Counts {
  std::uint64_t executions = 0;
  std::uint64_t in_all = 0;
  std::uint64_t blocked = 0;

  friend bool operator==(const Counts&, const Counts&) = default;
};

void PrintTo(const Counts& counts, std::ostream* out) {
  *out << counts.executions << " executions up to symmetry, " << counts.in_all << " in all, " << counts.blocked
       << " blocked";
}

class StableCounts : public Program {
 protected:
  // Of the models of which every execution was seen, each by its name. Others end with a violation, which each process
  // may meet at another time. With waits that are not declared a compiler shows through.
  [[nodiscard]] std::map<std::string, Counts> counts_of(const std::string& arguments) const {
    const auto ended = run("check " + arguments + " --json " + file("json").string(), VIGIL_PROGRAM);
    const auto report = json::parse(contents(file("json")), nullptr, false);
    EXPECT_FALSE(report.is_discarded()) << arguments << "\n" << ended.out << ended.err;
    std::map<std::string, Counts> counts;
    if (report.is_discarded()) return counts;
    for (const auto& model : report["models"]) {
      if (!model["exhaustive"].get<bool>()) continue;
      const auto& search = model["searches"][0];
      if (search["undeclared_waits"].get<bool>()) continue;
      counts[model["name"].get<std::string>()] = {search["executions"], search["executions_in_all"], search["blocked"]};
    }
    return counts;
  }
};

// Lines of a name, its executions up to symmetry and in all, and its blocked ones.
std::map<std::string, Counts> written_down(const std::string& path) {
  std::ifstream in(path);
  std::map<std::string, Counts> counts;
  std::string name;
  for (Counts each; in >> name >> each.executions >> each.in_all >> each.blocked;) counts[name] = each;
  return counts;
}

void write_down(const std::map<std::string, Counts>& counts, const std::string& path) {
  std::ofstream out(path);
  for (const auto& [name, each] : counts)
    out << name << ' ' << each.executions << ' ' << each.in_all << ' ' << each.blocked << '\n';
  ASSERT_TRUE(out.flush()) << path;
}

// The threads of a model that the search takes for equal may differ by what it does not see, such as a plain counter.
// Then a search with symmetry may leave out what violates. So each model has to hold without it too, with the same sum.
TEST_F(StableCounts, OfTheSuiteInAllAreThoseOfASearchWithoutSymmetry) {
  const auto without = counts_of("--jobs 2 --no-symmetry");
  const auto due = written_down(VIGIL_SUITE_COUNTS);
  EXPECT_GT(due.size(), 260U);
  std::size_t symmetric = 0;
  for (const auto& [name, counts] : due) {
    const auto found = without.find(name);
    if (found == without.end()) {
      ADD_FAILURE() << name << ": not exhausted without symmetry";
      continue;
    }
    EXPECT_EQ(found->second.executions, found->second.in_all) << name;
    EXPECT_EQ(found->second.executions, counts.in_all) << name;
    if (counts.executions != counts.in_all) ++symmetric;
  }
  EXPECT_GT(symmetric, 30U);
}

// Matches the model of this name and no other.
std::string pattern_of(std::string name) {
  const char last = name.back();
  name.pop_back();
  return "'" + name + '[' + last + "]'";
}

// A build of each compiler, at each level of optimisation, is compared with the same file. VIGIL_WRITE_COUNTS=1 writes
// it, if a model or the search has changed.
TEST_F(StableCounts, OfTheSuiteAreThoseThatAreWrittenDown) {
  const auto now = counts_of("--jobs 2");
  if (std::getenv("VIGIL_WRITE_COUNTS") != nullptr) write_down(now, VIGIL_SUITE_COUNTS);
  const auto due = written_down(VIGIL_SUITE_COUNTS);
  EXPECT_GT(due.size(), 260U);
  EXPECT_EQ(now.size(), due.size()) << "a model came or went, or has waits that are not declared";
  for (const auto& [name, counts] : due) {
    const auto found = now.find(name);
    if (found == now.end())
      ADD_FAILURE() << name << ": not exhausted, or has waits that are not declared";
    else
      EXPECT_EQ(found->second, counts) << name;
  }
}

// A run of several models gives each search one process, whatever `--jobs` says: so each model has a run of its own.
TEST_F(StableCounts, OfTheSuiteDoNotDependOnTheNumberOfProcesses) {
  const auto alone = counts_of("--jobs 1");
  EXPECT_GT(alone.size(), 260U);
  for (const auto& [name, counts] : alone) {
    const auto shared = counts_of(pattern_of(name) + " --jobs 3");
    const auto found = shared.find(name);
    if (found == shared.end()) {
      ADD_FAILURE() << name << ": not exhausted by 3 processes";
      continue;
    }
    EXPECT_EQ(found->second, counts) << name;
  }
}

}  // namespace
}  // namespace vigil::program_test
