#include <vigil/testing/watchdog.hpp>

#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <string>
#include <thread>

namespace {

//! [example]
// A test whose other thread must set a flag. If it never does, the program ends with "not finished after 120 s: the
// flag is unset", and not by a limit of the whole run.
void wait_for_the_flag() {
  std::atomic<bool> flag{false};
  const vigil::testing::Watchdog watchdog(
      [&] { return std::string(flag.load() ? "the flag is set" : "the flag is unset"); });
  std::thread setter([&] { flag.store(true); });
  while (!flag.load()) std::this_thread::yield();
  setter.join();
}
//! [example]

}  // namespace

TEST(WatchdogReference, LetsATestEndThatEnds) { wait_for_the_flag(); }

TEST(WatchdogReferenceDeathTest, EndsATestThatHangs) {
  GTEST_FLAG_SET(death_test_style, "threadsafe");
  EXPECT_DEATH(
      {
        const vigil::testing::Watchdog watchdog([] { return std::string("it hangs"); }, std::chrono::seconds(0));
        std::this_thread::sleep_for(std::chrono::minutes(1));
      },
      "not finished after 0 s: it hangs");
}
