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

const Finding* Verdict::finding() const {
  return searches.empty() || !searches.back().finding ? nullptr : &*searches.back().finding;
}

Outcome Verdict::outcome() const { return finding() == nullptr ? kHolds : Outcome(finding()->violation); }

bool Verdict::sampled() const {
  return finding() == nullptr && !searches.empty() && searches.back().search.kind == Search::Kind::sample;
}

bool Verdict::complete() const {
  if (finding() != nullptr) return true;
  return !searches.empty() && !sampled() &&
         std::all_of(searches.begin(), searches.end(), [](const SearchResult& result) { return result.finished(); });
}

const SearchResult* Verdict::full_search() const {
  const auto found = std::find_if(searches.begin(), searches.end(), [](const SearchResult& result) {
    return result.search.kind == Search::Kind::full && result.finished();
  });
  return found == searches.end() ? nullptr : &*found;
}

Verdict check(const Engine& engine, const Model& model, const std::vector<Search>& searches, const Budget& budget,
              Progress& progress) {
  const InstalledTables tables(model);
  const auto begin = std::chrono::steady_clock::now();
  Verdict verdict;
  for (const auto& search : searches) {
    progress.begin(verdict.searches.size());
    verdict.searches.push_back(engine.run(model, search, budget, progress));
    const auto& result = verdict.searches.back();
    progress.show(result.executions, result.blocked);
    if (result.finding) break;
    if (const auto stop = result.stop; stop == Stop::deadline || stop == Stop::interrupted || stop == Stop::limit) {
      const auto limit = result.limit;
      // What was planned and not begun is part of the verdict.
      for (std::size_t i = verdict.searches.size(); i != searches.size(); ++i)
        verdict.searches.push_back({.search = searches[i], .stop = stop, .limit = limit});
      break;
    }
  }
  verdict.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  return verdict;
}

}  // namespace vigil::models
