// Does the parallel scheduler do what its backend says?

#include <vigil/execution/execution.hpp>
#include <vigil/pool/parallel_scheduler.hpp>

#include <gtest/gtest.h>

#include <cstddef>
#include <exception>
#include <memory>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <tuple>
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
  Mode mode_of_bulk = Mode::works;
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
    if (mode_of_bulk == Mode::works) receiver.execute(size / 2, size);
    end(receiver, mode_of_bulk);
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

TEST(ParallelScheduler, EndsABulkOperationAsItsBackendDoes) {
  const auto backend = std::make_shared<Inline>();
  int calls = 0;
  const auto work = ex::schedule(ex::parallel_scheduler(backend)) | ex::bulk(10, [&](int) { ++calls; });
  backend->mode_of_bulk = Inline::Mode::fails;
  EXPECT_THROW(ex::sync_wait(work), std::out_of_range);
  backend->mode_of_bulk = Inline::Mode::stops;
  EXPECT_EQ(ex::sync_wait(work), std::nullopt);
  EXPECT_EQ(calls, 10) << "the first half, twice";
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

  // The source has been asked to stop.
  const ex::parallel_scheduler of_pool(std::make_shared<PoolBackend>(PoolOptions{.workers = 1}));
  const auto fails = [] { ADD_FAILURE() << "called"; };
  EXPECT_EQ(ex::sync_wait(ex::schedule(of_pool) | ex::then(fails), source.get_token()), std::nullopt);
}

TEST(ParallelScheduler, IsEqualToThoseOfItsBackend) {
  const auto backend = std::make_shared<Inline>();
  EXPECT_EQ(ex::parallel_scheduler(backend), ex::parallel_scheduler(backend));
  EXPECT_NE(ex::parallel_scheduler(backend), ex::parallel_scheduler(std::make_shared<Inline>()));
}

}  // namespace
}  // namespace vigil
