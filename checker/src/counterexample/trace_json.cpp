#include "trace_json.hpp"

#include "markup.hpp"
#include "trace_words.hpp"

namespace vigil::checker {
namespace {

void write_header(JsonWriter& out, const TraceHeader& header) {
  out.key("schema").value("vigil-trace");
  out.key("version").value(1U);
  out.key("model").value(header.model);
  out.key("sentence").value(header.sentence);
  out.key("bounds").value(header.bounds);
  out.key("memory_model").value(header.memory_model);
  out.key("engine").value(header.engine);
  out.key("replay").value(header.replay);
}

void write_thread(JsonWriter& out, int thread) {
  if (thread < 0) {
    out.value(name_of_thread(thread));
  } else {
    out.value(static_cast<unsigned>(thread));
  }
}

void write_object(JsonWriter& out, const TraceObject& object) {
  out.open('{');
  out.key("name").value(object.name);
  out.key("kind").value(name_of(object.kind));
  out.key("initial");
  object.initial.empty() ? out.null() : out.value(object.initial);
  out.key("writes").open('[');
  for (const auto& write : object.writes) {
    out.open('{');
    out.key("step").value(write.step);
    out.key("place").value(write.place);
    out.key("value").value(write.value);
    out.close('}');
  }
  out.close(']').close('}');
}

// A number that means something only if `holds`.
void write_if(JsonWriter& out, bool holds, unsigned number) { holds ? out.value(number) : out.null(); }

void write_step(JsonWriter& out, const TimedStep& timed) {
  const auto& step = timed.step;
  out.open('{');
  out.key("number").value(timed.number);
  write_thread(out.key("thread"), timed.thread);
  out.key("action").value(name_of(step.action));
  out.key("text").value(words_of(step));
  write_if(out.key("object"), timed.object.has_value(), timed.object.value_or(0));
  out.key("read").value(step.read);
  out.key("written").value(step.written);
  out.key("expected").value(step.expected);
  out.key("order").value(step.order);
  out.key("label").value(step.label);
  out.key("file").value(step.file);
  out.key("function").value(step.function);
  out.key("line").value(step.line);
  out.key("reads").value(timed.reads);
  write_if(out.key("from"), timed.reads, timed.from);
  out.key("source_place").value(step.source_place);
  out.key("place").value(step.place);
  out.key("stale").value(timed.stale);
  out.key("late").value(timed.late);
  write_if(out.key("overwritten_by"), timed.stale || timed.late, timed.overwritten_by);
  out.key("blocked").value(step.blocked);
  out.key("event").value(step.is_event);
  out.close('}');
}

void write_steps(JsonWriter& out, const std::vector<TimedStep>& steps) {
  out.open('[');
  for (const auto& timed : steps) write_step(out, timed);
  out.close(']');
}

void write_violation(JsonWriter& out, const Trace& trace) {
  if (!trace.violation) return out.null();
  out.open('{');
  out.key("kind").value(name_of(*trace.violation));
  out.key("what").value(trace.what);
  write_if(out.key("step"), trace.violating != 0, trace.violating);
  write_thread(out.key("thread"), trace.violating_thread);
  out.close('}');
}

}  // namespace

// '<' is escaped as well, so that the text can stand in a page's script element whatever a model says. What is not
// UTF-8, which a value printed by a model may hold, becomes a replacement character.
void JsonWriter::value(std::string_view words) {
  constexpr std::string_view kDigits = "0123456789abcdef";
  separate();
  text_ += '"';
  while (!words.empty()) {
    const auto length = utf8_length(words);
    const auto byte = static_cast<unsigned char>(words.front());
    if (length == 0) {
      text_ += "\\ufffd";
    } else if (byte == '"' || byte == '\\') {
      (text_ += '\\') += words.front();
    } else if (byte < 0x20 || byte == '<' || byte == 0x7f) {
      ((text_ += "\\u00") += kDigits[byte >> 4]) += kDigits[byte & 0xf];
    } else {
      text_ += words.substr(0, length);
    }
    words.remove_prefix(length == 0 ? 1 : length);
  }
  text_ += '"';
}

std::string json(const Trace& trace, const TraceHeader& header) {
  JsonWriter out;
  out.open('{');
  write_header(out, header);
  out.key("threads").value(trace.threads);
  out.key("thread_names").open('[');
  for (const auto& name : trace.thread_names) out.value(name);
  out.close(']');
  out.key("minimal").value(trace.minimal);
  out.key("stale_reads").value(trace.stale_reads);
  out.key("context_switches").value(trace.context_switches);
  out.key("objects").open('[');
  for (const auto& object : trace.objects) write_object(out, object);
  out.close(']');
  write_steps(out.key("setup"), trace.setup);
  write_steps(out.key("steps"), trace.steps);
  write_violation(out.key("violation"), trace);
  out.close('}');
  return out.text() + "\n";
}

}  // namespace vigil::checker
