// How long does steal_loop wait, and for what?

#include <vigil/deque/steal_loop.hpp>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstddef>
#include <optional>
#include <vector>

namespace vigil {
namespace {

using Result = StealResult<int>;

// An event: an attempt, a number of pauses in a row, or a yield.
enum class Kind { attempt, pauses, yield };
struct Event {
  Kind kind;
  std::size_t count;
  friend bool operator==(const Event&, const Event&) = default;
};
std::ostream& operator<<(std::ostream& out, const Event& event) {
  if (event.kind == Kind::attempt) return out << "attempt";
  if (event.kind == Kind::yield) return out << "yield";
  return out << "pause x" << event.count;
}

std::vector<Event> events;

struct NotingAtomics : StdAtomics {
  static void relax() noexcept {
    if (!events.empty() && events.back().kind == Kind::pauses) {
      ++events.back().count;
    } else {
      events.push_back({Kind::pauses, 1});
    }
  }
  static void yield() noexcept { events.push_back({Kind::yield, 1}); }
};

// Answers from a script.
class ScriptedVictim {
 public:
  using Job = int;
  explicit ScriptedVictim(std::size_t retries, Result last) : retries_(retries), last_(last) { events.clear(); }
  Result steal() {
    events.push_back({Kind::attempt, 1});
    if (retries_ == 0) return last_;
    --retries_;
    return Result::retry();
  }

 private:
  std::size_t retries_;
  Result last_;
};

constexpr Event kAttempt{Kind::attempt, 1};
constexpr Event kYield{Kind::yield, 1};
constexpr Event pauses(std::size_t count) { return {Kind::pauses, count}; }

TEST(StealLoop, TakesAJobThatIsThereAtOnce) {
  ScriptedVictim victim(0, Result::success(7));
  EXPECT_EQ(steal_loop<NotingAtomics>(victim), std::optional<int>(7));
  EXPECT_THAT(events, ::testing::ElementsAre(kAttempt));
}

TEST(StealLoop, LeavesAnEmptyVictimAtOnce) {
  ScriptedVictim victim(0, Result::empty());
  EXPECT_EQ(steal_loop<NotingAtomics>(victim), std::nullopt);
  EXPECT_THAT(events, ::testing::ElementsAre(kAttempt));
}

TEST(StealLoop, NeverMistakesARetryForEmpty) {
  ScriptedVictim victim(1, Result::success(7));
  EXPECT_EQ(steal_loop<NotingAtomics>(victim), std::optional<int>(7));
}

TEST(StealLoop, PausesTwiceAsLongEachTimeUpTo32ThenGivesTheProcessorUp) {
  ScriptedVictim victim(8, Result::empty());
  EXPECT_EQ(steal_loop<NotingAtomics>(victim), std::nullopt);
  EXPECT_THAT(events, ::testing::ElementsAre(kAttempt, pauses(1), kAttempt, pauses(2), kAttempt, pauses(4), kAttempt,
                                             pauses(8), kAttempt, pauses(16), kAttempt, pauses(32), kAttempt, kYield,
                                             kAttempt, kYield, kAttempt));
}

}  // namespace
}  // namespace vigil
