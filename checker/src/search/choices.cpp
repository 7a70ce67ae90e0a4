#include "choices.hpp"

#include "late_waits.hpp"

#include <algorithm>
#include <charconv>
#include <stdexcept>

namespace vigil::checker {
namespace {

// A letter for each thread: one for steps with the first placement, and one for a step with another.
constexpr std::string_view kManySteps = "abcdefghqrstuv";
constexpr std::string_view kOneStep = "ijklmnopQRSTUV";
static_assert(kManySteps.size() == kMostThreads && kOneStep.size() == kMostThreads);
// What is written down where there are none, so that it differs from nothing.
constexpr std::string_view kNoChoices = "0";

unsigned read_number(std::string_view& text, unsigned missing) {
  unsigned number = missing;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error == std::errc()) text.remove_prefix(static_cast<std::size_t>(end - text.data()));
  return number;
}

// What `graph` says of an event, in a graph that lacks whatever comes later.
bool is_as_in(const Graph& graph, const Graph& part, EventId id, const Placement& placement) {
  const Event& event = graph[id];
  if (placement.variant != event.variant) return false;
  if (event.reads) return placement.source == event.source;
  if (!event.writes) return true;
  const auto& writes = part.location(event.request.location).writes;
  const auto before =
      std::count_if(writes.begin() + 1, writes.end(), [&](EventId other) { return graph[other].place < event.place; });
  return placement.place == before + 1;
}

}  // namespace

std::vector<Placement> placements(Editor& editor, EventId id) {
  Graph& graph = editor.graph();
  const Request request = graph[id].request;
  std::vector<Placement> found;
  if (!has_location(request.operation)) {
    for (unsigned variant = 0; variant != variants(request, 0); ++variant)
      found.push_back({graph[id].source, 0, static_cast<std::uint8_t>(variant)});
    return found;
  }
  if (is_wait_on_atomic(request) && waits_too_late(graph, id)) return found;
  const unsigned floor = editor.floor(graph.views(id).happens_before, request.location, id);
  const auto size = static_cast<unsigned>(graph.location(request.location).writes.size());
  const auto try_placement = [&](const Placement& placement) {
    place(editor, id, placement);
    if (!graph[id].waits && editor.allows(id)) found.push_back(placement);
    editor.unplace(id);
  };
  if (is_store(request.operation)) {
    for (unsigned at = size; at > floor; --at)
      if (editor.may_write_at(request.location, at))
        try_placement({EventId::none(), static_cast<std::uint16_t>(at), 0});
    return found;
  }
  for (unsigned at = size; at-- > floor;) {
    const EventId source = graph.location(request.location).writes[at];
    for (unsigned variant = 0; variant != variants(request, graph.value(request.location, source)); ++variant) {
      editor.settle(id, source, variant);
      const bool conflicts = graph[id].writes && graph.is_claimed(request.location, at);
      graph[id].writes = false;
      if (!conflicts) try_placement({source, 0, static_cast<std::uint8_t>(variant)});
    }
  }
  return found;
}

void place(Editor& editor, EventId id, const Placement& placement) {
  Graph& graph = editor.graph();
  if (graph[id].reads) {
    editor.read_from(id, placement.source, placement.variant);
  } else if (is_store(graph[id].request.operation)) {
    graph[id].writes = true;
    graph.insert_write(id, placement.place);
  } else {
    editor.settle(id, graph[id].source, placement.variant);
  }
}

unsigned StartOrder::name_of(unsigned thread) const {
  if (thread < own_threads_) return thread;
  return own_threads_ + static_cast<unsigned>(std::find(started_.begin(), started_.end(), thread) - started_.begin());
}

unsigned StartOrder::thread_named(unsigned name) const {
  if (name < own_threads_) return name;
  return name - own_threads_ < started_.size() ? started_[name - own_threads_] : kMostThreads;
}

std::vector<Choice> choices_of(const Graph& graph, unsigned own_threads, const std::vector<EventId>& order,
                               ConsistencyModel& model) {
  StartOrder starts(own_threads);
  Graph part(graph.threads());
  Editor editor(part, model);
  graph.for_each_location([&](unsigned number) { part.declare_as(number, graph.location(number).initial); });
  std::vector<Choice> choices;
  for (const EventId id : order) {
    if (graph[id].waits) continue;
    const EventId cause = graph[id].reads ? EventId::none() : graph[id].source;
    const EventId added = editor.append(id.thread(), graph[id].request, cause);
    if (is_store(graph[id].request.operation)) part[added].writes = false;
    const auto all = placements(editor, added);
    const auto chosen =
        std::find_if(all.begin(), all.end(), [&](const Placement& each) { return is_as_in(graph, part, id, each); });
    if (chosen == all.end()) throw std::logic_error("an execution cannot be reached step by step");
    place(editor, added, *chosen);
    choices.push_back({starts.name_of(id.thread()), static_cast<unsigned>(chosen - all.begin())});
    starts.follow(graph[id].request);
  }
  return choices;
}

std::string write_choices(const std::vector<Choice>& choices) {
  std::string text;
  for (std::size_t i = 0; i != choices.size();) {
    const Choice& choice = choices[i];
    if (choice.placement != 0) {
      text += kOneStep[choice.thread];
      text += std::to_string(choice.placement);
      ++i;
      continue;
    }
    unsigned steps = 0;
    for (; i != choices.size() && choices[i].thread == choice.thread && choices[i].placement == 0; ++i) ++steps;
    text += kManySteps[choice.thread];
    if (steps != 1) text += std::to_string(steps);
  }
  return text.empty() ? std::string(kNoChoices) : text;
}

std::vector<Choice> read_choices(std::string_view text) {
  std::vector<Choice> choices;
  if (text == kNoChoices) return choices;
  while (!text.empty()) {
    const char letter = text.front();
    text.remove_prefix(1);
    if (const auto thread = kManySteps.find(letter); thread != std::string_view::npos) {
      for (unsigned steps = std::min(read_number(text, 1), EventId::kMostEvents); steps != 0; --steps)
        choices.push_back({static_cast<unsigned>(thread), 0});
    } else if (const auto other = kOneStep.find(letter); other != std::string_view::npos) {
      choices.push_back({static_cast<unsigned>(other), read_number(text, 0)});
    } else {
      throw std::invalid_argument("these are no choices of an execution");
    }
  }
  return choices;
}

}  // namespace vigil::checker
