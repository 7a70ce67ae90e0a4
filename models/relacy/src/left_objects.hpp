#pragma once

#include <vigil/model/relacy_objects.hpp>

namespace vigil::models::detail {

// The objects of an execution that have not been destroyed. If a violation ends it they stay as they are.
class LeftObjects {
 public:
  LeftObjects() { all_.previous = all_.next = &all_; }
  ~LeftObjects() {
    while (all_.next != &all_) {
      auto* const object = all_.next;
      remove(*object);
      free_object(object);
    }
  }
  LeftObjects(const LeftObjects&) = delete;
  LeftObjects& operator=(const LeftObjects&) = delete;

  void add(RelacyObject& object) {
    object.previous = &all_;
    object.next = all_.next;
    object.next->previous = all_.next = &object;
  }
  static void remove(RelacyObject& object) {
    object.previous->next = object.next;
    object.next->previous = object.previous;
  }
  void destroy_all() {
    while (all_.next != &all_) all_.next->destroy(all_.next);
  }

 private:
  RelacyObject all_;
};

}  // namespace vigil::models::detail
