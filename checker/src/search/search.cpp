#include "search.hpp"

#include "choices.hpp"
#include "size_estimate.hpp"
#include "symmetry.hpp"

#include <algorithm>
#include <stdexcept>
#include <string>

namespace vigil::checker {
namespace {

EventName name_of(EventId id) {
  if (!id.is_event()) return {};
  return {static_cast<int>(id.thread()), id.index()};
}

// What the constructor makes comes first; then the first of each other owner, and so on, so that numbers stay low.
unsigned public_number(unsigned location) {
  constexpr unsigned kEach = Graph::kLocationsOfEach;
  const unsigned owner = location / kEach;
  const unsigned k = location % kEach;
  if (owner == Graph::kSetup) return k;
  return kEach + k * (Graph::kOwners - 1) + (owner < Graph::kSetup ? owner : owner - 1);
}

ObservedEvent observed(const Graph& graph, EventId id) {
  const Event& event = graph[id];
  ObservedEvent result;
  using Kind = ObservedEvent::Kind;
  result.kind = event.reads && event.writes         ? Kind::rmw
                : event.reads                       ? Kind::read
                : event.writes                      ? Kind::write
                : is_fence(event.request.operation) ? Kind::fence
                                                    : Kind::other;
  result.location = public_number(event.request.location);
  result.read = event.read;
  result.written = event.writes ? event.written : 0;
  result.source = event.reads ? name_of(event.source) : EventName();
  result.variant = event.variant;
  result.blocked = event.waits;
  return result;
}

}  // namespace

Search::Search(Runner& runner, unsigned threads, const Options& options)
    : options_(options),
      model_(make_model(options.memory_model)),
      runner_(runner),
      own_threads_(threads),
      explorer_(runner, *model_, threads) {
  if (!options.most_preemptions) return;
  bound_.emplace(options.memory_model, *options.most_preemptions);
  explorer_.set_bound(&*bound_);
}

void Search::run() {
  for (;;) {
    explorer_.explore([this](const Ending& ending) { return after_run(ending); });
    count_left_out();
    // Of processes that share a search, the leader begins it again.
    if (between_runs_ || !runner_.is_contradicted()) return;
    runner_.begin_again();
    result_ = {};
    runs_ = runs_beyond_ = 0;
    if (bound_) bound_->begin_again();
  }
}

void Search::run_from(const Graph& graph, std::span<const Explorer::Branch> branches) {
  explorer_.explore_from(graph, branches, [this](const Ending& ending) { return after_run(ending); });
  count_left_out();
}

void Search::count_left_out() {
  if (bound_) result_.beyond_preemptions = runs_beyond_ + bound_->cut();
}

std::optional<Estimate> Search::estimate(std::uint64_t most_runs, std::uint64_t seed,
                                         const std::function<bool()>& go_on) {
  constexpr std::uint64_t kBetweenChecks = 64;
  const auto model = make_model(options_.memory_model);
  Explorer explorer(runner_, *model, own_threads_);
  auto bound = bound_;
  if (bound) explorer.set_bound(&*bound);
  for (unsigned thread = 0; thread != own_threads_; ++thread)
    explorer.set_exchangeable(thread, explorer_.exchangeable_before(thread));
  std::uint64_t runs = 0;
  const auto goes_on = [&](const Ending& ending) {
    if (takes_too_much_for_granted(explorer.graph(), ending)) runner_.part_started_threads();
    return !runner_.is_contradicted() && !is_late() && (++runs % kBetweenChecks != 0 || go_on());
  };
  return SizeEstimate(explorer, seed, goes_on).within(most_runs);
}

// So estimates take less than a third of the time that the search has taken.
void Search::expect_if_long(const std::function<bool()>& go_on) {
  constexpr std::uint64_t kMostRuns = 100'000;
  constexpr double kPartOfTime = 0.2;
  constexpr double kTimesLonger = 4;
  using Seconds = std::chrono::duration<double>;
  const auto since = [](auto time) { return Seconds(std::chrono::steady_clock::now() - time); };
  const Seconds taken = since(begin_);
  if (taken < next_estimate_) return;
  const auto begin = std::chrono::steady_clock::now();
  const auto has_time = [&] { return since(begin) < kPartOfTime * taken; };
  const auto found = estimate(kMostRuns, 1, [&] { return has_time() && go_on(); });
  if (found) expected_runs_ = found->executions + found->blocked;
  // With more time it would be the same.
  next_estimate_ = has_time() ? Seconds::max() : kTimesLonger * taken;
}

bool Search::after_run(const Ending& ending) {
  if (runner_.is_contradicted()) return false;
  if (takes_too_much_for_granted(explorer_.graph(), ending)) {
    runner_.part_started_threads();
    return false;
  }
  refuse_asymmetry();
  const auto beyond = runs_beyond_;
  count(ending);
  if (options_.on_execution && runs_beyond_ == beyond) observe(explorer_.graph(), ending.kind == Ending::Kind::stale);
  return result_.stop == Stop::none && may_go_on();
}

// Whether the program has distinguished started threads that were exchanged. A violation may be none: see symmetry.hpp.
bool Search::takes_too_much_for_granted(const Graph& graph, const Ending& ending) const {
  const auto& [event, counterpart] = graph.asymmetry();
  if (event.is_event() && (event == counterpart || event.thread() >= own_threads_)) return true;
  return ending.kind == Ending::Kind::violated && exchanges_started_threads(graph);
}

void Search::refuse_asymmetry() const {
  const auto& [event, counterpart] = explorer_.graph().asymmetry();
  if (!event.is_event()) return;
  throw std::logic_error("threads " + std::to_string(counterpart.thread()) + " and " + std::to_string(event.thread()) +
                         " run the same function, but cannot be exchanged: they have done the same, and then do not "
                         "ask for the same operation; search without symmetry");
}

void Search::count(const Ending& ending) {
  result_.most_events = std::max<std::uint64_t>(result_.most_events, explorer_.graph().size());
  result_.undeclared_waits |= runner_.undeclared_waits();
  if (ending.kind == Ending::Kind::bounded) {
    ++result_.bounded;
    return;
  }
  // Where a violation ended the run, there may be more below it that is not known.
  const bool ran_to_its_end = ending.kind == Ending::Kind::stale || ending.is_whole;
  const bool is_beyond = ran_to_its_end && !explorer_.is_within_bound();
  if (is_beyond) ++runs_beyond_;
  if (ending.kind == Ending::Kind::stale) {
    if (!is_beyond) ++result_.blocked;
    return;
  }
  const bool counts = ending.is_whole && !is_beyond;
  if (counts) {
    ++result_.executions;
    result_.executions_in_all += executions_by_exchange(explorer_.graph());
  }
  if (ending.stop != Stop::none) {
    result_.stop = ending.stop;
    result_.limit = ending.limit;
  }
  if (ending.kind != Ending::Kind::violated) return;
  ++result_.violating;
  if (!counts) ++result_.cut_short;
  if (!result_.finding || on_finding_) {
    const Finding finding{ending.violation, ending.what, choices()};
    if (!result_.finding) result_.finding = finding;
    if (on_finding_) on_finding_(finding);
  }
  if (!options_.count_violations) result_.stop = Stop::violation;
}

std::string Search::choices() {
  const Graph& graph = explorer_.graph();
  return write_choices(choices_of(graph, own_threads_, graph.interleaving(), *model_));
}

double Search::share_done(std::uint64_t runs) const {
  constexpr double kMost = 0.99;  // as long as it goes on
  constexpr double kWrong = 1.25;
  if (expected_runs_ == 0 || static_cast<double>(runs) > kWrong * expected_runs_) return 0;
  return std::min(static_cast<double>(runs) / expected_runs_, kMost);
}

bool Search::is_late() const { return options_.deadline && std::chrono::steady_clock::now() >= *options_.deadline; }

bool Search::may_go_on() {
  constexpr std::uint64_t kBetweenChecks = 1024;
  ++runs_;
  // First, while the runner is as this run left it: an estimate for a report runs it again.
  if (between_runs_ && !between_runs_()) {
    result_.stop = Stop::interrupted;
  } else if (options_.most_executions != 0 &&
             result_.executions + result_.blocked + result_.bounded >= options_.most_executions) {
    result_.stop = Stop::executions;
  } else if (runs_ % kBetweenChecks == 0) {
    if (is_late()) result_.stop = Stop::deadline;
    if (options_.on_progress && !report()) result_.stop = Stop::interrupted;
  }
  return result_.stop == Stop::none;
}

bool Search::report() {
  const auto runs = runs_ - runs_beyond_;
  const auto tell = [this, runs] {
    return options_.on_progress({result_.executions, result_.blocked, share_done(runs)});
  };
  expect_if_long(tell);
  return tell();
}

void Search::observe(const Graph& graph, bool blocked) const {
  ObservedExecution execution;
  execution.blocked = blocked;
  execution.threads.resize(graph.threads());
  for (unsigned thread = 0; thread != graph.threads(); ++thread)
    for (unsigned index = 0; index != graph.size(thread); ++index) {
      execution.threads[thread].push_back(observed(graph, EventId(thread, index)));
      execution.blocked |= execution.threads[thread].back().blocked;
    }
  graph.for_each_location([&](unsigned number) {
    auto& orders = execution.modification_orders;
    if (orders.size() <= public_number(number)) orders.resize(public_number(number) + 1);
    const auto& writes = graph.location(number).writes;
    for (std::size_t place = 1; place < writes.size(); ++place)
      orders[public_number(number)].push_back(name_of(writes[place]));
  });
  options_.on_execution(execution);
}

}  // namespace vigil::checker
