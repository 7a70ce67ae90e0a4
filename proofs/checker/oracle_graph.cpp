#include "oracle_graph.hpp"

namespace vigil::conformance {
namespace {

bool releases(std::memory_order order) {
  return order == std::memory_order_release || order == std::memory_order_acq_rel || order == std::memory_order_seq_cst;
}
bool acquires(std::memory_order order) {
  return order == std::memory_order_acquire || order == std::memory_order_acq_rel || order == std::memory_order_seq_cst;
}

bool is_locked(Access access) {
  return access != Access::load && access != Access::await && access != Access::store && !is_fence(access);
}

}  // namespace

std::string Graph::key() const {
  std::string text;
  for (const auto& thread : nodes) {
    text += static_cast<char>(thread.size());
    for (const Node& node : thread) {
      text += static_cast<char>(node.source);
      text += static_cast<char>(node.outcome);
    }
  }
  for (const auto& order : writes) {
    text.append(order.begin(), order.end());
    text += static_cast<char>(kInitially);
  }
  return text;
}

unsigned Graph::events() const {
  std::size_t count = writes.size();
  for (const auto& thread : nodes) count += thread.size();
  return static_cast<unsigned>(count);
}

Matrices::Matrices(const Graph& graph) : graph_(graph), candidate_(graph.events()) {
  for (unsigned location = 0; location != graph.writes.size(); ++location) {
    candidate_.writes |= only(location);
    at_[location] |= only(location);
  }
  for (unsigned thread = 0; thread != kMostThreads; ++thread)
    for (unsigned index = 0; index != graph.nodes[thread].size(); ++index) add(id_of(thread, index));
  for (unsigned location = 0; location != graph.writes.size(); ++location) order(location);
}

unsigned Matrices::number(Id id, unsigned location) const {
  if (id == kInitially) return location;
  std::size_t before = graph_.writes.size() + index_of(id);
  for (unsigned thread = 0; thread != thread_of(id); ++thread) before += graph_.nodes[thread].size();
  return static_cast<unsigned>(before);
}

void Matrices::add(Id id) {
  const Node& node = graph_[id];
  const unsigned event = number(id, node.location);
  for (unsigned location = 0; location != graph_.writes.size(); ++location)
    candidate_.program_order.add(location, event);
  for (unsigned index = 0; index != index_of(id); ++index)
    candidate_.program_order.add(number(id_of(thread_of(id), index), 0), event);
  if (node.access == Access::fence || node.access == Access::heavy_fence) candidate_.fences |= only(event);
  if (node.access == Access::light_fence) candidate_.light |= only(event);
  if (node.access == Access::heavy_fence) candidate_.heavy |= only(event);
  if (!is_fence(node.access)) at_[node.location] |= only(event);
  if (node.reads) {
    candidate_.reads |= only(event);
    candidate_.reads_from.add(number(node.source, node.location), event);
  }
  if (node.writes) candidate_.writes |= only(event);
  if (is_locked(node.access)) candidate_.locked |= only(event);
  if (acquires(node.order)) candidate_.acquires |= only(event);
  if (releases(node.order)) candidate_.releases |= only(event);
  if (node.order == std::memory_order_seq_cst) candidate_.seq_cst |= only(event);
}

void Matrices::order(unsigned location) {
  EventSet before = only(location);
  for (const Id write : graph_.writes[location]) {
    const unsigned event = number(write, location);
    for_each(before, [&](unsigned earlier) { candidate_.modification_order.add(earlier, event); });
    before |= only(event);
  }
  for_each(at_[location],
           [&](unsigned a) { for_each(at_[location], [&](unsigned b) { candidate_.same_location.add(a, b); }); });
}

}  // namespace vigil::conformance
