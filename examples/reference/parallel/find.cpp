#include <vigil/parallel/find.hpp>
#include <vigil/parallel/par.hpp>

#include <gtest/gtest.h>

#include <optional>
#include <vector>

TEST(FindReference, FindsTheFirstOrAny) {
  //! [example]
  namespace stage = vigil::stage;
  vigil::ThreadPool pool;
  const std::vector<int> numbers{3, 8, 5, 6, 1, 4};
  const auto is_even = [](int number) { return number % 2 == 0; };

  const std::optional<int> first = vigil::par(pool, numbers) | stage::find_first(is_even);
  EXPECT_EQ(first, 8);

  const std::optional<int> any = vigil::par(pool, numbers) | stage::find_any(is_even);
  EXPECT_TRUE(any == 8 || any == 6 || any == 4);

  EXPECT_FALSE(vigil::par(pool, numbers) | stage::all_of(is_even));
  //! [example]
}
