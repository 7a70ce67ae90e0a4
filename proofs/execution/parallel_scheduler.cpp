// Does the parallel scheduler do what its backend says, and does a pool as the backend keep the backend's contract?

#include <vigil/execution/execution.hpp>
#include <vigil/pool/parallel_scheduler.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cstddef>
#include <exception>
#include <memory>
#include <new>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <thread>
#include <tuple>
#include <utility>
#include <vector>

namespace vigil {
namespace {

namespace ex = vigil::execution;
namespace replacement = ex::parallel_scheduler_replacement;

static_assert(ex::scheduler<ex::parallel_scheduler>);
static_assert(ex::has_completion_scheduler<ex::parallel_scheduler::sender>);

// A backend that does everything in the call, and notes what it was asked for.
struct Inline final : replacement::parallel_scheduler_backend {
  enum class Mode { works, stops, fails };
  Mode mode = Mode::works;
  std::vector<std::string> calls;

  void schedule(replacement::receiver_proxy& receiver, std::span<std::byte> /*storage*/) noexcept override {
    calls.emplace_back("schedule");
    end(receiver, mode);
  }
  void schedule_bulk_chunked(std::size_t size, replacement::bulk_item_receiver_proxy& receiver,
                             std::span<std::byte> /*storage*/) noexcept override {
    calls.emplace_back("chunked");
    receiver.execute(0, size / 2);
    if (receiver.stop_requested()) return receiver.set_stopped();
    receiver.execute(size / 2, size);
    receiver.set_value();
  }
  void schedule_bulk_unchunked(std::size_t /*size*/, replacement::bulk_item_receiver_proxy& receiver,
                               std::span<std::byte> /*storage*/) noexcept override {
    calls.emplace_back("unchunked");
    receiver.set_error(std::make_exception_ptr(std::logic_error("not asked for")));
  }

 private:
  static void end(replacement::receiver_proxy& receiver, Mode how) noexcept {
    if (how == Mode::works) return receiver.set_value();
    if (how == Mode::stops) return receiver.set_stopped();
    receiver.set_error(std::make_exception_ptr(std::out_of_range("refused")));
  }
};

TEST(ParallelScheduler, LeavesWorkToItsBackend) {
  const auto backend = std::make_shared<Inline>();
  const ex::parallel_scheduler scheduler(backend);
  std::vector<int> called;
  const auto work =
      ex::schedule(scheduler) | ex::bulk(5, [&](int i) { called.push_back(i); }) | ex::then([] { return 7; });
  EXPECT_EQ(ex::sync_wait(work), std::tuple(7));
  EXPECT_EQ(called, (std::vector{0, 1, 2, 3, 4}));
  EXPECT_EQ(backend->calls, (std::vector<std::string>{"schedule", "chunked"}));

  backend->mode = Inline::Mode::stops;
  EXPECT_EQ(ex::sync_wait(work), std::nullopt);
  backend->mode = Inline::Mode::fails;
  EXPECT_THROW(ex::sync_wait(work), std::out_of_range);
}

TEST(ParallelScheduler, PassesTheFirstExceptionOfACallOn) {
  const ex::parallel_scheduler scheduler(std::make_shared<Inline>());
  int calls = 0;
  const auto throws = ex::schedule(scheduler) | ex::bulk(10, [&](int i) {
                        ++calls;
                        if (i % 4 == 2) throw std::out_of_range(std::to_string(i));
                      });
  try {
    ex::sync_wait(throws);
    ADD_FAILURE() << "nothing was thrown";
  } catch (const std::out_of_range& error) {
    EXPECT_STREQ(error.what(), "2");
  }
  EXPECT_EQ(calls, 3) << "what the backend calls later is left out";
}

TEST(ParallelScheduler, LetsItsBackendAskForStops) {
  const ex::parallel_scheduler scheduler(std::make_shared<Inline>());
  ex::stop_source source;
  int calls = 0;
  const auto work = ex::schedule(scheduler) | ex::bulk(10, [&](int) {
                      ++calls;
                      source.request_stop();
                    });
  EXPECT_EQ(ex::sync_wait(work, source.get_token()), std::nullopt);
  EXPECT_EQ(calls, 5);
}

TEST(ParallelScheduler, IsEqualToThoseOfItsBackend) {
  const auto backend = std::make_shared<Inline>();
  EXPECT_EQ(ex::parallel_scheduler(backend), ex::parallel_scheduler(backend));
  EXPECT_NE(ex::parallel_scheduler(backend), ex::parallel_scheduler(std::make_shared<Inline>()));
}

TEST(ParallelScheduler, OfTheProcessIsOne) {
  EXPECT_EQ(ex::get_parallel_scheduler(), ex::get_parallel_scheduler());
  const auto here = std::this_thread::get_id();
  std::vector<std::atomic<int>> counts(10'000);
  std::atomic<bool> is_here = false;
  const auto work = ex::schedule(ex::get_parallel_scheduler()) | ex::bulk(counts.size(), [&](std::size_t i) {
                      ++counts[i];
                      if (std::this_thread::get_id() == here) is_here = true;
                    });
  EXPECT_TRUE(ex::sync_wait(work).has_value());
  EXPECT_TRUE(std::all_of(counts.begin(), counts.end(), [](const std::atomic<int>& count) { return count == 1; }));
  EXPECT_FALSE(is_here);
}

TEST(ParallelScheduler, IsWhereATaskStays) {
  const auto task = []() -> ex::task<int> {
    int sum = 0;
    for (int i = 0; i != 100; ++i)
      sum += co_await (ex::schedule(ex::get_parallel_scheduler()) | ex::then([] { return 1; }));
    co_return sum;
  };
  EXPECT_EQ(ex::sync_wait(ex::starts_on(ex::get_parallel_scheduler(), task())), std::tuple(100));
}

// What a backend tells, for a thread that waits.
class Told : public replacement::bulk_item_receiver_proxy {
 public:
  explicit Told(std::size_t size) : counts_(size) {}

  void set_value() noexcept override { end("value"); }
  void set_error(std::exception_ptr error) noexcept override {
    error_ = std::move(error);
    end("error");
  }
  void set_stopped() noexcept override { end("stopped"); }
  [[nodiscard]] bool stop_requested() const noexcept override { return is_asked_to_stop; }
  void execute(std::size_t first, std::size_t last) noexcept override {
    if (first >= last) is_in_order_ = false;
    if (last - first > 1) has_chunks = true;
    for (std::size_t i = first; i != last; ++i) ++counts_[i];
  }

  std::string wait() {
    ended_.wait();
    return how_;
  }
  [[nodiscard]] bool was_each_called_once() const {
    return is_in_order_ &&
           std::all_of(counts_.begin(), counts_.end(), [](const std::atomic<int>& count) { return count == 1; });
  }

  std::atomic<bool> is_asked_to_stop = false;
  std::atomic<bool> has_chunks = false;

 private:
  void end(const char* how) {
    how_ = how;
    ended_.set();
  }

  std::vector<std::atomic<int>> counts_;
  std::atomic<bool> is_in_order_ = true;
  std::exception_ptr error_;
  std::string how_;
  OnceLatch<> ended_;
};

TEST(PoolBackend, MakesEachCallOnceWhateverStorageItIsGiven) {
  ThreadPool pool({.workers = 3});
  PoolBackend backend(pool);
  alignas(std::max_align_t) std::array<std::byte, 4096> storage;
  for (const std::size_t bytes : {std::size_t{0}, std::size_t{64}, storage.size()}) {
    for (const std::size_t size : {std::size_t{0}, std::size_t{1}, std::size_t{1000}, std::size_t{10'000}}) {
      // One byte further than its alignment.
      const auto given = std::span(storage).subspan(bytes == 0 ? 0 : 1, bytes == 0 ? 0 : bytes - 1);
      Told chunked(size);
      backend.schedule_bulk_chunked(size, chunked, given);
      EXPECT_EQ(chunked.wait(), "value");
      EXPECT_TRUE(chunked.was_each_called_once()) << size;
      EXPECT_EQ(chunked.has_chunks, size >= 1000) << size;

      Told unchunked(size);
      backend.schedule_bulk_unchunked(size, unchunked, given);
      EXPECT_EQ(unchunked.wait(), "value");
      EXPECT_TRUE(unchunked.was_each_called_once()) << size;
      EXPECT_FALSE(unchunked.has_chunks);

      Told scheduled(0);
      backend.schedule(scheduled, given);
      EXPECT_EQ(scheduled.wait(), "value");
    }
  }
}

TEST(PoolBackend, StopsOperationsThatAreAskedToStop) {
  ThreadPool pool({.workers = 1});
  PoolBackend backend(pool);
  for (const bool is_bulk : {false, true}) {
    Told told(100);
    told.is_asked_to_stop = true;
    is_bulk ? backend.schedule_bulk_unchunked(100, told, {}) : backend.schedule(told, {});
    EXPECT_EQ(told.wait(), "stopped");
  }
}

TEST(PoolBackend, StopsOperationsOnAStoppedPool) {
  ThreadPool pool({.workers = 1});
  PoolBackend backend(pool);
  pool.stop();
  Told told(100);
  backend.schedule(told, {});
  EXPECT_EQ(told.wait(), "stopped");
}

TEST(PoolBackend, MayHaveAPoolOfItsOwn) {
  const ex::parallel_scheduler scheduler(std::make_shared<PoolBackend>(PoolOptions{.workers = 2}));
  EXPECT_EQ(ex::sync_wait(ex::schedule(scheduler) | ex::then([] { return 7; })), std::tuple(7));
}

}  // namespace
}  // namespace vigil
