#include "explanation.hpp"

#include "from_trace.hpp"
#include "herd_writer.hpp"
#include "history.hpp"
#include "json.hpp"
#include "token.hpp"

#include <vigil/checker/trace.hpp>
#include <vigil/model/this_program.hpp>

#include <algorithm>
#include <optional>
#include <stdexcept>
#include <utility>

namespace vigil::program {
namespace {

using models::Engine;
using models::History;
using models::Model;
using nlohmann::json;

struct Counterexample {
  models::SearchResult found;
  models::Recording recording;
};

// The shortest of the failing executions that the engine's searches for short ones find; nothing if it has none.
std::optional<Counterexample> shortest_counterexample(const Engine& engine, const Model& model) {
  const models::InstalledTables tables(model);
  models::Progress progress;
  std::optional<Counterexample> shortest;
  for (const auto& search : engine.searches_for_shortest()) {
    auto found = engine.run(model, search, {}, progress);
    if (!found.result.finding) continue;
    auto recording = engine.replay(model, found.execution());
    if (!shortest || steps_of_threads(recording) < steps_of_threads(shortest->recording))
      shortest = Counterexample{std::move(found), std::move(recording)};
  }
  return shortest;
}

Rendering render_history(const History& history, const Model& model) {
  auto threads = model.relacy.thread_count;
  for (const auto& step : history.steps)
    if (step.thread >= 0) threads = std::max(threads, static_cast<unsigned>(step.thread) + 1);
  return {in_columns(history, threads, Detail::full),
          in_columns(history, threads, Detail::brief),
          to_json(history),
          {},
          {},
          {},
          {},
          "Relacy records no execution graph"};
}

Rendering render_trace(const checker::RecordedExecution& recording, const Engine& engine, const Model& model,
                       const std::string& token) {
  const auto trace = checker::linearise(recording);
  checker::TraceHeader header;
  header.source_root = models::this_program().source_root;
  auto text = checker::text(trace, header);
  auto brief = checker::text(trace, header, {.brief = true});
  header.model = model.name;
  header.sentence = model.sentence;
  header.bounds = model.bounds;
  header.memory_model = engine.memory_model_in_words();
  header.engine = engine.name();
  header.replay = replay_command(token);
  Rendering rendering{text,
                      brief,
                      json::parse(checker::json(trace, header)),
                      checker::dot(trace, header),
                      checker::html(trace, header),
                      checker::svg(trace, header),
                      {},
                      {}};
  try {
    rendering.litmus = litmus::write_herd(litmus::test_of(trace, model.name, "A counterexample of Vigil's model."));
  } catch (const std::invalid_argument& reason) {
    rendering.no_litmus = reason.what();
  }
  return rendering;
}

}  // namespace

Rendering render(const models::Recording& recording, const Engine& engine, const Model& model,
                 const std::string& token) {
  if (const auto* history = std::get_if<History>(&recording)) return render_history(*history, model);
  return render_trace(std::get<checker::RecordedExecution>(recording), engine, model, token);
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
  auto rendering = render(found->recording, engine, model, out["token"]);
  out["text"] = std::move(rendering.text);
  out["brief"] = std::move(rendering.brief);
  out["steps"] = std::move(rendering.steps);
  out["dot"] = std::move(rendering.dot);
  out["html"] = std::move(rendering.html);
  out["svg"] = std::move(rendering.svg);
  if (rendering.no_litmus.empty())
    out["litmus"] = std::move(rendering.litmus);
  else
    out["no_litmus"] = std::move(rendering.no_litmus);
  return out;
}

}  // namespace vigil::program
