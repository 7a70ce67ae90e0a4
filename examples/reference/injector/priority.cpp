#include <vigil/injector/priority.hpp>
#include <vigil/injector/treiber.hpp>

#include <gtest/gtest.h>

#include <cstddef>
#include <thread>

TEST(PriorityReference, GivesTheHighestLevelFirst) {
  //! [example]
  struct Job : vigil::InjectorNode<> {
    explicit Job(std::size_t its_level) : at(its_level) {}
    [[nodiscard]] std::size_t level() const { return at; }
    std::size_t at;
  };
  Job high(0), low(1), other_low(1);

  vigil::PriorityInjector<Job, vigil::TreiberInjector<Job>, 2> injector;
  std::thread pusher([&] {
    EXPECT_TRUE(injector.push(low));
    EXPECT_FALSE(injector.push(other_low)) << "there was another job";
    EXPECT_FALSE(injector.push(high)) << "there was one, of another level";
  });
  pusher.join();

  EXPECT_TRUE(injector.has_jobs());
  EXPECT_EQ(injector.pop().job(), &high);
  EXPECT_EQ(injector.pop_at(1).job(), &other_low);
  EXPECT_EQ(injector.pop().job(), &low);
  EXPECT_TRUE(injector.pop().is_empty());
  //! [example]
}
