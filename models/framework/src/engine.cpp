#include <vigil/model/engine.hpp>

#include <algorithm>

namespace vigil::models {
namespace {

std::vector<const Engine*>& engines() {
  static std::vector<const Engine*> engines;
  return engines;
}

}  // namespace

Outcome outcome_of(const Recording& recording) {
  if (const auto* history = std::get_if<History>(&recording)) return history->outcome;
  const auto& violation = std::get<checker::RecordedExecution>(recording).violation;
  return violation ? Outcome(*violation) : kHolds;
}

const std::string& what_of(const Recording& recording) {
  const auto* history = std::get_if<History>(&recording);
  return history != nullptr ? history->what : std::get<checker::RecordedExecution>(recording).what;
}

Execution SearchResult::execution() const {
  const auto number = result.seen() + result.blocked;
  return {search, number == 0 ? 1 : number, result.finding ? result.finding->choices : ""};
}

bool Expectation::includes(Outcome said) const {
  return std::find(outcomes.begin(), outcomes.end(), said) != outcomes.end();
}

Expectation Engine::expected_of(const Model& model) const {
  if (const auto* exemption = model.exemption_of(name())) return {{exemption->engine_says}, exemption};
  if (model.must_hold()) return {{kHolds}};
  return {{model.expected.begin(), model.expected.end()}};
}

bool register_engine(const Engine& engine) {
  engines().push_back(&engine);
  return true;
}

const Engine* engine_named(std::string_view id) {
  const auto found =
      std::find_if(engines().begin(), engines().end(), [&](const Engine* engine) { return engine->id() == id; });
  return found == engines().end() ? nullptr : *found;
}

const Finding* Answer::finding() const {
  return searches.empty() || !searches.back().result.finding ? nullptr : &*searches.back().result.finding;
}

Outcome Answer::outcome() const { return finding() == nullptr ? kHolds : Outcome(finding()->violation); }

bool Answer::sampled() const {
  using Kind = Search::Kind;
  const auto is_sample = [](const SearchResult& found) {
    return found.search.kind == Kind::sample || found.search.kind == Kind::random;
  };
  return finding() == nullptr && !searches.empty() && std::all_of(searches.begin(), searches.end(), is_sample);
}

bool Answer::bounded() const {
  return finding() == nullptr && !searches.empty() && searches.back().result.stop == Stop::preemptions;
}

bool Answer::complete() const {
  if (finding() != nullptr) return true;
  return !searches.empty() && !sampled() &&
         std::all_of(searches.begin(), searches.end(), [](const SearchResult& each) { return each.result.complete(); });
}

const SearchResult* Answer::full_search() const {
  const auto found = std::find_if(searches.begin(), searches.end(), [](const SearchResult& each) {
    return each.search.kind == Search::Kind::full && each.result.complete();
  });
  return found == searches.end() ? nullptr : &*found;
}

Answer check(const Engine& engine, const Model& model, const std::vector<Search>& searches, const Budget& budget,
             Progress& progress) {
  const InstalledTables tables(model);
  const auto begin = std::chrono::steady_clock::now();
  Answer answer;
  for (const auto& search : searches) {
    progress.begin(answer.searches.size());
    answer.searches.push_back(engine.run(model, search, budget, progress));
    const auto& result = answer.searches.back().result;
    progress.show(result.executions, result.blocked);
    if (result.finding) break;
    if (const auto stop = result.stop; stop == Stop::deadline || stop == Stop::interrupted || stop == Stop::limit) {
      const auto limit = result.limit;
      // What was planned and not begun is part of the answer.
      for (std::size_t i = answer.searches.size(); i != searches.size(); ++i)
        answer.searches.push_back({searches[i], {.stop = stop, .limit = limit}});
      break;
    }
  }
  answer.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  return answer;
}

}  // namespace vigil::models
