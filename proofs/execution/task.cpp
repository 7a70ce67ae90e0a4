// Does a task end once, on its scheduler, with its frames freed, in whichever way what it awaits completes?

#include "task_parts.hpp"

#include <vigil/pool/scheduler.hpp>

#include <gtest/gtest.h>

#include <memory>
#include <new>
#include <optional>
#include <stdexcept>
#include <string>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

namespace vigil::task_proofs {

static_assert(ex::sender<ex::task<int>> && ex::sender<ex::task<>>);
static_assert(std::is_nothrow_move_constructible_v<ex::task<int>> && !std::is_copy_constructible_v<ex::task<int>>);
static_assert(std::is_same_v<ex::values_of_t<ex::task<>>, std::tuple<>>);

// A scheduler that lets work run at once, on the thread that starts it.
struct InlineScheduler {
  [[nodiscard]] static auto schedule() { return ex::just(); }
  friend bool operator==(InlineScheduler, InlineScheduler) = default;
};

// Not inlined, so that the compiler cannot put their frames into that of the caller.
[[gnu::noinline]] Task<int> number(int value) { co_return value; }
[[gnu::noinline]] Task<int> sum_of(int count) {
  int sum = 0;
  for (int i = 0; i != count; ++i) sum += co_await number(1);
  co_return sum;
}
[[gnu::noinline]] Task<long> keeps(std::shared_ptr<int> argument) { co_return argument.use_count(); }
Task<int> fails() {
  co_await ex::just();
  throw std::out_of_range("here");
}

TEST_F(Tasks, AreLazy) {
  bool is_called = false;
  const auto calls = [](bool& called) -> Task<> {
    called = true;
    co_return;
  };
  Task<> work = calls(is_called);
  EXPECT_EQ(Counted::frames, 1);
  EXPECT_FALSE(is_called);
  EXPECT_TRUE(ex::sync_wait(std::move(work)).has_value());
  EXPECT_TRUE(is_called);
}

TEST_F(Tasks, AwaitSendersWithNoneOneAndMoreValues) {
  const auto work = []() -> Task<std::string> {
    co_await ex::just();
    const int one = co_await ex::just(1);
    const auto [two, three] = co_await ex::just(2, std::string("three"));
    auto pointer = co_await (ex::just() | ex::then([] { return std::make_unique<int>(4); }));
    co_return std::to_string(one) + std::to_string(two) + three + std::to_string(*pointer);
  };
  EXPECT_EQ(ex::sync_wait(work()), std::tuple(std::string("12three4")));
  // A task without a value can return it only if it is void.
  const auto none = []() -> Task<> { co_return co_await ex::just(); };
  EXPECT_TRUE(ex::sync_wait(none()).has_value());
}

TEST_F(Tasks, AreSenders) {
  EXPECT_EQ(ex::sync_wait(number(3) | ex::then([](int value) { return 2 * value; })), std::tuple(6));
  EXPECT_EQ(ex::sync_wait(ex::when_all(number(1), number(2), ex::just(3))), std::tuple(1, 2, 3));
  const auto work = []() -> Task<int> {
    auto [left, right] = co_await ex::when_all(sum_of(3), sum_of(4));
    co_return left* right;
  };
  EXPECT_EQ(ex::sync_wait(work()), std::tuple(12));
}

TEST_F(Tasks, GiveWhatCannotBeCopied) {
  const auto inner = []() -> Task<std::unique_ptr<int>> { co_return std::make_unique<int>(7); };
  const auto outer = [&]() -> Task<std::unique_ptr<int>> { co_return co_await inner(); };
  EXPECT_EQ(*std::get<0>(ex::sync_wait(outer()).value()), 7);
}

TEST_F(Tasks, PassExceptionsToTheTaskThatAwaits) {
  const auto outer = []() -> Task<std::string> {
    try {
      co_await fails();
    } catch (const std::out_of_range& error) {
      co_return error.what();
    }
    co_return "nothing";
  };
  EXPECT_EQ(ex::sync_wait(outer()), std::tuple(std::string("here")));
  EXPECT_THROW(ex::sync_wait(fails()), std::out_of_range);
}

TEST_F(Tasks, ThrowTheErrorOfASender) {
  const auto work = []() -> Task<int> {
    try {
      co_await (ex::just() | ex::then([] { throw 7; }));
    } catch (int thrown) {
      co_return thrown;
    }
    co_return 0;
  };
  EXPECT_EQ(ex::sync_wait(work()), std::tuple(7));
}

TEST_F(Tasks, ThatAreStoppedUnwindInnermostFirstWithoutAnException) {
  std::vector<int> destroyed;
  bool has_caught = false;
  const auto inner = [&]() -> Task<> {
    const Local local(destroyed, 1);
    co_await ex::just_stopped();
    ADD_FAILURE() << "resumed";
  };
  const auto outer = [&]() -> Task<> {
    const Local local(destroyed, 2);
    try {
      const Local nearer(destroyed, 3);
      co_await inner();
    } catch (...) {
      has_caught = true;
    }
    ADD_FAILURE() << "resumed";
  };
  EXPECT_EQ(ex::sync_wait(outer()), std::nullopt);
  EXPECT_EQ(destroyed, (std::vector{1, 3, 2}));
  EXPECT_FALSE(has_caught);
}

#if defined(__cpp_lib_jthread)
TEST_F(Tasks, SeeTheStopTokenOfTheirReceiver) {
  ex::stop_source source;
  const auto asks = []() -> Task<bool> {
    const auto token = co_await ex::read_env(ex::get_stop_token);
    co_return token.stop_requested();
  };
  const auto work = [&]() -> Task<std::pair<bool, bool>> {
    const bool before = co_await asks();
    source.request_stop();
    co_return std::pair(before, co_await asks());
  };
  EXPECT_EQ(ex::sync_wait(work(), source.get_token()),
            std::optional(std::tuple<std::pair<bool, bool>>(std::pair(false, true))));
}

TEST_F(Tasks, LetWhatTheyAwaitSeeTheStopToken) {
  ThreadPool pool({.workers = 1});
  ex::stop_source source;
  source.request_stop();
  const auto work = [&]() -> Task<> {
    co_await ex::schedule(scheduler_of(pool));
    ADD_FAILURE() << "resumed";
  };
  EXPECT_EQ(ex::sync_wait(work(), source.get_token()), std::nullopt);
}
#endif

TEST_F(Tasks, FreeTheirFrameIfTheyAreNeverConnected) {
  {
    const Task<int> never = number(1);
    Task<int> moved = number(2);
    Task<int> other = std::move(moved);
    moved = number(3);
    EXPECT_EQ(Counted::frames, 3);
  }
  EXPECT_EQ(Counted::allocated, 3);
}

TEST_F(Tasks, FreeTheirFrameIfTheyAreConnectedAndNeverStarted) {
  Ending ending;
  {
    const auto operation = ex::connect(number(1), Noting{&ending});
    EXPECT_EQ(Counted::frames, 1);
  }
  EXPECT_EQ(Counted::frames, 0);
  EXPECT_EQ(ending.completions, 0);
}

TEST_F(Tasks, FreeTheirFrameBeforeTheirReceiverLearnsOfTheEnd) {
  const auto stops = []() -> Task<int> {
    co_await ex::just_stopped();
    co_return 0;
  };
  for (const std::string how : {"value", "error", "stopped"}) {
    Ending ending;
    auto operation = ex::connect(how == "value" ? sum_of(2) : how == "error" ? fails() : stops(), Noting{&ending});
    ex::start(operation);
    EXPECT_EQ(ending.how, how);
    EXPECT_EQ(ending.completions, 1);
    EXPECT_EQ(ending.frames_left, 0) << how;
  }
}

// A sender that cannot be connected.
struct Unconnectable {
  using values = std::tuple<>;
  template <class Receiver>
  struct Operation {
    void start() noexcept {}
  };
  template <class Receiver>
  Operation<Receiver> connect(Receiver) const {
    throw std::out_of_range("no memory, perhaps");
  }
};

TEST_F(Tasks, CatchWhatConnectThrows) {
  const auto work = []() -> Task<int> {
    try {
      co_await Unconnectable();
    } catch (const std::out_of_range&) {
      co_return 7;
    }
    co_return 0;
  };
  EXPECT_EQ(ex::sync_wait(work()), std::tuple(7));
  EXPECT_THROW(ex::sync_wait(ex::starts_on(InlineScheduler(), Unconnectable())), std::out_of_range);
}

// A value that throws when it is moved once too often.
struct Fragile {
  static inline int moves_left = 0;
  struct Broken : std::exception {};

  Fragile() = default;
  Fragile(Fragile&&) {
    if (moves_left-- == 0) throw Broken();
  }
};

TEST_F(Tasks, EndWithAnErrorWhereverAValueCannotBeMoved) {
  const auto inner = []() -> Task<Fragile> { co_return Fragile(); };
  const auto outer = [&]() -> Task<Fragile> { co_return co_await inner(); };
  int moves = 0;
  for (bool has_broken = true; has_broken; ++moves) {
    Fragile::moves_left = moves;
    has_broken = false;
    try {
      EXPECT_TRUE(ex::sync_wait(outer()).has_value()) << "it was neither broken nor stopped";
    } catch (const Fragile::Broken&) {
      has_broken = true;
    }
    EXPECT_EQ(Counted::frames, 0);
  }
  EXPECT_GE(moves, 4) << "into each result and out of it";
}

TEST_F(Tasks, FreeTheirFrameIfTheyAreGivenToASchedulerAndNeverStarted) {
  Ending ending;
  {
    const auto operation = ex::connect(ex::starts_on(InlineScheduler(), number(1)), Noting{&ending});
    EXPECT_EQ(Counted::frames, 1);
  }
  EXPECT_EQ(Counted::frames, 0);
  EXPECT_EQ(ending.completions, 0);
}

TEST_F(Tasks, ThrowWhereThereIsNoMemoryForTheirFrame) {
  const auto kept = std::make_shared<int>(1);
  Counted::left = 0;
  EXPECT_THROW(static_cast<void>(keeps(kept)), std::bad_alloc);
  EXPECT_EQ(kept.use_count(), 1) << "the argument was destroyed";

  // In a task it is an exception of the body.
  Counted::left = 3;
  EXPECT_THROW(ex::sync_wait(sum_of(5)), std::bad_alloc);
}

TEST_F(Tasks, TakeTheSameStackHoweverManyTheyAwait) {
  constexpr int kMany = 1'000'000;
  EXPECT_EQ(ex::sync_wait(sum_of(kMany)), std::tuple(kMany));

  const auto awaits_senders = []() -> Task<int> {
    int sum = 0;
    for (int i = 0; i != kMany; ++i) sum += co_await ex::just(1);
    co_return sum;
  };
  EXPECT_EQ(ex::sync_wait(awaits_senders()), std::tuple(kMany));
}

// A chain of tasks, each of which awaits the next. The innermost one ends it.
enum class Innermost { returns, throws, stops };
Task<int> chain(int length, Innermost how) {
  if (length != 0) co_return 1 + co_await chain(length - 1, how);
  if (how == Innermost::throws) throw std::out_of_range("the end");
  if (how == Innermost::stops) co_await ex::just_stopped();
  co_return 0;
}

TEST_F(Tasks, TakeTheSameStackHoweverLongTheirChainIs) {
  constexpr int kMany = 1'000'000;
  EXPECT_EQ(ex::sync_wait(chain(kMany, Innermost::returns)), std::tuple(kMany));
  EXPECT_EQ(ex::sync_wait(chain(kMany, Innermost::stops)), std::nullopt);
  EXPECT_THROW(ex::sync_wait(chain(10'000, Innermost::throws)), std::out_of_range);
}

}  // namespace vigil::task_proofs
