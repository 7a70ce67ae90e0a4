#include "fix_hint.hpp"

#include "order_use.hpp"
#include "words.hpp"

#include <vigil/checker/trace.hpp>

#include <algorithm>
#include <array>
#include <exception>
#include <new>
#include <optional>
#include <utility>

namespace vigil::checker {
namespace {

using Order = std::memory_order;
using Clock = std::chrono::steady_clock;

std::optional<OrderUse> use_of(Action action) {
  switch (action) {
    case Action::load:
      return OrderUse::load;
    case Action::store:
      return OrderUse::store;
    case Action::exchange:
    case Action::fetch_add:
    case Action::fetch_sub:
    case Action::fetch_and:
    case Action::fetch_or:
    case Action::fetch_xor:
    case Action::fetch_min:
    case Action::fetch_max:
    case Action::compare_exchange:
      return OrderUse::read_modify_write;
    case Action::failed_compare_exchange:
    case Action::spurious_failure:
      return OrderUse::failure;
    case Action::fence:
    case Action::light_fence:
    case Action::heavy_fence:
      return OrderUse::fence;
    default:
      return std::nullopt;
  }
}

constexpr std::array kOrders{Order::relaxed, Order::acquire, Order::release, Order::acq_rel, Order::seq_cst};

std::optional<Order> order_in(const std::string& word) {
  for (const Order order :
       {Order::relaxed, Order::consume, Order::acquire, Order::release, Order::acq_rel, Order::seq_cst})
    if (word == word_for(order)) return order;
  return std::nullopt;
}

unsigned level_of(Order order) {
  switch (order) {
    case Order::relaxed:
      return 0;
    case Order::acq_rel:
      return 2;
    case Order::seq_cst:
      return 3;
    default:
      return 1;
  }
}

// No implementation makes consume anything but acquire.
bool is_stronger(Order one, Order than) {
  if (than == Order::consume) than = Order::relaxed;
  if (one == than || one == Order::relaxed) return false;
  return than == Order::relaxed || one == Order::seq_cst || (one == Order::acq_rel && than != Order::seq_cst);
}

// What the operation can be given instead, the weakest first. In place of an order that is undefined for it: any.
std::vector<Order> orders_for(const OrderChange& change) {
  std::vector<Order> orders;
  for (const Order order : kOrders)
    if (is_defined(change.use, order) && (!is_defined(change.use, change.from) || is_stronger(order, change.from)))
      orders.push_back(order);
  return orders;
}

std::string name_of_operation(const TraceStep& step) {
  switch (step.action) {
    case Action::failed_compare_exchange:
    case Action::spurious_failure:
      return "failed compare_exchange";
    case Action::light_fence:
    case Action::heavy_fence:
    case Action::fence:
      return "fence";
    case Action::load:
      return "load";
    case Action::store:
      return "store";
    case Action::exchange:
      return "exchange";
    case Action::compare_exchange:
      return "compare_exchange";
    default:
      return "read-modify-write";
  }
}

bool is_same_operation(const OrderChange& one, const OrderChange& other) {
  if (one.use != other.use || one.from != other.from || one.label != other.label) return false;
  return !one.label.empty() || (one.line == other.line && one.file == other.file);
}

// The operations whose orders the program chooses, as an execution has them: in its threads, each once.
std::vector<OrderAdvice> operations_in(const RecordedExecution& execution) {
  std::vector<OrderAdvice> operations;
  const auto add = [&](const TraceStep& step) {
    const auto use = use_of(step.action);
    const auto order = order_in(step.order);
    if (!use || !order || step.has_fixed_order || (step.label.empty() && step.line == 0)) return;
    const OrderChange change{step.label, step.file, step.line, *use, *order, *order};
    const auto is_known = [&](const OrderAdvice& each) { return is_same_operation(each.change, change); };
    if (std::ranges::none_of(operations, is_known))
      operations.push_back({change, name_of_operation(step), step.object, step.function});
  };
  for (const auto& thread : execution.threads) std::ranges::for_each(thread, add);
  std::ranges::for_each(execution.relaxed_fences, add);
  return operations;
}

using Changes = std::vector<OrderChange>;

Order order_under(const Changes& changes, const OrderChange& operation) {
  const auto found =
      std::ranges::find_if(changes, [&](const OrderChange& each) { return is_same_operation(each, operation); });
  return found == changes.end() ? operation.from : found->to;
}

class Finder {
 public:
  Finder(const ModelCode& code, const Options& options, const FixLimits& limits)
      : code_(code), options_(options), limits_(limits) {
    options_.count_violations = false;
    options_.most_executions = limits.executions;
    options_.on_execution = nullptr;
    const auto end = Clock::now() + std::chrono::duration_cast<Clock::duration>(limits.time);
    options_.deadline = end;
  }

  FixSearch find(const Finding& finding) {
    add_counterexample({}, finding);
    if (finding.violation != Violation::undefined_order && fails_in_sequence()) {
      found_.end = FixSearch::End::in_sequence;
      return std::move(found_);
    }
    try_single_changes();
    if (found_.fixes.empty()) try_pairs();
    conclude();
    return std::move(found_);
  }

 private:
  // Operations with which an execution was found that violates something. It stays one as long as none of them gets a
  // stronger order.
  struct Counterexample {
    Changes changes;
    std::vector<OrderAdvice> operations;
  };

  void add_counterexample(const Changes& changes, const Finding& finding) {
    auto options = options_;
    options.order_changes = changes;
    counterexamples_.push_back({changes, operations_in(replay(code_, options, finding.choices))});
    // As they are written, whatever was changed.
    for (auto& operation : counterexamples_.back().operations) {
      for (const auto& change : changes) {
        OrderChange changed = change;
        changed.from = change.to;
        if (is_same_operation(changed, operation.change)) operation.change.from = change.from;
      }
      const auto is_known = [&](const OrderAdvice& each) { return is_same_operation(each.change, operation.change); };
      if (std::ranges::none_of(operations_, is_known)) operations_.push_back(operation);
    }
  }

  [[nodiscard]] bool fails_in_sequence() {
    auto options = options_;
    options.memory_model = MemoryModel::sequential;
    ++found_.searches;
    try {
      const auto result = check(code_, options);
      found_.holds_in_sequence = !result.finding && result.ended_by_itself();
      return result.finding.has_value();
    } catch (const std::bad_alloc&) {
      throw;
    } catch (const std::exception&) {
      return false;
    }
  }

  [[nodiscard]] bool is_known_to_fail(const Changes& changes) const {
    return std::ranges::any_of(counterexamples_, [&](const Counterexample& each) {
      return std::ranges::none_of(each.operations, [&](const OrderAdvice& operation) {
        const Order then = order_under(each.changes, operation.change), now = order_under(changes, operation.change);
        return now != then && !is_stronger(then, now);
      });
    });
  }

  // The search with these changes, if it holds.
  std::optional<Result> held(const Changes& changes) {
    if (is_known_to_fail(changes)) return std::nullopt;
    if (has_stopped_ || found_.searches >= limits_.searches || Clock::now() >= *options_.deadline) {
      has_stopped_ = true;
      return std::nullopt;
    }
    ++found_.searches;
    auto options = options_;
    options.order_changes = changes;
    try {
      auto result = check(code_, options);
      if (result.finding)
        add_counterexample(changes, *result.finding);
      else if (result.ended_by_itself())
        return result;
      else
        is_open_ = true;
      if (result.stop == Stop::interrupted || result.stop == Stop::deadline) has_stopped_ = true;
    } catch (const std::bad_alloc&) {
      throw;
    } catch (const std::exception&) {
      // The changed program does what cannot be searched.
      is_open_ = true;
    }
    return std::nullopt;
  }

  static OrderAdvice changed(OrderAdvice advice, Order to) {
    advice.change.to = to;
    return advice;
  }

  void add_if_held(const std::vector<OrderAdvice>& advice, bool& is_held) {
    Changes changes;
    for (const auto& each : advice) changes.push_back(each.change);
    auto result = held(changes);
    is_held = result.has_value();
    if (is_held) found_.fixes.push_back({advice, std::move(*result)});
  }

  // If the strongest orders help: the weakest that do.
  void try_changes_of(const std::vector<OrderAdvice>& operations) {
    std::vector<std::vector<OrderAdvice>> ways{{}};
    for (const auto& operation : operations) {
      std::vector<std::vector<OrderAdvice>> longer;
      for (const auto& way : ways)
        for (const Order order : orders_for(operation.change)) {
          longer.push_back(way);
          longer.back().push_back(changed(operation, order));
        }
      ways = std::move(longer);
    }
    if (ways.empty()) return;
    bool helps = false;
    add_if_held(ways.back(), helps);
    if (!helps) return;
    std::ranges::stable_sort(ways, {}, &weight_of);
    for (const auto& way : ways) {
      bool is_held = false;
      add_if_held(way, is_held);
      if (!is_held) continue;
      // In place of the strongest.
      found_.fixes.erase(found_.fixes.end() - 2);
      return;
    }
  }

  static unsigned weight_of(const std::vector<OrderAdvice>& advice) {
    unsigned sum = 0;
    for (const auto& each : advice) sum += level_of(each.change.to);
    return sum;
  }

  void try_single_changes() {
    // A copy, because counterexamples add to them.
    for (const auto& operation : std::vector(operations_)) try_changes_of({operation});
  }

  void try_pairs() {
    for (std::size_t other = 1; other < operations_.size(); ++other)
      for (std::size_t one = 0; one != other; ++one) try_changes_of({operations_[one], operations_[other]});
  }

  void conclude() {
    found_.operations = operations_.size();
    std::ranges::stable_sort(found_.fixes, {}, [](const Fix& fix) { return weight_of(fix.advice); });
    if (!found_.fixes.empty())
      found_.end = FixSearch::End::found;
    else
      found_.end = has_stopped_ || is_open_ ? FixSearch::End::limit : FixSearch::End::none;
  }

  const ModelCode& code_;
  Options options_;
  FixLimits limits_;
  FixSearch found_;
  std::vector<Counterexample> counterexamples_;
  std::vector<OrderAdvice> operations_;
  bool has_stopped_ = false;
  bool is_open_ = false;
};

std::string in_words(const Fix& fix, const SourceRoot& root) {
  std::string text;
  for (const auto& advice : fix.advice) text += (text.empty() ? "make " : ", and ") + in_words(advice, root);
  return text;
}

std::string in_words(const FixSearch& search, const Options& options, const SourceRoot& root) {
  constexpr std::size_t kMostShown = 3;
  switch (search.end) {
    case FixSearch::End::in_sequence:
      return "no stronger memory order fixes this: the violation is there under sequential consistency too";
    case FixSearch::End::none:
      return "no stronger memory order of one or two operations fixes this, of " +
             counted(search.operations, "operation") + " that were tried" +
             (search.holds_in_sequence ? "; under sequential consistency it holds" : "");
    case FixSearch::End::limit:
      return "no fix was found before a limit was reached, in " + grouped(search.searches) +
             " searches with stronger memory orders";
    case FixSearch::End::found:
      break;
  }
  std::string text;
  for (std::size_t i = 0; i != std::min(kMostShown, search.fixes.size()); ++i) {
    const auto& fix = search.fixes[i];
    text += (i == 0 ? "" : "; or ") + in_words(fix, root) + ": " + holds_in_words(fix.result, options) + ", " +
            extent_in_words(fix.result, std::nullopt);
  }
  if (search.fixes.size() > kMostShown) text += "; " + std::to_string(search.fixes.size() - kMostShown) + " more";
  return text;
}

}  // namespace

FixSearch find_fix(const ModelCode& code, const Options& options, const Finding& finding, const FixLimits& limits) {
  return Finder(code, options, limits).find(finding);
}

std::string in_words(const OrderAdvice& advice, const SourceRoot& root) {
  const auto& change = advice.change;
  std::string text = "the " + advice.operation;
  if (!advice.object.empty()) text += " of " + advice.object;
  if (!advice.function.empty()) text += " in " + advice.function;
  if (!change.label.empty()) text += " [" + change.label + "]";
  if (change.line != 0) text += " (" + root.path_of(change.file) + ":" + std::to_string(change.line) + ")";
  text += std::string(" ") + word_for(change.to);
  // The change does not tell apart what stands on one line.
  if (change.label.empty())
    text.append(", with any other ")
        .append(word_for(change.from))
        .append(" ")
        .append(word_for(change.use))
        .append(" on that line");
  return text;
}

Hint hint_of(const FixSearch& search, const Options& options, const SourceRoot& root) {
  Hint hint{in_words(search, options, root), {}};
  if (search.fixes.empty()) return hint;
  for (const auto& advice : search.fixes.front().advice)
    if (advice.change.line != 0)
      hint.places.push_back({{root.path_of(advice.change.file), advice.change.line, advice.function},
                             "hint: make " + in_words(advice, root)});
  return hint;
}

}  // namespace vigil::checker
