#include "work_item.hpp"

namespace vigil::checker {
namespace {

using Branch = Explorer::Branch;

void expect(bool holds) {
  if (!holds) throw DamagedItem("a branch does not fit its graph");
}

void pack_branch(WorkItemWriter& item, const Branch& branch) {
  item.put(static_cast<std::uint64_t>(branch.kind));
  item.put(branch.variant);
  item.put(branch.keep);
  item.put(branch.place);
  item.put(branch.event);
  item.put(branch.source);
  item.put(branch.target);
}

Branch unpack_branch(WorkItemReader& item) {
  Branch branch;
  branch.kind = static_cast<Branch::Kind>(item.get(static_cast<std::uint64_t>(Branch::Kind::replace), "a branch"));
  branch.variant = static_cast<std::uint8_t>(item.get(UINT8_MAX, "a variant"));
  branch.keep = static_cast<std::uint16_t>(item.get(UINT16_MAX, "a size"));
  branch.place = static_cast<std::uint16_t>(item.get(UINT16_MAX, "a place"));
  branch.event = item.get_event();
  branch.source = item.get_event();
  branch.target = item.get_event();
  return branch;
}

// What a branch names is in the part of the graph that it begins from.
class Fit {
 public:
  Fit(const Graph& graph, const Branch& branch) : graph_(graph), branch_(branch) {}

  void check() const {
    expect(branch_.keep <= graph_.size() && is_kept(branch_.event));
    switch (branch_.kind) {
      case Branch::Kind::read:
        return expect(event().reads && is_source() && branch_.target.is_none());
      case Branch::Kind::write:
        return expect(is_store(event().request.operation) && event().writes && is_place() && names_nothing_else());
      case Branch::Kind::choose:
        return expect(!has_location(event().request.operation) && names_nothing_else());
      case Branch::Kind::revisit:
        return expect(event().writes && branch_.source.is_none() && is_revisited(graph_.views(branch_.event).prefix));
      case Branch::Kind::rmw_revisit:
        return expect(event().reads && is_source() && is_revisited(prefix_with_source()));
      case Branch::Kind::replace:
        return expect(may_write() && branch_.source.is_none() && is_replaced());
    }
  }

 private:
  [[nodiscard]] const Event& event() const { return graph_[branch_.event]; }
  [[nodiscard]] bool is_kept(EventId id) const {
    return id.is_event() && id.thread() < graph_.threads() && id.index() < graph_.size(id.thread()) &&
           graph_[id].position < branch_.keep;
  }
  [[nodiscard]] bool is_at_location(EventId id) const {
    return is_kept(id) && has_location(graph_[id].request.operation) &&
           graph_[id].request.location == event().request.location;
  }
  [[nodiscard]] bool may_write() const {
    return has_location(event().request.operation) && (event().reads || is_store(event().request.operation));
  }
  [[nodiscard]] bool names_nothing_else() const { return branch_.source.is_none() && branch_.target.is_none(); }
  [[nodiscard]] bool is_source() const {
    return branch_.source.is_initial() ||
           (branch_.source != branch_.event && is_at_location(branch_.source) && graph_[branch_.source].writes);
  }
  // The read exists, and what is kept depends on nothing that goes. `prefix`: that of the event.
  [[nodiscard]] bool is_revisited(const View& prefix) const {
    const EventId target = branch_.target;
    if (!is_at_location(target) || !graph_[target].reads || target == branch_.event || prefix.contains(target))
      return false;
    const auto stays = [&](EventId id) {
      return graph_[id].position <= graph_[target].position || prefix.contains(id);
    };
    for (unsigned position = 0; position != branch_.keep; ++position) {
      const EventId id = graph_.at(position), source = graph_[id].source;
      if (id == branch_.event || id == target || !stays(id) || !source.is_event()) continue;
      if (source == branch_.event || !stays(source)) return false;
    }
    return true;
  }
  // Of a read-modify-write, if it reads what the branch says.
  [[nodiscard]] View prefix_with_source() const {
    View prefix;
    if (branch_.event.index() != 0)
      prefix = graph_.views(EventId(branch_.event.thread(), branch_.event.index() - 1)).prefix;
    if (branch_.source.is_event()) prefix.join(graph_.views(branch_.source).prefix);
    prefix.raise(branch_.event.thread(), branch_.event.index() + 1);
    return prefix;
  }
  [[nodiscard]] bool is_replaced() const {
    if (branch_.target.is_none()) return is_place();
    return branch_.target != branch_.event && is_at_location(branch_.target) && graph_[branch_.target].reads &&
           is_place();
  }
  // Directly behind a write that the branch does not place.
  [[nodiscard]] bool is_place() const {
    unsigned others = 0;
    for (const EventId id : graph_.location(event().request.location).writes)
      if (id.is_initial() || (id != branch_.event && id != branch_.target && is_kept(id))) ++others;
    return branch_.place != 0 && branch_.place <= others;
  }

  const Graph& graph_;
  const Branch& branch_;
};

}  // namespace

void WorkItem::pack(WorkItemWriter& item, const Graph& graph, std::span<const Branch> branches) {
  graph.pack(item);
  item.put(branches.size());
  for (const Branch& branch : branches) pack_branch(item, branch);
}

void WorkItem::unpack(WorkItemReader& item) {
  graph.unpack(item);
  branches.resize(item.get_count("branches"));
  for (Branch& branch : branches) {
    branch = unpack_branch(item);
    Fit(graph, branch).check();
  }
}

std::string pack(const Graph& graph, const Branch& branch) {
  WorkItemWriter item;
  WorkItem::pack(item, graph, {&branch, 1});
  return std::move(item).take();
}

void unpack(const std::string& bytes, WorkItem& item) {
  WorkItemReader reader(bytes);
  item.unpack(reader);
  reader.expect_end();
}

std::string pack(const Result& result) {
  WorkItemWriter item;
  for (const std::uint64_t count : {result.executions, result.executions_in_all, result.blocked, result.violating,
                                    result.cut_short, result.bounded, result.beyond_preemptions, result.most_events})
    item.put(count);
  item.put(result.undeclared_waits ? 1 : 0);
  item.put(static_cast<std::uint64_t>(result.stop));
  item.put_text(result.limit);
  item.put(result.finding.has_value() ? 1 : 0);
  if (result.finding) {
    item.put(static_cast<std::uint64_t>(result.finding->violation));
    item.put_text(result.finding->what);
    item.put_text(result.finding->choices);
  }
  return std::move(item).take();
}

Result unpack_result(std::string_view bytes) {
  WorkItemReader item(bytes);
  Result result;
  for (std::uint64_t* count : {&result.executions, &result.executions_in_all, &result.blocked, &result.violating,
                               &result.cut_short, &result.bounded, &result.beyond_preemptions, &result.most_events})
    *count = item.get();
  result.undeclared_waits = item.get_flag("a flag");
  result.stop = static_cast<Stop>(item.get(static_cast<std::uint64_t>(Stop::preemptions), "why a search stopped"));
  result.limit = item.get_text("a limit's letters");
  if (item.get_flag("a flag")) {
    Finding finding;
    finding.violation = static_cast<Violation>(item.get(kViolations.size() - 1, "a violation"));
    finding.what = item.get_text("a violation's letters");
    finding.choices = item.get_text("choices");
    result.finding = std::move(finding);
  }
  item.expect_end();
  return result;
}

}  // namespace vigil::checker
