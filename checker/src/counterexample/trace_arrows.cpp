#include "trace_arrows.hpp"

#include <algorithm>
#include <array>
#include <cstddef>

namespace vigil::checker {
namespace {

class Arrows {
 public:
  explicit Arrows(const Trace& trace) : trace_(trace) {}

  std::vector<Arrow> all() {
    for (const auto& timed : trace_.steps) {
      if (timed.reads) add(Arrow::Kind::reads_from, timed.from, timed.number);
      if (timed.stale) add(Arrow::Kind::missed, timed.overwritten_by, timed.number);
    }
    for (const auto& object : trace_.objects) {
      if (object.kind == TraceObject::Kind::variable || object.kind == TraceObject::Kind::memory) continue;
      for (std::size_t i = 1; i < object.writes.size(); ++i) {
        const unsigned before = object.writes[i - 1].step, after = object.writes[i].step;
        if (after != 0 && !(step(after).reads && step(after).from == before))
          add(Arrow::Kind::overwrites, before, after);
      }
    }
    std::stable_sort(arrows_.begin(), arrows_.end(), [](const auto& a, const auto& b) { return a.to < b.to; });
    choose_lanes();
    return std::move(arrows_);
  }

 private:
  [[nodiscard]] const TimedStep& step(unsigned number) const { return trace_.steps[number - 1]; }

  void add(Arrow::Kind kind, unsigned from, unsigned to) {
    if (from == 0) return;
    const int source = step(from).thread, target = step(to).thread;
    if (source < 0 || target < 0 || source == target) return;
    const auto gutter = static_cast<unsigned>(source < target ? target - 1 : target);
    arrows_.push_back({kind, from, to, gutter, 0});
  }

  // Short arrows first, so that the long ones run outside of them.
  void choose_lanes() {
    const auto first = [](const Arrow& arrow) { return std::min(arrow.from, arrow.to); };
    const auto last = [](const Arrow& arrow) { return std::max(arrow.from, arrow.to); };
    std::vector<Arrow*> by_length;
    for (auto& arrow : arrows_) by_length.push_back(&arrow);
    std::stable_sort(by_length.begin(), by_length.end(),
                     [&](const auto* a, const auto* b) { return last(*a) - first(*a) < last(*b) - first(*b); });
    std::vector<const Arrow*> placed;
    for (auto* arrow : by_length) {
      std::array<unsigned, kMostLanes> neighbours{};
      for (const auto* other : placed)
        if (other->gutter == arrow->gutter && first(*other) <= last(*arrow) && first(*arrow) <= last(*other))
          ++neighbours[other->lane];
      arrow->lane = static_cast<unsigned>(std::min_element(neighbours.begin(), neighbours.end()) - neighbours.begin());
      placed.push_back(arrow);
    }
  }

  const Trace& trace_;
  std::vector<Arrow> arrows_;
};

}  // namespace

std::vector<Arrow> arrows_of(const Trace& trace) { return Arrows(trace).all(); }

}  // namespace vigil::checker
