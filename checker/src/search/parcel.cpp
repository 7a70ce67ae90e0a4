#include "parcel.hpp"

namespace vigil::checker {

void Graph::pack(ParcelWriter& parcel) const {
  parcel.put(threads_);
  parcel.put_all(seq_cst_events_);
  parcel.put_all(displaced_);
  parcel.put_all(order_);
  for (const EventId id : order_) parcel.put((*this)[id]);
  parcel.put(owners_);
  for (const auto& locations : locations_) {
    parcel.put(locations.size());
    for (const Cell& location : locations) {
      parcel.put(location.initial);
      parcel.put_all(location.writes);
      parcel.put_all(location.reads);
    }
  }
}

void Graph::unpack(ParcelReader& parcel) {
  clear();
  threads_ = parcel.get<unsigned>();
  seq_cst_events_ = parcel.get_all<EventId>();
  displaced_ = parcel.get_all<Displaced>();
  for (const EventId id : parcel.get_all<EventId>()) order_.push_back(id);
  for (const EventId id : order_) {
    auto& events = events_[id.thread()];
    if (events.size() <= id.index()) events.resize(id.index() + 1U);
    sizes_[id.thread()] = std::max(sizes_[id.thread()], id.index() + 1U);
  }
  for (const EventId id : order_) (*this)[id] = parcel.get<Event>();
  owners_ = parcel.get<std::uint64_t>();
  for (auto& locations : locations_) {
    locations.resize(parcel.get<std::size_t>());
    for (Cell& location : locations) {
      location.initial = parcel.get<std::uint64_t>();
      location.writes = parcel.get_all<EventId>();
      location.reads = parcel.get_all<EventId>();
    }
  }
}

std::string pack(const Graph& graph, const Explorer::Branch& branch) {
  ParcelWriter parcel;
  parcel.put(branch);
  graph.pack(parcel);
  return std::move(parcel).take();
}

void unpack(const std::string& bytes, Graph& graph, Explorer::Branch& branch) {
  ParcelReader parcel(bytes);
  branch = parcel.get<Explorer::Branch>();
  graph.unpack(parcel);
}

std::string pack(const Result& result) {
  ParcelWriter parcel;
  for (const std::uint64_t count :
       {result.executions, result.blocked, result.violating, result.cut_short, result.bounded, result.most_events})
    parcel.put(count);
  parcel.put(result.undeclared_waits);
  parcel.put(result.stop);
  parcel.put_text(result.limit);
  parcel.put(result.finding.has_value());
  if (result.finding) {
    parcel.put(result.finding->violation);
    parcel.put_text(result.finding->what);
    parcel.put_text(result.finding->choices);
  }
  return std::move(parcel).take();
}

Result unpack_result(const std::string& bytes) {
  ParcelReader parcel(bytes);
  Result result;
  for (std::uint64_t* count : {&result.executions, &result.blocked, &result.violating, &result.cut_short,
                               &result.bounded, &result.most_events})
    *count = parcel.get<std::uint64_t>();
  result.undeclared_waits = parcel.get<bool>();
  result.stop = parcel.get<Stop>();
  result.limit = parcel.get_text();
  if (!parcel.get<bool>()) return result;
  Finding finding;
  finding.violation = parcel.get<Violation>();
  finding.what = parcel.get_text();
  finding.choices = parcel.get_text();
  result.finding = std::move(finding);
  return result;
}

}  // namespace vigil::checker
