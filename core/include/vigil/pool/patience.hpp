#pragma once

#include <algorithm>
#include <cstdint>

namespace vigil::detail {

// How long a worker that finds no work yields before it sleeps. It depends on what came of the worker's last searches:
// between two jobs that come from outside, each for itself, yielding costs more than the jobs. Where work comes again
// after a short pause, sleeping costs more.
class Patience {
 public:
  // How often the patience that the pool's options give is halved at most: from 32 rounds to 4.
  static constexpr unsigned kMostHalvings = 3;
  // One of so many searches is as patient as the options say. It finds out when pauses have become short.
  static constexpr std::uint8_t kSearchesEach = 16;

  // A search begins. Returns how often its patience is halved.
  [[nodiscard]] unsigned begin() {
    wait_ = Wait::none;
    searches_ = searches_ + 1 == kSearchesEach ? 0 : searches_ + 1;
    return searches_ == 0 ? 0 : halvings_;
  }
  // The worker found nothing. It yields, or sleeps.
  void waits(bool sleeps) { wait_ = std::max(wait_, sleeps ? Wait::slept : Wait::yielded); }
  // The search has ended. One that slept has yielded in vain, one that only yielded was patient enough.
  void end() {
    if (wait_ == Wait::slept && halvings_ != kMostHalvings) ++halvings_;
    if (wait_ == Wait::yielded) halvings_ = 0;
  }

 private:
  enum class Wait : std::uint8_t { none, yielded, slept };

  std::uint8_t halvings_ = 0;
  std::uint8_t searches_ = 0;
  Wait wait_ = Wait::none;
};

}  // namespace vigil::detail
