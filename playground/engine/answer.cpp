#include "answer.hpp"

#include "explore.hpp"
#include "herd_reader.hpp"
#include "trace_json.hpp"

#include <vigil/checker/trace.hpp>

namespace vigil::playground {
namespace {

using checker::JsonWriter;
using litmus::Answer;

void write_counts(JsonWriter& out, const Answer& answer) {
  out.key("executions").value(answer.search.executions);
  out.key("blocked").value(answer.search.blocked);
  out.key("bounded").value(answer.search.bounded);
  out.key("complete").value(answer.search.complete());
  out.key("witnesses").value(answer.witnesses);
  out.key("others").value(answer.others);
  out.key("stuck").value(answer.stuck);
}

void write_states(JsonWriter& out, const Answer& answer) {
  out.key("shown").open('[');
  for (const litmus::Shown& each : answer.shown) out.value(each.name);
  out.close(']');
  out.key("states").open('[');
  for (const auto& [values, count] : answer.states) {
    out.open('{').key("values").open('[');
    for (const litmus::Word value : values) out.raw(std::to_string(static_cast<std::int32_t>(value)));
    out.close(']').key("executions").value(count);
    out.close('}');
  }
  out.close(']');
}

}  // namespace

std::string answer(const std::string& text, checker::MemoryModel model, std::uint64_t most_executions) {
  const auto test = litmus::read_herd(text);
  checker::Options options;
  options.memory_model = model;
  options.most_executions = most_executions;
  const auto found = litmus::explore(test, options);
  JsonWriter out;
  out.open('{');
  out.key("verdict").value(litmus::name_of(found.verdict()));
  write_counts(out, found);
  write_states(out, found);
  out.key("trace");
  if (found.example) {
    checker::TraceHeader header;
    header.model = test.program.name;
    header.sentence = test.description;
    header.memory_model = std::string(checker::name_of(model));
    out.raw(checker::json(checker::linearise(*found.example), header));
  } else {
    out.null();
  }
  out.close('}');
  return out.text();
}

}  // namespace vigil::playground
