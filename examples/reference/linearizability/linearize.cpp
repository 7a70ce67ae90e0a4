#include <vigil/linearizability/linearize.hpp>

#include <gtest/gtest.h>

#include <string>

namespace {

//! [example]
// An object of one's own: a counter. Its call is `increment`, which answers with the number before.
struct Increment {
  int answer = 0;
};
std::string to_string(const Increment& call) { return "increment returns " + std::to_string(call.answer); }

struct CounterSpec {
  using State = int;
  static bool apply(State& count, const Increment& call) { return count++ == call.answer; }
};

TEST(LinearizeReference, ExplainsAHistoryOrSaysHowFarItGoes) {
  using namespace vigil::linearizability;
  // Two calls at the same time, and one after both.
  const History<Increment> right{{{1}, 0, 0}, {{0}, 1, 0}, {{2}, 0, only(0) | only(1)}};
  EXPECT_TRUE(linearize<CounterSpec>(right).exists);

  // Both get the same number: one increment is lost.
  const History<Increment> wrong{{{0}, 0, 0}, {{0}, 1, 0}};
  const Linearization found = linearize<CounterSpec>(wrong);
  EXPECT_FALSE(found.exists);
  EXPECT_TRUE(describe(wrong, found).starts_with("no explanation goes further than: increment returns 0; \n"));
}
//! [example]

}  // namespace
