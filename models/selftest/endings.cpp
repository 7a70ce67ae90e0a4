// Is an execution that ends abnormally reported as a violation, with a history?

#include <vigil/model/model.hpp>

#include <cstdlib>
#include <stdexcept>

namespace vigil::models {
namespace {

template <AtomicsLayer Layer>
struct Throws {
  static constexpr std::string_view kSentence = "no exception leaves a thread";
  static constexpr std::string_view kBounds = "2 threads, one throws if it sees the other";
  static constexpr auto threads() { return std::tuple{&Throws::sets, &Throws::throws}; }

  typename Layer::template atomic<bool> set{false, "set"};

  void sets() { set.store(true, std::memory_order_release); }
  void throws() {
    if (set.load(std::memory_order_acquire)) throw std::runtime_error("saw the flag");
  }
};
const auto throws = model<Throws>("selftest/endings/exception").fails(Violation::exception);

// The handler ends before another thread runs, so exceptions of two threads do not overlap.
template <AtomicsLayer Layer>
struct ThrowsAndCatches {
  static constexpr std::string_view kSentence = "an exception that is caught is no violation";
  static constexpr std::string_view kBounds = "2 threads, both throw and catch";
  static constexpr auto threads() { return std::tuple{&ThrowsAndCatches::thread, &ThrowsAndCatches::thread}; }

  typename Layer::template atomic<int> caught{0, "caught"};

  void thread() {
    bool seen = false;
    try {
      throw std::runtime_error("on purpose");
    } catch (const std::runtime_error&) {
      seen = true;
    }
    if (seen) caught.fetch_add(1, std::memory_order_relaxed);
  }
  void finish() { Layer::require(caught.load(std::memory_order_relaxed) == 2, "both exceptions are caught"); }
};
const auto throws_and_catches = model<ThrowsAndCatches>("selftest/endings/caught-exception").holds();

struct Following {
  bool checks_first = false;
};
Following following;

template <AtomicsLayer Layer>
struct ReadsThroughNull {
  static constexpr std::string_view kSentence = "a pointer is not dereferenced before it is set";
  static constexpr std::string_view kBounds = "2 threads";
  static constexpr auto threads() { return std::tuple{&ReadsThroughNull::sets, &ReadsThroughNull::follows}; }

  int target = 7;
  int seen = 0;
  typename Layer::template atomic<int*> pointer{nullptr, "pointer"};

  void sets() { pointer.store(&target, std::memory_order_release); }
  void follows() {
    volatile int* const found = pointer.load(std::memory_order_acquire);
    if (!following.checks_first || found != nullptr) seen = *found;
  }
};
const auto reads_through_null =
    model<ReadsThroughNull>("selftest/endings/null-dereference").tables(following).fails(Violation::crash);
const auto checks_first = reads_through_null.with(Following{.checks_first = true})
                              .named("selftest/endings/null-dereference/checks-first")
                              .holds();

template <AtomicsLayer Layer>
struct Aborts {
  static constexpr std::string_view kSentence = "no thread aborts";
  static constexpr std::string_view kBounds = "1 thread";
  static constexpr auto threads() { return std::tuple{&Aborts::thread}; }

  void thread() { std::abort(); }
};
const auto aborts = model<Aborts>("selftest/endings/abort").fails(Violation::crash);

template <AtomicsLayer Layer>
struct NeverTwo {
  static constexpr std::string_view kSentence = "an invariant is evaluated at every step";
  static constexpr std::string_view kBounds = "2 threads that add one and take one away";
  static constexpr auto threads() { return std::tuple{&NeverTwo::thread, &NeverTwo::thread}; }

  typename Layer::template atomic<int> inside{0, "inside"};

  void thread() {
    inside.fetch_add(1, std::memory_order_relaxed);
    inside.fetch_sub(1, std::memory_order_relaxed);
  }
  void invariant() const { Layer::require(inside.load(std::memory_order_relaxed) < 2, "at most one thread is inside"); }
  void finish() { Layer::require(inside.load(std::memory_order_relaxed) == 0, "no thread is inside at the end"); }
};
const auto never_two = model<NeverTwo>("selftest/endings/invariant").fails(Violation::requirement);

struct Counting {
  bool ends = true;
};
Counting counting;

// Every iteration changes the count, so the loop does not wait.
template <AtomicsLayer Layer>
struct CountsForEver {
  static constexpr std::string_view kSentence = "a thread that counts ends";
  static constexpr std::string_view kBounds = "1 thread";
  static constexpr auto threads() { return std::tuple{&CountsForEver::counts}; }

  typename Layer::template atomic<unsigned> count{0U, "count"};

  void counts() {
    while (count.fetch_add(1, std::memory_order_relaxed) < 100) {
    }
    while (!counting.ends && count.load(std::memory_order_relaxed) != 0) Layer::yield();
  }
};
const auto counts = model<CountsForEver>("selftest/endings/counts").tables(counting).holds();
const auto counts_for_ever =
    counts.with(Counting{.ends = false}).named("selftest/endings/counts/for-ever").fails(Violation::livelock);

template <AtomicsLayer Layer>
struct ReadsOften {
  static constexpr std::string_view kSentence = "an invariant with many reads is no livelock and changes nothing";
  static constexpr std::string_view kBounds = "2 threads, 4 steps each, 1,000 reads at each step";
  static constexpr auto threads() { return std::tuple{&ReadsOften::thread, &ReadsOften::thread}; }

  typename Layer::template atomic<int> count{0, "count"};

  void thread() {
    for (int i = 0; i != 4; ++i) count.fetch_add(1, std::memory_order_relaxed);
  }
  void invariant() const {
    for (int i = 0; i != 1'000; ++i) Layer::require(count.load(std::memory_order_relaxed) <= 8, "counts to eight");
  }
};
const auto reads_often = model<ReadsOften>("selftest/endings/invariant-that-reads-much")
                             .search({.quick = {.random = 2'000, .bounds = {1}}})
                             .holds();

}  // namespace
}  // namespace vigil::models
