#pragma once

#include <vigil/atomics/location.hpp>

#include <cstdint>
#include <functional>

#include <vigil/model/relacy_include.hpp>

// What RelacyAtomics asks of the threads of the execution that it runs in.
namespace vigil::models::detail {

// Threads that are blocked on an atomic.
class Parked {
 public:
  // Blocks the calling thread until it is woken, or, in a random search and not often, for no reason.
  void park(const void* atomic, const rl::debug_info& info);
  // Which one wakes is a choice.
  void wake(bool all, const void* atomic, const rl::debug_info& info);

 private:
  std::uint8_t threads_ = 0;  // a bit each
  std::uint8_t spurious_wakes_ = 0;
};

// Starts one of the threads that wait for it. What the caller did before happens before the code.
[[nodiscard]] unsigned start_thread(std::function<void()> code, Location location);
// What the thread did happens before the return.
void join_thread(unsigned thread, Location location);
// The calling thread's, for this key; null at first.
[[nodiscard]] void*& own_pointer(const void* key);

}  // namespace vigil::models::detail
