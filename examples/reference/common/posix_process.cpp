#include <vigil/common/posix_process.hpp>

#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

TEST(ProcessWatchReference, KnowsTheChild) {
  //! [example]
  vigil::ProcessWatch watch;
  ASSERT_TRUE(watch.begin());
  const pid_t child = fork();
  if (child == 0) _exit(watch.is_in_child() ? 7 : 0);
  int status = 0;
  ASSERT_EQ(waitpid(child, &status, 0), child);
  EXPECT_EQ(WEXITSTATUS(status), 7);
  EXPECT_FALSE(watch.is_in_child());
  //! [example]
}
