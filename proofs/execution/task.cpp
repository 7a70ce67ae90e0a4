// Does a task end once, on its scheduler, with its frames freed, in whichever way what it awaits completes?

#include <vigil/execution/execution.hpp>
#include <vigil/lean/scheduler.hpp>
#include <vigil/pool/scheduler.hpp>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <array>
#include <atomic>
#include <cstddef>
#include <memory>
#include <new>
#include <optional>
#include <stdexcept>
#include <string>
#include <thread>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

// Named, not unnamed: g++ warns of a coroutine's frame with members of an unnamed namespace, where sources are compiled
// together.
namespace vigil::task_proofs {

namespace ex = vigil::execution;

static_assert(ex::sender<ex::task<int>> && ex::sender<ex::task<>>);
static_assert(std::is_nothrow_move_constructible_v<ex::task<int>> && !std::is_copy_constructible_v<ex::task<int>>);
static_assert(std::is_same_v<ex::values_of_t<ex::task<>>, std::tuple<>>);

// Counts frames, and refuses them when it is asked to.
struct Counted : StdAtomics {
  static inline std::atomic<int> frames = 0;
  static inline std::atomic<int> allocated = 0;
  static inline std::atomic<int> left = -1;

  static void* allocate(std::size_t bytes, std::size_t alignment, Name name = {}) {
    if (left == 0) throw std::bad_alloc();
    if (left > 0) --left;
    void* const memory = StdAtomics::allocate(bytes, alignment, name);
    ++frames;
    ++allocated;
    return memory;
  }
  static void deallocate(void* memory, std::size_t bytes, std::size_t alignment) noexcept {
    --frames;
    StdAtomics::deallocate(memory, bytes, alignment);
  }
};
template <class T = void>
using Task = ex::task<T, Counted>;

class Tasks : public ::testing::Test {
 protected:
  void SetUp() override {
    Counted::frames = 0;
    Counted::allocated = 0;
    Counted::left = -1;
  }
  void TearDown() override { EXPECT_EQ(Counted::frames, 0) << "each frame is freed once"; }
};

// Notes how many there are, and the order in which they are destroyed.
struct Local {
  std::vector<int>* destroyed;
  int number;
  Local(std::vector<int>& log, int which) : destroyed(&log), number(which) {}
  Local(const Local&) = delete;
  Local& operator=(const Local&) = delete;
  ~Local() { destroyed->push_back(number); }
};

// Which thread this is. clang++ takes std::this_thread::get_id() for the same before and after an await.
[[gnu::noinline]] std::thread::id this_thread() {
  asm volatile("");
  return std::this_thread::get_id();
}

// What the receivers of these tests learn.
struct Ending {
  int completions = 0;
  std::string how;
  int frames_left = -1;

  void complete(const char* ending) {
    ++completions;
    how = ending;
    frames_left = Counted::frames;
  }
};
struct Noting {
  Ending* ending;
  template <class... Values>
  void set_value(Values&&... /*values*/) && noexcept {
    ending->complete("value");
  }
  void set_error(std::exception_ptr&& /*error*/) && noexcept { ending->complete("error"); }
  void set_stopped() && noexcept { ending->complete("stopped"); }
};

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

// The pools, with two threads.
struct OnPool {
  ThreadPool pool{{.workers = 2}};
  void stop() { pool.stop(); }
};
struct OnLean {
  lean::ThreadPool pool{{.most_threads = 2}};
  void stop() {
    pool.shutdown();
    pool.join();
  }
};
template <class Pool>
class TasksOn : public Tasks {
 protected:
  auto scheduler() { return scheduler_of(place_.pool); }

  // Outlives the threads that start operations on it.
  ThreadPool one_{{.workers = 1}};
  Pool place_;
};
using BothPools = ::testing::Types<OnPool, OnLean>;
TYPED_TEST_SUITE(TasksOn, BothPools, );

template <class Scheduler>
Task<std::vector<std::thread::id>> visits(Scheduler elsewhere, int count) {
  std::vector<std::thread::id> threads;
  for (int i = 0; i != count; ++i) {
    threads.push_back(this_thread());
    co_await ex::schedule(elsewhere);
  }
  co_return threads;
}

TYPED_TEST(TasksOn, GoOnOnTheirScheduler) {
  const auto [only] =
      ex::sync_wait(ex::schedule(scheduler_of(this->one_)) | ex::then([] { return this_thread(); })).value();
  const auto [threads] = ex::sync_wait(ex::starts_on(scheduler_of(this->one_), visits(this->scheduler(), 300))).value();
  for (const auto thread : threads) EXPECT_EQ(thread, only);
}

TYPED_TEST(TasksOn, AwaitedByATaskGoOnOnItsScheduler) {
  const auto outer = [&](auto elsewhere) -> Task<bool> {
    const auto here = this_thread();
    bool is_here = true;
    for (const auto thread : co_await visits(elsewhere, 100)) is_here = is_here && thread == here;
    co_return is_here&& this_thread() == here;
  };
  EXPECT_EQ(ex::sync_wait(ex::starts_on(scheduler_of(this->one_), outer(this->scheduler()))), std::tuple(true));
}

TYPED_TEST(TasksOn, OfAllKeepTheirScheduler) {
  auto both = ex::when_all(visits(this->scheduler(), 100), visits(this->scheduler(), 100));
  const auto [left, right] = ex::sync_wait(ex::starts_on(scheduler_of(this->one_), std::move(both))).value();
  for (const auto thread : left) EXPECT_EQ(thread, left.front());
  for (const auto thread : right) EXPECT_EQ(thread, left.front());
}

TYPED_TEST(TasksOn, OfAllThatATaskAwaitsStayOnItsScheduler) {
  const auto outer = [](auto elsewhere) -> Task<bool> {
    const auto here = this_thread();
    bool is_here = true;
    for (int i = 0; i != 20; ++i) {
      auto [left, right] = co_await ex::when_all(visits(elsewhere, 5), visits(elsewhere, 5));
      for (const auto thread : left) is_here = is_here && thread == here;
      for (const auto thread : right) is_here = is_here && thread == here;
    }
    co_return is_here&& this_thread() == here;
  };
  EXPECT_EQ(ex::sync_wait(ex::starts_on(scheduler_of(this->one_), outer(this->scheduler()))), std::tuple(true));
  // The same tasks without a scheduler end, too.
  EXPECT_TRUE(ex::sync_wait(outer(this->scheduler())).has_value());
}

TYPED_TEST(TasksOn, ReadTheirScheduler) {
  const auto asks = [](auto elsewhere) -> Task<bool> {
    const auto here = this_thread();
    const auto mine = co_await ex::read_env(ex::get_scheduler);
    co_await ex::when_all(ex::schedule(mine), ex::starts_on(elsewhere, ex::just()));
    const auto again = co_await (ex::schedule(mine) | ex::then([] { return this_thread(); }));
    co_return again == here&& mine == co_await ex::read_env(ex::get_scheduler);
  };
  EXPECT_EQ(ex::sync_wait(ex::starts_on(scheduler_of(this->one_), asks(this->scheduler()))), std::tuple(true));
}

// Needs more storage than a task has for operations of a scheduler.
template <class Scheduler>
struct Large {
  Scheduler scheduler;

  struct Sender {
    using values = std::tuple<>;
    Scheduler scheduler;
    template <class Receiver>
    struct Operation {
      ex::connect_result_t<ex::schedule_result_t<Scheduler>, Receiver> operation;
      std::array<std::byte, 1000> more;
      void start() noexcept { operation.start(); }
    };
    template <class Receiver>
    auto connect(Receiver receiver) const {
      return Operation<Receiver>{ex::connect(ex::schedule(scheduler), std::move(receiver)), {}};
    }
  };
  [[nodiscard]] Sender schedule() const { return {scheduler}; }
  friend bool operator==(const Large&, const Large&) = default;
};

TYPED_TEST(TasksOn, MayHaveASchedulerWithLargeOperations) {
  using Where = decltype(scheduler_of(this->one_));
  const auto outer = [](auto elsewhere) -> Task<bool> {
    const auto here = this_thread();
    auto [left, right] = co_await ex::when_all(visits(elsewhere, 20), visits(elsewhere, 20));
    bool is_here = this_thread() == here;
    for (const auto thread : left) is_here = is_here && thread == here;
    co_return is_here&& right.size() == 20;
  };
  const Large<Where> scheduler{scheduler_of(this->one_)};
  EXPECT_EQ(ex::sync_wait(ex::starts_on(scheduler, outer(this->scheduler()))), std::tuple(true));
}

TYPED_TEST(TasksOn, WithoutASchedulerGoOnWhereTheSenderCompletes) {
  const auto hops = [](auto there) -> Task<bool> {
    const auto before = this_thread();
    co_await ex::schedule(there);
    const auto after = this_thread();
    co_await ex::just();
    co_return before != after&& after == this_thread();
  };
  for (int i = 0; i != 300; ++i) ASSERT_EQ(ex::sync_wait(hops(this->scheduler())), std::tuple(true));
}

TYPED_TEST(TasksOn, StopWhereThePoolOfTheSenderHasBeenStopped) {
  this->place_.stop();
  EXPECT_EQ(ex::sync_wait(visits(this->scheduler(), 1)), std::nullopt);
  EXPECT_EQ(ex::sync_wait(ex::starts_on(this->scheduler(), visits(this->scheduler(), 1))), std::nullopt);
}

TYPED_TEST(TasksOn, OfWhichThereAreManyEachEndOnce) {
  const auto scheduler = this->scheduler();
  std::atomic<int> ended = 0;
  const auto leaf = [](auto there, std::atomic<int>& count) -> Task<int> {
    co_await ex::schedule(there);
    ++count;
    co_return 1;
  };
  const auto branch = [&leaf](auto there, std::atomic<int>& count) -> Task<int> {
    int sum = 0;
    for (int i = 0; i != 50; ++i) {
      const auto [left, right] = co_await ex::when_all(leaf(there, count), leaf(there, count));
      sum += left + right;
    }
    co_return sum;
  };
  std::vector<std::thread> threads;
  for (int i = 0; i != 3; ++i)
    threads.emplace_back([&] {
      const auto sums =
          ex::sync_wait(ex::when_all(ex::starts_on(scheduler, branch(scheduler, ended)), branch(scheduler, ended)));
      EXPECT_EQ(sums, std::tuple(100, 100));
    });
  for (auto& thread : threads) thread.join();
  EXPECT_EQ(ended, 600);
}

// Completes with no value on a thread of its own, when a pool has been stopped.
struct StopsPool {
  using values = std::tuple<>;
  ThreadPool* pool;
  std::thread* thread;

  template <class Receiver>
  struct Operation {
    ThreadPool* pool;
    std::thread* thread;
    Receiver receiver;
    void start() noexcept {
      *thread = std::thread([this] {
        pool->stop();
        ex::set_value(std::move(receiver));
      });
    }
  };
  template <class Receiver>
  auto connect(Receiver receiver) const {
    return Operation<Receiver>{pool, thread, std::move(receiver)};
  }
};

TEST_F(Tasks, StopIfTheirSchedulerHasBeenStoppedMeanwhile) {
  ThreadPool pool({.workers = 1});
  std::thread thread;
  std::vector<int> destroyed;
  const auto work = [&]() -> Task<> {
    const Local local(destroyed, 1);
    co_await StopsPool{&pool, &thread};
    ADD_FAILURE() << "resumed";
  };
  EXPECT_EQ(ex::sync_wait(ex::starts_on(scheduler_of(pool), work())), std::nullopt);
  thread.join();
  EXPECT_EQ(destroyed, std::vector{1});
}

// A tree of tasks that await each other and senders, made of random numbers.
enum class Kind { value, error, stop };
struct Outcome {
  Kind kind;
  int value;
  friend bool operator==(const Outcome&, const Outcome&) = default;
};
class Script {
 public:
  explicit Script(std::vector<unsigned> numbers) : numbers_(std::move(numbers)) {}
  unsigned next() { return at_ == numbers_.size() ? 0 : numbers_[at_++]; }

 private:
  std::vector<unsigned> numbers_;
  std::size_t at_ = 0;
};

Outcome run_plainly(Script& script, int depth) {
  int sum = 0;
  for (unsigned left = script.next() % 4; left != 0; --left) {
    const unsigned what = script.next() % 10;
    Outcome outcome{Kind::value, 1};
    if (what < 5 && depth != 0) outcome = run_plainly(script, depth - 1);
    if (what == 8) outcome = {Kind::error, 0};
    if (what == 9) outcome = {Kind::stop, 0};
    if (outcome.kind == Kind::error && script.next() % 2 == 0) outcome = {Kind::value, 100};
    if (outcome.kind != Kind::value) return outcome;
    sum += outcome.value;
  }
  return {Kind::value, sum};
}
template <class Scheduler>
Task<int> run_as_task(Script& script, int depth, Scheduler scheduler) {
  int sum = 0;
  for (unsigned left = script.next() % 4; left != 0; --left) {
    const unsigned what = script.next() % 10;
    int value = 0;
    std::exception_ptr error;
    try {
      if (what < 5 && depth != 0)
        value = co_await run_as_task(script, depth - 1, scheduler);
      else if (what == 8)
        co_await (ex::schedule(scheduler) | ex::then([] { throw std::out_of_range("scripted"); }));
      else if (what == 9)
        co_await ex::just_stopped();
      else if (what % 2 == 0)
        value = co_await ex::just(1);
      else
        value = co_await (ex::schedule(scheduler) | ex::then([] { return 1; }));
    } catch (const std::out_of_range&) {
      error = std::current_exception();
    }
    if (error != nullptr && script.next() % 2 == 0) {
      value = 100;
      error = nullptr;
    }
    if (error != nullptr) std::rethrow_exception(error);
    sum += value;
  }
  co_return sum;
}

RC_GTEST_FIXTURE_PROP(Tasks, EndAsPlainFunctionsDo, (const std::vector<unsigned>& numbers, bool has_scheduler)) {
  ThreadPool pool({.workers = 2});
  const auto scheduler = scheduler_of(pool);
  Script plain(numbers);
  Script script(numbers);
  const Outcome due = run_plainly(plain, 4);
  Outcome seen{Kind::stop, 0};
  try {
    const auto result = has_scheduler ? ex::sync_wait(ex::starts_on(scheduler, run_as_task(script, 4, scheduler)))
                                      : ex::sync_wait(run_as_task(script, 4, scheduler));
    if (result.has_value()) seen = {Kind::value, std::get<0>(*result)};
  } catch (const std::out_of_range&) {
    seen = {Kind::error, 0};
  }
  RC_ASSERT(seen == due);
  RC_ASSERT(Counted::frames == 0);
}

}  // namespace vigil::task_proofs
