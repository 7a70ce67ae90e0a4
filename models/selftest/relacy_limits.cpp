// Known wrong verdicts of Relacy. Each limitation is a model, so a fix of Relacy shows up as a failure. The limit of
// asymmetric fences has its models in asymmetric_fences.cpp.

#include <optional>
#include <tuple>

#include <vigil/model/model.hpp>

namespace vigil::models {
namespace {

template <AtomicsLayer Layer>
struct FenceAgainstAccess {
  static constexpr std::string_view kSentence = "a seq_cst fence orders against seq_cst accesses of another thread";
  static constexpr std::string_view kBounds = "2 threads, one store and one load each";
  static constexpr auto threads() { return std::tuple{&FenceAgainstAccess::accesses, &FenceAgainstAccess::fences}; }

  typename Layer::template atomic<int> x{0, "x"};
  typename Layer::template atomic<int> y{0, "y"};
  int accesses_saw = 0;
  int fences_saw = 0;

  void accesses() {
    x.exchange(1, std::memory_order_seq_cst);
    accesses_saw = y.load(std::memory_order_seq_cst);
  }
  void fences() {
    y.store(1, std::memory_order_relaxed);
    Layer::fence(std::memory_order_seq_cst);
    fences_saw = x.load(std::memory_order_relaxed);
  }
  void finish() { Layer::require(accesses_saw == 1 || fences_saw == 1, "one of the two sees the other's store"); }
};
const auto fence_against_access = model<FenceAgainstAccess>("selftest/relacy_limits/fence-against-access")
                                      .relacy_cannot_decide(RelacyLimit::fence_against_access, Violation::requirement)
                                      .holds();

template <AtomicsLayer Layer>
struct TwoWritesEach {
  static constexpr std::string_view kSentence =
      "if two threads store to two locations, relaxed, the second stores are not both overwritten";
  static constexpr std::string_view kBounds = "2 threads, two stores each";
  static constexpr auto threads() { return std::tuple{&TwoWritesEach::left, &TwoWritesEach::right}; }

  typename Layer::template atomic<int> x{0, "x"};
  typename Layer::template atomic<int> y{0, "y"};

  void left() {
    x.store(1, std::memory_order_relaxed);
    y.store(2, std::memory_order_relaxed);
  }
  void right() {
    y.store(1, std::memory_order_relaxed);
    x.store(2, std::memory_order_relaxed);
  }
  void finish() {
    Layer::require(x.load(std::memory_order_relaxed) == 2 || y.load(std::memory_order_relaxed) == 2,
                   "a second store is the last one");
  }
};
const auto two_writes_each = model<TwoWritesEach>("selftest/relacy_limits/two-writes-each")
                                 .relacy_cannot_decide(RelacyLimit::modification_order, kHolds)
                                 .fails(Violation::requirement);

template <AtomicsLayer Layer>
struct LoadBuffering {
  static constexpr std::string_view kSentence = "two relaxed loads do not both read later stores";
  static constexpr std::string_view kBounds = "2 threads, one load and one store each";
  static constexpr auto threads() { return std::tuple{&LoadBuffering::left, &LoadBuffering::right}; }

  typename Layer::template atomic<int> x{0, "x"};
  typename Layer::template atomic<int> y{0, "y"};
  int left_saw = 0;
  int right_saw = 0;

  void left() {
    left_saw = x.load(std::memory_order_relaxed);
    y.store(1, std::memory_order_relaxed);
  }
  void right() {
    right_saw = y.load(std::memory_order_relaxed);
    x.store(1, std::memory_order_relaxed);
  }
  void finish() { Layer::require(left_saw == 0 || right_saw == 0, "one of the two loads comes first"); }
};
const auto load_buffering =
    model<LoadBuffering>("selftest/relacy_limits/load-buffering")
        .relacy_cannot_decide(RelacyLimit::load_buffering, kHolds)
        .cannot_decide("checker", "its executions have no cycle of program order and reads-from: no load buffering",
                       kHolds)
        .fails(Violation::requirement);

// The example of P0668R5 that made C++20 weaken the order of seq_cst operations: the addition happens after the store
// to x, and comes before the store to y, which nothing orders before the load of x.
template <AtomicsLayer Layer>
struct SeqCstAfterSynchronisation {
  static constexpr std::string_view kSentence = "the order of seq_cst operations respects synchronisation";
  static constexpr std::string_view kBounds = "3 threads, two operations each";
  static constexpr auto threads() {
    return std::tuple{&SeqCstAfterSynchronisation::writer, &SeqCstAfterSynchronisation::adder,
                      &SeqCstAfterSynchronisation::reader};
  }

  typename Layer::template atomic<int> x{0, "x"};
  typename Layer::template atomic<int> y{0, "y"};
  int before_addition = 0;
  int after_addition = 0;
  int of_x = 0;

  void writer() {
    x.store(1, std::memory_order_seq_cst);
    y.store(1, std::memory_order_release);
  }
  void adder() {
    before_addition = y.fetch_add(1, std::memory_order_seq_cst);
    after_addition = y.load(std::memory_order_relaxed);
  }
  void reader() {
    y.store(3, std::memory_order_seq_cst);
    of_x = x.load(std::memory_order_seq_cst);
  }
  void finish() {
    Layer::require(before_addition != 1 || after_addition != 3 || of_x == 1,
                   "a store that comes before the addition comes before a store that follows it");
  }
};
const auto seq_cst_of_cpp11 = model<SeqCstAfterSynchronisation>("selftest/relacy_limits/seq-cst-of-cpp11")
                                  .relacy_cannot_decide(RelacyLimit::seq_cst_of_cpp11, kHolds)
                                  .needs_weak_memory()
                                  .under(checker::MemoryModel::x86_tso, kHolds)
                                  .fails(Violation::requirement);

template <AtomicsLayer Layer>
struct StoreAfterRelease {
  static constexpr std::string_view kSentence = "a relaxed store after a release store publishes what that one does";
  static constexpr std::string_view kBounds = "1 writer, two stores; 1 reader, one load";
  static constexpr auto threads() { return std::tuple{&StoreAfterRelease::writer, &StoreAfterRelease::reader}; }

  typename Layer::template var<int> data{0, "data"};
  typename Layer::template atomic<int> flag{0, "flag"};

  void writer() {
    data.set(1);
    flag.store(1, std::memory_order_release);
    flag.store(2, std::memory_order_relaxed);
  }
  void reader() {
    if (flag.load(std::memory_order_acquire) == 2) Layer::require(data.get() == 1, "the data is seen");
  }
};
const auto release_sequence_of_cpp11 = model<StoreAfterRelease>("selftest/relacy_limits/release-sequence-of-cpp11")
                                           .relacy_cannot_decide(RelacyLimit::release_sequence_of_cpp11, kHolds)
                                           .under(checker::MemoryModel::rc11, kHolds)  // for the same reason
                                           .fails(Violation::data_race);

template <AtomicsLayer Layer>
struct TrustsItsWake {
  static constexpr std::string_view kSentence = "a thread that was notified finds what it waits for";
  static constexpr std::string_view kBounds = "1 waiter, 1 notifier; no spurious wakes";
  static constexpr auto threads() { return std::tuple{&TrustsItsWake::waiter, &TrustsItsWake::notifier}; }

  typename Layer::mutex mutex{"mutex"};
  typename Layer::condition_variable condition{"condition"};
  typename Layer::template var<bool> is_there{false, "is_there"};

  void waiter() {
    mutex.lock();
    if (!is_there.get()) condition.wait(mutex);
    Layer::require(is_there.get(), "a notification comes after what it announces");
    mutex.unlock();
  }
  void notifier() {
    mutex.lock();
    is_there.set(true);
    condition.notify_one();
    mutex.unlock();
  }
};
const auto condition_variable_wakes =
    model<TrustsItsWake>("selftest/relacy_limits/condition-variable-wakes")
        .spurious_wakes(0)
        .relacy_cannot_decide(RelacyLimit::condition_variable_wakes, Violation::requirement)
        .holds();

template <AtomicsLayer Layer>
struct EndsUnordered {
  static constexpr std::string_view kSentence = "an object may end once a relaxed flag says that it is no longer used";
  static constexpr std::string_view kBounds = "1 user, 1 thread that ends the object";
  static constexpr auto threads() { return std::tuple{&EndsUnordered::user, &EndsUnordered::owner}; }

  std::optional<typename Layer::template atomic<int>> object{std::in_place, 0, "object"};
  typename Layer::template atomic<bool> is_used{true, "is_used"};

  void user() {
    object->store(1, std::memory_order_relaxed);
    is_used.store(false, std::memory_order_relaxed);
  }
  void owner() {
    if (!is_used.load(std::memory_order_relaxed)) object.reset();
  }
};
const auto end_of_object = model<EndsUnordered>("selftest/relacy_limits/end-of-object")
                               .relacy_cannot_decide(RelacyLimit::end_of_object, kHolds)
                               .fails(Violation::use_after_free);

template <AtomicsLayer Layer>
struct ReadsAfterYield {
  static constexpr std::string_view kSentence = "what was read before a yield is not read again after it";
  static constexpr std::string_view kBounds = "1 writer, two stores; 1 reader, a load, a yield, and two loads";
  static constexpr auto threads() { return std::tuple{&ReadsAfterYield::writer, &ReadsAfterYield::reader}; }

  typename Layer::template atomic<int> x{0, "x"};
  typename Layer::template atomic<int> y{0, "y"};

  void writer() {
    x.store(1, std::memory_order_relaxed);
    y.store(1, std::memory_order_relaxed);
  }
  void reader() {
    (void)x.load(std::memory_order_relaxed);
    Layer::yield();
    if (y.load(std::memory_order_relaxed) == 1)
      Layer::require(x.load(std::memory_order_relaxed) == 1, "the store before the one that was seen is seen");
  }
};
const auto yields = model<ReadsAfterYield>("selftest/relacy_limits/yields")
                        .relacy_cannot_decide(RelacyLimit::yields, kHolds)
                        .needs_weak_memory()
                        .under(checker::MemoryModel::x86_tso, kHolds)
                        .fails(Violation::requirement);

}  // namespace
}  // namespace vigil::models
