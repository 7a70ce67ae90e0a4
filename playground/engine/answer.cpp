#include "answer.hpp"

#include "changes.hpp"
#include "draw.hpp"
#include "exercise.hpp"
#include "explore.hpp"
#include "herd_reader.hpp"
#include "herd_writer.hpp"
#include "lessons.hpp"
#include "trace_json.hpp"
#include "trace_words.hpp"
#include "why_not.hpp"

namespace vigil::playground {
namespace {

using checker::JsonWriter;
using litmus::Answer;
using litmus::Drawing;

std::string_view name_of(litmus::Quantifier quantifier) {
  switch (quantifier) {
    case litmus::Quantifier::exists:
      return "exists";
    case litmus::Quantifier::not_exists:
      return "not-exists";
    case litmus::Quantifier::forall:
      break;
  }
  return "forall";
}

std::string_view name_of(litmus::NumberedExecution::Kind kind) {
  switch (kind) {
    case litmus::NumberedExecution::Kind::complete:
      return "complete";
    case litmus::NumberedExecution::Kind::stuck:
      return "stuck";
    case litmus::NumberedExecution::Kind::undefined:
      break;
  }
  return "undefined";
}

std::string_view name_of(litmus::Attempt::Outcome outcome) {
  switch (outcome) {
    case litmus::Attempt::Outcome::solved:
      return "solved";
    case litmus::Attempt::Outcome::not_an_attempt:
      return "not-an-attempt";
    case litmus::Attempt::Outcome::other_verdict:
      break;
  }
  return "other-verdict";
}

template <class Values, class Write>
void write_list(JsonWriter& out, const Values& values, Write write) {
  out.open('[');
  for (const auto& value : values) write(value);
  out.close(']');
}
template <class Values>
void write_list(JsonWriter& out, const Values& values) {
  write_list(out, values, [&](const auto& value) { out.value(value); });
}

void write_words(JsonWriter& out, const std::vector<litmus::Word>& values) {
  write_list(out, values, [&](litmus::Word value) { out.raw(std::to_string(static_cast<std::int32_t>(value))); });
}

// ---- an answer

void write_question(JsonWriter& out, const litmus::Test& test) {
  out.key("name").value(test.program.name);
  out.key("description").value(test.description);
  out.key("quantifier").value(name_of(test.quantifier));
  out.key("condition");
  test.condition ? out.value(litmus::write_condition(test)) : out.null();
}

void write_verdict(JsonWriter& out, const Answer& answer, litmus::Quantifier quantifier) {
  out.key("verdict").value(litmus::name_of(answer.verdict()));
  const auto holds = answer.holds(quantifier);
  out.key("holds");
  holds ? out.value(*holds) : out.null();
}

void write_counts(JsonWriter& out, const Answer& answer) {
  out.key("executions").value(answer.search.executions);
  out.key("blocked").value(answer.search.blocked);
  out.key("bounded").value(answer.search.bounded);
  out.key("complete").value(answer.search.complete() && answer.search.bounded == 0);
  out.key("witnesses").value(answer.witnesses);
  out.key("others").value(answer.others);
  out.key("stuck").value(answer.stuck);
  out.key("undefined").value(answer.undefined);
}

void write_states(JsonWriter& out, const Answer& answer) {
  write_list(out.key("shown"), answer.shown, [&](const litmus::Shown& each) { out.value(each.name); });
  write_list(out.key("states"), answer.states, [&](const auto& state) {
    const auto& ending = answer.endings.at(state.first);
    write_words(out.open('{').key("values"), state.first);
    out.key("executions").value(state.second);
    out.key("satisfies").value(ending.satisfies);
    write_list(out.key("numbers"), ending.numbers);
    out.close('}');
  });
  write_list(out.key("stuck_numbers"), answer.stuck_endings.numbers);
  write_list(out.key("undefined_numbers"), answer.undefined_endings.numbers);
  out.key("example");
  answer.example ? out.value(answer.example_number) : out.null();
}

// ---- a drawing

void write_event(JsonWriter& out, const Drawing::Event& event, unsigned id) {
  out.open('{');
  out.key("id").value(id);
  out.key("thread").value(event.thread);
  out.key("line").value(event.line);
  out.key("text").value(event.text);
  out.key("object");
  event.object ? out.value(*event.object) : out.null();
  out.key("read").value(event.read);
  out.key("written").value(event.written);
  out.key("order").value(event.order);
  out.key("stale").value(event.stale);
  out.key("blocked").value(event.blocked);
  out.close('}');
}

void write_view(JsonWriter& out, const Drawing::View& view) {
  write_list(out, view, [&](const auto& of_thread) {
    write_list(out, of_thread, [&](const auto& values) { values ? write_list(out, *values) : out.null(); });
  });
}

void write_drawing(JsonWriter& out, const Drawing& drawing) {
  write_list(out.key("threads"), drawing.threads);
  write_list(out.key("objects"), drawing.objects, [&](const Drawing::Object& object) {
    out.open('{').key("name").value(object.name);
    out.key("kind").value(object.kind);
    out.key("initial").value(object.initial);
    out.close('}');
  });
  unsigned id = 0;
  write_list(out.key("events"), drawing.events, [&](const Drawing::Event& event) { write_event(out, event, ++id); });
  write_list(out.key("arrows"), drawing.arrows, [&](const Drawing::Arrow& arrow) {
    out.open('{').key("relation").value(arrow.relation);
    out.key("from").value(arrow.from);
    out.key("to").value(arrow.to);
    out.close('}');
  });
}

// ---- why not

void write_reasons(JsonWriter& out, const litmus::WhyNot& why) {
  out.key("candidates").value(why.candidates);
  out.key("complete").value(why.complete);
  out.key("allowed").value(why.allowed);
  out.key("reasons").open('[');
  for (const auto& [axiom, count] : why.broken) {
    out.open('{').key("axiom").value(axioms::name_of(axiom));
    out.key("candidates").value(count);
    out.close('}');
  }
  if (why.buffered != 0) {
    out.open('{').key("axiom").value("load-buffering");
    out.key("candidates").value(why.buffered);
    out.close('}');
  }
  out.close(']');
}

void write_shown(JsonWriter& out, const litmus::WhyNot::Shown& shown) {
  out.open('{').key("axiom").value(axioms::name_of(shown.axiom));
  write_drawing(out, shown.drawing);
  write_list(out.key("cycle"), shown.cycle, [&](const litmus::WhyNot::CycleArrow& arrow) {
    out.open('{').key("relation").value(arrow.relation);
    out.key("from").value(arrow.from);
    out.key("to").value(arrow.to);
    out.key("words").value(arrow.words);
    out.close('}');
  });
  out.key("words").value(shown.words);
  out.close('}');
}

}  // namespace

std::string answer(const std::string& text, const checker::Options& options) {
  const auto test = litmus::read_herd(text);
  const auto found = litmus::explore(test, options);
  JsonWriter out;
  out.open('{');
  write_question(out, test);
  write_verdict(out, found, test.quantifier);
  write_counts(out, found);
  write_states(out, found);
  out.close('}');
  return out.text();
}

std::string execution(const std::string& text, const checker::Options& options, std::uint64_t number) {
  const auto test = litmus::read_herd(text);
  const auto found = litmus::execution_numbered(number, test, options);
  if (!found) return "null";
  JsonWriter out;
  out.open('{');
  out.key("number").value(number);
  out.key("kind").value(name_of(found->kind));
  out.key("violation");
  found->steps.violation ? out.value(std::string(checker::name_of(*found->steps.violation)) + ": " + found->steps.what)
                         : out.null();
  out.key("values");
  found->kind == litmus::NumberedExecution::Kind::complete ? write_words(out, found->values) : out.null();
  const auto drawing = litmus::drawing_of(test, *found, options.memory_model);
  write_drawing(out, drawing);
  write_list(out.key("views"), drawing.views, [&](const Drawing::View& view) { write_view(out, view); });
  out.close('}');
  return out.text();
}

std::string why_not(const std::string& text, const checker::Options& options) {
  const auto test = litmus::read_herd(text);
  const auto why = litmus::why_not(test, options);
  JsonWriter out;
  out.open('{');
  write_reasons(out, why);
  out.key("shown");
  why.shown ? write_shown(out, *why.shown) : out.null();
  out.key("nothing");
  why.nothing.empty() ? out.null() : out.value(why.nothing);
  out.close('}');
  return out.text();
}

std::string changes(const std::string& text, const checker::Options& options) {
  const auto test = litmus::read_herd(text);
  const auto now = litmus::explore(test, options).verdict();
  const auto effects = litmus::effects_of_changes(test, now, options);
  JsonWriter out;
  out.open('{').key("verdict").value(litmus::name_of(now));
  out.key("tried").value(effects.tried);
  out.key("unknown").value(effects.unknown);
  write_list(out.key("changes"), effects.effects, [&](const litmus::Effects::Effect& effect) {
    const auto& code = test.program.threads[effect.change.thread].code;
    out.open('{').key("words").value(litmus::in_words(test.program, effect.change));
    out.key("line").value(code[effect.change.instruction].place.line);
    out.key("verdict").value(litmus::name_of(effect.verdict));
    out.close('}');
  });
  out.close('}');
  return out.text();
}

std::string exercise(unsigned lesson) {
  const auto lessons = litmus::lessons();
  if (lesson == 0 || lesson > lessons.size()) return "null";
  const auto& found = lessons[lesson - 1];
  JsonWriter out;
  out.open('{').key("name").value(found.name);
  out.key("text").value(found.exercise);
  out.key("answer").value(found.answer);
  out.close('}');
  return out.text();
}

std::string judge(unsigned lesson, const std::string& attempt, const checker::Options& options) {
  const auto lessons = litmus::lessons();
  if (lesson == 0 || lesson > lessons.size()) throw std::invalid_argument("there is no such lesson");
  const auto asked = litmus::exercise_of(litmus::read_herd(std::string(lessons[lesson - 1].exercise)));
  const auto judged = litmus::judge(asked, litmus::read_herd(attempt), options);
  JsonWriter out;
  out.open('{').key("outcome").value(name_of(judged.outcome));
  out.key("words").value(judged.what);
  out.key("model");
  judged.outcome == litmus::Attempt::Outcome::other_verdict ? out.value(checker::name_of(judged.model)) : out.null();
  out.close('}');
  return out.text();
}

}  // namespace vigil::playground
