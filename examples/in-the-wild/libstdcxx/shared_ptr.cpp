// expect: holds

#include <cassert>
#include <memory>
#include <thread>

int destroyed = 0;
struct Object {
  int value = 1;
  ~Object() { destroyed += value; }
};

int main() {
  auto object = std::make_shared<Object>();
  std::thread owner([copy = object]() mutable { copy.reset(); });
  std::thread observer([weak = std::weak_ptr(object)] {
    if (auto found = weak.lock()) assert(found->value == 1);
  });
  object.reset();
  owner.join();
  observer.join();
  assert(destroyed == 1);
}
