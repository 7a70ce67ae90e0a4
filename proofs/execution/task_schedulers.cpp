// Does a task end as it should wherever its scheduler fails, or refuses?

#include "leaks.hpp"
#include "task_parts.hpp"

#include <vigil/execution/execution.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <exception>
#include <functional>
#include <limits>
#include <stdexcept>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

namespace vigil::task_proofs {

// How a scheduler answers.
enum class Mood { lets_run, fails, refuses, throws };
constexpr std::array kRefusals{Mood::fails, Mood::refuses, Mood::throws};

struct Moods {
  std::vector<Mood> moods;  // one after the other; the last one stays
  std::size_t asked = 0;
  int operations = 0;  // there are

  Mood next() { return moods[std::min(asked++, moods.size() - 1)]; }
};

// Lets work run at once, on the thread that asks for it, if its mood is so. Its operations have this size, or more.
template <std::size_t kBytes>
struct Moody {
  Moods* moods;

  struct Sender {
    using values = std::tuple<>;
    Moods* moods;

    template <class Receiver>
    struct Operation {
      Operation(Moods& all, Receiver given) : moods(all), receiver(std::move(given)), mood(all.next()) {
        if (mood == Mood::throws) throw std::out_of_range("connect");
        ++moods.operations;
      }
      ~Operation() { --moods.operations; }
      Operation(const Operation&) = delete;
      Operation& operator=(const Operation&) = delete;

      void start() noexcept {
        if (mood == Mood::lets_run)
          ex::set_value(std::move(receiver));
        else if (mood == Mood::refuses)
          ex::set_stopped(std::move(receiver));
        else
          ex::set_error(std::move(receiver), std::make_exception_ptr(std::out_of_range("start")));
      }

      Moods& moods;
      Receiver receiver;
      Mood mood;
      std::array<std::byte, kBytes> room;
    };
    template <class Receiver>
    auto connect(Receiver receiver) const {
      return Operation<Receiver>(*moods, std::move(receiver));
    }
  };
  [[nodiscard]] Sender schedule() const { return {moods}; }
  friend bool operator==(const Moody&, const Moody&) = default;
};

// Completes when the test says so, outside of the task.
struct ByHand {
  using values = std::tuple<>;
  std::function<void(bool)>* complete;  // as stopped, or not

  template <class Receiver>
  struct Operation {
    std::function<void(bool)>* complete;
    Receiver receiver;
    void start() noexcept {
      *complete = [this](bool is_stopped) {
        is_stopped ? ex::set_stopped(std::move(receiver)) : ex::set_value(std::move(receiver));
      };
    }
  };
  template <class Receiver>
  auto connect(Receiver receiver) const {
    return Operation<Receiver>{complete, std::move(receiver)};
  }
};

class TaskSchedulers : public Tasks {
 protected:
  // Runs a task that awaits a sender which is completed by hand, and then asks its scheduler.
  Ending after_an_await(Mood mood, bool is_stopped) {
    Moods moods{{Mood::lets_run, mood}};
    std::function<void(bool)> complete;
    has_resumed_ = false;
    const auto work = [](std::function<void(bool)>& by_hand, bool& resumed) -> Task<> {
      co_await ByHand{&by_hand};
      resumed = true;
    };
    Ending ending;
    {
      auto operation = ex::connect(ex::starts_on(Moody<1>{&moods}, work(complete, has_resumed_)), Noting{&ending});
      ex::start(operation);
      EXPECT_EQ(ending.completions, 0);
      auto by_hand = complete;
      by_hand(is_stopped);
    }
    EXPECT_EQ(moods.asked, 2U);
    EXPECT_EQ(moods.operations, 0);
    return ending;
  }

  // Runs a task that schedules itself on the scheduler that it has.
  template <std::size_t kBytes>
  Ending after_scheduling(Mood mood) {
    Moods moods{{Mood::lets_run, mood}};
    has_resumed_ = false;
    const auto work = [](Moods& of_task, int& operations, bool& resumed) -> Task<> {
      const auto mine = co_await ex::read_env(ex::get_scheduler);
      operations = of_task.operations;
      co_await ex::schedule(mine);
      resumed = true;
      EXPECT_EQ(of_task.operations, operations) << "the operation ends before what waited goes on";
    };
    Ending ending;
    int operations = 0;
    {
      auto operation =
          ex::connect(ex::starts_on(Moody<kBytes>{&moods}, work(moods, operations, has_resumed_)), Noting{&ending});
      ex::start(operation);
    }
    EXPECT_EQ(moods.asked, 2U);
    EXPECT_EQ(moods.operations, 0);
    return ending;
  }

  void expect(const Ending& ending, const char* how) const {
    EXPECT_EQ(ending.completions, 1);
    EXPECT_EQ(ending.how, how);
    EXPECT_EQ(ending.frames_left, 0);
    EXPECT_EQ(has_resumed_, ending.how == "value");
  }

  bool has_resumed_ = false;
};

TEST_F(TaskSchedulers, LetATaskGoOnThatHasAwaitedSomethingElsewhere) {
  expect(after_an_await(Mood::lets_run, false), "value");
  expect(after_an_await(Mood::lets_run, true), "stopped");
}

TEST_F(TaskSchedulers, StopATaskThatHasAwaitedSomethingElsewhereIfTheyRefuseIt) {
  for (const Mood mood : kRefusals)
    for (const bool is_stopped : {false, true}) expect(after_an_await(mood, is_stopped), "stopped");
}

TEST_F(TaskSchedulers, LetATaskGoOnThatSchedulesItself) {
  expect(after_scheduling<1>(Mood::lets_run), "value");
  expect(after_scheduling<1'024>(Mood::lets_run), "value");
}

TEST_F(TaskSchedulers, StopATaskThatSchedulesItselfIfTheyRefuseIt) {
  for (const Mood mood : kRefusals) {
    expect(after_scheduling<1>(mood), "stopped");
    expect(after_scheduling<1'024>(mood), "stopped");
  }
}

TEST_F(TaskSchedulers, EndTheirOperationBeforeWhatWaitedGoesOn) {
  Moods moods{{Mood::lets_run}};
  const auto work = [](Moods& of_task) -> Task<int> {
    const auto mine = co_await ex::read_env(ex::get_scheduler);
    const int operations = of_task.operations;
    co_return co_await (ex::schedule(mine) | ex::then([&] { return of_task.operations - operations; }));
  };
  EXPECT_EQ(ex::sync_wait(ex::starts_on(Moody<1>{&moods}, work(moods))), std::tuple(0));
}

TEST_F(TaskSchedulers, AreNotAskedAfterAnAwaitThatHasEndedInItsStart) {
  Moods moods{{Mood::lets_run}};
  const auto work = []() -> Task<int> {
    const auto runs_another = [] { return std::get<0>(ex::sync_wait([]() -> Task<int> { co_return 7; }()).value()); };
    co_return co_await (ex::just() | ex::then(runs_another));
  };
  EXPECT_EQ(ex::sync_wait(ex::starts_on(Moody<1>{&moods}, work())), std::tuple(7));
  EXPECT_EQ(moods.asked, 1U) << "the other task has left its trampoline before the first one goes on";
}

TEST_F(TaskSchedulers, LeaveNoMemoryBehind) {
  for (const Mood mood : {Mood::lets_run, Mood::fails, Mood::refuses, Mood::throws})
    EXPECT_FALSE(proofs::leaks([&] { (void)after_scheduling<1'024>(mood); }));
}

// Lets work run at once. Its operations are larger than memory, if a task has to allocate them.
struct Vast {
  template <class Receiver>
  static constexpr bool kIsAllocated = requires(const Receiver& receiver) {
    receiver.waiting;
  };

  struct Sender {
    using values = std::tuple<>;
    template <class Receiver>
    struct Operation {
      explicit Operation(Receiver given) : receiver(std::move(given)) {}
      void start() noexcept { ex::set_value(std::move(receiver)); }

      Receiver receiver;
      std::array<std::byte, kIsAllocated<Receiver> ? std::numeric_limits<std::size_t>::max() / 16 : 1> room;
    };
    template <class Receiver>
    auto connect(Receiver receiver) const {
      return Operation<Receiver>(std::move(receiver));
    }
  };
  [[nodiscard]] static Sender schedule() { return {}; }
  friend bool operator==(Vast, Vast) = default;
};

TEST_F(TaskSchedulers, StopATaskThatSchedulesItselfIfThereIsNoMemory) {
#if defined(VIGIL_PROOFS_KNOW_LEAKS)
  has_resumed_ = false;
  const auto work = [](bool& resumed) -> Task<> {
    co_await ex::schedule(co_await ex::read_env(ex::get_scheduler));
    resumed = true;
  };
  Ending ending;
  {
    auto operation = ex::connect(ex::starts_on(Vast(), work(has_resumed_)), Noting{&ending});
    ex::start(operation);
  }
  expect(ending, "stopped");
#else
  GTEST_SKIP() << "a sanitizer ends programs that ask for so much";
#endif
}

TEST_F(TaskSchedulers, EndWhatIsStartedOnThemAsTheyEnd) {
  const auto ending_on = [](Mood mood) {
    Moods moods{{mood}};
    Ending ending;
    bool has_begun = false;
    // Connected twice: a copy each time.
    const auto work = ex::starts_on(Moody<1>{&moods}, ex::just() | ex::then([&] { has_begun = true; }));
    for (int i = 0; i != 2; ++i) {
      auto operation = ex::connect(work, Noting{&ending});
      ex::start(operation);
    }
    EXPECT_EQ(ending.completions, 2);
    EXPECT_EQ(has_begun, mood == Mood::lets_run);
    return ending.how;
  };
  EXPECT_EQ(ending_on(Mood::lets_run), "value");
  EXPECT_EQ(ending_on(Mood::fails), "error");
  EXPECT_EQ(ending_on(Mood::refuses), "stopped");
}

// Asks for a stop, and schedules itself.
TEST_F(TaskSchedulers, StopATaskThatWasAskedToStopMeanwhile) {
  Moods moods{{Mood::lets_run}};
  ex::stop_source source;
  has_resumed_ = false;
  const auto work = [](ex::stop_source& stops, bool& resumed) -> Task<> {
    const auto mine = co_await ex::read_env(ex::get_scheduler);
    const auto token = co_await ex::read_env(ex::get_stop_token);
    EXPECT_TRUE(token.stop_possible());
    stops.request_stop();
    co_await ex::schedule(mine);
    resumed = true;
  };
  EXPECT_EQ(ex::sync_wait(ex::starts_on(Moody<1>{&moods}, work(source, has_resumed_)), source.get_token()),
            std::nullopt);
  EXPECT_FALSE(has_resumed_);
}

}  // namespace vigil::task_proofs
