#pragma once

#include <vigil/common/stop_token.hpp>

namespace vigil::execution {

/// The stop token of an operation that cannot be stopped: a stop is never requested, and asking costs nothing.
///
/// \snippet execution/stop_token.cpp example
/// \source P2300, `never_stop_token`.
class never_stop_token {
 public:
  /// False.
  static constexpr bool stop_requested() noexcept { return false; }
  /// False.
  static constexpr bool stop_possible() noexcept { return false; }
  /// Always equal.
  friend bool operator==(never_stop_token, never_stop_token) = default;
};

#if defined(__cpp_lib_jthread)
/// The source of a std::stop_token. Its constructor allocates, as P2300's `inplace_stop_source` does not; operations
/// make no source.
using std::stop_source;
/// The standard library's stop token, which senders take too.
using std::stop_token;
#endif

}  // namespace vigil::execution
