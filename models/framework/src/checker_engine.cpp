#include <vigil/model/checker_engine.hpp>

#include "words.hpp"

#include <vigil/checker/check.hpp>

#include <algorithm>

namespace vigil::models {
namespace {

using checker::MemoryModel;

// Counts are those of C++20.
const ExpectedCounts* expected_counts(const Model& model, MemoryModel memory_model) {
  const auto& counts = model.checker_plan.counts;
  return counts && memory_model == MemoryModel::cpp20 ? &*counts : nullptr;
}

class CheckerEngine : public Engine {
 public:
  explicit CheckerEngine(MemoryModel memory_model) : memory_model_(memory_model) {}

  [[nodiscard]] std::string_view name() const override { return "checker"; }
  [[nodiscard]] std::string_view memory_model() const override { return checker::name_of(memory_model_); }
  [[nodiscard]] std::string_view memory_model_in_words() const override { return checker::in_words(memory_model_); }
  [[nodiscard]] std::string id() const override {
    return memory_model_ == MemoryModel::cpp20 ? "checker" : "checker." + std::string(memory_model());
  }

  [[nodiscard]] std::string why_left_out(const Model& model, const Wanted& wanted) const override {
    const auto& plan = model.checker_plan;
    if (wanted.thorough || wanted.sample) return {};
    return plan.too_large.empty() ? plan.thorough_only : plan.too_large;
  }

  [[nodiscard]] Expectation expected_of(const Model& model) const override {
    const auto& under = model.checker_plan.under;
    if (const auto said = under.find(memory_model_); said != under.end()) return {{said->second}};
    auto expectation = Engine::expected_of(model);
    // Nobody has said whether the fault needs a weak memory, or one weaker than that of x86.
    const bool is_strong = memory_model_ == MemoryModel::sequential || memory_model_ == MemoryModel::x86_tso;
    if (is_strong && !model.must_hold()) expectation.outcomes.push_back(kHolds);
    return expectation;
  }

  [[nodiscard]] std::string bounds_of(const Model& model) const override {
    return checker::unusual_bounds(model.checker_plan.bounds);
  }

  [[nodiscard]] std::string objection(const Model& model, const Answer& answer) const override {
    const auto* counts = expected_counts(model);
    const auto* search = answer.full_search();
    if (counts == nullptr || search == nullptr) return {};
    const auto& seen = search->result;
    const auto violating = counts->violating.value_or(0);
    if (seen.executions_in_all == counts->executions && seen.violating == violating) return {};
    return "expected " + checker::expected_counts_in_words(counts->executions, violating) + ", explored " +
           checker::expected_counts_in_words(seen.executions_in_all, seen.violating);
  }

  // A fault may lie far from where the search begins, but is seldom rare: a few random executions first. A model that
  // is too large is searched up to a limit if there is one, and otherwise sampled.
  [[nodiscard]] std::vector<Search> searches_for(const Model& model, const Wanted& wanted) const override {
    constexpr std::uint64_t kFirst = 2'000;
    constexpr std::uint64_t kOfTooLarge = 200'000;
    if (wanted.sample) return {Search::of(*wanted.sample)};
    if (wanted.preemptions)
      return {{.kind = Search::Kind::bound,
               .bound = *wanted.preemptions,
               .iterations = wanted.limit,
               .up_to_symmetry = wanted.symmetry}};
    if (!model.checker_plan.too_large.empty() && wanted.limit == 0) return {sample_by_priorities(kOfTooLarge)};
    const auto* counts = expected_counts(model);
    const Search all{.kind = Search::Kind::full,
                     .iterations = wanted.limit,
                     .up_to_symmetry = wanted.symmetry && !counts_violations(model)};
    if (model.must_hold() || counts != nullptr) return {all};
    return {sample_by_priorities(kFirst), all};
  }

  [[nodiscard]] Finding shortest(const Model& model, const Finding& first) const override {
    constexpr std::uint64_t kExecutions = 20'000;
    return checker::shortest(model.code_of_checker(), options_for(model), first, kExecutions);
  }

  [[nodiscard]] SearchResult run(const Model& model, const Search& search, const Budget& budget,
                                 Progress& progress) const override {
    const bool sampled = search.kind == Search::Kind::sample;
    auto options = sampled ? options_for(model) : options_of(model, memory_model_, search);
    options.deadline = budget.deadline;
    options.jobs = budget.jobs;
    options.on_progress = [&](const checker::SearchProgress& now) { return show(now, search, progress); };
    SearchResult found{search, sampled ? checker::sample(model.code_of_checker(), options, search.sample())
                                       : checker::check(model.code_of_checker(), options)};
    // A bound that leaves nothing out is none.
    if (search.kind == Search::Kind::bound && found.result.complete()) found.search.kind = Search::Kind::full;
    return found;
  }

  [[nodiscard]] std::optional<checker::Estimate> estimate(const Model& model, const Wanted& wanted,
                                                          const Budget& budget) const override {
    const InstalledTables tables(model);
    auto options = options_for(model);
    options.symmetry = wanted.symmetry && !counts_violations(model);
    options.most_preemptions = wanted.preemptions;
    options.deadline = budget.deadline;
    return checker::estimate(model.code_of_checker(), options);
  }

  [[nodiscard]] Recording replay(const Model& model, const Execution& execution) const override {
    return checker::replay(model.code_of_checker(), options_for(model), execution.choices);
  }

 private:
  [[nodiscard]] checker::Options options_for(const Model& model) const {
    auto options = model.checker_plan.bounds;
    options.memory_model = memory_model_;
    return options;
  }

  [[nodiscard]] const ExpectedCounts* expected_counts(const Model& model) const {
    return models::expected_counts(model, memory_model_);
  }

  // One by one, as they are without symmetry.
  [[nodiscard]] bool counts_violations(const Model& model) const {
    const auto* counts = expected_counts(model);
    return counts != nullptr && counts->violating.has_value();
  }

  static bool show(const checker::SearchProgress& now, const Search& search, Progress& progress) {
    progress.show(now.executions, now.blocked);
    const double share = search.kind == Search::Kind::sample ? static_cast<double>(now.executions + now.blocked) /
                                                                   static_cast<double>(search.iterations)
                                                             : now.share_done;
    progress.show_share_done(std::min(1.0, share));
    return !progress.stop_is_wanted();
  }

  static Search sample_by_priorities(std::uint64_t executions) {
    return Search::of({executions, 1, checker::Sampling::priorities});
  }

  MemoryModel memory_model_;
};

[[maybe_unused]] const bool are_registered =
    register_engine(checker_engine(MemoryModel::cpp20)) && register_engine(checker_engine(MemoryModel::rc11)) &&
    register_engine(checker_engine(MemoryModel::x86_tso)) && register_engine(checker_engine(MemoryModel::sequential));

}  // namespace

const Engine& checker_engine(MemoryModel memory_model) {
  static const CheckerEngine cpp20(MemoryModel::cpp20), rc11(MemoryModel::rc11), x86_tso(MemoryModel::x86_tso),
      sequential(MemoryModel::sequential);
  switch (memory_model) {
    case MemoryModel::cpp20:
      return cpp20;
    case MemoryModel::rc11:
      return rc11;
    case MemoryModel::x86_tso:
      return x86_tso;
    case MemoryModel::sequential:
      break;
  }
  return sequential;
}

checker::Options options_of(const Model& model, MemoryModel memory_model, const Search& search) {
  const auto* counts = expected_counts(model, memory_model);
  auto options = model.checker_plan.bounds;
  options.memory_model = memory_model;
  options.most_executions = search.iterations;
  options.symmetry = search.up_to_symmetry;
  if (search.kind == Search::Kind::bound)
    options.most_preemptions = search.bound;
  else
    options.count_violations = counts != nullptr && counts->violating.has_value();
  return options;
}

}  // namespace vigil::models
