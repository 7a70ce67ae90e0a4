// Runs each program of programs/, built without and with optimisation, and compares what it prints with the comments at
// the head of its source:
//
//   // expect: holds 4+0          the verdict, and the executions and blocked executions if they are given
//   // expect: missed-wake        or the violation that is found
//   // expect: error              or that the search ends, because the program does what is not modelled
//   // expect: limit              or because there is more of something than the explorer can keep
//   // prints: "calls fork()"     a part of a line of its output; any number of these
//   // arguments: --timeouts 2    what it is run with

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/wait.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

namespace {

namespace fs = std::filesystem;

struct Expectation {
  std::string verdict;  // "holds", "error", or the name of a violation
  std::string counts;   // "4+0"; empty: any
  std::vector<std::string> lines;
  std::string arguments;
};

struct Output {
  int status = -1;
  std::string text;
};

std::string after(std::string_view line, std::string_view begin) {
  return line.starts_with(begin) ? std::string(line.substr(begin.size())) : std::string();
}

Expectation expectation_of(const fs::path& source) {
  Expectation expected;
  std::ifstream file(source);
  for (std::string line; std::getline(file, line) && line.starts_with("//");) {
    if (const auto verdict = after(line, "// expect: "); !verdict.empty())
      std::istringstream(verdict) >> expected.verdict >> expected.counts;
    if (const auto text = after(line, "// prints: "); text.size() > 2)
      expected.lines.push_back(text.substr(1, text.size() - 2));
    if (const auto arguments = after(line, "// arguments: "); !arguments.empty()) expected.arguments = arguments;
  }
  return expected;
}

Output run(const std::string& command) {
  Output output;
  FILE* const pipe = popen((command + " 2>&1").c_str(), "r");
  if (pipe == nullptr) return output;
  std::array<char, 4096> buffer{};
  while (std::fgets(buffer.data(), buffer.size(), pipe) != nullptr) output.text += buffer.data();
  const int status = pclose(pipe);
  output.status = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
  return output;
}

// "holds", "error", "limit", or the name of the violation.
std::string verdict_in(const Output& output) {
  if (output.status == 0 && output.text.find(": holds\n") != std::string::npos) return "holds";
  if (output.status == 2) return "error";
  if (output.status == 3 && output.text.find("limit reached: ") != std::string::npos) return "limit";
  constexpr std::string_view kFails = ": fails: ";
  const auto at = output.text.find(kFails);
  if (output.status != 1 || at == std::string::npos) return "neither a verdict nor an error";
  const auto begin = at + kFails.size();
  return output.text.substr(begin, output.text.find_first_of(" \n", begin) - begin);
}

// "4+0" for "exhaustive: 4 executions, 0 blocked". Larger numbers have commas.
std::string counts_in(const Output& output) {
  constexpr std::string_view kExhaustive = "exhaustive: ";
  const auto at = output.text.find(kExhaustive);
  if (at == std::string::npos) return "not exhaustive";
  std::istringstream text(output.text.substr(at + kExhaustive.size()));
  std::string executions, word, blocked;
  text >> executions >> word >> blocked;
  std::string counts = executions + "+" + blocked;
  std::erase(counts, ',');
  return counts;
}

std::vector<fs::path> sources() {
  std::vector<fs::path> found;
  for (const auto& entry : fs::directory_iterator(VIGIL_PROGRAM_SOURCES)) found.push_back(entry.path());
  std::ranges::sort(found);
  return found;
}

class UnmodifiedProgram : public testing::TestWithParam<fs::path> {};

TEST_P(UnmodifiedProgram, HasTheExpectedVerdict) {
  const Expectation expected = expectation_of(GetParam());
  ASSERT_FALSE(expected.verdict.empty()) << GetParam() << " has no line that begins with \"// expect: \"";
  for (const std::string level : {"O0", "O2"}) {
    const std::string name = GetParam().stem().string() + "_" + level;
    const Output output = run(std::string(VIGIL_BUILT_PROGRAMS) + "/" + name + " " + expected.arguments);
    EXPECT_EQ(verdict_in(output), expected.verdict) << name << " printed:\n" << output.text;
    if (!expected.counts.empty()) {
      EXPECT_EQ(counts_in(output), expected.counts) << name << " printed:\n" << output.text;
    }
    for (const auto& line : expected.lines) EXPECT_THAT(output.text, testing::HasSubstr(line)) << "printed by " << name;
  }
}

// Where the processor has no instruction that sets a thread pointer, a system call does it.
TEST(UnmodifiedProgramBySystemCalls, HasTheVerdictThatItHasByInstructions) {
  for (const std::string program : {"store_buffering_O2", "store_buffering_relaxed_O2", "spin_lock_O2", "rwlock_O2"}) {
    const std::string command = std::string(VIGIL_BUILT_PROGRAMS) + "/" + program;
    const Output usual = run(command), other = run("VIGIL_SYSTEM_CALLS=1 " + command);
    EXPECT_NE(verdict_in(usual), "neither a verdict nor an error") << usual.text;
    EXPECT_EQ(verdict_in(other), verdict_in(usual)) << other.text;
    EXPECT_EQ(counts_in(other), counts_in(usual)) << program;
  }
}

// A reader of the output needs each line, so a line that is not written is an error.
TEST(UnmodifiedProgramOutput, ThatIsNotWrittenIsStatus4) {
  const std::string programs = std::string(VIGIL_BUILT_PROGRAMS) + "/";
  for (const std::string program : {"store_buffering_O2", "store_buffering_relaxed_O2"})
    for (const std::string file : {">/dev/full", ">&-", "<&- >&-"}) {
      const Output output = run("(" + programs + program + " " + file + ")");
      EXPECT_EQ(output.status, 4) << program << " " << file << " printed:\n" << output.text;
      EXPECT_THAT(output.text, testing::HasSubstr("cannot write the standard output"));
    }
  const std::string json = testing::TempDir() + "vigil_programs_test.json";
  (void)run("(" + programs + "store_buffering_O2 --json " + json + " >&-)");
  std::stringstream verdict;
  verdict << std::ifstream(json).rdbuf();
  EXPECT_THAT(verdict.str(), testing::HasSubstr(R"("verdict":"holds")")) << "the output is no part of the verdict";
  fs::remove(json);
  const Output report = run(programs + "store_buffering_O2 --json /dev/full");
  EXPECT_EQ(report.status, 4) << report.text;
}

INSTANTIATE_TEST_SUITE_P(Programs, UnmodifiedProgram, testing::ValuesIn(sources()),
                         [](const auto& each) { return each.param.stem().string(); });

}  // namespace
