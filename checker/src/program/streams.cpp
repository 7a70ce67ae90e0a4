#include "streams.hpp"

namespace vigil::checker {

Streams& streams() {
  static Streams the;
  return the;
}

}  // namespace vigil::checker
