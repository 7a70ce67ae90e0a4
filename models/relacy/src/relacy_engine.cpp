#include <vigil/model/relacy_engine.hpp>

#include "relacy_run.hpp"

#include <algorithm>
#include <sstream>
#include <stdexcept>

namespace vigil::models {
namespace {

// Relacy's state of a tree search is a list of "count index type" for each choice. Only the indices matter to run the
// same execution again, and zeros at the end not even then. Zeros are the most frequent: a run of n of them, up to 26,
// is the n-th letter.
std::string encode_choices(const std::string& final_state) {
  std::istringstream in(final_state);
  std::uint64_t iteration = 0;
  std::size_t size = 0;
  in >> iteration >> size;
  std::string text;
  unsigned zeros = 0;
  const auto flush = [&] {
    for (; zeros != 0; zeros -= std::min(zeros, 26U)) text += static_cast<char>('a' + std::min(zeros, 26U) - 1);
  };
  for (std::size_t i = 0; i != size; ++i) {
    unsigned count = 0, index = 0, type = 0;
    in >> count >> index >> type;
    if (index > 9) throw std::logic_error("a choice among more than ten");
    if (index == 0) {
      ++zeros;
      continue;
    }
    flush();
    text += static_cast<char>('0' + index);
  }
  return text.empty() ? "0" : text;
}

std::string decode_choices(const Execution& execution) {
  std::ostringstream choices;
  std::size_t size = 0;
  const auto add = [&](unsigned index) {
    choices << ' ' << index + 1 << ' ' << index << " 0";
    ++size;
  };
  for (const char c : execution.choices) {
    if (c >= '0' && c <= '9')
      add(static_cast<unsigned>(c - '0'));
    else
      for (int zeros = c - 'a' + 1; zeros > 0; --zeros) add(0);
  }
  return std::to_string(execution.number) + ' ' + std::to_string(size) + choices.str();
}

// A search that was stopped short of its limit was stopped by the clock: Relacy is asked for nothing else.
Stop why_ended(const detail::RelacyResult& ended, const Search& search) {
  switch (ended.end) {
    case detail::RelacyResult::End::finished:
      return Stop::none;
    case detail::RelacyResult::End::violated:
      return Stop::violation;
    case detail::RelacyResult::End::stopped:
      break;
  }
  return search.kind != Search::Kind::random && ended.executions >= search.iterations ? Stop::executions
                                                                                      : Stop::deadline;
}

// A thread that nobody started ends when all others have, or cannot go on: no step of the model.
void leave_out_idle_threads(std::vector<Step>& steps, unsigned threads) {
  const auto is_started = [&](int thread) {
    return thread < static_cast<int>(threads) || std::any_of(steps.begin(), steps.end(), [&](const Step& step) {
             return step.text == "starts thread " + std::to_string(thread);
           });
  };
  std::vector<Step> kept;
  for (const auto& step : steps) {
    const bool is_idle = !is_started(step.thread);
    if (is_idle && step.text == "ends") continue;
    kept.push_back(step);
    if (is_idle) kept.back().thread = Step::kEnd;
  }
  steps = std::move(kept);
}

class RelacyEngine : public Engine {
 public:
  [[nodiscard]] std::string_view name() const override { return "relacy"; }
  [[nodiscard]] std::string_view memory_model() const override { return "relacy"; }
  [[nodiscard]] std::string_view memory_model_in_words() const override { return "Relacy's, close to C++11's"; }

  [[nodiscard]] std::string why_left_out(const Model& model, const Wanted& /*wanted*/) const override {
    return std::string(text_of(model.why_not_by_relacy()).text);
  }

  // Relacy sees that nobody can go on, and not what they wait for: a deadlock is a missed wake to it. Here and in
  // docs/writing-a-model.md.
  [[nodiscard]] Expectation expected_of(const Model& model) const override {
    auto expectation = Engine::expected_of(model);
    if (expectation.exemption == nullptr && expectation.includes(Violation::deadlock) &&
        !expectation.includes(Violation::missed_wake))
      expectation.outcomes.emplace_back(Violation::missed_wake);
    if (expectation.exemption == nullptr)
      expectation.outcomes.insert(expectation.outcomes.end(), model.relacy_finds.begin(), model.relacy_finds.end());
    return expectation;
  }

  [[nodiscard]] std::vector<Search> searches_for(const Model& model, const Wanted& wanted) const override {
    auto searches = wanted.thorough ? model.relacy_plan.thorough : model.relacy_plan.quick;
    if (wanted.bound) searches.bounds = {*wanted.bound};
    return searches_of(searches, !expected_of(model).includes(kHolds));
  }

  [[nodiscard]] std::vector<Search> searches_for_shortest() const override {
    constexpr std::uint64_t kEachWay = 200'000;
    std::vector<Search> searches;
    for (const unsigned bound : {1U, 2U, 3U})
      searches.push_back({.kind = Search::Kind::bound, .bound = bound, .iterations = kEachWay});
    searches.push_back({.kind = Search::Kind::random, .iterations = kEachWay});
    return searches;
  }

  [[nodiscard]] SearchResult run(const Model& model, const Search& search, const Budget& budget,
                                 Progress& progress) const override {
    const auto ended = detail::run_relacy(model.relacy, {search, model.relacy_plan.depth, model.starts, {}, false},
                                          budget.deadline, progress);
    SearchResult found{
        search,
        {.executions = ended.executions, .executions_in_all = ended.executions, .stop = why_ended(ended, search)}};
    if (found.result.stop == Stop::violation) {
      const bool random = search.kind == Search::Kind::random;
      found.result.finding = {ended.violation, ended.what, random ? "" : encode_choices(ended.final_state)};
    }
    return found;
  }

  [[nodiscard]] Recording replay(const Model& model, const Execution& execution) const override {
    const bool random = execution.search.kind == Search::Kind::random;
    detail::RelacyOrders orders{execution.search, model.relacy_plan.depth, model.starts, {}, true};
    orders.initial_state = random ? std::to_string(execution.number) : decode_choices(execution);
    if (random) orders.search.iterations = execution.number;
    Progress unused;
    const auto ended = detail::run_relacy(model.relacy, orders, std::nullopt, unused);
    History history;
    history.steps = parse_relacy_history(ended.history);
    leave_out_idle_threads(history.steps, model.relacy.thread_count);
    if (ended.end == detail::RelacyResult::End::violated) {
      history.outcome = ended.violation;
      history.what = ended.what;
      if (!history.steps.empty()) {
        history.steps.back().violation = true;
        history.steps.back().text = std::string(name_of(ended.violation)) + ": " + ended.what;
      }
    }
    return history;
  }
};

}  // namespace

const Engine& relacy_engine() {
  static const RelacyEngine engine;
  return engine;
}

}  // namespace vigil::models
