#include "trace_order.hpp"

#include <algorithm>
#include <cstdint>
#include <limits>
#include <map>
#include <stdexcept>

namespace vigil::checker {
namespace {

constexpr unsigned kNever = std::numeric_limits<unsigned>::max();
constexpr unsigned kNobody = kNever;

// Costs of an order, lexicographic: stale reads, context switches, steps after the violating one.
constexpr std::uint64_t kStale = std::uint64_t{1} << 42;
constexpr std::uint64_t kSwitch = std::uint64_t{1} << 21;
constexpr std::uint64_t kAfterwards = 1;
constexpr std::uint64_t kUnreached = std::numeric_limits<std::uint64_t>::max();

constexpr const char* kCycle = "the steps of the execution wait for each other";

using Positions = std::vector<unsigned>;  // how many steps of each thread have happened

// A step as far as its place in the order goes.
struct Constraints {
  Positions needs;           // how far each thread has to be before it
  Positions overwritten_at;  // from which position of each thread on it is stale or late
  bool always_stale = false;
};

// Those writes of an object that the steps of the threads do, and those of the setup.
struct Writes {
  struct One {
    unsigned thread, index, place;
  };
  std::vector<One> by_threads;
  unsigned latest_of_setup = 0;
};

class Order {
 public:
  explicit Order(const RecordedExecution& execution) : threads_(execution.threads) {
    for (const auto& thread : threads_) lengths_.push_back(static_cast<unsigned>(thread.size()));
    collect_writes(execution);
    for (unsigned t = 0; t != lengths_.size(); ++t) {
      constraints_.emplace_back();
      for (unsigned i = 0; i != lengths_[t]; ++i) constraints_[t].push_back(constraints_of(t, i));
    }
    for (const auto& edge : execution.edges) add_edge(edge.before, edge.after);
    if (execution.violating && execution.violating->thread >= 0) violating_ = *execution.violating;
  }

  [[nodiscard]] bool fits(std::size_t most_states) const {
    std::size_t states = std::max<std::size_t>(lengths_.size(), 1);
    for (const unsigned length : lengths_) {
      if (states > most_states) return false;
      states *= length + 1;
    }
    return states <= most_states;
  }

  [[nodiscard]] std::vector<StepName> shortest() const;
  [[nodiscard]] std::vector<StepName> greedy() const;

 private:
  void collect_writes(const RecordedExecution& execution) {
    for (const auto& step : execution.setup)
      if (step.place != 0) {
        auto& latest = writes_[modified_object(step)].latest_of_setup;
        latest = std::max(latest, step.place);
      }
    for (unsigned t = 0; t != lengths_.size(); ++t)
      for (unsigned i = 0; i != lengths_[t]; ++i)
        if (const auto& step = threads_[t][i]; step.place != 0)
          writes_[modified_object(step)].by_threads.push_back({t, i, step.place});
  }

  [[nodiscard]] Constraints constraints_of(unsigned thread, unsigned index) const {
    const auto& step = threads_[thread][index];
    Constraints result{Positions(lengths_.size(), 0), Positions(lengths_.size(), kNever), false};
    if (step.source) demand(result, *step.source);
    // What waits comes last, unless it is the end of an iteration that has written something, which others may read.
    if (step.blocked && step.place == 0) {
      for (unsigned t = 0; t != lengths_.size(); ++t)
        result.needs[t] = lengths_[t] - (lengths_[t] != 0 && threads_[t].back().blocked ? 1 : 0);
      result.needs[thread] = 0;
    }
    const bool reads = reads_object(step);
    const auto writes = writes_.find(modified_object(step));
    if (writes == writes_.end() || (!reads && step.place == 0)) return result;
    const unsigned limit = reads ? step.source_place : step.place;
    for (const auto& write : writes->second.by_threads)
      if (write.place > limit && !(write.thread == thread && write.index == index))
        result.overwritten_at[write.thread] = std::min(result.overwritten_at[write.thread], write.index + 1);
    result.always_stale = writes->second.latest_of_setup > limit;
    return result;
  }

  void demand(Constraints& constraints, StepName before) const {
    if (before.thread == StepName::kSetup) return;
    if (before.thread < 0 || static_cast<unsigned>(before.thread) >= lengths_.size() ||
        before.index >= lengths_[static_cast<unsigned>(before.thread)])
      throw std::invalid_argument("a step of the execution comes after one that does not exist");
    auto& need = constraints.needs[static_cast<unsigned>(before.thread)];
    need = std::max(need, before.index + 1);
  }

  void add_edge(StepName before, StepName after) {
    if (after.thread == StepName::kFinish) return;
    if (after.thread < 0 || static_cast<unsigned>(after.thread) >= lengths_.size() ||
        after.index >= lengths_[static_cast<unsigned>(after.thread)])
      throw std::invalid_argument("an edge of the execution leads to a step that does not exist");
    demand(constraints_[static_cast<unsigned>(after.thread)][after.index], before);
  }

  [[nodiscard]] bool can_run(unsigned thread, const Positions& positions) const {
    if (positions[thread] == lengths_[thread]) return false;
    const auto& needs = constraints_[thread][positions[thread]].needs;
    for (unsigned t = 0; t != lengths_.size(); ++t)
      if (positions[t] < needs[t]) return false;
    return true;
  }

  [[nodiscard]] bool is_stale(unsigned thread, unsigned index, const Positions& positions) const {
    const auto& step = constraints_[thread][index];
    if (step.always_stale) return true;
    for (unsigned t = 0; t != lengths_.size(); ++t)
      if (positions[t] >= step.overwritten_at[t]) return true;
    return false;
  }

  [[nodiscard]] std::uint64_t cost(unsigned thread, unsigned last, const Positions& positions) const {
    const bool afterwards =
        violating_.thread >= 0 && positions[static_cast<unsigned>(violating_.thread)] > violating_.index;
    const bool switches = last != thread && last != kNobody;
    return (is_stale(thread, positions[thread], positions) ? kStale : 0) + (switches ? kSwitch : 0) +
           (afterwards ? kAfterwards : 0);
  }

  // How many steps that have yet to happen the next one of `thread` makes stale.
  [[nodiscard]] unsigned harm(unsigned thread, const Positions& positions) const {
    unsigned count = 0;
    for (unsigned t = 0; t != lengths_.size(); ++t) {
      for (unsigned i = positions[t]; i != lengths_[t]; ++i) {
        if (t == thread || constraints_[t][i].overwritten_at[thread] != positions[thread] + 1) continue;
        if (!is_stale(t, i, positions)) ++count;
      }
    }
    return count;
  }

  const std::vector<std::vector<TraceStep>>& threads_;
  Positions lengths_;
  std::map<std::string, Writes> writes_;
  std::vector<std::vector<Constraints>> constraints_;
  StepName violating_{StepName::kFinish, 0};
};

// The states of the exact search, numbered in mixed radix by the positions of the threads: what it costs to get from
// each to the end. A step only ever leads to a state with a greater number, so that one pass from the last to the first
// will do.
class Table {
 public:
  explicit Table(const Positions& lengths)
      : lengths_(lengths), threads_(static_cast<unsigned>(lengths.size())), stride_(lengths.size() + 1, 1) {
    for (unsigned t = 0; t != threads_; ++t) stride_[t + 1] = stride_[t] * (lengths_[t] + 1);
    costs_.assign(size() * threads_, kUnreached);
    std::fill(costs_.end() - threads_, costs_.end(), 0);
  }

  [[nodiscard]] std::size_t size() const { return stride_.back(); }
  [[nodiscard]] Positions positions(std::size_t state) const {
    Positions result(threads_);
    for (unsigned t = 0; t != threads_; ++t) result[t] = static_cast<unsigned>(state / stride_[t] % (lengths_[t] + 1));
    return result;
  }
  [[nodiscard]] std::size_t after(std::size_t state, unsigned thread) const { return state + stride_[thread]; }
  // Of a state that a step of `last` led to.
  std::uint64_t& cost(std::size_t state, unsigned last) { return costs_[state * threads_ + last]; }

 private:
  const Positions& lengths_;
  unsigned threads_;
  std::vector<std::size_t> stride_;
  std::vector<std::uint64_t> costs_;
};

std::vector<StepName> Order::shortest() const {
  const auto threads = static_cast<unsigned>(lengths_.size());
  if (threads == 0) return {};
  Table table(lengths_);
  // What is left if `next` goes on from a state; the first step of all is no switch.
  const auto left = [&](std::size_t state, unsigned last, unsigned next, const Positions& positions) {
    if (!can_run(next, positions)) return kUnreached;
    const auto rest = table.cost(table.after(state, next), next);
    return rest == kUnreached ? kUnreached : rest + cost(next, state == 0 ? kNobody : last, positions);
  };
  for (std::size_t state = table.size() - 1; state-- != 0;) {
    const auto positions = table.positions(state);
    for (unsigned last = 0; last != threads; ++last)
      for (unsigned next = 0; next != threads; ++next)
        table.cost(state, last) = std::min(table.cost(state, last), left(state, last, next, positions));
  }

  std::vector<StepName> order;
  unsigned last = 0;
  if (table.cost(0, last) == kUnreached) throw std::invalid_argument(kCycle);
  for (std::size_t state = 0; state + 1 != table.size(); state = table.after(state, last)) {
    const auto positions = table.positions(state);
    unsigned next = 0;
    while (left(state, last, next, positions) != table.cost(state, last)) ++next;
    order.push_back({static_cast<int>(next), positions[next]});
    last = next;
  }
  return order;
}

// Runs a thread as long as it harms nobody, and where every thread would, the one that harms least.
std::vector<StepName> Order::greedy() const {
  const auto threads = static_cast<unsigned>(lengths_.size());
  Positions positions(threads, 0);
  std::vector<StepName> order;
  unsigned last = kNobody;
  for (;;) {
    std::uint64_t least = kUnreached;
    unsigned best = kNobody;
    for (unsigned t = 0; t != threads; ++t) {
      if (!can_run(t, positions)) continue;
      const auto total = cost(t, last, positions) + harm(t, positions) * kStale;
      if (total < least) {
        least = total;
        best = t;
      }
    }
    if (best == kNobody) break;
    order.push_back({static_cast<int>(best), positions[best]++});
    last = best;
  }
  if (positions != lengths_) throw std::invalid_argument(kCycle);
  return order;
}

}  // namespace

std::string modified_object(const TraceStep& step) {
  switch (step.action) {
    case Action::wait:
    case Action::woken:
    case Action::spuriously_woken:
    case Action::timed_out:
    case Action::notify_one:
    case Action::notify_all:
      return step.object + " queue";
    default:
      return step.object;
  }
}

bool reads_object(const TraceStep& step) {
  if (step.object.empty() || step.is_refused) return false;
  switch (step.action) {
    case Action::load:
    case Action::exchange:
    case Action::fetch_add:
    case Action::fetch_sub:
    case Action::fetch_and:
    case Action::fetch_or:
    case Action::fetch_xor:
    case Action::fetch_min:
    case Action::fetch_max:
    case Action::compare_exchange:
    case Action::failed_compare_exchange:
    case Action::spurious_failure:
    case Action::lock:
    case Action::failed_try_lock:
    case Action::wait:
    case Action::woken:
    case Action::spuriously_woken:
    case Action::notify_one:
    case Action::notify_all:
      return true;
    default:
      return false;
  }
}

TraceOrder order_of(const RecordedExecution& execution, std::size_t most_states) {
  const Order order(execution);
  if (order.fits(most_states)) return {order.shortest(), true};
  return {order.greedy(), false};
}

}  // namespace vigil::checker
