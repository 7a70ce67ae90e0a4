#include "explore.hpp"

#include "interpreter.hpp"
#include "load_buffering.hpp"
#include "numbered_execution.hpp"
#include "search.hpp"

#include <algorithm>
#include <utility>

namespace vigil::litmus {
namespace {

using checker::Ending;
using checker::Violation;

// A thread that waits for ever breaks no rule of the language.
bool is_wait(Violation violation) {
  return violation == Violation::missed_wake || violation == Violation::deadlock || violation == Violation::livelock;
}

std::string register_name(const Program& program, std::uint32_t thread, std::uint32_t number) {
  return std::to_string(thread) + ":" + program.threads[thread].registers[number];
}

void add(std::vector<Shown>& shown, Shown each) {
  if (std::ranges::find(shown, each) == shown.end()) shown.push_back(std::move(each));
}

void add_all(const Condition& condition, const Program& program, std::vector<Shown>& shown) {
  if (condition.kind == Condition::Kind::register_is)
    add(shown, {true, condition.thread, condition.number, register_name(program, condition.thread, condition.number)});
  if (condition.kind == Condition::Kind::object_is)
    add(shown, {false, 0, condition.number, program.objects[condition.number].name});
  for (const Condition& part : condition.parts) add_all(part, program, shown);
}

// At the end of the interpreter's last run.
bool is_satisfied(const Condition& condition, const Interpreter& interpreter) {
  return litmus::is_satisfied(
      condition, [&](std::uint32_t thread, std::uint32_t number) { return interpreter.registers(thread)[number]; },
      [&](std::uint32_t number) { return interpreter.newest(number); });
}

// One search: what becomes of each run.
class Exploration {
 public:
  // `wanted`: the number of the execution to stop at; 0: none.
  Exploration(const Test& test, const checker::Options& options, std::uint64_t wanted = 0)
      : test_(test),
        options_(options),
        wanted_(wanted),
        interpreter_(test.program, options_),
        search_(interpreter_, static_cast<unsigned>(test.program.threads.size()), options_) {
    options_.count_violations = true;
    answer_.shown = shown_of(test);
    answer_.may_buffer_loads = options.memory_model == checker::MemoryModel::cpp20 && may_buffer_loads(test.program);
    search_.set_between_runs([this] {
      after_run();
      return !found_;
    });
  }

  Answer run() {
    search_.run();
    answer_.search = search_.result();
    return std::move(answer_);
  }
  std::optional<NumberedExecution> find() {
    search_.run();
    return std::move(found_);
  }

 private:
  using Kind = NumberedExecution::Kind;

  void after_run() {
    const Ending& ending = interpreter_.ending();
    if (ending.kind == Ending::Kind::violated && is_wait(ending.violation)) {
      ++answer_.stuck;
      number(Kind::stuck, answer_.stuck_endings, {});
    } else if (ending.kind == Ending::Kind::violated) {
      const bool is_first = answer_.undefined++ == 0;
      number(Kind::undefined, answer_.undefined_endings, {});
      if (is_first) record();
    } else if (ending.is_whole) {
      count();
    }
  }

  void count() {
    std::vector<Word> values;
    for (const Shown& each : answer_.shown)
      values.push_back(each.is_register ? interpreter_.registers(each.thread)[each.number]
                                        : interpreter_.newest(each.number));
    const bool is_witness = !test_.condition || is_satisfied(*test_.condition, interpreter_);
    Answer::Ending& alike = answer_.endings[values];
    alike.satisfies = is_witness;
    number(Kind::complete, alike, values);
    ++answer_.states[std::move(values)];
    ++(is_witness ? answer_.witnesses : answer_.others);
    if (!answer_.example && is_witness == (test_.quantifier != Quantifier::forall)) record();
  }

  void number(Kind kind, Answer::Ending& alike, const std::vector<Word>& values) {
    ++number_;
    if (alike.numbers.size() != Answer::kMostNumbers) alike.numbers.push_back(number_);
    if (number_ != wanted_) return;
    const checker::Graph& graph = search_.explorer().graph();
    found_ = NumberedExecution{kind, values, graph, interpreter_.record(graph)};
  }

  void record() {
    if (wanted_ != 0) return;
    answer_.example = interpreter_.record(search_.explorer().graph());
    answer_.example_number = number_;
  }

  const Test& test_;
  checker::Options options_;
  std::uint64_t wanted_;
  Interpreter interpreter_;
  checker::Search search_;
  Answer answer_;
  std::uint64_t number_ = 0;
  std::optional<NumberedExecution> found_;
};

}  // namespace

std::string_view name_of(Verdict verdict) {
  switch (verdict) {
    case Verdict::allowed:
      return "allowed";
    case Verdict::forbidden:
      return "forbidden";
    case Verdict::not_explored:
      return "not-explored";
    case Verdict::undefined:
      return "undefined";
    case Verdict::unknown:
      break;
  }
  return "unknown";
}

std::optional<Verdict> verdict_named(std::string_view name) {
  const auto* const found = std::ranges::find(kVerdicts, name, [](Verdict each) { return name_of(each); });
  return found == kVerdicts.end() ? std::nullopt : std::optional(*found);
}

bool Answer::has_all() const { return search.complete() && search.bounded == 0 && !may_buffer_loads; }

Verdict Answer::verdict() const {
  if (undefined != 0) return Verdict::undefined;
  if (witnesses != 0) return Verdict::allowed;
  if (has_all()) return Verdict::forbidden;
  return search.complete() && search.bounded == 0 ? Verdict::not_explored : Verdict::unknown;
}

std::optional<bool> Answer::holds(Quantifier quantifier) const {
  if (undefined != 0) return std::nullopt;
  if (quantifier == Quantifier::forall) {
    if (others != 0) return false;
    return has_all() ? std::optional(true) : std::nullopt;
  }
  if (witnesses != 0) return quantifier == Quantifier::exists;
  return has_all() ? std::optional(quantifier == Quantifier::not_exists) : std::nullopt;
}

std::vector<Shown> shown_of(const Test& test) {
  std::vector<Shown> shown;
  if (test.condition) add_all(*test.condition, test.program, shown);
  for (const Condition& location : test.locations) add_all(location, test.program, shown);
  if (!shown.empty()) return shown;
  for (std::uint32_t thread = 0; thread != test.program.threads.size(); ++thread)
    for (std::uint32_t number = 0; number != test.program.threads[thread].registers.size(); ++number)
      if (!test.program.threads[thread].registers[number].empty())
        add(shown, {true, thread, number, register_name(test.program, thread, number)});
  for (std::uint32_t number = 0; number != test.program.objects.size(); ++number) {
    const Object& object = test.program.objects[number];
    if (object.kind == Object::Kind::atomic || object.kind == Object::Kind::plain)
      add(shown, {false, 0, number, object.name});
  }
  return shown;
}

Answer explore(const Test& test, const checker::Options& options) { return Exploration(test, options).run(); }

std::optional<NumberedExecution> execution_numbered(std::uint64_t number, const Test& test,
                                                    const checker::Options& options) {
  return number == 0 ? std::nullopt : Exploration(test, options, number).find();
}

}  // namespace vigil::litmus
