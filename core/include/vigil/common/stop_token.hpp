#pragma once

#include <version>

// libc++ has no stop tokens before version 20, unless the program asks for experimental parts.
#if defined(__cpp_lib_jthread)
#include <stop_token>
#endif

namespace vigil {

/// \cond
#if !defined(__cpp_lib_jthread)
namespace detail {
class NoStopToken {
 public:
  static constexpr bool stop_requested() noexcept { return false; }
};
}  // namespace detail
#endif
/// \endcond

/// The stop token of what is given none: the standard library's, of which no stop is ever requested. Where the library
/// has none it is a class of Vigil's; the stop tokens of a program's own work all the same.
///
/// \snippet common/stop_token.cpp example
#if defined(__cpp_lib_jthread)
using DefaultStopToken = std::stop_token;
#else
using DefaultStopToken = detail::NoStopToken;
#endif

}  // namespace vigil
