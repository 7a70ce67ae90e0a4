#include "work_item.hpp"

namespace vigil::checker {

void Graph::pack(WorkItemWriter& item) const {
  item.put(threads_);
  item.put(has_symmetry_);
  item.put(exchangeable_);
  item.put_all(seq_cst_events_);
  item.put(seq_cst_fences_);
  item.put_all(displaced_);
  item.put_all(order_);
  for (const EventId id : order_) item.put((*this)[id]);
  item.put(owners_);
  for (const auto& locations : locations_) {
    item.put(locations.size());
    for (const Cell& location : locations) {
      item.put(location.initial);
      item.put_all(location.writes);
      item.put_all(location.reads);
      item.put(location.accesses);
    }
  }
}

void Graph::unpack(WorkItemReader& item) {
  clear();
  threads_ = item.get<unsigned>();
  has_symmetry_ = item.get<bool>();
  exchangeable_ = item.get<decltype(exchangeable_)>();
  seq_cst_events_ = item.get_all<EventId>();
  seq_cst_fences_ = item.get<unsigned>();
  displaced_ = item.get_all<Displaced>();
  for (const EventId id : item.get_all<EventId>()) order_.push_back(id);
  for (const EventId id : order_) {
    auto& events = events_[id.thread()];
    if (events.size() <= id.index()) events.resize(id.index() + 1U);
    sizes_[id.thread()] = std::max(sizes_[id.thread()], id.index() + 1U);
  }
  for (const EventId id : order_) (*this)[id] = item.get<Event>();
  owners_ = item.get<std::uint64_t>();
  for (auto& locations : locations_) {
    locations.resize(item.get<std::size_t>());
    for (Cell& location : locations) {
      location.initial = item.get<std::uint64_t>();
      location.writes = item.get_all<EventId>();
      location.reads = item.get_all<EventId>();
      location.accesses = item.get<decltype(location.accesses)>();
    }
  }
}

std::string pack(const Graph& graph, const Explorer::Branch& branch) {
  WorkItemWriter item;
  item.put(branch);
  graph.pack(item);
  return std::move(item).take();
}

void unpack(const std::string& bytes, Graph& graph, Explorer::Branch& branch) {
  WorkItemReader item(bytes);
  branch = item.get<Explorer::Branch>();
  graph.unpack(item);
}

std::string pack(const Result& result) {
  WorkItemWriter item;
  for (const std::uint64_t count : {result.executions, result.executions_in_all, result.blocked, result.violating,
                                    result.cut_short, result.bounded, result.beyond_preemptions, result.most_events})
    item.put(count);
  item.put(result.undeclared_waits);
  item.put(result.stop);
  item.put_text(result.limit);
  item.put(result.finding.has_value());
  if (result.finding) {
    item.put(result.finding->violation);
    item.put_text(result.finding->what);
    item.put_text(result.finding->choices);
  }
  return std::move(item).take();
}

Result unpack_result(const std::string& bytes) {
  WorkItemReader item(bytes);
  Result result;
  for (std::uint64_t* count : {&result.executions, &result.executions_in_all, &result.blocked, &result.violating,
                               &result.cut_short, &result.bounded, &result.beyond_preemptions, &result.most_events})
    *count = item.get<std::uint64_t>();
  result.undeclared_waits = item.get<bool>();
  result.stop = item.get<Stop>();
  result.limit = item.get_text();
  if (!item.get<bool>()) return result;
  Finding finding;
  finding.violation = item.get<Violation>();
  finding.what = item.get_text();
  finding.choices = item.get_text();
  result.finding = std::move(finding);
  return result;
}

}  // namespace vigil::checker
