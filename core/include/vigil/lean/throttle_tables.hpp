#pragma once

#include <vigil/atomics/choice.hpp>

#include <atomic>
#include <string_view>

namespace vigil::lean {

/// What production does right and published versions do wrong. Production code uses the defaults.
struct ThrottleProtocol {
  static constexpr std::string_view kPrimitive = "lean/throttle";

  Choice<"pass_token_on", Published<"S-50">,
         Because<"A thread that took a token and found a task passes the token on if it sees more. Published: only if "
                 "a queue was refilled.">>
      pass_token_on = true;
  Choice<"look_before_settling", Because<"Whoever was woken looks for more before it settles down. (Published: it "
                                         "wakes the next one without a look.).">>
      look_before_settling = true;
  Choice<"told_by_last", Published<"S-44">,
         Because<"The last thread that leaves wakes the joiner, as its last act. Published: it looks at the word.">>
      told_by_last = true;
};
inline constexpr ThrottleProtocol kThrottleProtocol{};

}  // namespace vigil::lean
