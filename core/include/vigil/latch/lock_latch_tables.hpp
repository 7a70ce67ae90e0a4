#pragma once

#include <vigil/atomics/choice.hpp>

#include <atomic>
#include <string_view>

namespace vigil {

/// What production does right and published versions do wrong. Production code uses the defaults.
struct LockLatchProtocol {
  static constexpr std::string_view kPrimitive = "latch/lock_latch";

  Choice<"notify_under_lock", Published<"S-24">, Because<"The notification comes before the unlocking.">>
      notify_under_lock = true;
};
inline constexpr LockLatchProtocol kLockLatchProtocol{};

}  // namespace vigil
