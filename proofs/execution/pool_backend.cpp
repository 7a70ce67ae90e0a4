// Does a pool as the backend of the parallel scheduler keep the contract of backends?

#include "leaks.hpp"

#include <vigil/execution/execution.hpp>
#include <vigil/injector/segmented.hpp>
#include <vigil/pool/parallel_scheduler.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <limits>
#include <memory>
#include <new>
#include <numeric>
#include <span>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

namespace vigil {
namespace {

namespace ex = vigil::execution;
namespace replacement = ex::parallel_scheduler_replacement;

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
    if (stops_in_calls) is_asked_to_stop = true;
  }

  std::string wait() {
    ended_.wait();
    return how_;
  }
  // After the end.
  [[nodiscard]] const std::exception_ptr& error() const { return error_; }
  [[nodiscard]] int calls() const { return std::accumulate(counts_.begin(), counts_.end(), 0); }
  [[nodiscard]] bool was_each_called_once() const {
    return is_in_order_ &&
           std::all_of(counts_.begin(), counts_.end(), [](const std::atomic<int>& count) { return count == 1; });
  }

  std::atomic<bool> is_asked_to_stop = false;
  std::atomic<bool> has_chunks = false;
  bool stops_in_calls = false;
  std::span<std::byte> takes_back{};

 private:
  void end(const char* how) {
    how_ = how;
    std::fill(takes_back.begin(), takes_back.end(), std::byte{0});
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

TEST(PoolBackend, StopsBulkOperationsBetweenPieces) {
  ThreadPool pool({.workers = 1});
  PoolBackend backend(pool);
  Told told(256);
  told.stops_in_calls = true;
  backend.schedule_bulk_chunked(256, told, {});
  EXPECT_EQ(told.wait(), "stopped");
  EXPECT_EQ(told.calls(), 1);
}

TEST(PoolBackend, HasDoneWithItsStorageWhenAnOperationEnds) {
  ThreadPool pool({.workers = 1});
  alignas(std::max_align_t) std::array<std::byte, 4096> storage;
  {
    PoolBackend backend(pool);
    for (const bool is_asked_to_stop : {false, true})
      for (const bool is_bulk : {false, true}) {
        Told told(10);
        told.takes_back = storage;
        told.is_asked_to_stop = is_asked_to_stop;
        is_bulk ? backend.schedule_bulk_chunked(10, told, storage) : backend.schedule(told, storage);
        EXPECT_EQ(told.wait(), is_asked_to_stop ? "stopped" : "value");
      }
  }
  pool.stop();
}

TEST(PoolBackend, LeavesNoMemoryBehind) {
  ThreadPool pool({.workers = 1});
  PoolBackend backend(pool);
  for (const bool is_asked_to_stop : {false, true})
    EXPECT_FALSE(proofs::leaks([&] {
      Told told(0);
      told.is_asked_to_stop = is_asked_to_stop;
      backend.schedule(told, {});
      (void)told.wait();
    }));
}

// Jobs of which no machine with addresses of 64 bits can hold one.
struct VastParts : PoolParts<StdAtomics> {
  template <class Job>
  using Injector = SegmentedInjector<Job, StdAtomics>;
  struct InjectorLink {
    std::array<std::byte, std::numeric_limits<std::size_t>::max() / 256> bytes;
  };
};

TEST(PoolBackend, FailsIfThereIsNoMemoryForAnOperation) {
#if defined(VIGIL_PROOFS_KNOW_LEAKS) && SIZE_MAX == UINT64_MAX
  BasicThreadPool<VastParts> pool({.workers = 1});
  BasicPoolBackend<VastParts> backend(pool);
  for (const bool is_bulk : {false, true}) {
    Told told(10);
    is_bulk ? backend.schedule_bulk_chunked(10, told, {}) : backend.schedule(told, {});
    EXPECT_EQ(told.wait(), "error");
    EXPECT_THROW(std::rethrow_exception(told.error()), std::bad_alloc);
    EXPECT_EQ(told.calls(), 0);
  }
#else
  GTEST_SKIP() << "such a job fits, or a sanitizer ends programs that ask for so much";
#endif
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
