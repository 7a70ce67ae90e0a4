#pragma once

namespace vigil::execution::detail {

// Holds an object that cannot be moved: `make` returns it in place.
template <class Object>
struct InPlace {
  template <class Make>
  explicit InPlace(Make make) : operation(make()) {}
  Object operation;
};

}  // namespace vigil::execution::detail
