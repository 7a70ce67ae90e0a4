// The same models over the standard's vocabulary and over the layer have the same executions.

#include "programs.hpp"

#include <atomic>
#include <string>
#include <tuple>

namespace vigil::checker::standard {
namespace {

constexpr auto kRelaxed = std::memory_order_relaxed;
constexpr auto kAcquire = std::memory_order_acquire;
constexpr auto kRelease = std::memory_order_release;
constexpr auto kSeqCst = std::memory_order_seq_cst;

struct OfTheLayer {
  template <class T>
  using atomic = CheckedAtomics::atomic<T>;
  using mutex = CheckedAtomics::mutex;
  struct condition : CheckedAtomics::condition_variable {
    void wait_with(mutex& held) { wait(held); }
  };
};
struct OfTheStandard {
  template <class T>
  using atomic = standard::atomic<T>;
  using mutex = standard::mutex;
  struct condition : condition_variable {
    void wait_with(mutex& held) {
      unique_lock<mutex> lock(held, std::adopt_lock);
      wait(lock);
      lock.release();
    }
  };
};

template <class Names>
struct TwoAtomics {
  typename Names::template atomic<int> x{0}, y{0};
  CheckedAtomics::var<int> seen{0}, seen_too{0};
};

template <class Names, auto kStore, auto kLoad>
struct StoreBuffering : TwoAtomics<Names> {
  static constexpr auto threads() { return std::tuple{&StoreBuffering::one, &StoreBuffering::other}; }
  void one() { cross(this->x, this->y, this->seen); }
  void other() { cross(this->y, this->x, this->seen_too); }
  static void cross(auto& own, auto& others, auto& seen) {
    own.store(1, kStore);
    seen.set(others.load(kLoad));
  }
  void finish() {
    if constexpr (kStore == kSeqCst)
      CheckedAtomics::require(this->seen.get() + this->seen_too.get() != 0, "one sees the other");
  }
};
template <class Names, auto kStore, auto kLoad>
struct MessagePassing : TwoAtomics<Names> {
  static constexpr auto threads() { return std::tuple{&MessagePassing::send, &MessagePassing::receive}; }
  void send() {
    this->x.store(1, kRelaxed);
    this->y.store(1, kStore);
  }
  void receive() {
    const int flag = this->y.load(kLoad);
    this->seen.set(10 * flag + this->x.load(kRelaxed));
  }
};
template <class Names>
struct LoadBuffering : TwoAtomics<Names> {
  static constexpr auto threads() { return std::tuple{&LoadBuffering::one, &LoadBuffering::other}; }
  void one() { this->y.store(this->x.load(kRelaxed) + 1, kRelaxed); }
  void other() { this->x.store(this->y.load(kRelaxed) + 1, kRelaxed); }
};
template <class Names, auto kOrder>
struct IndependentReads : TwoAtomics<Names> {
  static constexpr auto threads() {
    return std::tuple{&IndependentReads::write_x, &IndependentReads::write_y, &IndependentReads::read,
                      &IndependentReads::read_back};
  }
  void write_x() { this->x.store(1, kOrder); }
  void write_y() { this->y.store(1, kOrder); }
  void read() { this->seen.set(this->x.load(kOrder) + this->y.load(kOrder)); }
  void read_back() { this->seen_too.set(this->y.load(kOrder) + this->x.load(kOrder)); }
};
template <class Names>
struct TwoPlusTwoWrites : TwoAtomics<Names> {
  static constexpr auto threads() { return std::tuple{&TwoPlusTwoWrites::one, &TwoPlusTwoWrites::other}; }
  void one() {
    this->x.store(1, kRelaxed);
    this->y.store(2, kRelaxed);
  }
  void other() {
    this->y.store(1, kRelaxed);
    this->x.store(2, kRelaxed);
  }
};
template <class Names>
struct ReadsOfOne : TwoAtomics<Names> {
  static constexpr auto threads() {
    return std::tuple{&ReadsOfOne::write, &ReadsOfOne::write_again, &ReadsOfOne::read};
  }
  void write() { this->x.store(1, kRelaxed); }
  void write_again() { this->x.store(2, kRelaxed); }
  void read() {
    const int first = this->x.load(kRelaxed);
    this->seen.set(10 * first + this->x.load(kRelaxed));
  }
};
// A queue for one producer and one consumer, with two places.
template <class Names>
struct Queue {
  static constexpr auto threads() { return std::tuple{&Queue::produce, &Queue::consume}; }
  typename Names::template atomic<unsigned> head{0}, tail{0};
  CheckedAtomics::var<int> places[2] = {CheckedAtomics::var<int>(0), CheckedAtomics::var<int>(0)};
  void produce() {
    for (unsigned next = 0; next != 3; ++next) {
      if (next - head.load(kAcquire) == 2) return;
      places[next % 2].set(static_cast<int>(next) + 1);
      tail.store(next + 1, kRelease);
    }
  }
  void consume() {
    for (unsigned next = 0; next != 2; ++next) {
      if (tail.load(kAcquire) == next) return;
      CheckedAtomics::require(places[next % 2].get() == static_cast<int>(next) + 1, "jobs come in order");
      head.store(next + 1, kRelease);
    }
  }
};
template <class Names>
struct Counter {
  static constexpr auto threads() { return std::tuple{&Counter::add, &Counter::add, &Counter::add}; }
  typename Names::mutex mutex;
  CheckedAtomics::var<int> sum{0};
  void add() {
    mutex.lock();
    sum.set(sum.get() + 1);
    mutex.unlock();
  }
  void finish() { CheckedAtomics::require(sum.get() == 3, "all are counted"); }
};
template <class Names>
struct Handover {
  static constexpr auto threads() { return std::tuple{&Handover::give, &Handover::take}; }
  typename Names::mutex mutex;
  typename Names::condition changed;
  CheckedAtomics::var<int> given{0};
  void give() {
    mutex.lock();
    given.set(1);
    mutex.unlock();
    changed.notify_one();
  }
  void take() {
    mutex.lock();
    while (given.get() == 0) changed.wait_with(mutex);
    mutex.unlock();
  }
};

template <class Standard, class Layer>
void expect_same() {
  for (const auto model : kMemoryModels) {
    Options options;
    options.memory_model = model;
    const auto one = run<Standard>(options);
    const auto other = run<Layer>(options);
    EXPECT_TRUE(one.holds()) << text(one);
    EXPECT_EQ(one.result.executions, other.result.executions) << text(one) << text(other);
    EXPECT_EQ(one.result.blocked, other.result.blocked) << text(one) << text(other);
    EXPECT_GT(one.result.executions, 1U);
  }
}
TEST(StandardNames, HaveTheExecutionsOfTheLayer) {
  using S = OfTheStandard;
  using L = OfTheLayer;
  expect_same<StoreBuffering<S, kRelaxed, kRelaxed>, StoreBuffering<L, kRelaxed, kRelaxed>>();
  expect_same<StoreBuffering<S, kSeqCst, kSeqCst>, StoreBuffering<L, kSeqCst, kSeqCst>>();
  expect_same<MessagePassing<S, kRelaxed, kRelaxed>, MessagePassing<L, kRelaxed, kRelaxed>>();
  expect_same<MessagePassing<S, kRelease, kAcquire>, MessagePassing<L, kRelease, kAcquire>>();
  expect_same<LoadBuffering<S>, LoadBuffering<L>>();
  expect_same<IndependentReads<S, kRelaxed>, IndependentReads<L, kRelaxed>>();
  expect_same<IndependentReads<S, kSeqCst>, IndependentReads<L, kSeqCst>>();
  expect_same<TwoPlusTwoWrites<S>, TwoPlusTwoWrites<L>>();
  expect_same<ReadsOfOne<S>, ReadsOfOne<L>>();
  expect_same<Queue<S>, Queue<L>>();
  expect_same<Counter<S>, Counter<L>>();
  expect_same<Handover<S>, Handover<L>>();
}

}  // namespace
}  // namespace vigil::checker::standard
