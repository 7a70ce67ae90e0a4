// The arrows of a picture.

#include "draw.hpp"

#include <algorithm>

namespace vigil::litmus {
namespace {

using axioms::Candidate;
using axioms::Relation;
using checker::MemoryModel;

class ArrowMaker {
 public:
  ArrowMaker(const EventGraph& graph, const std::vector<unsigned>& ids, MemoryModel model)
      : graph_(graph), ids_(ids), model_(model) {}

  std::vector<Drawing::Arrow> make() {
    for (unsigned node = 0; node != graph_.nodes.size(); ++node) {
      follow_program_order(node);
      if (graph_.nodes[node].reads) follow_read(node);
    }
    for (const auto& order : graph_.orders)
      for (std::size_t place = 0; place != order.size(); ++place)
        add("mo", place == 0 ? 0 : ids_[order[place - 1]], ids_[order[place]]);
    if (graph_.fits()) follow_axioms();
    return std::move(arrows_);
  }

 private:
  void add(std::string_view relation, unsigned from, unsigned to) { arrows_.push_back({relation, from, to}); }

  void follow_program_order(unsigned node) {
    for (unsigned next = node + 1; next < graph_.nodes.size(); ++next)
      if (graph_.nodes[next].thread == graph_.nodes[node].thread) return add("sb", ids_[node], ids_[next]);
  }

  void follow_read(unsigned node) {
    const EventGraph::Node& read = graph_.nodes[node];
    add("rf", read.source == EventGraph::kInitial ? 0 : ids_[static_cast<unsigned>(read.source)], ids_[node]);
    const auto& order = graph_.orders[static_cast<unsigned>(read.location)];
    const unsigned place = graph_.place_read(read);
    if (place < order.size() && order[place] != node) add("fr", ids_[node], ids_[order[place]]);
  }

  void follow_axioms() {
    const Candidate candidate = graph_.candidate();
    const Relation sw = synchronises_with(candidate, model_);
    const Relation hb = happens_before(candidate, model_);
    for (unsigned one = 0; one != graph_.nodes.size(); ++one)
      for (unsigned other = 0; other != graph_.nodes.size(); ++other) {
        if (sw.has(graph_.event(one), graph_.event(other))) add("sw", ids_[one], ids_[other]);
        if (hb.has(graph_.event(one), graph_.event(other)) && may_conflict(one, other))
          add("hb", ids_[one], ids_[other]);
      }
    if (model_ != MemoryModel::x86_tso) order_seq_cst(candidate);
  }

  [[nodiscard]] bool may_conflict(unsigned one, unsigned other) const {
    const EventGraph::Node& first = graph_.nodes[one];
    const EventGraph::Node& second = graph_.nodes[other];
    return first.thread != second.thread && first.location >= 0 && first.location == second.location &&
           (first.writes || second.writes);
  }

  // One of the orders that respect all constraints: always the first node that nothing left must precede.
  void order_seq_cst(const Candidate& candidate) {
    const Relation before = constraints_of_order(candidate, model_).closure();
    std::vector<unsigned> left;
    for (unsigned node = 0; node != graph_.nodes.size(); ++node)
      if (model_ == MemoryModel::sequential || graph_.nodes[node].demands.is_seq_cst()) left.push_back(node);
    std::optional<unsigned> last;
    while (!left.empty()) {
      const auto next = std::ranges::find_if(left, [&](unsigned node) {
        return std::ranges::none_of(
            left, [&](unsigned other) { return before.has(graph_.event(other), graph_.event(node)); });
      });
      if (next == left.end()) return;  // the execution is not allowed
      if (last) add("S", ids_[*last], ids_[*next]);
      last = *next;
      left.erase(next);
    }
  }

  const EventGraph& graph_;
  const std::vector<unsigned>& ids_;
  MemoryModel model_;
  std::vector<Drawing::Arrow> arrows_;
};

}  // namespace

std::vector<Drawing::Arrow> arrows_of(const EventGraph& graph, const std::vector<unsigned>& ids, MemoryModel model) {
  return ArrowMaker(graph, ids, model).make();
}

}  // namespace vigil::litmus
