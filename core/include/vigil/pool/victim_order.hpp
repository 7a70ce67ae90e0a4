#pragma once

#include <vigil/pool/placement.hpp>
#include <vigil/pool/topology.hpp>

#include <algorithm>
#include <cstddef>
#include <vector>

namespace vigil::detail {

// In which order a worker with a place tries to steal from the others: those whose data is nearest first. Those who are
// equally far from it are a circle. The worker begins somewhere in each circle, and goes round.
//
// Invariant `each_victim_once`: a search asks each other worker, and each of them once. A worker that is left out would
// keep what it has left to thieves: see the protocol of the pool.
class VictimOrder {
 public:
  VictimOrder(const Placement& placement, std::size_t workers, std::size_t self) {
    for (std::size_t other = 0; other != workers; ++other)
      if (other != self) victims_.push_back(other);
    const Processor& here = placement.of(self);
    const auto far = [&](std::size_t victim) { return distance(here, placement.of(victim)); };
    std::stable_sort(victims_.begin(), victims_.end(), [&](std::size_t a, std::size_t b) { return far(a) < far(b); });
    for (std::size_t i = 1; i <= victims_.size(); ++i)
      if (i == victims_.size() || far(victims_[i]) != far(victims_[i - 1])) ends_.push_back(i);
  }

  // Calls `visit(victim)` until it returns true. Returns whether it has.
  template <class Random, class Visit>
  bool visit(Random& random, Visit visit) const {
    std::size_t begin = 0;
    for (const std::size_t end : ends_) {
      std::size_t next = begin + static_cast<std::size_t>(random.below(end - begin));
      for (std::size_t i = begin; i != end; ++i, next = next + 1 == end ? begin : next + 1)
        if (visit(victims_[next])) return true;
      begin = end;
    }
    return false;
  }

 private:
  std::vector<std::size_t> victims_;
  // Where each circle ends.
  std::vector<std::size_t> ends_;
};

}  // namespace vigil::detail
