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
  const char* model;
  const char* executions;  // of a slice
  unsigned deaths;         // at least
};

class Deaths : public WithFile, public testing::WithParamInterface<Case> {
 protected:
  static constexpr unsigned kWorkers = 3;

  // Until the search has ended. How many workers were killed.
  [[nodiscard]] unsigned search() {
    const auto [model, executions, enough] = GetParam();
    EXPECT_EQ(run("begin " + file() + " " + model).status, 0);
    std::vector<pid_t> workers(kWorkers, 0);
    const auto store = open_file(file());
    unsigned deaths = 0;
    while (!store->standing().has_ended()) {
      for (pid_t& worker : workers)
        if (worker == 0) worker = start({"work", file(), model, executions});
      std::this_thread::sleep_for(std::chrono::microseconds(random_() % 20'000));
      pid_t& victim = workers[random_() % kWorkers];
      kill(victim, SIGKILL);
      int status = 0;
      waitpid(victim, &status, 0);
      victim = 0;
      if (WIFSIGNALED(status)) ++deaths;
      EXPECT_TRUE(WIFSIGNALED(status) || WEXITSTATUS(status) == 0) << log();
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
    const auto counts = run("counts " + file());
    ASSERT_EQ(counts.out, due.out) << "after " << deaths << " deaths; " << counts.err << log();
    remove_file();
  }
}

INSTANTIATE_TEST_SUITE_P(OfWorkers, Deaths,
                         testing::Values(Case{"stack", "300", 60}, Case{"mutexes", "200", 60},
                                         Case{"mutexes-by-symmetry", "20", 40}, Case{"starting", "1", 40},
                                         Case{"contradicted", "1", 40}, Case{"racing", "100", 40},
                                         Case{"counters", "100", 40}),
                         [](const auto& each) {
                           std::string name = each.param.model;
                           std::erase(name, '-');
                           return name;
                         });

}  // namespace
}  // namespace vigil::frontier
