#include <vigil/parallel/sort.hpp>
#include <vigil/parallel/stable_sort.hpp>

#include <algorithm>
#include <cstdio>
#include <functional>
#include <string>
#include <vector>

struct Person {
  std::string name;
  int born;
};

int main() {
  vigil::ThreadPool pool;
  std::vector<Person> people{{"Grace", 1906}, {"Alan", 1912}, {"Edsger", 1930}, {"Frances", 1932}, {"Ada", 1815}};

  vigil::sort(pool, people, {}, &Person::name);
  // People with equal keys stay in the order of their names.
  vigil::stable_sort(pool, people, std::ranges::greater(), [](const Person& person) { return person.born / 100; });

  for (const Person& person : people) std::printf("%s %d\n", person.name.c_str(), person.born);
  return people.front().name == "Alan" && people.back().name == "Ada" ? 0 : 1;
}
