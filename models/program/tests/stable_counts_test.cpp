// Has each model of the suite the same counts, however many processes share its search?

#include "program.hpp"

#include <nlohmann/json.hpp>

#include <cstdint>
#include <map>
#include <ostream>
#include <string>

namespace vigil::program_test {
namespace {

using nlohmann::json;

struct Counts {
  std::uint64_t executions = 0;
  std::uint64_t blocked = 0;

  friend bool operator==(const Counts&, const Counts&) = default;
};

void PrintTo(const Counts& counts, std::ostream* out) {
  *out << counts.executions << " executions, " << counts.blocked << " blocked";
}

class StableCounts : public Program {
 protected:
  // Of the models of which every execution was seen, each by its name. Others end with a violation, which each process
  // may meet at another time.
  [[nodiscard]] std::map<std::string, Counts> counts_of(const std::string& arguments) const {
    const auto ended = run("check " + arguments + " --json " + file("json").string(), VIGIL_PROGRAM);
    const auto report = json::parse(contents(file("json")), nullptr, false);
    EXPECT_FALSE(report.is_discarded()) << arguments << "\n" << ended.out << ended.err;
    std::map<std::string, Counts> counts;
    if (report.is_discarded()) return counts;
    for (const auto& model : report["models"]) {
      if (!model["exhaustive"].get<bool>()) continue;
      const auto& search = model["searches"][0];
      counts[model["name"].get<std::string>()] = {search["executions"], search["blocked"]};
    }
    return counts;
  }
};

// Matches the model of this name and no other.
std::string pattern_of(std::string name) {
  const char last = name.back();
  name.pop_back();
  return "'" + name + '[' + last + "]'";
}

// A run of several models gives each search one process, whatever `--jobs` says: so each model has a run of its own.
TEST_F(StableCounts, OfTheSuiteDoNotDependOnTheNumberOfProcesses) {
  const auto alone = counts_of("--jobs 1");
  EXPECT_GT(alone.size(), 200U);
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
