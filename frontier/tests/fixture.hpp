// The fixture's processes, and files for them.

#pragma once

#include "redis_server.hpp"

#include <vigil/checker/frontier.hpp>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <functional>
#include <memory>
#include <sstream>
#include <string>
#include <vector>

namespace vigil::frontier {

namespace fs = std::filesystem;

struct Ended {
  int status = -1;  // -1: by a signal
  std::string out, err;
};

enum class Kind { file, server };

class WithFile : public testing::Test {
 protected:
  void SetUp() override {
    std::string pattern = (fs::temp_directory_path() / "vigil-frontier-XXXXXX").string();
    ASSERT_NE(mkdtemp(pattern.data()), nullptr);
    directory_ = pattern;
  }
  void TearDown() override {
    server_.reset();
    fs::remove_all(directory_);
  }

  [[nodiscard]] std::string file() const { return (directory_ / "search.db").string(); }
  // Where a search is kept, on a server of its own if it is to be one.
  [[nodiscard]] std::string place(Kind kind) {
    if (kind == Kind::file) return file();
    if (server_ == nullptr) server_ = std::make_unique<RedisServer>(directory_.string());
    return server_->place();
  }
  void remove_place(Kind kind) const {
    if (kind == Kind::file)
      remove_file();
    else
      server_->command("flushall");
  }
  void remove_file() const {
    for (const char* const part : {"", "-wal", "-shm"}) fs::remove(file() + part);
  }

  // `before`: what a shell does first, as "ulimit -f 100;". What does not end is a failure.
  [[nodiscard]] Ended run(const std::string& arguments, const std::string& before = {}) const {
    const auto out = (directory_ / "out").string(), err = (directory_ / "err").string();
    const auto command = before + "timeout 60 " VIGIL_FRONTIER_FIXTURE " " + arguments + " >" + out + " 2>" + err;
    const int status = std::system(command.c_str());
    return {WIFEXITED(status) ? WEXITSTATUS(status) : -1, contents(out), contents(err)};
  }

  [[nodiscard]] pid_t start(std::vector<std::string> arguments) const {
    const pid_t process = fork();
    if (process != 0) return process;
    std::vector<char*> pointers{const_cast<char*>(VIGIL_FRONTIER_FIXTURE)};
    for (auto& argument : arguments) pointers.push_back(argument.data());
    pointers.push_back(nullptr);
    const int log = open((directory_ / "log").c_str(), O_CREAT | O_WRONLY | O_APPEND, 0600);
    dup2(log, STDOUT_FILENO), dup2(log, STDERR_FILENO);
    execv(VIGIL_FRONTIER_FIXTURE, pointers.data());
    _exit(127);
  }
  [[nodiscard]] std::string log() const { return contents(directory_ / "log"); }

  // By an error of one line.
  static void expect_refused(const std::function<void()>& what, const std::string& about) {
    try {
      what();
      FAIL() << "nothing is refused, but: " << about;
    } catch (const checker::FrontierError& error) {
      EXPECT_THAT(error.what(), testing::HasSubstr(about));
      EXPECT_EQ(std::string(error.what()).find('\n'), std::string::npos);
    }
  }

  static std::string contents(const fs::path& file) {
    std::ostringstream text;
    text << std::ifstream(file, std::ios::binary).rdbuf();
    return text.str();
  }

  fs::path directory_;
  std::unique_ptr<RedisServer> server_;
};

}  // namespace vigil::frontier
