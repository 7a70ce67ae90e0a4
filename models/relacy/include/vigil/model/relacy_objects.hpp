#pragma once

#include <cstddef>
#include <new>
#include <utility>

#include <vigil/model/relacy_include.hpp>

// The objects of Relacy behind those of RelacyAtomics.
//
// An object of the layer need not be destroyed: where it has a trivial destructor in production, its memory may be
// freed or used again. To Relacy each object that an execution leaves is a leak. So they lie apart, and those that are
// left are destroyed with the execution. A leak of memory is one all the same.
namespace vigil::models::detail {

struct RelacyObject {
  RelacyObject* previous = nullptr;
  RelacyObject* next = nullptr;
  void (*destroy)(RelacyObject*) = nullptr;
};

[[nodiscard]] void* memory_of_object(std::size_t bytes);
void free_object(void* memory) noexcept;
// Of the execution under way.
void add_object(RelacyObject& object);
void remove_object(RelacyObject& object) noexcept;

// One of Relacy's, destroyed with its owner or with the execution.
template <class T>
class Apart {
 public:
  template <class... Arguments>
  explicit Apart(Arguments&&... arguments)
      : place_(::new (memory_of_object(sizeof(Place))) Place(std::forward<Arguments>(arguments)...)) {
    place_->destroy = [](RelacyObject* object) { end(static_cast<Place*>(object)); };
    add_object(*place_);
  }
  ~Apart() { end(place_); }
  Apart(const Apart&) = delete;
  Apart& operator=(const Apart&) = delete;

  [[nodiscard]] T& operator*() const { return place_->object; }
  [[nodiscard]] T* operator->() const { return &place_->object; }

 private:
  struct Place : RelacyObject {
    template <class... Arguments>
    explicit Place(Arguments&&... arguments) : object(std::forward<Arguments>(arguments)...) {}
    T object;
  };
  static void end(Place* place) {
    remove_object(*place);
    place->~Place();
    free_object(place);
  }

  Place* place_;
};

}  // namespace vigil::models::detail
