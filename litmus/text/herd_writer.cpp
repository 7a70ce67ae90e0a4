#include "herd_writer.hpp"

#include "header.hpp"
#include "limits.hpp"
#include "names.hpp"
#include "thread_writer.hpp"

#include <stdexcept>

namespace vigil::litmus {
namespace {

std::string signed_text(Word value) { return std::to_string(static_cast<std::int32_t>(value)); }

std::string write_header(const Test& test) {
  if (!is_test_name(test.program.name))
    throw std::invalid_argument("'" + test.program.name + "' cannot name a test: it is empty, or has blanks or quotes");
  if (!is_description(test.description)) throw std::invalid_argument("a description cannot have quotes");
  std::string text = "C " + test.program.name + "\n";
  if (!test.description.empty()) text += "\"" + test.description + "\"\n";
  for (const auto& [key, value] : test.metadata) {
    if (!is_metadata(key, value))
      throw std::invalid_argument("'" + key + "=" + value + "' cannot be a line of metadata");
    text += key + "=" + value + "\n";
  }
  return text;
}

std::string name_of_type(Object::Kind kind) {
  switch (kind) {
    case Object::Kind::atomic:
      return "atomic_int ";
    case Object::Kind::plain:
      return "int ";
    case Object::Kind::mutex:
      return "mtx_t ";
    default:
      throw std::invalid_argument("herd's C has no condition variables");
  }
}

std::string write_object(const Program& program, const WrittenObject& object) {
  const Object& first = program.objects[object.first];
  const std::string text = "  " + name_of_type(first.kind) + object.name;
  if (first.kind == Object::Kind::mutex)
    return text + (object.is_array ? "[" + std::to_string(object.extent) + "];\n" : ";\n");
  if (!object.is_array) return text + " = " + signed_text(first.initial) + ";\n";
  std::string values;
  for (std::uint32_t element = 0; element != object.extent; ++element)
    values += (element == 0 ? "" : ", ") + signed_text(program.objects[object.first + element].initial);
  return text + "[" + std::to_string(object.extent) + "] = {" + values + "};\n";
}

class QuestionWriter {
 public:
  explicit QuestionWriter(const Names& names) : names_(names) {}

  [[nodiscard]] std::string locations(const Test& test) const {
    std::string text;
    for (const Condition& location : test.locations) text += what(location) + "; ";
    return text.empty() ? text : "locations [" + text + "]\n";
  }

  [[nodiscard]] std::string question(const Test& test) const {
    if (!test.condition) return {};
    std::string text = "exists ";
    if (test.quantifier == Quantifier::not_exists) text = "~exists ";
    if (test.quantifier == Quantifier::forall) text = "forall ";
    return text + "(" + condition(test) + ")\n";
  }

  [[nodiscard]] std::string condition(const Test& test) const {
    return test.condition ? condition(*test.condition, 1) : std::string();
  }

 private:
  [[nodiscard]] std::string what(const Condition& condition) const {
    if (condition.kind == Condition::Kind::object_is) return names_.element(condition.number);
    if (condition.kind != Condition::Kind::register_is)
      throw std::invalid_argument("a location is a register or an object");
    return std::to_string(condition.thread) + ":" + names_.register_of(condition.thread, condition.number);
  }

  [[nodiscard]] std::string condition(const Condition& it, unsigned depth) const {
    if (depth >= kMaximalNesting) throw std::invalid_argument("nested deeper than " + std::to_string(kMaximalNesting));
    switch (it.kind) {
      case Condition::Kind::always:
        return "true";
      case Condition::Kind::conjunction:
        return joined(it, " /\\ ", "true", depth);
      case Condition::Kind::disjunction:
        return joined(it, " \\/ ", "false", depth);
      case Condition::Kind::negation:
        return "~" + in_parentheses(it.parts.at(0), depth, true);
      default:
        return what(it) + "=" + signed_text(it.value);
    }
  }
  [[nodiscard]] std::string joined(const Condition& it, const std::string& symbol, const std::string& of_nothing,
                                   unsigned depth) const {
    std::string text;
    for (const Condition& part : it.parts) text += (text.empty() ? "" : symbol) + in_parentheses(part, depth);
    return text.empty() ? of_nothing : text;
  }
  // The reader drops a negation of a negation unless parentheses separate them.
  [[nodiscard]] std::string in_parentheses(const Condition& it, unsigned depth, bool is_negated = false) const {
    const bool is_joined = it.kind == Condition::Kind::conjunction || it.kind == Condition::Kind::disjunction ||
                           (is_negated && it.kind == Condition::Kind::negation);
    return is_joined ? "(" + condition(it, depth + 1) + ")" : condition(it, depth);
  }

  const Names& names_;
};

}  // namespace

std::string write_herd(const Test& test) {
  Names names(test);
  std::string text = write_header(test) + "{\n";
  for (const WrittenObject& object : names.objects()) text += write_object(test.program, object);
  text += "}\n\n";
  for (std::size_t thread = 0; thread != test.program.threads.size(); ++thread)
    text += write_thread(test.program, names, thread) + "\n";
  const QuestionWriter writer(names);
  text += writer.locations(test) + writer.question(test);
  if (text.size() > kMaximalBytes)
    throw std::invalid_argument("the text is longer than " + std::to_string(kMaximalBytes) + " bytes");
  return text;
}

std::string write_condition(const Test& test) { return QuestionWriter(Names(test)).condition(test); }

}  // namespace vigil::litmus
