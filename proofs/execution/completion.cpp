// Does an operation complete once, as P2300 requires, when its values throw and another thread stops it?

#include <vigil/execution/execution.hpp>

#include <gtest/gtest.h>

#include <exception>
#include <optional>
#include <stdexcept>
#include <string>
#include <tuple>
#include <utility>

namespace vigil {
namespace {

namespace ex = vigil::execution;

// Completes as stopped.
struct Stopped {
  using values = std::tuple<int>;
  template <class Receiver>
  struct Operation {
    Receiver receiver;
    void start() noexcept { ex::set_stopped(std::move(receiver)); }
  };
  template <class Receiver>
  auto connect(Receiver receiver) const {
    return Operation<Receiver>{std::move(receiver)};
  }
};

// Completes with what its stop token says: whether a stop is possible, and whether it is requested.
struct Asks {
  using values = std::tuple<bool, bool>;
  template <class Receiver>
  struct Operation {
    Receiver receiver;
    void start() noexcept {
      const auto token = ex::get_stop_token(ex::get_env(receiver));
      ex::set_value(std::move(receiver), token.stop_possible(), token.stop_requested());
    }
  };
  template <class Receiver>
  auto connect(Receiver receiver) const {
    return Operation<Receiver>{std::move(receiver)};
  }
};

auto fails(const char* what) {
  return ex::just() | ex::then([what] { throw std::runtime_error(what); });
}

std::string error_of(auto work) {
  try {
    EXPECT_FALSE(ex::sync_wait(std::move(work)).has_value()) << "no value is due";
  } catch (const std::runtime_error& error) {
    return error.what();
  }
  return "stopped";
}

TEST(Completion, OfAllIsTheFirstErrorOrStop) {
  EXPECT_EQ(error_of(ex::when_all(fails("first"), ex::just(1), fails("second"))), "first");
  EXPECT_EQ(error_of(ex::when_all(fails("first"), Stopped())), "first");
  EXPECT_EQ(error_of(ex::when_all(ex::just(1), Stopped(), fails("second"))), "stopped");
  EXPECT_EQ(error_of(ex::when_all(ex::just(1), Stopped())), "stopped");
  EXPECT_EQ(error_of(ex::when_all(Stopped(), ex::just(1))), "stopped");
}

TEST(Completion, PassesThroughThen) {
  bool is_called = false;
  EXPECT_EQ(error_of(Stopped() | ex::then([&](int) { is_called = true; })), "stopped");
  EXPECT_EQ(error_of(fails("first") | ex::then([&] { is_called = true; })), "first");
  EXPECT_FALSE(is_called);
}

TEST(Completion, OfAllIsStoppedBeforeAnySenderIsStarted) {
  ex::stop_source source;
  source.request_stop();
  bool is_called = false;
  const auto calls = ex::just() | ex::then([&] { is_called = true; });
  EXPECT_EQ(ex::sync_wait(ex::when_all(calls, calls), source.get_token()), std::nullopt);
  EXPECT_FALSE(is_called);
}

TEST(StopToken, OfOneOfAllTellsOfTheOthers) {
  EXPECT_EQ(ex::sync_wait(ex::when_all(Asks(), Asks())), std::tuple(true, false, true, false));
  std::optional<bool> seen;
  const auto notes = Asks() | ex::then([&](bool, bool is_requested) { seen = is_requested; });
  EXPECT_EQ(error_of(ex::when_all(fails("first"), notes)), "first");
  EXPECT_EQ(seen, true);
  EXPECT_EQ(error_of(ex::when_all(Stopped(), notes)), "stopped");
  EXPECT_EQ(seen, true);
}

TEST(StopToken, OfOneOfAllPassesOnTheRequestOfTheCaller) {
  ex::stop_source source;
  bool seen = false;
  const auto work = ex::when_all(ex::just() | ex::then([&] { source.request_stop(); }),
                                 Asks() | ex::then([&](bool, bool is_requested) { seen = is_requested; }));
  EXPECT_EQ(ex::sync_wait(work, source.get_token()), std::tuple());
  EXPECT_TRUE(seen);
}

TEST(StopToken, ThatNeverStopsSaysSo) {
  EXPECT_FALSE(ex::never_stop_token::stop_possible());
  EXPECT_FALSE(ex::never_stop_token::stop_requested());
  EXPECT_EQ(ex::sync_wait(Asks()), std::tuple(false, false));
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

TEST(Completion, IsAnErrorWhereverAValueCannotBeMoved) {
  const auto make = ex::just() | ex::then([] { return Fragile(); });
  int moves = 0;
  for (bool has_broken = true; has_broken; ++moves) {
    Fragile::moves_left = moves;
    has_broken = false;
    try {
      EXPECT_TRUE(ex::sync_wait(ex::when_all(make, ex::just(1))).has_value()) << "it was neither broken nor stopped";
    } catch (const Fragile::Broken&) {
      has_broken = true;
    }
  }
  EXPECT_GE(moves, 4) << "into the operation, out of it, into the state of the waiting thread, and out of that";
}

}  // namespace
}  // namespace vigil
