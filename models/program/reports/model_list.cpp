#include "model_list.hpp"

#include "costs.hpp"

#include <vigil/model/checker_engine.hpp>
#include <vigil/model/exhibit.hpp>
#include <vigil/model/this_program.hpp>

#include <nlohmann/json.hpp>

#include <string>
#include <string_view>
#include <utility>

namespace vigil::program {
namespace {

using nlohmann::json;

json names_of(const std::vector<models::Outcome>& outcomes) {
  json names = json::array();
  for (const auto outcome : outcomes) names.push_back(models::name_of(outcome));
  return names;
}

json place_of(const models::Model& model) {
  std::string_view file = model.place.file;
  const std::string root = models::this_program().source_root + "/";
  if (file.starts_with(root)) file.remove_prefix(root.size());
  // A compiler cache may have made it relative to the directory of the build.
  while (file.starts_with("../")) file.remove_prefix(3);
  return {{"file", file}, {"line", model.place.line}};
}

json exhibits_of(const models::Model& model) {
  json shown = json::array();
  for (const auto& exhibit : models::exhibits())
    for (const auto& [published, fixed] : exhibit.pairs)
      for (const auto& [form, name] : {std::pair("published", &published), std::pair("fixed", &fixed)})
        if (*name == model.name)
          shown.push_back({{"number", exhibit.number}, {"title", exhibit.title}, {"form", form}});
  return shown;
}

json verdicts_of(const models::Model& model) {
  json verdicts;
  for (const auto memory_model : checker::kMemoryModels)
    verdicts[std::string(checker::name_of(memory_model))] =
        names_of(models::checker_engine(memory_model).expected_of(model).outcomes);
  return verdicts;
}

json engines_of(const models::Model& model) {
  json engines = json::array();
  for (const auto* name : {"checker", "relacy"})
    if (const auto* engine = models::engine_named(name);
        engine != nullptr && engine->why_left_out(model, {.thorough = true}).empty())
      engines.push_back(name);
  return engines;
}

json exemptions_of(const models::Model& model) {
  json exemptions = json::array();
  for (const auto& [engine, reason, says, limit] : model.exemptions) {
    exemptions.push_back({{"engine", engine}, {"reason", reason}, {"engine_says", models::name_of(says)}});
    if (limit != models::RelacyLimit::none) exemptions.back()["limit"] = models::text_of(limit).name;
  }
  return exemptions;
}

json as_json(const models::Model& model, const CheckOptions& options) {
  const auto& plan = model.checker_plan;
  const auto& why_large = plan.too_large.empty() ? plan.thorough_only : plan.too_large;
  json violations = json::array();
  for (const auto violation : model.expected) violations.push_back(models::name_of(violation));
  json out{{"name", model.name},
           {"declared_as", model.declared_as},
           {"sentence", model.sentence},
           {"bounds", model.bounds},
           {"place", place_of(model)},
           {"must_hold", model.must_hold()},
           {"must_fail_with", std::move(violations)},
           {"verdicts", verdicts_of(model)},
           {"defects", model.defects},
           {"exhibits", exhibits_of(model)},
           {"mutants", model.mutants},
           {"engines", engines_of(model)},
           {"cannot_decide", exemptions_of(model)},
           {"quick", why_large.empty()},
           {"full", plan.too_large.empty() ? "searched" : "sampled"},
           {"expected_cost", expected_cost(model, options)}};
  if (!why_large.empty()) out["why_not_quick"] = why_large;
  if (plan.counts) out["executions"] = plan.counts->executions;
  if (plan.counts && plan.counts->violating) out["violating"] = *plan.counts->violating;
  return out;
}

}  // namespace

std::string json_list(const std::vector<const models::Model*>& models, const CheckOptions& options) {
  json all = json::array();
  for (const auto* model : models) all.push_back(as_json(*model, options));
  const json out{{"schema", "vigil-models"}, {"version", 1}, {"models", std::move(all)}};
  return out.dump(2, ' ', false, json::error_handler_t::replace) + '\n';
}

}  // namespace vigil::program
