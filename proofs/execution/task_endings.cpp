// Does the receiver of a task learn what the task throws, and what it cannot keep?

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

// A value that can be moved so often, and not once more. Then it can be moved again.
struct Late {
  static inline int moves_left = 0;
  Late() = default;
  Late(Late&&) {
    if (moves_left-- == 0) throw std::length_error("too far");
  }
};

// Completes with one.
struct GivesLate {
  using values = std::tuple<Late>;
  template <class Receiver>
  struct Operation {
    Receiver receiver;
    void start() noexcept { ex::set_value(std::move(receiver), Late()); }
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

TEST_F(Tasks, WithoutAValueCanBeAwaited) {
  const auto awaits = []() -> Task<int> {
    co_await does_nothing();
    co_return 7;
  };
  EXPECT_EQ(ex::sync_wait(awaits()), std::tuple(7));
}

// Throws where other layers end the program.
struct Strict : StdAtomics {
  static void require(bool holds, const char* what) {
    if (!holds) throw std::logic_error(what);
  }
};

TEST_F(Tasks, AreNotUsedAfterTheyWereMovedFrom) {
  ex::task<void, Strict> work = []() -> ex::task<void, Strict> { co_return; }();
  const ex::task<void, Strict> owner = std::move(work);
  Ending ending;
  EXPECT_THROW(static_cast<void>(ex::connect(std::move(work), Noting{&ending})), std::logic_error);
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
      static_cast<void>(co_await GivesLate());
    } catch (const std::length_error&) {
      co_return 7;
    }
    co_return 0;
  };
  Late::moves_left = 0;
  EXPECT_EQ(ex::sync_wait(work()), std::tuple(7));
}

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
