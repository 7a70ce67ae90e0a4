#pragma once

#include "child.hpp"

#include <cstddef>
#include <functional>
#include <stdexcept>
#include <vector>

namespace vigil::program {

// A process of a search ended without a result.
class BrokenDown : public std::runtime_error {
  using std::runtime_error::runtime_error;
};

// Runs pieces of work in processes of their own, so many at a time.
class ChildPool {
 public:
  using Work = Child::Work;

  explicit ChildPool(unsigned jobs) : jobs_(jobs) {}

  // What each of them returned, in their order. `done` is told how many have ended, whenever one has. Throws
  // BrokenDown if one ends without a result, and ends the others.
  [[nodiscard]] std::vector<nlohmann::json> run(const std::vector<Work>& works,
                                                const std::function<void(std::size_t)>& done) const;

 private:
  unsigned jobs_;
};

}  // namespace vigil::program
