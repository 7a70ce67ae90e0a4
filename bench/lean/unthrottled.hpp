#pragma once

#include <vigil/common/spin_wait.hpp>
#include <vigil/lean/sync_word.hpp>
#include <vigil/lean/throttle.hpp>

#include <atomic>
#include <cstdint>

namespace vigil::lean_bench {

using namespace lean;

// What a Throttle is compared with: in its place, each notify wakes a thread if any is idle, as in pools that have a
// condition variable. Idle threads wait until a count of notifications changes. A thread that wants to sleep says so
// first, so that one of the two sees the other.
template <ThreadedLayer Layer>
class Unthrottled {
 public:
  using Snapshot = SyncSnapshot<>;
  using Spin = SpinWait<Layer>;

  explicit Unthrottled(std::uint32_t most_threads) : most_threads_(most_threads) {}

  template <class Start>
  [[nodiscard]] Notified notify(Start start) {
    notifications_.fetch_add(1, kOrder);
    if (idle_.load(kOrder) > 0) {
      notifications_.notify_one();
    } else if (may_start()) {
      Layer::require(start(), "Unthrottled: no thread could be started");
    }
    return Notified::done;
  }
  template <class SeesMore, class Start>
  void found(Searcher&, bool pushed, SeesMore, Start start) {
    if (pushed) static_cast<void>(notify(start));
  }

  // A thread that found nothing searches again if there was a notification since its last search.
  [[nodiscard]] bool wait(Searcher&, Spin spin) {
    static thread_local std::uint32_t seen = 0;
    const std::uint32_t before = seen;
    seen = notifications_.load(kOrder);
    if (seen != before) return !is_over_.load(kOrder);
    const bool is_last = idle_.fetch_add(1, kOrder) + 1 == spawned_.load(kOrder);
    if (is_last && is_closing_.load(kOrder) && notifications_.load(kOrder) == seen)
      end();
    else
      sleep(seen, spin);
    idle_.fetch_sub(1, kOrder);
    return !is_over_.load(kOrder);
  }
  void leave(const Searcher&) {}

  template <class Drain>
  void stand_in(Drain) {}
  // Idle threads search once more, and the last of them ends it.
  void shut_down() {
    is_closing_.store(true, kOrder);
    if (spawned_.load(kOrder) == 0) return end();
    notifications_.fetch_add(1, kOrder);
    notifications_.notify_all();
  }
  void join(SpinWait<StdAtomics>) { is_over_.wait(false, kOrder); }
  [[nodiscard]] Snapshot load() const { return Snapshot(0).plus_spawned(static_cast<int>(spawned_.load(kOrder))); }

 private:
  static constexpr auto kOrder = std::memory_order_seq_cst;

  void sleep(std::uint32_t seen, Spin spin) {
    while (!spin.would_yield() && notifications_.load(kOrder) == seen) spin.pause();
    notifications_.wait(seen, kOrder);
  }
  bool may_start() {
    std::uint32_t now = spawned_.load(kOrder);
    while (now < most_threads_)
      if (spawned_.compare_exchange_weak(now, now + 1, kOrder, kOrder)) return true;
    return false;
  }
  void end() {
    is_over_.store(true, kOrder);
    is_over_.notify_all();
    notifications_.fetch_add(1, kOrder);
    notifications_.notify_all();
  }

  const std::uint32_t most_threads_;
  typename Layer::template atomic<std::uint32_t> notifications_{0U};
  typename Layer::template atomic<std::uint32_t> idle_{0U};
  typename Layer::template atomic<std::uint32_t> spawned_{0U};
  typename Layer::template atomic<bool> is_closing_{false};
  typename Layer::template atomic<bool> is_over_{false};
};

}  // namespace vigil::lean_bench
