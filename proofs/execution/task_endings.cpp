// Does what a task throws, and what it cannot keep, reach whoever awaits it?

#include "task_parts.hpp"

#include <vigil/execution/execution.hpp>

#include <gtest/gtest.h>

#include <exception>
#include <memory>
#include <stdexcept>
#include <string>
#include <tuple>
#include <utility>

namespace vigil::task_proofs {

// Not inlined, so that the compiler cannot put their frames into that of the caller.
[[gnu::noinline]] Task<> does_nothing() { co_return; }
[[gnu::noinline]] Task<> throws_without_a_value() {
  co_await ex::just();
  throw std::out_of_range("here");
}

// A value that cannot be moved.
struct Stuck {
  Stuck() = default;
  Stuck(Stuck&&) { throw std::length_error("it stays"); }
};

// Completes with one.
struct GivesStuck {
  using values = std::tuple<Stuck>;
  template <class Receiver>
  struct Operation {
    Receiver receiver;
    void start() noexcept { ex::set_value(std::move(receiver), Stuck()); }
  };
  template <class Receiver>
  auto connect(Receiver receiver) const {
    return Operation<Receiver>{std::move(receiver)};
  }
};

TEST_F(Tasks, WithoutAValuePassOnWhatTheyThrow) {
  const auto catches = []() -> Task<int> {
    try {
      co_await throws_without_a_value();
    } catch (const std::out_of_range&) {
      co_return 7;
    }
    co_return 0;
  };
  EXPECT_EQ(ex::sync_wait(catches()), std::tuple(7));
  EXPECT_THROW(ex::sync_wait(throws_without_a_value()), std::out_of_range);
}

TEST_F(Tasks, WithoutAValueFreeTheirFrameBeforeTheirReceiverLearnsOfTheEnd) {
  for (const std::string how : {"value", "error"}) {
    Ending ending;
    auto operation = ex::connect(how == "value" ? does_nothing() : throws_without_a_value(), Noting{&ending});
    ex::start(operation);
    EXPECT_EQ(ending.how, how);
    EXPECT_EQ(ending.completions, 1);
    EXPECT_EQ(ending.frames_left, 0) << how;
  }
}

TEST_F(Tasks, ThrowWhereTheValueOfASenderCannotBeKept) {
  const auto work = []() -> Task<int> {
    try {
      static_cast<void>(co_await GivesStuck());
    } catch (const std::length_error&) {
      co_return 7;
    }
    co_return 0;
  };
  EXPECT_EQ(ex::sync_wait(work()), std::tuple(7));
}

// Moves as often as it has to come into the task's result, and no further.
struct Late {
  static inline int moves_left = 0;
  Late() = default;
  Late(Late&&) {
    if (moves_left-- == 0) throw std::length_error("too far");
  }
};

TEST_F(Tasks, FreeTheirFrameBeforeTheirReceiverLearnsThatTheirValueCannotBeMoved) {
  const auto gives = []() -> Task<Late> { co_return Late(); };
  Ending ending;
  for (int moves = 0; ending.how != "value"; ++moves) {
    ASSERT_LT(moves, 10);
    Late::moves_left = moves;
    ending = {};
    auto operation = ex::connect(gives(), Noting{&ending});
    ex::start(operation);
    EXPECT_EQ(ending.completions, 1);
    EXPECT_EQ(ending.frames_left, 0) << ending.how << " after " << moves;
  }
}

}  // namespace vigil::task_proofs
