// What an execution changes begins anew in the next one: globals, local statics, thread-local variables,
// and memory that was allocated before main.
// expect: holds 90+0
#include <atomic>
#include <cassert>
#include <map>
#include <string>
#include <thread>
#include <vector>

thread_local int own = 5;
thread_local std::string text = "a text that is too long for the string itself";
std::vector<int> numbers(10, 7);
std::map<int, std::string> names{{1, "one"}};
int runs = 0;
std::atomic<int> done{0};

struct Counted {
  static inline int count = 0;
  Counted() { ++count; }
  ~Counted() { --count; }
};
Counted& only_one() {
  static Counted counted;
  return counted;
}

void work(int k) {
  assert(own == 5);
  own += k;
  text += "!";
  only_one();
  assert(own == 5 + k && Counted::count == 1);
  done.fetch_add(1);
}

int main() {
  assert(runs++ == 0 && numbers.size() == 10);
  numbers.push_back(4);
  names[2] = "two";
  assert(names.size() == 2);
  std::thread one(work, 1), two(work, 2);
  work(3);
  one.join();
  two.join();
  assert(done == 3);
}
