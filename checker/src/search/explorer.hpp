#pragma once

#include "editor.hpp"
#include "preemption_bound.hpp"
#include "runner.hpp"

#include <vigil/checker/options.hpp>
#include <vigil/checker/result.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <utility>
#include <vector>

namespace vigil::checker {

// The search of TruSt (Kokologiannakis, Marmanis, Gladstein, Vafeiadis: Truly Stateless, Optimal Dynamic Partial Order
// Reduction, POPL 2022): every consistent execution graph once, in memory that does not grow with their number.
// docs/checker.md tells it at length.
//
// A run of the model adds events to the graph, each in the one way that keeps every earlier choice: a read reads the
// newest write, a write becomes the newest. Every other way is a branch, taken later from a stack. A write may moreover
// be what an earlier read reads, in a graph without the events that the read led to: a revisit.
class Explorer : public Extender {
 public:
  // One of the ways not taken. Plain data, so that another process can take it.
  struct Branch {
    enum class Kind : std::uint8_t {
      read,         // `event` reads `source`, with `variant`
      write,        // `event` writes at `place`
      choose,       // `event` has `variant`
      revisit,      // `target` reads `event`: opens a graph of its own
      rmw_revisit,  // `event`, an RMW that `source` cannot complete, is read by `target`: likewise
      replace,      // in that graph: the revisiting event writes at `place`, its reader has `variant`
    };
    Kind kind = Kind::read;
    std::uint8_t variant = 0;
    std::uint16_t keep = 0;  // how many events of the graph it begins from
    std::uint16_t place = 0;
    EventId event, source, target;
  };

  Explorer(Runner& runner, ConsistencyModel& model, unsigned threads);

  // Before the search: each thread can be exchanged with these earlier ones, a bit each. See symmetry.hpp.
  void set_exchangeable(unsigned thread, unsigned before) { graphs_.front()->set_exchangeable(thread, before); }
  [[nodiscard]] unsigned exchangeable_before(unsigned thread) const {
    return graphs_.front()->exchangeable_before(thread);
  }

  // Leaves out graphs that lead to no execution within the bound, which must outlive the explorer; null for no bound.
  void set_bound(PreemptionBound* bound) { bound_ = bound; }
  [[nodiscard]] bool is_bounded() const { return bound_ != nullptr; }

  // From the empty graph. `after_run` is called with the graph after each run and says whether to go on.
  template <class AfterRun>
  void explore(AfterRun after_run) {
    open_root();
    do {
      if (!after_run(runner_.run(graph(), *this))) return;
    } while (take_next());
  }
  // From branches of a graph, in the order in which they were left.
  template <class AfterRun>
  void explore_from(const Graph& graph, std::span<const Branch> branches, AfterRun after_run) {
    open_root(graph, branches);
    while (take_next())
      if (!after_run(runner_.run(this->graph(), *this))) return;
  }
  // The first run alone. `child(graph, branch)` is called with each branch that it leaves, and the graph that the
  // branch begins from.
  template <class Child>
  const Ending& expand_root(Child child) {
    open_root();
    const Ending& ending = runner_.run(graph(), *this);
    for (const Branch& each : branches_) child(graph(), each);
    return ending;
  }
  // The same for the run that a branch of a graph leads to. Null if it leads to none, or opens a graph of its own
  // instead, whose branches lead to runs.
  template <class Child>
  const Ending* expand(const Graph& graph, const Branch& branch, Child child) {
    open_root(graph, {&branch, 1});
    branches_.clear();
    const Ending* const ending = apply(branch) ? &runner_.run(this->graph(), *this) : nullptr;
    for (const Branch& each : branches_) child(this->graph(), each);
    return ending;
  }

  // Gives away the branch that was left longest ago, which has most below it: the graph that it begins from, and the
  // branch. False if there is none to spare.
  [[nodiscard]] bool give_away(Graph& graph, Branch& branch);
  // How many branches are left.
  [[nodiscard]] std::size_t branches_left() const { return branches_.size() - given_away_; }
  // Gives away all that is left of a search that has stopped. `take(graph, branches)` is called with each graph that
  // branches begin from, and with these; first with those that were left longest ago.
  template <class Take>
  void give_away_all(Take take) {
    for (std::size_t i = 0; i != frames_.size(); ++i) {
      const std::size_t first = std::max(given_away_, frames_[i].first_branch);
      const std::size_t end = i + 1 == frames_.size() ? branches_.size() : frames_[i + 1].first_branch;
      if (first >= end) continue;
      Graph& graph = *frames_[i].graph;
      // What comes later is none of theirs.
      graph.cut(branches_[end - 1].keep);
      take(std::as_const(graph), std::span<const Branch>(branches_).subspan(first, end - first));
    }
    branches_.clear();
    frames_.resize(1);
    given_away_ = 0;
  }

  // Whether the graph, after a run, has few enough preemptions.
  [[nodiscard]] bool is_within_bound() { return bound_ == nullptr || bound_->includes(graph()); }

  [[nodiscard]] Graph& graph() { return *frames_.back().graph; }
  [[nodiscard]] const Graph& graph() const { return *frames_.back().graph; }
  void extend(unsigned thread, const Request& request, EventId cause) override;
  [[nodiscard]] bool postpones(unsigned thread, const Request& request) override;

 private:
  static constexpr unsigned kAnyPosition = kMostThreads * EventId::kMostEvents;

  // A graph of its own: the first, or one that a revisit opened.
  struct Frame {
    Graph* graph = nullptr;
    std::size_t first_branch = 0;
    unsigned size = 0;      // with which it was opened
    EventId write, reader;  // of the revisit; no reader if it was displaced
  };

  void open_root();
  void open_root(const Graph& graph, std::span<const Branch> branches);
  // Applies branches until one is ready to run; false if none is left.
  [[nodiscard]] bool take_next();
  // True if the graph is ready to run, false if the branch opened a frame instead, or leads to nothing.
  [[nodiscard]] bool apply(const Branch& branch);
  void open_frame(EventId write, EventId reader);
  void displace_reader(std::size_t first_placement);
  void close_frame();
  [[nodiscard]] bool may_come_back() { return bound_ == nullptr || bound_->may_come_back(graph()); }
  void place_revisit(const Frame& frame, unsigned place, unsigned variant);
  void unplace_revisit(const Frame& frame);

  [[nodiscard]] bool is_symmetric_choice(EventId id, unsigned variant);
  void add_read(EventId id);
  [[nodiscard]] bool enters_too_late(EventId check);
  [[nodiscard]] EventId usual_source(const Request& request) const;
  void offer_read(EventId id, EventId source, unsigned variant);
  void add_write(EventId id);
  // Of the reads up to the position `last`.
  void push_revisits(EventId write, unsigned last = kAnyPosition);
  void push_rmw_revisits(EventId rmw, EventId source, unsigned variant, unsigned last = kAnyPosition);
  // Calls `visit` with each read of the write's location, up to the position `last`, that was added in the way that
  // keeps earlier choices, as was everything that its revisit would delete: then this path, and no other, leads to the
  // revisited graph. The oldest comes first.
  template <class Visit>
  void for_each_revisitable(EventId write, unsigned last, Visit visit);
  void keep_revisitable(EventId write);
  [[nodiscard]] bool is_maximal(EventId id, EventId write) const;
  void push(const Branch& branch) { branches_.push_back(branch); }

  std::vector<std::unique_ptr<Graph>> graphs_;  // by depth
  Editor editor_;
  Runner& runner_;
  PreemptionBound* bound_ = nullptr;
  unsigned threads_;
  std::vector<Branch> branches_;
  std::vector<EventId> revisitable_;
  std::vector<Frame> frames_;
  std::size_t given_away_ = 0;  // branches below this are not there any more
};

}  // namespace vigil::checker
