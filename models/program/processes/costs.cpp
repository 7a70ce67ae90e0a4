#include "costs.hpp"

#include <vigil/model/known_counts.hpp>

#include <algorithm>
#include <cstddef>

namespace vigil::program {
namespace {

// Of a process that searches hardly anything.
constexpr std::uint64_t kOfAProcess = 200;
// Of a model that nothing is known of: a violation is found by the first sample, or the model is as most are.
constexpr std::uint64_t kUsual = 2'000;
// Of a model that the quick form leaves out, and that ends.
constexpr std::uint64_t kOfALargeModel = 50'000'000;

std::uint64_t cost_of_search(const models::Model& model, const models::Search& search) {
  using Kind = models::Search::Kind;
  if (search.kind == Kind::random || search.kind == Kind::sample) return search.iterations;
  std::uint64_t cost = kUsual;
  if (const auto known = models::KnownCounts::of(model.name))
    cost = *known;
  else if (const auto& counts = model.checker_plan.counts)
    cost = counts->executions;
  else if (!model.checker_plan.thorough_only.empty())
    cost = kOfALargeModel;
  return search.iterations == 0 ? cost : std::min(cost, search.iterations);
}

std::uint64_t cost_for(const models::Engine& engine, const models::Model& model, const models::Wanted& wanted) {
  if (!engine.why_left_out(model, wanted).empty()) return 0;
  std::uint64_t cost = kOfAProcess;
  for (const auto& search : engine.searches_for(model, wanted)) cost += cost_of_search(model, search);
  return cost;
}

}  // namespace

std::uint64_t expected_cost(const models::Model& model, const CheckOptions& options) {
  std::uint64_t cost = 0;
  for (const auto* engine : options.engines) cost += cost_for(*engine, model, options.wanted);
  return cost;
}

std::vector<const models::Model*> models_in(const checker::Shard& shard,
                                            const std::vector<const models::Model*>& models,
                                            const CheckOptions& options) {
  std::vector<checker::Piece> pieces;
  for (const auto* model : models) pieces.push_back({model->name, expected_cost(*model, options)});
  const auto are_chosen = checker::chosen_by(shard, pieces);
  std::vector<const models::Model*> chosen;
  for (std::size_t i = 0; i != models.size(); ++i)
    if (are_chosen[i]) chosen.push_back(models[i]);
  return chosen;
}

}  // namespace vigil::program
