#include <vigil/lean/sync_snapshot.hpp>

#include <gtest/gtest.h>

TEST(LeanSyncSnapshotReference, SaysWhatEachFieldHolds) {
  //! [example]
  using vigil::lean::SyncSnapshot;
  using vigil::lean::SyncState;
  constexpr auto kSnapshot = SyncSnapshot<>(0).plus_spawned(3).plus_idle(2).with(SyncState::waking);
  static_assert(kSnapshot.spawned() == 3 && kSnapshot.idle() == 2);
  static_assert(kSnapshot.state() == SyncState::waking && !kSnapshot.notified());
  static_assert(kSnapshot.idle_within_spawned());
  EXPECT_FALSE(kSnapshot.is_at_rest());
  EXPECT_TRUE(kSnapshot.plus_idle(1).is_at_rest());
  //! [example]
}
