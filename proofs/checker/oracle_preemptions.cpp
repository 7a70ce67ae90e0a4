#include "oracle_preemptions.hpp"

#include "step.hpp"
#include "thread_state.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <map>
#include <utility>
#include <vector>

namespace vigil::conformance {
namespace {

class Orders {
 public:
  Orders(const Graph& graph, const litmus::Program& program, axioms::MemoryModel model)
      : graph_(graph), is_interleaved_(model == axioms::MemoryModel::sequential) {
    for (unsigned thread = 0; thread != program.threads.size(); ++thread) {
      ThreadState state = first_state(program, thread);
      for (const Node& node : graph.nodes[thread]) {
        steps_[thread].push_back(next_step(program, thread, state));
        const Effects possible = effects(steps_[thread].back(), thread, node.read);
        state = after_step(program, thread, state, node.read, node.reads ? possible.each[node.outcome] : Effect());
      }
    }
  }

  [[nodiscard]] unsigned least() { return least(Done{}, kMostThreads); }

 private:
  using Done = std::array<std::size_t, kMostThreads>;
  static constexpr unsigned kNever = 1'000;

  // From here on, if the last event was one of `current`.
  unsigned least(const Done& done, unsigned current) {  // NOLINT(misc-no-recursion)
    const auto [known, is_new] = least_.try_emplace({done, current}, kNever);
    if (!is_new) return known->second;
    bool is_end = true;
    unsigned best = kNever;
    for (unsigned thread = 0; thread != kMostThreads; ++thread) {
      if (done[thread] == graph_.nodes[thread].size()) continue;
      is_end = false;
      if (!may_come_next(done, thread)) continue;
      const bool preempts = current != kMostThreads && thread != current && can_go_on(done, current);
      Done after = done;
      ++after[thread];
      best = std::min(best, least(after, thread) + (preempts ? 1 : 0));
    }
    return least_[{done, current}] = is_end ? 0 : best;
  }

  [[nodiscard]] bool is_done(const Done& done, Id id) const {
    return id == kInitially || index_of(id) < done[thread_of(id)];
  }

  [[nodiscard]] bool may_come_next(const Done& done, unsigned thread) const {
    const Node& node = graph_.nodes[thread][done[thread]];
    if (node.reads && !is_done(done, node.source)) return false;
    if (!is_interleaved_ || is_fence(node.access)) return true;
    if (node.reads && newest(done, node.location) != node.source) return false;
    if (!node.writes) return true;
    const Id id = id_of(thread, done[thread]);
    return std::ranges::all_of(graph_.writes[node.location], [&](Id other) {
      const bool is_earlier = graph_.place(other, node.location) < graph_.place(id, node.location);
      return other == id || is_done(done, other) == is_earlier;
    });
  }

  [[nodiscard]] bool can_go_on(const Done& done, unsigned thread) const {
    if (done[thread] == graph_.nodes[thread].size()) return false;
    const Step& step = steps_[thread][done[thread]];
    if (is_fence(step.access) || step.access == Access::store) return true;
    const std::uint64_t value = graph_.value(newest(done, step.location), step.location);
    if (step.access == Access::wake) return ((value & kThreadSet) >> thread & 1) == 0;
    return effects(step, thread, value).count != 0;
  }

  [[nodiscard]] Id newest(const Done& done, unsigned location) const {
    Id newest = kInitially;
    for (const Id write : graph_.writes[location])
      if (is_done(done, write)) newest = write;
    return newest;
  }

  const Graph& graph_;
  bool is_interleaved_;
  std::array<std::vector<Step>, kMostThreads> steps_;
  std::map<std::pair<Done, unsigned>, unsigned> least_;
};

}  // namespace

unsigned least_preemptions(const Graph& graph, const litmus::Program& program, axioms::MemoryModel model) {
  return Orders(graph, program, model).least();
}

}  // namespace vigil::conformance
