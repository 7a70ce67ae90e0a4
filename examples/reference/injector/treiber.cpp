#include <vigil/injector/treiber.hpp>

#include <gtest/gtest.h>

#include <thread>

TEST(TreiberReference, GivesTheNewestJobFirst) {
  //! [example]
  struct Job : vigil::InjectorNode<> {
    int number = 0;
  };
  Job first, second, third;
  first.number = 1;
  second.number = 2;
  third.number = 3;

  vigil::TreiberInjector<Job> injector;
  std::thread pusher([&] {
    injector.push(first);
    // One push for two jobs: other threads see both, or none.
    vigil::TreiberInjector<Job>::Chain chain;
    chain.add(second);
    chain.add(third);
    injector.push(chain);
  });
  pusher.join();

  EXPECT_TRUE(injector.has_jobs());
  EXPECT_EQ(injector.pop().job()->number, 3);
  EXPECT_EQ(injector.pop().job()->number, 2);
  EXPECT_EQ(injector.pop().job()->number, 1);
  EXPECT_TRUE(injector.pop().is_empty());
  //! [example]
}
