// Does the word that counts who is inside, and says whether it is closed, say both for any sequence of calls?

#include <vigil/atomics/std_atomics.hpp>
#include <vigil/common/admission_word.hpp>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <atomic>
#include <cstdint>
#include <vector>

namespace vigil {
namespace {

struct Orders {
  std::memory_order enter = std::memory_order_relaxed;
  std::memory_order refused = std::memory_order_relaxed;
  std::memory_order leave = std::memory_order_acq_rel;
  std::memory_order close = std::memory_order_acq_rel;
};
constexpr Orders kOrders;

using Word = AdmissionWord<StdAtomics, kOrders>;

TEST(AdmissionWord, LetsThreadsInUntilItIsClosed) {
  Word word;
  EXPECT_TRUE(word.enter());
  EXPECT_TRUE(word.enter());
  (void)word.close();
  EXPECT_FALSE(word.enter());
}

TEST(AdmissionWord, TellsTheLastThreadThatLeavesAClosedWord) {
  Word word;
  ASSERT_TRUE(word.enter());
  EXPECT_FALSE(word.close().was_empty) << "one thread is inside";
  word.enter_once_more();
  EXPECT_FALSE(word.leave()) << "the other is inside";
  EXPECT_TRUE(word.leave());
}

TEST(AdmissionWord, TellsTheThreadThatClosesAnEmptyWord) {
  Word word;
  ASSERT_TRUE(word.enter());
  EXPECT_FALSE(word.leave()) << "it is open";
  const Word::Before first = word.close();
  EXPECT_TRUE(first.was_empty);
  EXPECT_FALSE(first.was_closed);
  EXPECT_TRUE(word.close().was_closed);
}

RC_GTEST_PROP(AdmissionWord, CountsForAnySequenceOfCalls, ()) {
  Word word;
  std::uint64_t inside = 0;
  bool is_closed = false;
  for (const int call : *rc::gen::container<std::vector<int>>(rc::gen::inRange(0, 9))) {
    if (call < 4) {
      RC_ASSERT(word.enter() == !is_closed);
      if (!is_closed) ++inside;
    } else if (call < 7 && inside != 0) {
      --inside;
      RC_ASSERT(word.leave() == (is_closed && inside == 0));
    } else if (call == 7 && inside != 0) {
      word.enter_once_more();
      ++inside;
    } else if (call == 8) {
      const Word::Before before = word.close();
      RC_ASSERT(before.was_closed == is_closed);
      RC_ASSERT(before.was_empty == (inside == 0));
      is_closed = true;
    }
  }
}

}  // namespace
}  // namespace vigil
