#include <vigil/parallel/terminals.hpp>

#include <gtest/gtest.h>

#include <atomic>
#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <vector>

TEST(TerminalsReference, DoTheWork) {
  //! [example]
  namespace stage = vigil::stage;
  vigil::ThreadPool pool;
  const std::vector<std::string> names{"Ada", "Barbara", "Edsger"};
  const auto size = [](const std::string& name) { return name.size(); };
  const auto all = vigil::par(pool, names);

  std::atomic<std::size_t> letters = 0;
  all | stage::for_each([&](const std::string& name) { letters += name.size(); });
  EXPECT_EQ(letters, 16U);
  EXPECT_EQ(all | stage::count(), 3U);
  EXPECT_EQ(all | stage::transform(size) | stage::sum(), 16U);
  EXPECT_EQ(all | stage::reduce(std::string("! "), std::plus()), "! AdaBarbaraEdsger");
  EXPECT_EQ(all | stage::max({}, size), "Barbara");
  EXPECT_EQ(all | stage::filter([](const auto& name) { return name.empty(); }) | stage::min(), std::nullopt);

  const std::vector<std::size_t> sizes = all | stage::transform(size) | stage::to_vector();
  EXPECT_EQ(sizes, (std::vector<std::size_t>{3, 7, 6}));
  //! [example]
}
