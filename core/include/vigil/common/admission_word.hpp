#pragma once

#include <vigil/atomics/layer.hpp>
#include <vigil/atomics/maybe_value.hpp>

#include <cstdint>
#include <optional>

namespace vigil {

// How many threads are inside something that can be closed, and whether it is closed. One word holds both, so that it
// decides for each thread whether it comes in.
//
//   enter   counts the caller, unless the word is closed
//   leave   takes the caller off the count
//   close   lets no thread in any more; the threads inside stay until they leave
//
// Promised: exactly one call learns that no thread is inside any more. It is the close, if it finds none, or else the
// leave of the last thread. It comes after all that the threads inside have done. Not promised: that threads leave; the
// word does not block.

/// Counts the threads inside something that can be closed.
///
/// The orders are those of the pool that is closed: `Orders` has `enter`, `refused`, `leave` and `close`.
///
/// \threads   Any thread, for all members.
/// \progress  Lock-free; leave and close are wait-free.
///
/// \snippet common/admission_word.cpp example
template <AtomicsLayer Layer, const auto& Orders>
class AdmissionWord {
 public:
  /// Open, and no thread is inside.
  constexpr AdmissionWord() = default;
  AdmissionWord(const AdmissionWord&) = delete;
  AdmissionWord& operator=(const AdmissionWord&) = delete;

  /// Counts the caller. False if the word is closed; then the caller is not counted.
  [[nodiscard]] bool enter() {
    const auto one_more = [](std::uint64_t word) -> MaybeValue<std::uint64_t> {
      if ((word & kClosed) != 0) return std::nullopt;
      return word + kOne;
    };
    return word_.fetch_update(one_more, Orders.enter, Orders.refused).has_value();
  }

  /// Counts another thread, which will leave. Also when the word is closed.
  ///
  /// \pre The caller is inside.
  void enter_once_more() { word_.fetch_add(kOne, Orders.enter); }

  /// Takes the caller off the count. True if the word is closed and no thread is inside any more.
  ///
  /// \orders  What each thread did before it left happens before the return of the leave that is true.
  [[nodiscard]] bool leave() { return word_.fetch_sub(kOne, Orders.leave) == (kClosed | kOne); }

  /// What the word said before it was closed.
  struct Before {
    /// Another call had closed it.
    bool was_closed;
    /// No thread was inside.
    bool was_empty;
  };

  /// Lets no thread in from now on.
  ///
  /// \orders  What each thread did before it left happens before the return.
  Before close() {
    const std::uint64_t before = word_.fetch_or(kClosed, Orders.close);
    return {(before & kClosed) != 0, before < kOne};
  }

 private:
  static constexpr std::uint64_t kClosed = 1;
  static constexpr std::uint64_t kOne = 2;

  typename Layer::template atomic<std::uint64_t> word_{std::uint64_t{0}, "admission"};
};

}  // namespace vigil
