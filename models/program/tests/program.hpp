// The program, run with the fixture's models.

#pragma once

#include <gtest/gtest.h>

#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>
#include <algorithm>
#include <array>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <thread>
#include <vector>

namespace vigil::program_test {

namespace fs = std::filesystem;

struct Ended {
  int status = -1;
  std::string out;
  std::string err;
};

inline std::string contents(const fs::path& file) {
  std::ostringstream text;
  text << std::ifstream(file, std::ios::binary).rdbuf();
  return text.str();
}

class Program : public testing::Test {
 protected:
  void SetUp() override {
    std::string pattern = (fs::temp_directory_path() / "vigil-program-XXXXXX").string();
    ASSERT_NE(mkdtemp(pattern.data()), nullptr);
    directory_ = pattern;
  }
  void TearDown() override { fs::remove_all(directory_); }

  [[nodiscard]] fs::path file(const std::string& name) const { return directory_ / name; }

  [[nodiscard]] Ended run(const std::string& arguments, const std::string& program = VIGIL_FIXTURE) const {
    const auto command = program + " " + arguments + " >" + file("out").string() + " 2>" + file("err").string();
    const int status = std::system(command.c_str());
    return {WIFEXITED(status) ? WEXITSTATUS(status) : -1, contents(file("out")), contents(file("err"))};
  }

  // Wrong usage: status 2 and one line on stderr that contains `about`.
  void expect_wrong_usage(const std::string& arguments, const std::string& about) const {
    const auto ended = run(arguments);
    EXPECT_EQ(ended.status, 2) << arguments << "\n" << ended.out << ended.err;
    EXPECT_NE(ended.err.find(about), std::string::npos) << "no \"" << about << "\" in: " << ended.err;
    EXPECT_EQ(std::count(ended.err.begin(), ended.err.end(), '\n'), 1) << ended.err;
  }

  // Ctrl-C, or another signal, when the model says that it is under way. Ends when every process that the check began
  // has ended.
  [[nodiscard]] Ended interrupted(std::vector<const char*> arguments, int signal = SIGINT) const;

  fs::path directory_;
};

// What comes through a pipe until its other end is closed by everyone who has it.
inline std::string rest_of(int descriptor) {
  std::string text;
  std::array<char, 4096> buffer{};
  for (ssize_t count = 0; (count = read(descriptor, buffer.data(), buffer.size())) > 0;)
    text.append(buffer.data(), static_cast<std::size_t>(count));
  close(descriptor);
  return text;
}

inline Ended Program::interrupted(std::vector<const char*> arguments, int signal) const {
  const auto under_way = file("under-way");
  fs::remove(under_way);
  std::array<int, 2> ends{};
  if (pipe(ends.data()) != 0) return {};
  arguments.insert(arguments.begin(), VIGIL_FIXTURE);
  arguments.push_back(nullptr);
  const pid_t process = fork();
  if (process == 0) {
    dup2(ends[1], STDOUT_FILENO);
    close(ends[0]), close(ends[1]);
    setenv("VIGIL_FIXTURE_UNDER_WAY", under_way.c_str(), 1);
    execv(VIGIL_FIXTURE, const_cast<char* const*>(arguments.data()));
    _exit(127);
  }
  close(ends[1]);
  const auto patience = std::chrono::steady_clock::now() + std::chrono::seconds(60);
  while (!fs::exists(under_way) && std::chrono::steady_clock::now() < patience) std::this_thread::yield();
  kill(process, signal);
  int status = 0;
  waitpid(process, &status, 0);
  return {WIFEXITED(status) ? WEXITSTATUS(status) : -1, rest_of(ends[0]), {}};
}

inline bool has(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

inline std::string last_line(std::string text) {
  while (!text.empty() && text.back() == '\n') text.pop_back();
  return text.substr(text.rfind('\n') + 1);
}

}  // namespace vigil::program_test
