// Do the workers of a pool in C run where its options say?

#include "common/made_up_system.hpp"

#include <vigil/vigil.h>

#include <gtest/gtest.h>

#include <cerrno>
#include <vector>

namespace vigil::c_proofs {
namespace {

using proofs::MadeUpSystem;

// What comes of a pool of one worker with changed options.
template <class Change>
vigil_status make_and_destroy(const Change& change) {
  vigil_options options;
  EXPECT_EQ(vigil_options_init(&options), VIGIL_OK);
  options.workers = 1;
  change(options);
  vigil_pool* pool = nullptr;
  const vigil_status status = vigil_pool_create(&options, &pool);
  EXPECT_EQ(pool == nullptr, status != VIGIL_OK);
  EXPECT_EQ(vigil_pool_destroy(pool), VIGIL_OK);
  return status;
}

// A thread begins where the one that starts it is: so the maker goes to the processor of each worker, and home.
TEST(PlacementInC, PinsWorkersAsTheOptionsSay) {
  for (const vigil_placement placement : {VIGIL_PLACEMENT_SPREAD, VIGIL_PLACEMENT_COMPACT, VIGIL_PLACEMENT_LIST}) {
    const std::vector<unsigned> last{1};
    MadeUpSystem system(64, {0, 1});
    EXPECT_EQ(make_and_destroy([&](vigil_options& options) {
                options.placement = placement;
                options.processors = last.data();
                options.processor_count = last.size();
              }),
              VIGIL_OK);
    const Processors due{placement == VIGIL_PLACEMENT_LIST ? 1U : 0U};
    ASSERT_GE(system.been.size(), 2U);
    EXPECT_EQ(system.been.front(), due);
    EXPECT_EQ(system.been.back(), (Processors{0, 1}));
  }
}

TEST(PlacementInC, IsNoneIfNothingIsSaid) {
  MadeUpSystem system(64, {0, 1});
  EXPECT_EQ(make_and_destroy([](vigil_options&) {}), VIGIL_OK);
  EXPECT_TRUE(system.been.empty());
}

TEST(PlacementInC, IsRefusedIfThereIsNoSuchProcessorOrPlacement) {
  constexpr unsigned kNone = 7;
  MadeUpSystem system(64, {0, 1});
  const auto list_of = [&](const unsigned* processors, std::size_t count) {
    return make_and_destroy([=](vigil_options& options) {
      options.placement = VIGIL_PLACEMENT_LIST;
      options.processors = processors;
      options.processor_count = count;
    });
  };
  EXPECT_EQ(list_of(&kNone, 1), VIGIL_INVALID_ARGUMENT);
  EXPECT_EQ(list_of(&kNone, 0), VIGIL_INVALID_ARGUMENT);
  EXPECT_EQ(list_of(nullptr, 1), VIGIL_INVALID_ARGUMENT);
  for (const int none : {-1, 4})
    EXPECT_EQ(make_and_destroy([=](vigil_options& options) { options.placement = none; }), VIGIL_INVALID_ARGUMENT);
}

TEST(PlacementInC, IsRefusedIfTheSystemRefusesIt) {
  MadeUpSystem system(64, {0, 1}, ENOSYS);
  EXPECT_EQ(make_and_destroy([](vigil_options& options) { options.placement = VIGIL_PLACEMENT_COMPACT; }),
            VIGIL_NO_THREAD);
}

}  // namespace
}  // namespace vigil::c_proofs
