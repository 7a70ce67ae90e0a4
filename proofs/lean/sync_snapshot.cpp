// Does the packed word hold its fields apart, where its header draws them?

#include <vigil/lean/sync_snapshot.hpp>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <cstdint>

namespace vigil::lean {
namespace {

template <class Widths>
void fields_stay_apart() {
  using Snapshot = SyncSnapshot<Widths>;
  const auto threads = rc::gen::inRange(0, static_cast<int>(std::min<std::uint64_t>(Widths::kMostThreads, 20'000)) + 1);
  EXPECT_TRUE(rc::check([&] {
    const int spawned = *threads;
    const int idle = *threads;
    const bool notified = *rc::gen::arbitrary<bool>();
    const auto state = SyncState(*rc::gen::inRange(0, 4));
    const Snapshot word = Snapshot(0).plus_idle(idle).with(state).plus_spawned(spawned).with_token(notified);
    RC_ASSERT(word.idle() == static_cast<std::uint64_t>(idle));
    RC_ASSERT(word.spawned() == static_cast<std::uint64_t>(spawned));
    RC_ASSERT(word.notified() == notified);
    RC_ASSERT(word.state() == state);
    RC_ASSERT(word.plus_idle(-idle).plus_spawned(-spawned).with_token(false).with(SyncState::pending) == Snapshot(0));
  }));
}

TEST(SyncSnapshot, KeepsTheFieldsOf32BitsApart) { fields_stay_apart<SyncWidths<std::uint32_t>>(); }
TEST(SyncSnapshot, KeepsTheFieldsOf64BitsApart) { fields_stay_apart<SyncWidths<std::uint64_t>>(); }
TEST(SyncSnapshot, KeepsFieldsOfOneBitApart) { fields_stay_apart<SyncWidths<std::uint32_t, 1>>(); }

TEST(SyncSnapshot, CountsWhatItsWidthsSay) {
  EXPECT_EQ(SyncWidths<std::uint32_t>::kMostThreads, 16'383U);
  EXPECT_EQ(SyncWidths<std::uint64_t>::kMostThreads, (std::uint64_t{1} << 30) - 1);
}

TEST(SyncSnapshot, HasItsFieldsWhereTheHeaderDrawsThem) {
  const SyncSnapshot<> none(0);
  EXPECT_EQ(none.plus_idle(1).word(), 1U);
  EXPECT_EQ(none.plus_spawned(1).word(), 1U << 14);
  EXPECT_EQ(none.with_closing(true).word(), 1U << 28);
  EXPECT_EQ(none.with_token(true).word(), 1U << 29);
  EXPECT_EQ(none.with(SyncState::waking).word(), 1U << 30);
  EXPECT_EQ(none.with(SyncState::shut_down).word(), 3U << 30) << "both bits";
  EXPECT_EQ(SyncSnapshot<>(~0U).idle(), (1U << 14) - 1);
  EXPECT_EQ(SyncSnapshot<>(~0U).spawned(), (1U << 14) - 1);
  EXPECT_EQ(SyncSnapshot<>(~0U).with(SyncState::pending).word(), (1U << 30) - 1);

  using Wide = SyncSnapshot<SyncWidths<std::uint64_t>>;
  EXPECT_EQ(Wide(0).plus_spawned(1).word(), std::uint64_t{1} << 30);
  EXPECT_EQ(Wide(0).with(SyncState::waking).word(), std::uint64_t{1} << 62);
}

TEST(SyncSnapshot, IsAtRestIfAllThreadsAreIdleAndThereIsNoToken) {
  const SyncSnapshot<> all_idle = SyncSnapshot<>(0).plus_spawned(2).plus_idle(2);
  EXPECT_TRUE(SyncSnapshot<>(0).is_at_rest());
  EXPECT_TRUE(all_idle.is_at_rest());
  EXPECT_TRUE(all_idle.with_closing(true).is_at_rest());
  EXPECT_FALSE(all_idle.plus_idle(-1).is_at_rest());
  EXPECT_FALSE(all_idle.with_token(true).is_at_rest());
  EXPECT_FALSE(all_idle.plus_idle(-1).with_token(true).is_at_rest());
}

TEST(SyncSnapshot, SaysIfAnInvariantIsBroken) {
  const SyncSnapshot<> one = SyncSnapshot<>(0).plus_spawned(1);
  EXPECT_TRUE(one.idle_within_spawned());
  EXPECT_TRUE(one.plus_idle(1).idle_within_spawned());
  EXPECT_FALSE(one.plus_idle(2).idle_within_spawned());

  const SyncSnapshot<> signaled = one.with(SyncState::signaled);
  EXPECT_TRUE(signaled.with_token(true).signal_comes_with_token());
  EXPECT_FALSE(signaled.signal_comes_with_token());
  EXPECT_FALSE(signaled.with_closing(true).signal_comes_with_token());
  EXPECT_TRUE(one.with(SyncState::shut_down).signal_comes_with_token());
  EXPECT_TRUE(one.signal_comes_with_token());
  EXPECT_TRUE(one.with_token(true).signal_comes_with_token());
}

}  // namespace
}  // namespace vigil::lean
