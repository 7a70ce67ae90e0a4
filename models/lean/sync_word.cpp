// Does the word count what it should, and refuse what it cannot count?

#include <vigil/atomics/loops.hpp>
#include <vigil/lean/sync_word.hpp>

#include <array>
#include <cstddef>
#include <stdexcept>
#include <tuple>

#include <vigil/model/model.hpp>

namespace vigil::models {
namespace {

using namespace lean;

SyncWordOrders orders;
SyncWordProtocol protocol;

// How the layer below the word changes it.
struct LayerTable {
  // V5: in one step. Not so: a load and a store.
  Choice<"change_by_rmw"> change_by_rmw = true;
};
LayerTable layer;

template <AtomicsLayer Layer>
struct PerhapsStoring : Layer {
  template <class T>
  class atomic : public Layer::template atomic<T> {
    using Base = typename Layer::template atomic<T>;

   public:
    using Base::Base;
    bool compare_exchange_weak(T& expected, T desired, LabelledOrder success, LabelledOrder failure) {
      if (layer.change_by_rmw) return Base::compare_exchange_weak(expected, desired, success.value, failure.value);
      const T found = this->load(failure.value);
      if (found != expected) {
        expected = found;
        return false;
      }
      this->store(desired, success.value);
      return true;
    }
    template <class Function>
    auto fetch_update(Function function, LabelledOrder success, LabelledOrder failure) {
      return vigil::detail::fetch_update_from(*this, this->load(failure.value), function, success, failure);
    }
  };
};

template <AtomicsLayer Layer>
struct BothIdle {
  static constexpr std::string_view kSentence = "two threads that go idle at once are both counted";
  static constexpr std::string_view kBounds = "2 threads, about to wait";
  static constexpr auto threads() { return std::tuple{&BothIdle::worker, &BothIdle::worker}; }

  SyncWord<SyncWidths<>, PerhapsStoring<Layer>, orders, protocol> word{2, SyncSnapshot<>(0).plus_spawned(2)};

  void worker() {
    Searcher self;
    Layer::require(word.take_turn(self) == Turn::sleep, "without a token there is nothing to do");
  }
  void finish() { Layer::require(word.load().idle() == 2, "both are counted"); }
};

const auto both_idle = model<BothIdle>("lean/sync_word/both-idle").tables(orders, protocol, layer).holds();

const auto stored = both_idle.with(LayerTable{.change_by_rmw = false})
                        .named("lean/sync_word/both-idle/changed-by-stores")
                        .fails(Violation::requirement);

// Two posters, two workers, the word between them. A worker that has to sleep checks the word until it may continue, as
// if every signal came through. So a task that is slept through, the word has lost.
template <AtomicsLayer Layer>
class TwoByTwo {
 public:
  static constexpr std::string_view kSentence = "two workers run what two posters push";
  static constexpr std::string_view kBounds = "2 posters of 1 task each; 2 workers, idle";
  static constexpr auto threads() {
    return std::tuple{&TwoByTwo::worker, &TwoByTwo::worker, &TwoByTwo::first, &TwoByTwo::second};
  }

  void worker() {
    Searcher self{.is_idle = true};
    Layer::retry([&] {
      if (ended_.load(std::memory_order_relaxed) == 2) return true;
      word_.take_turn(self) == Turn::sleep ? Layer::yield() : drain(self);
      return false;
    });
  }
  void first() { post(0); }
  void second() { post(1); }
  void finish() { Layer::require(ended_.load(std::memory_order_relaxed) == 2, "every task runs"); }
  void invariant() const {
    Layer::require(word_.load().idle_within_spawned() && word_.load().signal_comes_with_token(),
                   "the word is consistent");
  }

 private:
  void post(std::size_t task) {
    tasks_[task].store(true, std::memory_order_release);
    (void)word_.notify(false);
  }
  void drain(Searcher& self) {
    for (auto& task : tasks_) {
      if (!task.load(std::memory_order_relaxed) || !task.exchange(false, std::memory_order_acquire)) continue;
      if (self.is_waking || self.took_token) (void)word_.notify(self.is_waking);
      self = {};
      ended_.fetch_add(1, std::memory_order_relaxed);
    }
  }

  SyncWord<SyncWidths<>, Layer, orders, protocol> word_{2, SyncSnapshot<>(0).plus_spawned(2).plus_idle(2)};
  std::array<typename Layer::template atomic<bool>, 2> tasks_ = Names("task", false);
  typename Layer::template atomic<int> ended_{0, "ended"};
};

const auto two_by_two = model<TwoByTwo>("lean/sync_word/two-by-two")
                            .tables(orders, protocol, layer)
                            .weak_failures(0)
                            .search({.quick = {.bounds = {1}}, .thorough = {.random = 1'000'000, .bounds = {1}}})
                            .holds();

const auto poster_unseen = two_by_two.with(SyncWordOrders{.post = std::memory_order_relaxed})
                               .named("lean/sync_word/two-by-two/without-posters-fence")
                               .defect("S-43")
                               .needs_weak_memory()
                               .fails(Violation::livelock);

// A task is pushed while the thread that was woken, and has seen no other task, settles.
template <AtomicsLayer Layer>
class SettlesBesidePoster {
 public:
  static constexpr std::string_view kSentence = "a task that is pushed while a thread settles wakes another";
  static constexpr std::string_view kBounds = "1 thread that was woken; 1 poster; 1 thread asleep";
  static constexpr auto threads() { return std::tuple{&SettlesBesidePoster::woken, &SettlesBesidePoster::poster}; }

  void woken() {
    if (!word_.settle()) count(word_.notify(true));
  }
  void poster() { count(word_.notify(false)); }
  void finish() {
    Layer::require(woken_.load(std::memory_order_relaxed) == 1, "one of the two wakes the one that is asleep");
  }

 private:
  void count(Wake wake) {
    if (wake == Wake::idle_thread) woken_.fetch_add(1, std::memory_order_relaxed);
  }

  SyncWord<SyncWidths<>, Layer, orders, protocol> word_{
      2, SyncSnapshot<>(0).plus_spawned(2).plus_idle(1).with(SyncState::waking)};
  typename Layer::template atomic<int> woken_{0, "woken"};
};

const auto settles =
    model<SettlesBesidePoster>("lean/sync_word/settles-beside-poster").tables(orders, protocol, layer).holds();

const auto settles_over_token = settles.mutant("settles_over_token")
                                    .named("lean/sync_word/settles-beside-poster/over-the-token")
                                    .fails(Violation::requirement);

// A task is pushed before the thread that was woken says that it has found one, and no thread is left to be woken.
template <AtomicsLayer Layer>
class WokenLast {
 public:
  static constexpr std::string_view kSentence = "the last thread that is woken sleeps no task through";
  static constexpr std::string_view kBounds = "1 thread, which was woken and has found a task; 1 poster";
  static constexpr auto threads() { return std::tuple{&WokenLast::woken, &WokenLast::poster}; }

  void woken() {
    (void)word_.notify(true);
    Searcher self;
    Layer::retry([&] { return word_.take_turn(self) == Turn::sleep; });
  }
  void poster() { is_woken_.store(word_.notify(false) == Wake::idle_thread, std::memory_order_relaxed); }
  void finish() {
    const bool is_woken_by_next = word_.notify(false) == Wake::idle_thread;
    Layer::require(is_woken_.load(std::memory_order_relaxed) != is_woken_by_next,
                   "a task wakes the thread that sleeps, and the next one wakes it no second time");
  }

 private:
  SyncWord<SyncWidths<>, Layer, orders, protocol> word_{1, SyncSnapshot<>(0).plus_spawned(1).with(SyncState::waking)};
  typename Layer::template atomic<bool> is_woken_{false, "is_woken"};
};

const auto woken_last = model<WokenLast>("lean/sync_word/woken-last").tables(orders, protocol, layer).holds();

const auto waking_kept = woken_last.mutant("waking_kept_beside_token")
                             .named("lean/sync_word/woken-last/waking-kept")
                             .fails(Violation::requirement);

template <AtomicsLayer Layer>
struct TooMany {
  static constexpr std::string_view kSentence = "a word refuses to count more threads than its fields can";
  static constexpr std::string_view kBounds = "2 threads asked for, fields of 1 bit";
  static constexpr auto threads() { return std::tuple{&TooMany::starter}; }

  using Word = SyncWord<SyncWidths<std::uint32_t, 1>, Layer, orders, protocol>;

  void starter() {
    try {
      Word word(2);
      Searcher first;
      Layer::require(word.notify(false) == Wake::new_thread, "the first task has a thread started");
      Layer::require(word.take_turn(first) == Turn::search && first.is_waking, "which is waking");
      Layer::require(word.notify(first.is_waking) == Wake::new_thread, "and has the next one started");
      Layer::require(word.load().spawned() == 2, "both are counted");
    } catch (const std::invalid_argument&) {
    }
  }
};

const auto too_many = model<TooMany>("lean/sync_word/too-many").tables(orders, protocol, layer).holds();

const auto counted_beyond = too_many.with(SyncWordProtocol{.refuse_too_many = false})
                                .named("lean/sync_word/too-many/counted-into-the-next-field")
                                .defect("S-49")
                                .fails(Violation::requirement);

}  // namespace
}  // namespace vigil::models
