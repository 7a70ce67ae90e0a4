// Options::symmetry, as a user of the checker sees it.

#include "search_with_symmetry.hpp"

#include <vigil/checker.hpp>

#include <cstdint>
#include <stdexcept>
#include <string>
#include <tuple>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace vigil::checker {
namespace {

using Layer = CheckedAtomics;
using testing::HasSubstr;
using testing::Not;

constexpr auto kRelaxed = std::memory_order_relaxed;

// n! orders of the read-modify-writes, and one up to symmetry.
struct FourAdders {
  static constexpr auto threads() {
    return std::tuple{&FourAdders::add, &FourAdders::add, &FourAdders::add, &FourAdders::add};
  }
  Layer::atomic<int> count{0};
  void add() { count.fetch_add(1, kRelaxed); }
  void finish() { Layer::require(count.load(kRelaxed) == 4, "all are counted"); }
};

// Each of the functions is run twice.
struct TwoPairs {
  static constexpr auto threads() {
    return std::tuple{&TwoPairs::writer, &TwoPairs::reader, &TwoPairs::writer, &TwoPairs::reader};
  }
  Layer::atomic<int> x{0};
  void writer() { x.store(1, kRelaxed); }
  void reader() { (void)x.load(kRelaxed); }
};

// Each thread makes an atomic of its own.
struct OwnAtomics {
  static constexpr auto threads() { return std::tuple{&OwnAtomics::thread, &OwnAtomics::thread}; }
  Layer::atomic<int> shared{0};
  void thread() {
    Layer::atomic<int> own{0};
    own.store(1, kRelaxed);
    Layer::require(own.load(kRelaxed) == 1, "nobody else writes it");
    shared.fetch_add(1, kRelaxed);
  }
};

struct Choose {
  static constexpr auto threads() { return std::tuple{&Choose::thread, &Choose::thread}; }
  void thread() { (void)Layer::choose(3); }
};

struct LosesOne {
  static constexpr auto threads() { return std::tuple{&LosesOne::add, &LosesOne::add, &LosesOne::add}; }
  Layer::atomic<int> count{0};
  void add() { count.store(count.load(kRelaxed) + 1, kRelaxed); }
  void finish() { Layer::require(count.load(kRelaxed) == 3, "all are counted"); }
};

// Each thread starts one that reads what another thread writes.
struct StartsAReader {
  static constexpr auto threads() {
    return std::tuple{&StartsAReader::starter, &StartsAReader::starter, &StartsAReader::writer};
  }
  Layer::atomic<int> x{0};
  void starter() {
    Layer::thread reader([this] { (void)x.load(kRelaxed); });
    reader.join();
  }
  void writer() { x.store(1, kRelaxed); }
};

// The counter is no part of the execution.
struct KnowsWhoRuns {
  static constexpr auto threads() { return std::tuple{&KnowsWhoRuns::thread, &KnowsWhoRuns::thread}; }
  Layer::atomic<int> first{0}, second{0};
  int runs = 0;
  void thread() { (runs++ == 0 ? first : second).store(1, kRelaxed); }
};

// Nor is this one: a thread that stored 1 last is left out.
struct StoresWhoRuns {
  static constexpr auto threads() { return std::tuple{&StoresWhoRuns::thread, &StoresWhoRuns::thread}; }
  Layer::atomic<int> last{0};
  int runs = 0;
  void thread() { last.store(++runs, kRelaxed); }
  void finish() { Layer::require(last.load(kRelaxed) != 1, "the second one is the last"); }
};

// Each thread publishes the address of something of its own.
struct Publishes {
  static constexpr auto threads() { return std::tuple{&Publishes::thread, &Publishes::thread}; }
  Layer::atomic<const int*> newest{nullptr};
  void thread() {
    int own = 0;
    newest.store(&own, kRelaxed);
  }
};

// The same of memory that each allocates.
struct PublishesANode {
  static constexpr auto threads() { return std::tuple{&PublishesANode::thread, &PublishesANode::thread}; }
  Layer::atomic<int*> newest{nullptr};
  void thread() {
    auto* const node = static_cast<int*>(Layer::allocate(sizeof(int), alignof(int)));
    int* const other = newest.exchange(node, std::memory_order_acq_rel);
    if (other != nullptr) Layer::deallocate(other, sizeof(int), alignof(int));
  }
  void finish() { Layer::deallocate(newest.load(kRelaxed), sizeof(int), alignof(int)); }
};

// Only equal member functions are exchanged, also if they do the same.
struct OtherNames {
  static constexpr auto threads() { return std::tuple{&OtherNames::one, &OtherNames::other}; }
  Layer::atomic<int> count{0};
  void one() { count.fetch_add(1, kRelaxed); }
  void other() { count.fetch_add(1, kRelaxed); }
};

struct Base {
  virtual ~Base() = default;
  virtual void thread() = 0;
};
struct IsVirtual : Base {
  static constexpr auto threads() { return std::tuple{&Base::thread, &Base::thread}; }
  Layer::atomic<int> count{0};
  void thread() override { count.fetch_add(1, kRelaxed); }
};

TEST(SearchWithSymmetry, HasBothNumbers) {
  const Result all = search<FourAdders>(false);
  EXPECT_EQ(all.executions, 24U);
  EXPECT_EQ(all.executions_in_all, 24U);
  for (const unsigned jobs : {1U, 3U}) {
    const Result some = search<FourAdders>(true, jobs);
    EXPECT_EQ(some.executions, 1U);
    EXPECT_EQ(some.executions_in_all, 24U);
    EXPECT_TRUE(some.holds());
  }
}

TEST(SearchWithSymmetry, ExchangesWithinEachOfTwoPairs) {
  const Result all = search<TwoPairs>(false);
  const Result some = search<TwoPairs>(true);
  EXPECT_EQ(some.executions_in_all, all.executions);
  EXPECT_EQ(all.executions, 18U);
  // One order of the writes; two threads that each read one of three values, in either order.
  EXPECT_EQ(some.executions, 6U);
}

TEST(SearchWithSymmetry, ExchangesThreadsThatHaveAtomicsOfTheirOwn) {
  const Result some = search<OwnAtomics>(true);
  EXPECT_EQ(some.executions, 1U);
  EXPECT_EQ(some.executions_in_all, 2U);
  EXPECT_TRUE(some.holds());
}

// An exchange of the two would exchange the threads that they start. The search takes each of the four.
TEST(SearchWithSymmetry, CountsThreadsThatStartThreads) {
  const Result some = search<StartsAReader>(true);
  EXPECT_EQ(some.executions, 4U);
  EXPECT_EQ(some.executions_in_all, 4U);
}

TEST(SearchWithSymmetry, ExchangesThreadsThatChoose) {
  const Result some = search<Choose>(true);
  EXPECT_EQ(some.executions, 6U);
  EXPECT_EQ(some.executions_in_all, 9U);
}

TEST(SearchWithSymmetry, ExchangesVirtualFunctions) { EXPECT_EQ(search<IsVirtual>(true).executions, 1U); }

TEST(SearchWithSymmetry, ExchangesOnlyTheSameFunction) { EXPECT_EQ(search<OtherNames>(true).executions, 2U); }

TEST(SearchWithSymmetry, FindsWhatThereIs) {
  const Result all = search<LosesOne>(false);
  const Result some = search<LosesOne>(true);
  EXPECT_EQ(some.executions_in_all, all.executions);
  EXPECT_LT(some.violating, all.violating);
  ASSERT_TRUE(some.finding.has_value());
  Options usual;
  EXPECT_EQ(replay(code_of<LosesOne>(), usual, some.finding->choices).what, "all are counted");
}

TEST(SearchWithSymmetry, ExchangesThreadsThatPublishWhatTheyOwn) {
  EXPECT_EQ(search<Publishes>(true).executions, 1U);
  EXPECT_EQ(search<PublishesANode>(false).executions, search<PublishesANode>(true).executions_in_all);
  EXPECT_LT(search<PublishesANode>(true).executions, search<PublishesANode>(false).executions);
}

template <class M>
void expect_refused() {
  for (const unsigned jobs : {1U, 2U}) {
    try {
      (void)search<M>(true, jobs);
      ADD_FAILURE() << "it was searched";
    } catch (const std::logic_error& error) {
      EXPECT_THAT(error.what(), HasSubstr("threads 0 and 1 run the same function, but cannot be exchanged"));
    }
  }
}

TEST(SearchWithSymmetry, RefusesThreadsThatKnowWhichTheyAre) {
  expect_refused<KnowsWhoRuns>();
  expect_refused<StoresWhoRuns>();
}

std::string said(std::vector<const char*> arguments) {
  arguments.insert(arguments.begin(), "check");
  testing::internal::CaptureStdout();
  EXPECT_EQ((checker::main<FourAdders>(static_cast<int>(arguments.size()), arguments.data())), 0);
  return testing::internal::GetCapturedStdout();
}

TEST(SearchWithSymmetry, SaysSo) {
  EXPECT_THAT(said({"--symmetry"}), HasSubstr("exhaustive: 1 execution up to symmetry, 24 in all, 0 blocked"));
  EXPECT_THAT(said({}), testing::AllOf(HasSubstr("exhaustive: 24 executions, 0 blocked"), Not(HasSubstr("symmetry"))));
  EXPECT_THAT(said({"--symmetry", "--json", "-"}), HasSubstr("\"executions_in_all\":24"));
}

}  // namespace
}  // namespace vigil::checker
