#pragma once

#include <cstdint>

namespace vigil::detail {

// How long a worker that finds no work yields before it sleeps. It depends on what came of the worker's last searches:
// between two jobs that come from outside, each for itself, yielding costs more than the jobs. Where work comes again
// after a short pause, sleeping costs more.
class Patience {
 public:
  // How often the patience that the pool's options give is halved at most: from 32 rounds to 1.
  static constexpr unsigned kMostHalvings = 5;
  // One of so many searches is as patient as the options say. It finds out when pauses have become short.
  static constexpr std::uint8_t kSearchesEach = 16;

  // A search begins. Returns how often its patience is halved.
  [[nodiscard]] unsigned begin() {
    has_slept_ = false;
    searches_ = searches_ + 1 == kSearchesEach ? 0 : searches_ + 1;
    return searches_ == 0 ? 0 : halvings_;
  }
  // The worker sleeps in this search.
  void sleeps() { has_slept_ = true; }
  // The search has ended. One that slept has yielded in vain, one that only yielded was patient enough.
  void end(bool has_yielded) {
    if (has_slept_ && halvings_ != kMostHalvings) ++halvings_;
    if (has_yielded && !has_slept_) halvings_ = 0;
  }

 private:
  std::uint8_t halvings_ = 0;
  std::uint8_t searches_ = 0;
  bool has_slept_ = false;
};

}  // namespace vigil::detail
