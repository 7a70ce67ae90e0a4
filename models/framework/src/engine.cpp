#include <vigil/model/engine.hpp>
#include <vigil/model/relacy_engine.hpp>

namespace vigil::models {

const Engine* engine_named(std::string_view name) {
  for (const Engine* engine : {&relacy_engine()})
    if (engine->name() == name) return engine;
  return nullptr;
}

const Finding* Verdict::finding() const {
  return searches.empty() || !searches.back().finding ? nullptr : &*searches.back().finding;
}

Outcome Verdict::outcome() const { return finding() == nullptr ? kHolds : Outcome(finding()->violation); }

bool Verdict::complete() const {
  if (finding() != nullptr) return true;
  for (const auto& result : searches)
    if (!result.finished) return false;
  return !searches.empty();
}

Verdict check(const Engine& engine, const Model& model, const std::vector<Search>& searches, const Deadline& deadline,
              Progress& progress) {
  const InstalledTables tables(model);
  const auto begin = std::chrono::steady_clock::now();
  Verdict verdict;
  for (const auto& search : searches) {
    progress.begin(verdict.searches.size());
    verdict.searches.push_back(engine.run(model, search, deadline, progress));
    progress.show(verdict.searches.back().executions);
    if (verdict.searches.back().finding) break;
    if (deadline && std::chrono::steady_clock::now() >= *deadline) {
      // What was planned and not begun is part of the verdict.
      for (std::size_t i = verdict.searches.size(); i != searches.size(); ++i)
        verdict.searches.push_back({searches[i], 0, false, std::nullopt});
      break;
    }
  }
  verdict.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  return verdict;
}

}  // namespace vigil::models
