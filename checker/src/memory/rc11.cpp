#include "rc11.hpp"

#include "faults.hpp"
#include "relation.hpp"

#include <array>
#include <stdexcept>
#include <vector>

namespace vigil::checker {
namespace {

// The relations of a graph from which psc is made.
class Relations {
 public:
  explicit Relations(const Graph& graph);
  [[nodiscard]] bool psc_has_cycle() const;

 private:
  void number_events();
  void relate(unsigned from, unsigned to);

  const Graph& graph_;
  unsigned size_;
  std::array<unsigned, kMostThreads> first_{};
  std::vector<EventId> events_;
  Relation program_order_, happens_before_, coherence_, modification_or_reads_before_, same_location_;
  Row seq_cst_, fences_, light_, heavy_;  // a heavy fence is in `fences_`, too
};

Relations::Relations(const Graph& graph)
    : graph_(graph),
      size_(graph.size()),
      program_order_(size_),
      happens_before_(size_),
      coherence_(size_),
      modification_or_reads_before_(size_),
      same_location_(size_) {
  if (size_ > Row::kMost) throw std::length_error("RC11: more than 512 events in one execution");
  number_events();
  for (unsigned from = 0; from != size_; ++from)
    for (unsigned to = 0; to != size_; ++to)
      if (from != to) relate(from, to);
}

void Relations::number_events() {
  for (unsigned thread = 0; thread != graph_.threads(); ++thread) {
    first_[thread] = static_cast<unsigned>(events_.size());
    for (unsigned index = 0; index != graph_.size(thread); ++index) {
      const EventId id(thread, index);
      if (graph_[id].demands.is_seq_cst()) {
        seq_cst_.set(events_.size());
        const Operation operation = graph_[id].request.operation;
        if (operation == Operation::fence || operation == Operation::heavy_fence) fences_.set(events_.size());
        if (operation == Operation::heavy_fence) heavy_.set(events_.size());
        if (operation == Operation::light_fence) light_.set(events_.size());
      }
      events_.push_back(id);
    }
  }
}

void Relations::relate(unsigned from, unsigned to) {
  const EventId a = events_[from], b = events_[to];
  const Event& first = graph_[a];
  const Event& second = graph_[b];
  if (a.thread() == b.thread() && a.index() < b.index()) program_order_.add(from, to);
  if (graph_.views(b).happens_before.contains(a)) happens_before_.add(from, to);
  if (!has_location(first.request.operation) || !has_location(second.request.operation)) return;
  if (first.request.location != second.request.location) return;
  same_location_.add(from, to);
  // Each write, then its readers, then the next write.
  const auto rank = [this](const Event& event) {
    return event.writes ? 2U * event.place : 2U * graph_.place(event.source) + 1;
  };
  if (rank(first) >= rank(second)) return;
  coherence_.add(from, to);
  // mo ∪ rb: the pairs of coherence order that end in a write.
  if (second.writes) modification_or_reads_before_.add(from, to);
}

bool Relations::psc_has_cycle() const {
  const Relation happens_before_or_same = happens_before_.or_nothing();
  Relation other_location = program_order_;
  Relation same_happens_before = happens_before_;
  for (unsigned i = 0; i != size_; ++i) {
    other_location[i] &= ~same_location_[i];
    same_happens_before[i] &= same_location_[i];
  }
  Relation scb = program_order_;
  scb |= other_location.then(happens_before_).then(other_location);
  scb |= same_happens_before;
  scb |= modification_or_reads_before_;

  Relation itself(size_), before(size_), after(size_);
  for (unsigned i = 0; i != size_; ++i)
    if (seq_cst_.test(i)) itself.add(i, i);
  before = happens_before_or_same;
  before.keep(fences_, ~Row());
  before |= itself;
  after = happens_before_or_same;
  after.keep(~Row(), fences_);
  after |= itself;
  Relation psc = before.then(scb).then(after);
  psc.keep(seq_cst_, seq_cst_);

  Relation between_fences = happens_before_;
  between_fences |= happens_before_.then(coherence_).then(happens_before_);
  const auto add_between = [&](const Row& some, const Row& others) {
    Relation between = between_fences;
    between.keep(some, others);
    psc |= between;
  };
  add_between(fences_, fences_);
  if (!faults.asymmetric_fences_are_unordered) {
    add_between(light_, heavy_);
    add_between(heavy_, light_);
  }
  return psc.has_cycle();
}

// The last write of the same thread to the same location, or none.
EventId earlier_store(const Graph& graph, EventId id) {
  for (unsigned index = id.index(); index-- != 0;) {
    const EventId earlier(id.thread(), index);
    if (graph[earlier].writes && graph[earlier].request.location == graph[id].request.location) return earlier;
  }
  return EventId::none();
}

}  // namespace

// RC11 does not need `strong`. For a write it holds the messages of the release sequences that the thread itself heads.
void Rc11::set_views(Graph& graph, EventId id) const {
  begin_views(graph, id);
  join_source(graph, id);
  end_views(graph, id);
  const Event& event = graph[id];
  Views& views = graph.views(id);
  views.strong = views.strong_message = View();
  if (!event.writes) return;
  views.strong = event.demands.releases() ? views.happens_before : views.release_fence;
  if (const EventId earlier = earlier_store(graph, id); earlier.is_event()) {
    views.strong.join(graph.views(earlier).strong);
    views.message.join(graph.views(earlier).strong);
  }
}

bool Rc11::allows(const Graph& graph, EventId id, EventId /*reader*/) {
  // The event has no successor in sb, and only its reader in rf. Else only coherence order leads on from it.
  if (graph.seq_cst_events().size() < 2 || !has_location(graph[id].request.operation)) return true;
  return !Relations(graph).psc_has_cycle();
}

}  // namespace vigil::checker
