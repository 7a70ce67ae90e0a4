#include "explanation.hpp"

#include "history.hpp"
#include "json.hpp"
#include "token.hpp"

#include <vigil/checker/story.hpp>

#include <optional>
#include <utility>

namespace vigil::program {
namespace {

using models::Engine;
using models::History;
using models::Model;
using nlohmann::json;

struct Counterexample {
  models::SearchResult found;
  models::Told told;
};

// The shortest of the failing executions that the engine's searches for short ones find; nothing if it has none.
std::optional<Counterexample> shortest_counterexample(const Engine& engine, const Model& model) {
  const models::InstalledTables tables(model);
  models::Progress progress;
  std::optional<Counterexample> shortest;
  for (const auto& search : engine.searches_for_shortest()) {
    auto found = engine.run(model, search, {}, progress);
    if (!found.result.finding) continue;
    auto told = engine.replay(model, found.execution());
    if (!shortest || steps_of_threads(told) < steps_of_threads(shortest->told))
      shortest = Counterexample{std::move(found), std::move(told)};
  }
  return shortest;
}

Telling tell_history(const History& history, const Model& model) {
  const auto threads = model.relacy.thread_count;
  return {in_columns(history, threads, Detail::full),
          in_columns(history, threads, Detail::brief),
          to_json(history),
          {},
          {}};
}

Telling tell_story(const checker::ToldExecution& told, const Engine& engine, const Model& model,
                   const std::string& token) {
  const auto story = checker::linearise(told);
  checker::StoryHeader header;
  header.source_root = VIGIL_SOURCE_DIR;
  auto text = checker::text(story, header);
  header.model = model.name;
  header.sentence = model.sentence;
  header.bounds = model.bounds;
  header.memory_model = engine.memory_model_in_words();
  header.engine = engine.name();
  header.replay = "vigil replay " + token;
  return {text, text, json::parse(checker::json(story, header)), checker::dot(story, header),
          checker::html(story, header)};
}

}  // namespace

Telling tell(const models::Told& told, const Engine& engine, const Model& model, const std::string& token) {
  if (const auto* history = std::get_if<History>(&told)) return tell_history(*history, model);
  return tell_story(std::get<checker::ToldExecution>(told), engine, model, token);
}

json explanation_of(const Engine& engine, const Model& model) {
  auto found = shortest_counterexample(engine, model);
  models::Answer answer;
  if (found) {
    answer.searches.push_back(found->found);
  } else {
    models::Progress progress;
    answer = models::check(engine, model, engine.searches_for(model, {}), {}, progress);
    if (const auto* finding = answer.finding(); finding != nullptr) {
      const models::InstalledTables tables(model);
      // What it says may differ from what the first one said.
      auto& last = answer.searches.back();
      last.result.finding = engine.shortest(model, *finding);
      found = Counterexample{last, engine.replay(model, last.execution())};
    }
  }
  json out{{"verdict", to_json(answer)}};
  if (!found) return out;
  out["token"] = token_of(model, engine, found->found);
  auto telling = tell(found->told, engine, model, out["token"]);
  out["text"] = std::move(telling.text);
  out["brief"] = std::move(telling.brief);
  out["steps"] = std::move(telling.steps);
  out["dot"] = std::move(telling.dot);
  out["html"] = std::move(telling.html);
  return out;
}

}  // namespace vigil::program
