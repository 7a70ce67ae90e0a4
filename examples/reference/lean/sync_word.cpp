#include <vigil/lean/sync_word.hpp>

#include <gtest/gtest.h>

TEST(LeanSyncWordReference, SaysWhichThreadToWake) {
  //! [example]
  using namespace vigil::lean;
  SyncWord<> word(4);
  // There is no thread, so the caller starts one. It searches first.
  EXPECT_EQ(word.notify(false), Wake::new_thread);
  Searcher self;
  EXPECT_EQ(word.take_turn(self), Turn::search);
  // It has found no task.
  EXPECT_EQ(word.take_turn(self), Turn::sleep);
  EXPECT_EQ(word.notify(false), Wake::idle_thread);
  // The thread that was woken has the token, and no other thread is woken.
  EXPECT_EQ(word.take_turn(self), Turn::search);
  EXPECT_EQ(word.notify(false), Wake::nobody);
  //! [example]
}
