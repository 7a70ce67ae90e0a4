#pragma once

#include <stop_token>

namespace vigil::execution {

// A stop token that nobody can use, so that asking it costs nothing.
class never_stop_token {
 public:
  static constexpr bool stop_requested() noexcept { return false; }
  static constexpr bool stop_possible() noexcept { return false; }
  friend bool operator==(never_stop_token, never_stop_token) = default;
};

// The standard's token for threads serves for senders too, but for P2300's `inplace_stop_token`, it allocates its state
// when the source is made. Operations make none.
using std::stop_source;
using std::stop_token;

}  // namespace vigil::execution
