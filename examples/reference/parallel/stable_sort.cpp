#include <vigil/parallel/stable_sort.hpp>

#include <gtest/gtest.h>

#include <string>
#include <vector>

TEST(StableSortReference, KeepsTheOrderOfEqualElements) {
  //! [example]
  vigil::ThreadPool pool;
  std::vector<std::string> words{"bb", "a", "ccc", "aa", "b"};
  const auto size = [](const std::string& word) { return word.size(); };

  vigil::stable_sort(pool, words);
  vigil::stable_sort(pool, words, {}, size);
  EXPECT_EQ(words, (std::vector<std::string>{"a", "b", "aa", "bb", "ccc"}));
  //! [example]
}
