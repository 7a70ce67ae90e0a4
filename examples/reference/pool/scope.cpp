#include <vigil/pool/scope.hpp>

#include <gtest/gtest.h>

#include <string>
#include <vector>

TEST(ScopeReference, EndsAfterItsTasks) {
  //! [example]
  vigil::ThreadPool pool;
  std::vector<std::string> words{"one", "two", "three"};
  vigil::scope(pool, [&](auto& scope) {
    for (std::string& word : words) scope.spawn([&word] { word += '!'; });
  });
  EXPECT_EQ(words, (std::vector<std::string>{"one!", "two!", "three!"}));
  //! [example]
}
