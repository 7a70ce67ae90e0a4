#pragma once

#include <vigil/atomics/layer.hpp>
#include <vigil/atomics/maybe_value.hpp>

#include <cstdint>
#include <optional>

namespace vigil {

// How many are inside of something that may be closed, and whether it is: one word decides who still comes in.
//
// Exactly one call learns that nobody is inside any more: the close that finds nobody, or else the leave of the last
// one. It comes after all that those inside have done. Orders and choices are those of the pool that is closed. All
// operations are lock-free.
template <AtomicsLayer A, const auto& Orders, const auto& Protocol>
class AdmissionWord {
 public:
  constexpr AdmissionWord() = default;
  AdmissionWord(const AdmissionWord&) = delete;
  AdmissionWord& operator=(const AdmissionWord&) = delete;

  // False if it is closed. Any thread.
  [[nodiscard]] bool enter() {
    const auto one_more = [](std::uint64_t word) -> MaybeValue<std::uint64_t> {
      if (Protocol.refuse_after_stop && (word & kClosed) != 0) return std::nullopt;
      return word + kOne;
    };
    return word_.fetch_update(one_more, Orders.enter, Orders.refused).has_value();
  }

  // On behalf of somebody who will leave; for who is inside, so also when it has been closed.
  void enter_once_more() { word_.fetch_add(kOne, Orders.enter); }

  // Whether the caller was the last one inside of what is closed.
  [[nodiscard]] bool leave() { return word_.fetch_sub(kOne, Orders.leave) == (kClosed | kOne); }

  // Nobody is let in any more. What it was before.
  struct Before {
    bool was_closed;
    bool was_empty;
  };
  Before close() {
    const std::uint64_t before = word_.fetch_or(kClosed, Orders.close);
    return {(before & kClosed) != 0, before < kOne};
  }

 private:
  static constexpr std::uint64_t kClosed = 1;
  static constexpr std::uint64_t kOne = 2;

  typename A::template atomic<std::uint64_t> word_{std::uint64_t{0}, "admission"};
};

}  // namespace vigil
