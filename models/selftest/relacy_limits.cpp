// Known wrong verdicts of Relacy. Each limitation is a model, so a fix of Relacy shows up as a failure.

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
const auto fence_against_access =
    model<FenceAgainstAccess>("selftest/relacy_limits/fence-against-access")
        .relacy_cannot_decide("it does not order a seq_cst fence against a seq_cst access", Violation::requirement)
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
const auto two_writes_each =
    model<TwoWritesEach>("selftest/relacy_limits/two-writes-each")
        .relacy_cannot_decide("its modification order is the execution order, so it misses 2+2W", kHolds)
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
        .relacy_cannot_decide("a load reads only stores that were executed before it, so it misses load buffering",
                              kHolds)
        .cannot_decide("checker", "its executions have no cycle of program order and reads-from: no load buffering",
                       kHolds)
        .fails(Violation::requirement);

}  // namespace
}  // namespace vigil::models
