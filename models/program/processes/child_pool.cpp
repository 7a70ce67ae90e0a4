#include "child_pool.hpp"

#include <utility>

#include <poll.h>

namespace vigil::program {

std::vector<nlohmann::json> ChildPool::run(const std::vector<Work>& works,
                                           const std::function<void(std::size_t)>& done) const {
  struct Running {
    std::size_t place;
    Child child;
  };
  std::vector<nlohmann::json> results(works.size());
  std::vector<Running> running;
  std::size_t next = 0, ended = 0;
  while (ended != works.size()) {
    for (; next != works.size() && running.size() < jobs_; ++next) running.push_back({next, Child(works[next])});
    std::vector<pollfd> descriptors;
    descriptors.reserve(running.size());
    for (const auto& each : running) descriptors.push_back({each.child.descriptor(), POLLIN, 0});
    if (::poll(descriptors.data(), descriptors.size(), -1) < 0) continue;
    std::vector<Running> left;
    for (std::size_t i = 0; i != running.size(); ++i) {
      auto& [place, child] = running[i];
      if (descriptors[i].revents == 0 || !child.read()) {
        left.push_back(std::move(running[i]));
        continue;
      }
      if (!child.result()) throw BrokenDown(child.how_it_ended());
      results[place] = *child.result();
      done(++ended);
    }
    running = std::move(left);
  }
  return results;
}

}  // namespace vigil::program
