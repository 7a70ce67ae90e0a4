#include <vigil/parallel/sort.hpp>

#include <gtest/gtest.h>

#include <functional>
#include <string>
#include <vector>

TEST(SortReference, TakesAComparatorAndAProjection) {
  //! [example]
  struct Person {
    std::string name;
    int born;
  };
  vigil::ThreadPool pool;
  std::vector<Person> people{{"Grace", 1906}, {"Edsger", 1930}, {"Ada", 1815}};

  vigil::sort(pool, people, std::ranges::greater(), &Person::born);
  EXPECT_EQ(people.front().name, "Edsger");
  vigil::sort(pool, people, {}, &Person::name);
  EXPECT_EQ(people.front().name, "Ada");
  //! [example]
}
