#pragma once

namespace vigil {

/// How many threads may wait for a latch at the same time. It is a part of the latch's type, because it decides how
/// many waiters the thread that opens the latch notifies (S-23).
///
/// \snippet latch/waiters.cpp example
enum class Waiters {
  one,   ///< One at a time.
  many,  ///< Any number.
};

}  // namespace vigil
