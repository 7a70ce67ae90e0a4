#include <vigil/execution/parallel_scheduler_replacement.hpp>
#include <vigil/execution/sync_wait.hpp>
#include <vigil/execution/then.hpp>
#include <vigil/pool/parallel_scheduler.hpp>

#include <gtest/gtest.h>

#include <cstddef>
#include <memory>
#include <span>
#include <thread>
#include <tuple>

//! [example]
namespace replacement = vigil::execution::parallel_scheduler_replacement;

// Runs all work at once, on the thread that starts it: for tests in which nothing happens at the same time.
class OnThisThread final : public replacement::parallel_scheduler_backend {
 public:
  void schedule(replacement::receiver_proxy& receiver, std::span<std::byte> /*storage*/) noexcept override {
    receiver.set_value();
  }
  void schedule_bulk_chunked(std::size_t size, replacement::bulk_item_receiver_proxy& receiver,
                             std::span<std::byte> /*storage*/) noexcept override {
    receiver.execute(0, size);
    receiver.set_value();
  }
  void schedule_bulk_unchunked(std::size_t size, replacement::bulk_item_receiver_proxy& receiver,
                               std::span<std::byte> /*storage*/) noexcept override {
    for (std::size_t i = 0; i != size; ++i) receiver.execute(i, i + 1);
    receiver.set_value();
  }
};

// In one source of the program.
std::shared_ptr<replacement::parallel_scheduler_backend> replacement::query_parallel_scheduler_backend() {
  static const auto kBackend = std::make_shared<OnThisThread>();
  return kBackend;
}

TEST(ParallelSchedulerReplacementReference, ReplacesTheBackend) {
  namespace execution = vigil::execution;
  const auto asks = execution::schedule(execution::get_parallel_scheduler()) |
                    execution::then([] { return std::this_thread::get_id(); });
  EXPECT_EQ(execution::sync_wait(asks), std::tuple(std::this_thread::get_id()));
}
//! [example]
