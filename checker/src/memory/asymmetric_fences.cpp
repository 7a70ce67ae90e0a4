#include "asymmetric_fences.hpp"

namespace vigil::checker {
namespace {

// What was known before the last fence of that kind, of those that release and that the thread came to before the
// write.
View known_before_fence(const Graph& graph, EventId write, Operation fence) {
  for (unsigned index = write.index(); index-- != 0;) {
    const EventId id(write.thread(), index);
    const Request& request = graph[id].request;
    if (request.operation == Operation::before_fence && request.operand == static_cast<std::uint64_t>(fence))
      return graph.views(id).happens_before;
  }
  return {};
}

}  // namespace

View known_through_partners(const Graph& graph, EventId after) {
  const auto own = static_cast<Operation>(graph[after].request.operand);
  const Operation partner = own == Operation::light_fence ? Operation::heavy_fence : Operation::light_fence;
  View known;
  for (unsigned index = 0; index != after.index(); ++index) {
    const Event& read = graph[EventId(after.thread(), index)];
    if (!read.reads) continue;
    // A read-modify-write goes on with the release sequence of the write that it reads.
    for (EventId write = read.source; write.is_event();
         write = graph[write].reads ? graph[write].source : EventId::none())
      known.join(known_before_fence(graph, write, partner));
  }
  return known;
}

}  // namespace vigil::checker
