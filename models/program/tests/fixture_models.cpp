// Models whose declared verdicts are wrong on purpose, or that do not end: what the program must notice. They are
// linked into `vigil_program_fixture` only.

#include <array>
#include <atomic>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <limits>
#include <thread>

#include <fcntl.h>
#include <pthread.h>
#include <unistd.h>

#include <vigil/atomics/choice.hpp>
#include <vigil/model/exhibit.hpp>
#include <vigil/model/model.hpp>

namespace vigil::models {
namespace {

// For the test that wants to know whether a command forks.
[[maybe_unused]] const int says_fork = std::getenv("VIGIL_FIXTURE_SAYS_FORK") == nullptr
                                           ? 0
                                           : pthread_atfork([] { std::fputs("forks\n", stderr); }, nullptr, nullptr);

// Part of a model that tells a test, by a file, when it has been constructed so many times in one process.
template <unsigned Times>
class TellsWhenUnderWay {
 public:
  TellsWhenUnderWay() {
    static unsigned constructed = 0;
    if (++constructed != Times) return;
    if (const char* file = std::getenv("VIGIL_FIXTURE_UNDER_WAY")) close(open(file, O_CREAT | O_WRONLY, 0600));
  }
};

struct FixtureOrders {
  Order<"fixture.publish"> publish = std::memory_order_release;
  Order<"fixture.see"> see = std::memory_order_acquire;
};
FixtureOrders orders;

template <AtomicsLayer Layer>
struct MessagePassing {
  static constexpr std::string_view kSentence = "a reader that sees the flag sees the data written before it";
  static constexpr std::string_view kBounds = "1 writer, 1 reader, one message";
  static constexpr auto threads() { return std::tuple{&MessagePassing::writer, &MessagePassing::reader}; }

  typename Layer::template atomic<int> data{0, "data"};
  typename Layer::template atomic<bool> published{false, "published"};

  void writer() {
    data.store(1, std::memory_order_relaxed);
    published.store(true, orders.publish);
  }
  void reader() {
    if (published.load(orders.see)) Layer::require(data.load(std::memory_order_relaxed) == 1, "the message is read");
  }
};
constexpr FixtureOrders kTooWeak{.publish = std::memory_order_relaxed};
const auto right = model<MessagePassing>("right/holds").tables(orders).holds();
const auto also_right = right.with(kTooWeak).named("right/fails").defect("S-99").fails(Violation::requirement);
const auto should_hold = right.with(kTooWeak).named("wrong/must-hold-that-fails").holds();
const auto relacy_may_find = right.with(kTooWeak)
                                 .named("engines/relacy-may-find")
                                 .relacy_may_find(Violation::requirement)
                                 .fails(Violation::missed_wake);
const auto should_fail = right.named("wrong/must-fail-that-holds").fails(Violation::requirement);
const Exhibition exhibition{{"S-97", "a fix that does not fix", {{"right/fails", "wrong/must-hold-that-fails"}}},
                            {"S-98", "nothing between threads", {}},
                            {"S-99", "a message that nobody publishes", {{"right/fails", "right/holds"}}}};
// For the tests of an exhibit that says what is not so.
const char* const shown_wrongly = std::getenv("VIGIL_FIXTURE_SHOWS");
const Exhibition wrong_exhibition{
    {"S-96", "a mistake", {{shown_wrongly ? shown_wrongly : "right/fails", "right/holds"}}}};
// Tables whose grounds are wrong, for `vigil orders`: a needed order that is called uniform, an order that no model
// needs without grounds, and a choice that makes no difference.
struct CalledUniform {
  static constexpr std::string_view kPrimitive = "grounds/called-uniform";
  Order<"uniform.publish", Uniformity<"It is not.">> publish = std::memory_order_release;
  Order<"uniform.see", PairsWith<"uniform.publish">, Because<"The message is read.">> see = std::memory_order_acquire;
};
struct CalledNeeded {
  static constexpr std::string_view kPrimitive = "grounds/called-needed";
  Order<"needed.publish", PairsWith<"needed.see">, Because<"The message is read.">> publish = std::memory_order_seq_cst;
  Order<"needed.see", PairsWith<"needed.publish">, Because<"The message is read.">> see = std::memory_order_acquire;
};
struct MakesNoDifference {
  static constexpr std::string_view kPrimitive = "grounds/makes-no-difference";
  Choice<"either_way", Because<"It is said to matter.">> either_way = true;
};
CalledUniform called_uniform;
CalledNeeded called_needed;
MakesNoDifference makes_no_difference;

template <AtomicsLayer Layer, class Table, Table& kTable>
struct MessagePassingBy : MessagePassing<Layer> {
  static constexpr auto threads() { return std::tuple{&MessagePassingBy::write, &MessagePassingBy::read}; }
  void write() {
    this->data.store(1, std::memory_order_relaxed);
    if constexpr (requires { kTable.publish; })
      this->published.store(true, kTable.publish);
    else
      this->published.store(kTable.either_way || !kTable.either_way, std::memory_order_release);
  }
  void read() {
    if constexpr (requires { kTable.see; }) {
      if (this->published.load(kTable.see)) check();
    } else {
      if (this->published.load(std::memory_order_acquire)) check();
    }
  }

 private:
  void check() { Layer::require(this->data.load(std::memory_order_relaxed) == 1, "the message is read"); }
};
template <AtomicsLayer Layer>
struct ByUniform : MessagePassingBy<Layer, CalledUniform, called_uniform> {};
template <AtomicsLayer Layer>
struct ByNeeded : MessagePassingBy<Layer, CalledNeeded, called_needed> {};
template <AtomicsLayer Layer>
struct EitherWay : MessagePassingBy<Layer, MakesNoDifference, makes_no_difference> {};
const auto by_uniform = model<ByUniform>("grounds/called-uniform").tables(called_uniform).holds();
const auto by_needed = model<ByNeeded>("grounds/called-needed").tables(called_needed).holds();
const auto either_way = model<EitherWay>("grounds/makes-no-difference").tables(makes_no_difference).holds();
const auto other_kind = right.with(kTooWeak).named("wrong/fails-with-another-kind").fails(Violation::leak);
const auto decides = right.named("wrong/exemption-that-is-none")
                         .relacy_cannot_decide(RelacyLimit::fence_against_access, Violation::requirement)
                         .holds();

const auto right_counts = right.named("counts/right").executions(2).holds();
const auto wrong_counts = right.named("counts/wrong").executions(7).holds();
const auto violations_counted =
    right.with(kTooWeak).named("counts/violating").executions(3, 1).fails(Violation::requirement);
const auto violations_miscounted =
    right.with(kTooWeak).named("counts/miscounted-violations").executions(3, 2).fails(Violation::requirement);
template <AtomicsLayer Layer>
struct FailsAtOnce {
  static constexpr std::string_view kSentence = "nothing is required of the only thread";
  static constexpr std::string_view kBounds = "1 thread, no operation";
  static constexpr auto threads() { return std::tuple{&FailsAtOnce::thread}; }

  void thread() { Layer::require(false, "nothing is required"); }
};
const auto at_once = model<FailsAtOnce>("counts/at-once").fails(Violation::requirement);
const auto all_cut_short = at_once.named("counts/all-cut-short").executions(0, 1).fails(Violation::requirement);
template <AtomicsLayer Layer>
struct TwoEqual {
  static constexpr std::string_view kSentence = "each of two threads adds one";
  static constexpr std::string_view kBounds = "2 threads, one operation each";
  static constexpr auto threads() { return std::tuple{&TwoEqual::thread, &TwoEqual::thread}; }

  typename Layer::template atomic<int> sum{0, "sum"};

  void thread() { sum.fetch_add(1, std::memory_order_relaxed); }
};
const auto two_equal = model<TwoEqual>("counts/two-equal").executions(2).holds();
const auto left_out = right.named("large/left-out").thorough_only("made up to be large").holds();
const auto too_large = right.named("large/sampled").too_large("made up to be too large").holds();

template <AtomicsLayer Layer>
struct ManySteps {
  static constexpr std::string_view kSentence = "three threads count to thirty";
  static constexpr std::string_view kBounds = "3 threads, 10 steps each";
  static constexpr auto threads() { return std::tuple{&ManySteps::thread, &ManySteps::thread, &ManySteps::thread}; }

  TellsWhenUnderWay<1'000> tells;
  typename Layer::template atomic<int> count{0, "count"};

  void thread() {
    for (int i = 0; i != 10; ++i) count.fetch_add(1, std::memory_order_relaxed);
  }
};
const auto too_many =
    model<ManySteps>("limit/bound-does-not-end").search({.quick = {.random = 10, .limit = 50}}).holds();
const auto too_long = model<ManySteps>("limit/takes-hours").search({.quick = {.random = 4'000'000'000}}).holds();

template <AtomicsLayer Layer>
struct NeverEnds {
  static constexpr std::string_view kSentence = "a loop without any step ends";
  static constexpr std::string_view kBounds = "1 thread";
  static constexpr auto threads() { return std::tuple{&NeverEnds::thread}; }

  TellsWhenUnderWay<1> tells;

  void thread() {
    for (volatile bool forever = true; forever;) {
    }
  }
};
const auto never_ends = model<NeverEnds>("limit/execution-does-not-end").holds();

template <AtomicsLayer Layer>
struct ManyThreads {
  static constexpr std::string_view kSentence = "a thread starts eight others, one after the other";
  static constexpr std::string_view kBounds = "1 thread";
  static constexpr auto threads() { return std::tuple{&ManyThreads::thread}; }

  void thread() {
    for (int i = 0; i != 14; ++i) typename Layer::thread([] {}).join();
  }
};
const auto too_many_threads = model<ManyThreads>("limit/too-many-threads").starts(14).holds();

template <AtomicsLayer Layer>
struct Exits {
  static constexpr std::string_view kSentence = "a thread that ends the program";
  static constexpr std::string_view kBounds = "1 thread";
  static constexpr auto threads() { return std::tuple{&Exits::thread}; }

  void thread() { std::exit(0); }
};
const auto exits = model<Exits, RelacyLimit::ends_its_process>("leaves/by-exit").holds();

template <AtomicsLayer Layer>
struct StartsASystemThread {
  static constexpr std::string_view kSentence = "a thread that starts one of the system's";
  static constexpr std::string_view kBounds = "1 thread";
  static constexpr auto threads() { return std::tuple{&StartsASystemThread::thread}; }

  void thread() {
    std::thread([] {}).join();
  }
};
const auto starts = model<StartsASystemThread, RelacyLimit::ends_its_process>("leaves/by-thread").holds();

template <AtomicsLayer Layer>
struct TwoMutexes {
  static constexpr std::string_view kSentence = "two threads that lock two mutexes in opposite order both end";
  static constexpr std::string_view kBounds = "2 threads, 2 mutexes";
  static constexpr auto threads() { return std::tuple{&TwoMutexes::left, &TwoMutexes::right}; }

  typename Layer::mutex a{"a"}, b{"b"};

  void left() { a.lock(), b.lock(), b.unlock(), a.unlock(); }
  void right() { b.lock(), a.lock(), a.unlock(), b.unlock(); }
};
const auto deadlock = model<TwoMutexes>("engines/deadlock").fails(Violation::deadlock);

// 2+2W: Relacy's modification order is the order of execution, so that it misses the outcome.
template <AtomicsLayer Layer>
struct TwoWritesEach {
  static constexpr std::string_view kSentence = "of relaxed stores to two places, both first ones are never the last";
  static constexpr std::string_view kBounds = "2 threads, two stores each";
  static constexpr auto threads() { return std::tuple{&TwoWritesEach::left, &TwoWritesEach::right}; }

  typename Layer::template atomic<int> x{0, "x"};
  typename Layer::template atomic<int> y{0, "y"};

  void left() { x.store(1, std::memory_order_relaxed), y.store(2, std::memory_order_relaxed); }
  void right() { y.store(1, std::memory_order_relaxed), x.store(2, std::memory_order_relaxed); }
  void finish() {
    Layer::require(x.load(std::memory_order_relaxed) != 1 || y.load(std::memory_order_relaxed) != 1,
                   "a second one is last");
  }
};
const auto disagree = model<TwoWritesEach>("engines/disagree").needs_weak_memory().fails(Violation::requirement);
const auto known = disagree.named("engines/disagree-and-it-is-known")
                       .relacy_cannot_decide(RelacyLimit::modification_order, kHolds)
                       .fails(Violation::requirement);

// C++20 lets only read-modify-writes continue a release sequence, RC11 also later stores of the same thread.
template <AtomicsLayer Layer>
struct StoreAfterRelease {
  static constexpr std::string_view kSentence = "who sees a store that follows a release sees what was released";
  static constexpr std::string_view kBounds = "1 writer, 1 reader, one message";
  static constexpr auto threads() { return std::tuple{&StoreAfterRelease::writer, &StoreAfterRelease::reader}; }

  typename Layer::template atomic<int> data{0, "data"};
  typename Layer::template atomic<int> flag{0, "flag"};

  void writer() {
    data.store(1, std::memory_order_relaxed);
    flag.store(1, std::memory_order_release);
    flag.store(2, std::memory_order_relaxed);
  }
  void reader() {
    if (flag.load(std::memory_order_acquire) == 2)
      Layer::require(data.load(std::memory_order_relaxed) == 1, "the message is read");
  }
};
const auto under_rc11 = model<StoreAfterRelease>("memory-models/rc11-is-declared")
                            .under(checker::MemoryModel::rc11, kHolds)
                            .needs_weak_memory()
                            .fails(Violation::requirement);
const auto under_rc11_undeclared = under_rc11.named("memory-models/rc11-is-not-declared").fails(Violation::requirement);
const auto sc_declared_wrongly =
    deadlock.named("memory-models/sc-is-declared-wrongly").needs_weak_memory().fails(Violation::deadlock);

template <AtomicsLayer Layer>
struct SevenThreads {
  static constexpr std::string_view kSentence = "seven threads do nothing";
  static constexpr std::string_view kBounds = "7 threads, no operation";
  static constexpr auto threads() {
    constexpr auto kOne = &SevenThreads::thread;
    return std::tuple{kOne, kOne, kOne, kOne, kOne, kOne, kOne};
  }

  void thread() {}
};
const auto seven_threads = model<SevenThreads>("engines/seven-threads").holds();

template <AtomicsLayer Layer>
struct StartsTwo {
  static constexpr std::string_view kSentence = "a thread starts two others";
  static constexpr std::string_view kBounds = "1 thread, which starts two";
  static constexpr auto threads() { return std::tuple{&StartsTwo::thread}; }

  void thread() {
    for (int i = 0; i != 2; ++i) typename Layer::thread([] {}).join();
  }
};
const auto starts_two = model<StartsTwo>("engines/starts-two").starts(2).holds();
const auto starts_unannounced = starts_two.named("engines/starts-unannounced").starts(1).holds();

template <AtomicsLayer Layer>
struct Chooses {
  static constexpr std::string_view kSentence = "nobody chooses the last of three";
  static constexpr std::string_view kBounds = "1 thread, 1 choice of 3";
  static constexpr auto threads() { return std::tuple{&Chooses::thread}; }

  void thread() { Layer::require(Layer::choose(3) != 2, "the last one is not chosen"); }
};
const auto chooses = model<Chooses>("engines/chooses").spurious_wakes(0).executions(3, 1).fails(Violation::requirement);

// One thread, so each operation returns and leaves what that of std::atomic does.
template <AtomicsLayer Layer>
struct Values {
  static constexpr std::string_view kSentence = "an atomic of any type computes as std::atomic does";
  static constexpr std::string_view kBounds = "1 thread, 9 kinds of types, values at both ends";
  static constexpr auto threads() { return std::tuple{&Values::thread}; }
  static constexpr auto kRelaxed = std::memory_order_relaxed;
  enum class Small : signed char { below = -1, zero, above };
  struct Pair {
    std::int16_t first, second;
    friend bool operator==(const Pair&, const Pair&) = default;
  };

  // One kind in each execution, because a thread has a bound on its operations.
  void thread() {
    using Kind = void (*)();
    constexpr std::array<Kind, 9> kKinds{compute<signed char>,   compute<unsigned char>, compute<std::int16_t>,
                                         compute<std::uint16_t>, compute<int>,           compute<unsigned>,
                                         compute<std::int64_t>,  compute<std::uint64_t>, exchange_others};
    kKinds[Layer::choose(kKinds.size())]();
  }

 private:
  static void nothing() {}
  static void exchange_others() {
    exchange(false, true);
    exchange(Small::below, Small::above);
    exchange(Pair{-1, 1}, Pair{1, -1});
    exchange(0.5, -0.5);
    int object = 0;
    exchange<int*>(nullptr, &object);
    exchange<void (*)()>(nullptr, &nothing);
  }

  template <class T>
  static void compute() {
    constexpr T kLeast = std::numeric_limits<T>::min(), kMost = std::numeric_limits<T>::max();
    for (const T before : {kLeast, kMost, T{0}, T{1}})
      for (const T by : {kLeast, kMost, T{1}}) {
        same(before, [by](auto& word) { return word.fetch_add(by, kRelaxed); });
        same(before, [by](auto& word) { return word.fetch_sub(by, kRelaxed); });
        same(before, [by](auto& word) { return word.fetch_and(by, kRelaxed); });
        same(before, [by](auto& word) { return word.fetch_or(by, kRelaxed); });
        same(before, [by](auto& word) { return word.fetch_xor(by, kRelaxed); });
        // What has wrapped around is equal to the value that it has become.
        same(before, [by](auto& word) {
          (void)word.fetch_add(by, kRelaxed);
          T expected = word.load(kRelaxed);
          return word.compare_exchange_strong(expected, T{7}, kRelaxed, kRelaxed) ? expected : T{};
        });
        exchange(before, by);
      }
  }
  template <class T>
  static void exchange(T before, T other) {
    same(before, [other](auto& word) { return word.exchange(other, kRelaxed); });
    for (const T compared : {before, other})
      same(before, [compared, other](auto& word) {
        T expected = compared;
        (void)word.compare_exchange_strong(expected, other, kRelaxed, kRelaxed);
        return expected;
      });
  }
  template <class T, class Operation>
  static void same(T before, Operation operation) {
    typename Layer::template atomic<T> ours(before);
    std::atomic<T> standard(before);
    const T returned = operation(ours);
    Layer::require(returned == operation(standard), "it returns what std::atomic's does");
    Layer::require(ours.load(kRelaxed) == standard.load(), "it leaves what std::atomic's does");
  }
};
const auto values = model<Values>("values/as-std-atomic").executions(9, 0).holds();

}  // namespace
}  // namespace vigil::models
