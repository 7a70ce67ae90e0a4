// Is a forked call made once, and is its frame the joiner's alone when the joiner leaves it?

#include "parts.hpp"

#include <array>
#include <cstddef>
#include <stdexcept>
#include <tuple>

namespace vigil::models {
namespace {

using pools::with_tables;

// Two workers whose threads are the model's: one joins, the other steals until it is stopped.
template <class Parts>
struct Pair {
  using Layer = typename Parts::Layer;
  using Worker = vigil::Worker<Parts>;

  Pair() {
    worker_set.add_worker(0);
    worker_set.add_worker(1);
  }

  void thief() { worker_set.worker(1).run(); }

  WorkerSet<Parts> worker_set{2, pools::kNoRounds, pools::kCapacity};
};

template <AtomicsLayer Layer>
struct StealOne : Pair<pools::RestlessParts<Layer>> {
  static constexpr std::string_view kSentence =
      "both functions of a join are called once, and what they did is seen after it";
  static constexpr std::string_view kBounds = "1 worker: one join; 1 thief, which never sleeps";
  static constexpr auto threads() { return std::tuple{&StealOne::owner, &StealOne::thief}; }

  typename Layer::template var<int> left{0, "left"};
  typename Layer::template var<int> right{0, "right"};

  void owner() {
    const auto [a, b] = join(
        this->worker_set.worker(0),
        [this] {
          left.set(left.get() + 1);
          return 1;
        },
        [this] {
          right.set(right.get() + 2);
          return 2;
        });
    Layer::require(a == 1 && b == 2, "a join returns what its functions return");
    Layer::require(left.get() == 1 && right.get() == 2, "each function is called once");
    this->worker_set.worker(1).stop();
  }
};

const auto steal_one =
    with_tables(model<StealOne>("pool/join/steal-one")).tables(pools::fork_orders, pools::latch_orders).holds();

const auto publish_relaxed = steal_one.with(SplitOrders{.publish_split = std::memory_order_relaxed})
                                 .named("pool/join/steal-one/publish-relaxed")
                                 .fails(Violation::data_race, Violation::uninitialised_read);

const auto finish_acquire = steal_one.with(SplitOrders{.stolen_finish = std::memory_order_acquire})
                                .named("pool/join/steal-one/finish-acquire")
                                .fails(Violation::data_race, Violation::use_after_free);

const auto await_relaxed = steal_one.with(SplitOrders{.stolen_await = std::memory_order_relaxed})
                               .named("pool/join/steal-one/await-relaxed")
                               .relacy_cannot_decide(RelacyLimit::rare, kHolds)
                               .fails(Violation::uninitialised_read);

template <AtomicsLayer Layer>
struct StealTwo : Pair<pools::RestlessParts<Layer>> {
  static constexpr std::string_view kSentence = "three functions that are joined are called once each";
  static constexpr std::string_view kBounds = "1 worker: one join of three; 1 thief, which never sleeps and may join";
  static constexpr auto threads() { return std::tuple{&StealTwo::owner, &StealTwo::thief}; }

  std::array<typename Layer::template var<int>, 3> calls = Names("calls");

  void owner() {
    for (auto& count : calls) count.set(0);
    const auto call = [this](std::size_t which) {
      calls[which].set(calls[which].get() + 1);
      return which;
    };
    const auto [a, b, c] = join(
        this->worker_set.worker(0), [&] { return call(0); }, [&] { return call(1); }, [&] { return call(2); });
    Layer::require(a == 0U && b == 1U && c == 2U, "a join returns what its functions return");
    for (auto& count : calls) Layer::require(count.get() == 1, "each function is called once");
    this->worker_set.worker(1).stop();
  }
};

const auto steal_two = with_tables(model<StealTwo>("pool/join/steal-two")).holds();

template <AtomicsLayer Layer>
struct JoinerSleeps : Pair<pools::Parts<Layer>> {
  static constexpr std::string_view kSentence = "a joiner that falls asleep is woken by the end of the stolen call";
  static constexpr std::string_view kBounds = "1 worker: one join; 1 thief: steals once; no round of yielding";
  static constexpr auto threads() { return std::tuple{&JoinerSleeps::owner, &JoinerSleeps::steals}; }

  typename Layer::template var<int> right{0, "right"};

  void owner() {
    (void)join(
        this->worker_set.worker(0), [] {}, [this] { right.set(1); });
    Layer::require(right.get() == 1, "the call has ended");
  }
  void steals() { (void)this->worker_set.worker(1).run_one(); }
  void finish() {
    const auto word = this->worker_set.sleep().counters().load();
    Layer::require(word.inactive() == 0 && word.sleeping() == 0, "no worker is inactive when all is over");
  }
};

const auto joiner_sleeps = with_tables(model<JoinerSleeps>("pool/join/joiner-sleeps")).holds();

template <AtomicsLayer Layer>
struct BothSleep : Pair<pools::Parts<Layer>> {
  static constexpr std::string_view kSentence = "neither of two workers that may sleep misses what the other leaves it";
  static constexpr std::string_view kBounds = "1 worker: one join; 1 thief, until it is stopped; no round of yielding";
  static constexpr auto threads() { return std::tuple{&BothSleep::owner, &BothSleep::thief}; }

  typename Layer::template var<int> right{0, "right"};

  void owner() {
    (void)join(
        this->worker_set.worker(0), [] {}, [this] { right.set(1); });
    Layer::require(right.get() == 1, "the call has ended");
    this->worker_set.worker(1).stop();
  }
};

const auto both_sleep = with_tables(model<BothSleep>("pool/join/both-sleep")).holds();

// A worker that waits for a stolen call runs a call of its thief, which joins.
template <AtomicsLayer Layer>
struct StealsBack : Pair<pools::RestlessParts<Layer>> {
  static constexpr std::string_view kSentence =
      "what a worker forks while it waits for a stolen call leaves that call alone";
  static constexpr std::string_view kBounds =
      "1 worker: a join in the second function of a join in that of a join; 1 thief, which never sleeps and may join";
  static constexpr auto threads() { return std::tuple{&StealsBack::owner, &StealsBack::thief}; }

  using typename Pair<pools::RestlessParts<Layer>>::Worker;
  std::array<typename Layer::template var<int>, 4> calls = Names("calls");

  std::size_t call(std::size_t which) {
    calls[which].set(calls[which].get() + 1);
    return which;
  }
  // The sum of the numbers from `which` to 3, each from a call.
  std::size_t sum_from(Worker& worker, std::size_t which) {
    if (which == 3) return call(3);
    const auto [first, rest] = join(
        worker, [this, which] { return call(which); },
        [this, which](Worker& other) { return sum_from(other, which + 1); });
    return first + rest;
  }
  void owner() {
    for (auto& count : calls) count.set(0);
    Layer::require(sum_from(this->worker_set.worker(0), 0) == 6U, "a join returns what its functions return");
    for (auto& count : calls) Layer::require(count.get() == 1, "each function is called once");
    this->worker_set.worker(1).stop();
  }
};

const auto steals_back = with_tables(model<StealsBack>("pool/join/steals-back")).holds();

// The first function waits until a thief has called the second: no publication is slept through.
template <AtomicsLayer Layer>
struct ThiefMaySleep : Pair<pools::Parts<Layer>> {
  static constexpr std::string_view kSentence =
      "a thief that may sleep calls the second function while the first waits";
  static constexpr std::string_view kBounds =
      "1 worker: one join, whose first function blocks; 1 thief, until it is stopped; no round of yielding";
  static constexpr auto threads() { return std::tuple{&ThiefMaySleep::owner, &ThiefMaySleep::thief}; }

  // As after a job before: the counter of a new pool is even, so that a publication would change it.
  ThiefMaySleep() { this->worker_set.sleep().new_injected_jobs(1, true); }

  typename Layer::template atomic<bool> is_called{false, "is_called"};

  void owner() {
    (void)join(
        this->worker_set.worker(0),
        [this] { (void)is_called.spin_until([](bool called) { return called; }, std::memory_order_relaxed); },
        [this] { is_called.store(true, std::memory_order_relaxed); });
    this->worker_set.worker(1).stop();
  }
};

const auto thief_may_sleep = with_tables(model<ThiefMaySleep>("pool/join/thief-may-sleep")).holds();

// A worker alone. The inner call is private when the worker begins to wait for it.
template <AtomicsLayer Layer>
struct WaitsForItself : Pair<pools::RestlessParts<Layer>> {
  static constexpr std::string_view kSentence = "a worker that waits in a first function calls its second functions";
  static constexpr std::string_view kBounds = "1 worker: a join in a join, which waits for a latch; no thief";
  static constexpr auto threads() { return std::tuple{&WaitsForItself::owner}; }

  typename pools::RestlessParts<Layer>::Latch latch;

  void owner() {
    auto& worker = this->worker_set.worker(0);
    int calls = 0;
    (void)join(
        worker,
        [&] {
          (void)join(
              worker, [&] { worker.wait_until(latch); },
              [&] {
                ++calls;
                worker.set_latch(latch);
              });
        },
        [&] { ++calls; });
    Layer::require(calls == 2, "each second function is called once");
  }
};

const auto waits_for_itself = with_tables(model<WaitsForItself>("pool/join/waits-for-itself")).holds();

template <AtomicsLayer Layer>
struct Throws : Pair<pools::RestlessParts<Layer>> {
  static constexpr std::string_view kSentence =
      "a join whose first function throws is left after the end of the second, with the exception of the first";
  static constexpr std::string_view kBounds =
      "1 worker: one join, of which either function throws, or both; 1 thief: steals once";
  static constexpr auto threads() { return std::tuple{&Throws::owner, &Throws::steals}; }

  typename Layer::template var<int> right{0, "right"};

  void owner() {
    const bool first_throws = Layer::choose(2) == 1;
    const bool second_throws = Layer::choose(2) == 1;
    int caught = 0;
    try {
      (void)join(
          this->worker_set.worker(0),
          [first_throws] {
            if (first_throws) throw 1;
          },
          [this, second_throws] {
            right.set(right.get() + 1);
            if (second_throws) throw 2;
          });
    } catch (int which) {
      caught = which;
    }
    Layer::require(caught == (first_throws ? 1 : second_throws ? 2 : 0), "the leftmost exception is thrown");
    Layer::require(right.get() == 1, "the second function is called in any case");
  }
  void steals() { (void)this->worker_set.worker(1).run_one(); }
};

const auto throws = with_tables(model<Throws>("pool/join/throws")).defect("S-26").holds();

const auto left_alone = throws.with(PoolProtocol{.finish_branch_after_exception = false})
                            .named("pool/join/throws/frame-left-at-once")
                            .defect("S-26")
                            .fails(Violation::use_after_free, Violation::data_race, Violation::requirement);

// What a function of a join returns or throws. It counts itself.
template <class Layer>
class Counted {
 public:
  using Count = typename Layer::template atomic<int>;

  explicit Counted(Count& alive) : alive_(&alive) { add(1); }
  Counted(const Counted& other) : alive_(other.alive_) { add(1); }
  Counted& operator=(const Counted&) = delete;
  ~Counted() { add(-1); }

 private:
  void add(int more) { alive_->fetch_add(more, std::memory_order_relaxed); }

  Count* alive_;
};

template <AtomicsLayer Layer>
struct ResultsEnd : Pair<pools::RestlessParts<Layer>> {
  static constexpr std::string_view kSentence =
      "what the functions of a join return or throw is destroyed once, wherever they were called";
  static constexpr std::string_view kBounds =
      "1 worker: one join or try_join, of which either function returns or throws; 1 thief: steals once";
  static constexpr auto threads() { return std::tuple{&ResultsEnd::owner, &ResultsEnd::steals}; }

  typename Layer::template atomic<int> alive{0, "alive"};

  void owner() {
    const bool first_throws = Layer::choose(2) == 1;
    const bool second_throws = Layer::choose(2) == 1;
    const auto first = [this, first_throws] { return ends(first_throws); };
    const auto second = [this, second_throws] { return ends(second_throws); };
    auto& worker = this->worker_set.worker(0);
    if (Layer::choose(2) == 1) {
      (void)try_join(worker, first, second);
      return;
    }
    bool caught = false;
    try {
      (void)join(worker, first, second);
    } catch (const Counted<Layer>&) {
      caught = true;
    }
    Layer::require(caught == (first_throws || second_throws), "what a function throws is thrown by the join");
  }
  void steals() { (void)this->worker_set.worker(1).run_one(); }
  void finish() { Layer::require(alive.load(std::memory_order_relaxed) == 0, "each result is destroyed"); }

 private:
  Counted<Layer> ends(bool with_exception) {
    if (with_exception) throw Counted<Layer>(alive);
    return Counted<Layer>(alive);
  }
};

const auto results_end = with_tables(model<ResultsEnd>("pool/join/results-end")).holds();

}  // namespace
}  // namespace vigil::models
