#include "rc11.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <vector>

namespace vigil::checker {
namespace {

constexpr unsigned kMostEvents = 512;

// A set of events, as a standard library's bitset that can also visit its members.
class Row {
 public:
  void set(std::size_t event) { words_[event / kBits] |= bit(event); }
  [[nodiscard]] bool test(std::size_t event) const { return (words_[event / kBits] & bit(event)) != 0; }
  Row& operator|=(const Row& other) {
    for (std::size_t i = 0; i != words_.size(); ++i) words_[i] |= other.words_[i];
    return *this;
  }
  Row& operator&=(const Row& other) {
    for (std::size_t i = 0; i != words_.size(); ++i) words_[i] &= other.words_[i];
    return *this;
  }
  friend Row operator&(Row one, const Row& other) { return one &= other; }
  friend Row operator~(Row row) {
    for (std::uint64_t& word : row.words_) word = ~word;
    return row;
  }
  template <class Visit>
  void for_each(Visit visit) const {
    for (std::size_t i = 0; i != words_.size(); ++i)
      for (std::uint64_t rest = words_[i]; rest != 0; rest &= rest - 1)
        visit(i * kBits + static_cast<unsigned>(std::countr_zero(rest)));
  }

 private:
  static constexpr std::size_t kBits = 64;
  static constexpr std::uint64_t bit(std::size_t event) { return std::uint64_t{1} << (event % kBits); }

  std::array<std::uint64_t, kMostEvents / kBits> words_{};
};

// A relation over the events of a graph.
class Relation {
 public:
  explicit Relation(unsigned size) : rows_(size) {}

  void add(unsigned from, unsigned to) { rows_[from].set(to); }
  [[nodiscard]] bool has(unsigned from, unsigned to) const { return rows_[from].test(to); }
  [[nodiscard]] Row& operator[](unsigned from) { return rows_[from]; }
  [[nodiscard]] const Row& operator[](unsigned from) const { return rows_[from]; }
  Relation& operator|=(const Relation& other) {
    for (std::size_t i = 0; i != rows_.size(); ++i) rows_[i] |= other.rows_[i];
    return *this;
  }
  [[nodiscard]] Relation then(const Relation& next) const {
    Relation result(static_cast<unsigned>(rows_.size()));
    for (std::size_t i = 0; i != rows_.size(); ++i)
      rows_[i].for_each([&](std::size_t j) { result.rows_[i] |= next.rows_[j]; });
    return result;
  }
  [[nodiscard]] Relation or_nothing() const {
    Relation result = *this;
    for (unsigned i = 0; i != rows_.size(); ++i) result.add(i, i);
    return result;
  }
  void keep(const Row& sources, const Row& targets) {
    for (std::size_t i = 0; i != rows_.size(); ++i) rows_[i] = sources.test(i) ? rows_[i] & targets : Row();
  }
  [[nodiscard]] bool has_cycle() const {
    std::vector<Row> closed = rows_;
    for (std::size_t k = 0; k != closed.size(); ++k)
      for (auto& row : closed)
        if (row.test(k)) row |= closed[k];
    for (std::size_t i = 0; i != closed.size(); ++i)
      if (closed[i].test(i)) return true;
    return false;
  }

 private:
  std::vector<Row> rows_;
};

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
  Row seq_cst_, fences_;
};

Relations::Relations(const Graph& graph)
    : graph_(graph),
      size_(graph.size()),
      program_order_(size_),
      happens_before_(size_),
      coherence_(size_),
      modification_or_reads_before_(size_),
      same_location_(size_) {
  if (size_ > kMostEvents) throw std::length_error("RC11: more than 512 events in one execution");
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
        if (graph_[id].request.operation == Operation::fence) fences_.set(events_.size());
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
  if (second.happens_before.contains(a)) happens_before_.add(from, to);
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
  between_fences.keep(fences_, fences_);
  psc |= between_fences;
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
  Event& event = graph[id];
  event.strong = event.strong_message = View();
  if (!event.writes) return;
  event.strong = event.demands.releases() ? event.happens_before : event.release_fence;
  if (const EventId earlier = earlier_store(graph, id); earlier.is_event()) {
    event.strong.join(graph[earlier].strong);
    event.message.join(graph[earlier].strong);
  }
}

bool Rc11::allows(const Graph& graph, EventId id, EventId /*reader*/) {
  // The event has no successor in sb, and only its reader in rf. Else only coherence order leads on from it.
  if (graph.seq_cst_events().size() < 2 || !has_location(graph[id].request.operation)) return true;
  return !Relations(graph).psc_has_cycle();
}

}  // namespace vigil::checker
