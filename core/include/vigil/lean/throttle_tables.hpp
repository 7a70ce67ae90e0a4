#pragma once

#include <vigil/atomics/choice.hpp>

#include <string_view>

namespace vigil::lean {

/// What production does right and published versions do wrong. Production code uses the defaults.
struct ThrottleProtocol {
  static constexpr std::string_view kPrimitive = "lean/throttle";

  Choice<"pass_token_on", Published<"S-50">,
         Because<"A thread that took a token and found a task passes the token on if it sees more. Published: only if "
                 "a queue was refilled.">>
      pass_token_on = true;
};
inline constexpr ThrottleProtocol kThrottleProtocol{};

}  // namespace vigil::lean
