#include <vigil/parallel/par.hpp>
#include <vigil/parallel/terminals.hpp>

#include <gtest/gtest.h>

#include <array>
#include <stop_token>
#include <tuple>
#include <vector>

TEST(ParReference, ComposesStages) {
  //! [example]
  namespace stage = vigil::stage;
  vigil::ThreadPool pool;
  const std::vector<int> prices{5, 20, 10};
  const std::array<int, 3> amounts{1, 0, 3};

  const auto is_wanted = [](const auto& item) { return std::get<1>(item) != 0; };
  const auto cost = [](const auto& item) { return std::get<0>(item) * std::get<1>(item); };
  const int total =
      vigil::par(pool, prices) | stage::zip(amounts) | stage::filter(is_wanted) | stage::transform(cost) | stage::sum();
  EXPECT_EQ(total, 35);

  const auto first_of = [](const auto& chunk) { return chunk[0]; };
  EXPECT_EQ(vigil::par(pool, prices) | stage::chunk(2) | stage::transform(first_of) | stage::sum(), 15);
  EXPECT_EQ(vigil::par(pool, prices) | stage::concat(amounts) | stage::enumerate() | stage::count(), 6U);

  std::stop_source stop;
  vigil::par(pool, 0, 1'000'000) | stage::take_until_stopped(stop.get_token()) | stage::for_each([&stop](int i) {
    if (i % 1'000 == 999) stop.request_stop();
  });
  //! [example]
}
