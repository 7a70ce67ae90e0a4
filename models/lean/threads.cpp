// Does each start of a thread have a thread slot of its own, though others start at once?

#include "pool_parts.hpp"

#include <tuple>

namespace vigil::models {
namespace {

using namespace lean;

template <AtomicsLayer Layer>
struct TwoStarts {
  static constexpr std::string_view kSentence = "a start that begins where another one failed comes after it";
  static constexpr std::string_view kBounds = "2 threads that start 1 thread each, in vain; 3 thread slots";
  static constexpr auto threads() { return std::tuple{&TwoStarts::starter, &TwoStarts::starter}; }

  lean::Threads<PoolParts<Layer, 3>> threads_of_pool;

  void starter() {
    Layer::require(!threads_of_pool.start(kNeverStarts, nullptr, [](void*, std::uint32_t) {}), "none can be started");
  }
  // A pool's word counts a thread before its start, and no longer once the start has failed.
  void invariant() const { Layer::require(threads_of_pool.thread_slot_for_each(2), "thread_slot_for_each"); }
  void finish() { Layer::require(threads_of_pool.thread_slot_for_each(0), "thread_slot_for_each"); }
};

const auto two_starts = with_pool_tables(model<TwoStarts>("lean/threads/two-starts")).holds();

const auto not_given_back = two_starts.with(lean::PoolOrders{.unclaim = std::memory_order_relaxed})
                                .named("lean/threads/two-starts/given-back-relaxed")
                                .fails(Violation::data_race);

template <AtomicsLayer Layer>
class TwoJoins {
 public:
  static constexpr std::string_view kSentence = "two joins at once join each thread once, and both come after its end";
  static constexpr std::string_view kBounds = "1 thread that starts 1 thread and joins; 1 that joins at the same time";
  static constexpr auto threads() { return std::tuple{&TwoJoins::starter}; }

  void starter() {
    const bool is_started = threads_of_pool_.start(
        0, this, [](void* self, std::uint32_t) { static_cast<TwoJoins*>(self)->result_.set(1); });
    Layer::require(is_started, "the thread is started");
    typename Layer::thread other([this] { join(); });
    join();
    other.join();
  }

 private:
  void join() {
    threads_of_pool_.join();
    Layer::require(result_.get() == 1, "the thread has ended");
  }

  lean::Threads<PoolParts<Layer, 1>> threads_of_pool_;
  typename Layer::template var<int> result_{0, "result"};
};

const auto two_joins = with_pool_tables(model<TwoJoins>("lean/threads/two-joins")).starts(2).holds();

}  // namespace
}  // namespace vigil::models
