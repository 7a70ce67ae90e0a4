// Workers that are killed at any moment: the counts are those of a search that nobody disturbed.

#include "fixture.hpp"

#include <vigil/frontier/store.hpp>

#include <chrono>
#include <cstdint>
#include <random>
#include <thread>

namespace vigil::frontier {
namespace {

struct Case {
  Kind kind;
  const char* model;
  const char* executions;  // of a slice
  unsigned deaths;         // at least
};

class Deaths : public WithFile, public testing::WithParamInterface<Case> {
 protected:
  static constexpr unsigned kWorkers = 3;

  // Until the search has ended. How many workers were killed.
  [[nodiscard]] unsigned search() {
    const auto [kind, model, executions, enough] = GetParam();
    const auto where = place(kind);
    EXPECT_EQ(run("begin " + where + " " + model).status, 0);
    std::vector<pid_t> workers(kWorkers, 0);
    const auto store = frontier::open(where);
    unsigned deaths = 0;
    while (!store->standing().has_ended()) {
      for (pid_t& worker : workers)
        if (worker == 0) worker = start({"work", where, model, executions});
      std::this_thread::sleep_for(std::chrono::microseconds(random_() % 20'000));
      pid_t& victim = workers[random_() % kWorkers];
      kill(victim, SIGKILL);
      int status = 0;
      waitpid(victim, &status, 0);
      victim = 0;
      if (WIFSIGNALED(status)) ++deaths;
      const bool is_right = WIFSIGNALED(status) || WEXITSTATUS(status) == 0;
      EXPECT_TRUE(is_right) << log();
      if (!is_right) break;
    }
    for (const pid_t worker : workers)
      if (worker != 0) waitpid(worker, nullptr, 0);
    return deaths;
  }

  std::mt19937_64 random_{std::random_device()()};
};

TEST_P(Deaths, ChangeNoCount) {
  const auto due = run(std::string("whole ") + GetParam().model);
  ASSERT_EQ(due.status, 0);
  for (unsigned deaths = 0; deaths < GetParam().deaths;) {
    deaths += search();
    ASSERT_FALSE(HasFailure());
    const auto counts = run("counts " + place(GetParam().kind));
    ASSERT_EQ(counts.out, due.out) << "after " << deaths << " deaths; " << counts.err << log();
    remove_place(GetParam().kind);
  }
}

constexpr auto kFile = Kind::file, kServer = Kind::server;
INSTANTIATE_TEST_SUITE_P(OfWorkers, Deaths,
                         testing::Values(Case{kFile, "stack", "300", 60}, Case{kFile, "mutexes", "200", 60},
                                         Case{kFile, "mutexes-by-symmetry", "20", 40}, Case{kFile, "starting", "1", 40},
                                         Case{kFile, "contradicted", "1", 40}, Case{kFile, "racing", "100", 40},
                                         Case{kFile, "counters", "100", 40}, Case{kServer, "stack", "300", 40},
                                         Case{kServer, "starting", "1", 40}, Case{kServer, "contradicted", "1", 40},
                                         Case{kServer, "racing", "100", 40}),
                         [](const auto& each) {
                           std::string name = std::string(each.param.kind == kFile ? "file" : "server") + each.param.model;
                           std::erase(name, '-');
                           return name;
                         });

class ServerDeaths : public WithFile {};

// The server comes back with what it wrote to its log, and workers wait for it.
TEST_F(ServerDeaths, ChangeNoCount) {
  std::mt19937_64 random(std::random_device{}());
  const auto due = run("whole stack");
  const auto where = place(Kind::server);
  for (unsigned deaths = 0; deaths < 12;) {
    ASSERT_EQ(run("begin " + where + " stack").status, 0);
    const std::vector<pid_t> workers{start({"work", where, "stack", "150"}), start({"work", where, "stack", "220"})};
    const auto store = frontier::open(where);
    while (!store->standing().has_ended()) {
      std::this_thread::sleep_for(std::chrono::microseconds(random() % 60'000));
      server_->kill();
      server_->start();
      ++deaths;
    }
    for (const pid_t worker : workers) {
      int status = 0;
      waitpid(worker, &status, 0);
      EXPECT_EQ(status, 0) << log();
    }
    ASSERT_EQ(run("counts " + where).out, due.out) << "after " << deaths << " deaths of the server; " << log();
    remove_place(Kind::server);
  }
}

}  // namespace
}  // namespace vigil::frontier
