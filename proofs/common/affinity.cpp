// Does a thread run where it is told to, and does the system's refusal reach the caller?

#include <vigil/common/affinity.hpp>

#include <gtest/gtest.h>
#include <sched.h>

#include <system_error>
#include <thread>

namespace vigil {
namespace {

static_assert(kHasAffinity, "as the documentation says of Linux");

// On a thread of its own, which ends with the processors that it has got.
template <class Code>
void on_another_thread(Code code) {
  std::thread(code).join();
}

TEST(Affinity, RunsAThreadOnEachProcessorThatItNames) {
  const Processors before = thread_processors().value();
  ASSERT_FALSE(before.empty());
  on_another_thread([&] {
    for (const unsigned number : before) {
      ASSERT_EQ(set_thread_processors({number}), std::error_code());
      EXPECT_EQ(sched_getcpu(), static_cast<int>(number));
      EXPECT_EQ(thread_processors(), (Processors{number}));
    }
    ASSERT_EQ(set_thread_processors(before), std::error_code());
    EXPECT_EQ(thread_processors(), before);
  });
  EXPECT_EQ(thread_processors(), before) << "other threads stay where they are";
}

TEST(Affinity, IsThatOfTheThreadThatStartsAThread) {
  on_another_thread([] {
    const unsigned last = thread_processors().value().back();
    ASSERT_EQ(set_thread_processors({last}), std::error_code());
    on_another_thread([&] { EXPECT_EQ(thread_processors(), (Processors{last})); });
  });
}

TEST(Affinity, IsRefusedIfNoProcessorOfTheListIsThere) {
  on_another_thread([] {
    const Processors before = thread_processors().value();
    for (const Processors& none : {Processors(), Processors{65'535}, Processors{65'536}, Processors{~0U}})
      EXPECT_EQ(set_thread_processors(none), std::errc::invalid_argument);
    EXPECT_EQ(thread_processors(), before);
  });
}

TEST(Affinity, LeavesOutProcessorsThatAreNotThere) {
  on_another_thread([] {
    const unsigned first = thread_processors().value().front();
    ASSERT_EQ(set_thread_processors({65'535, first}), std::error_code());
    EXPECT_EQ(thread_processors(), (Processors{first}));
  });
}

}  // namespace
}  // namespace vigil
