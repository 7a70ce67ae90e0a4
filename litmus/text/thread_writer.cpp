#include "thread_writer.hpp"

#include "constants.hpp"
#include "functions.hpp"
#include "limits.hpp"
#include "written_expression.hpp"

#include <algorithm>
#include <map>
#include <set>
#include <stdexcept>

namespace vigil::litmus {
namespace {

[[noreturn]] void refuse(const std::string& reason) { throw std::invalid_argument(reason); }

bool is_of_a_mutex(Instruction::Kind kind) {
  return kind == Instruction::Kind::lock || kind == Instruction::Kind::unlock;
}

class ThreadWriter {
 public:
  ThreadWriter(const Program& program, Names& names, std::size_t thread)
      : program_(program), names_(names), thread_(thread), code_(program.threads[thread].code) {}

  std::string text() {
    range(0, static_cast<std::uint32_t>(code_.size()));
    return "P" + std::to_string(thread_) + " (" + parameters() + ") {\n" + declarations() + statements_ + "}\n";
  }

 private:
  // Statements. The instructions of a range jump nowhere but into it or to its end.
  void range(std::uint32_t begin, std::uint32_t end) {
    for (std::uint32_t number = begin; number != end;) number = statement(number, end);
  }

  // Writes the statement that begins at an instruction, and returns where the next one begins.
  std::uint32_t statement(std::uint32_t number, std::uint32_t end) {
    const Instruction& it = code_[number];
    if (it.kind == Instruction::Kind::jump_if_zero) return branch(number, end);
    if (it.kind == Instruction::Kind::jump) {
      if (it.target != number + 1) refuse_jump();
    } else if (it.kind == Instruction::Kind::set) {
      if (is_written(it.result)) assign(it.result, value(it.operand));
    } else if (is_one_compare_exchange(it.kind)) {
      compare_exchange(it);
    } else {
      operation(it);
    }
    return number + 1;
  }

  std::uint32_t branch(std::uint32_t number, std::uint32_t end) {
    const Instruction& it = code_[number];
    if (it.target <= number || it.target > end) refuse_jump();
    const Instruction& last = code_[it.target - 1];
    const bool has_else =
        last.kind == Instruction::Kind::jump && it.target - 1 > number && last.target > it.target && last.target <= end;
    line("if (" + value(it.operand) + ") {");
    nested(number + 1, has_else ? it.target - 1 : it.target);
    if (!has_else) {
      line("}");
      return it.target;
    }
    line("} else {");
    nested(it.target, last.target);
    line("}");
    return last.target;
  }

  // What a branch declares is declared for it alone in C, so nothing is declared within it.
  void nested(std::uint32_t begin, std::uint32_t end) {
    ++level_;
    range(begin, end);
    --level_;
  }

  [[noreturn]] static void refuse_jump() {
    refuse("herd's C is written without loops, and without jumps out of a branch");
  }

  void operation(const Instruction& it) {
    const std::string name(name_of_function(it.kind));
    switch (it.kind) {
      case Instruction::Kind::fence:
        return line(name + "(" + name_of_order(it.order) + ");");
      case Instruction::Kind::lock:
      case Instruction::Kind::unlock:
        return line(name + "(" + pointer(it) + ");");
      case Instruction::Kind::plain_load:
        return assign(it.result, lvalue(it));
      case Instruction::Kind::plain_store:
        return line(lvalue(it) + " = " + value(it.operand) + ";");
      default:
        break;
    }
    if (name.empty()) refuse("herd's C has no waiting, no notifying, no try_lock and no asymmetric fence");
    const std::string operand = it.operand == kNone ? "" : ", " + value(it.operand);
    assign(it.result, name + "_explicit(" + pointer(it) + operand + ", " + name_of_order(it.order) + ")");
  }

  // C's function takes a variable with the expected value, and puts what it has read there.
  void compare_exchange(const Instruction& it) {
    if (it.success != kNone && it.success == it.result) refuse("a compare-exchange puts two results into one register");
    const Expression& expected = program_.expressions[it.expected];
    const bool is_in_place = expected.kind == Expression::Kind::reg && expected.value == it.result;
    const bool is_result = is_in_place || (is_written(it.result) && !reads(it.operand, it.result) &&
                                           !(it.index != kNone && reads(it.index, it.result)));
    const std::string first = value(it.expected);
    const std::string variable = is_result ? names_.register_of(thread_, it.result) : scratch();
    if (!is_in_place) line(assigned(variable) + first + ";");
    const std::string desired = value(it.operand);
    const std::string call = std::string(name_of_function(it.kind)) + "_explicit(" + pointer(it) + ", &" + variable;
    line(assigned(it.success) + call + ", " + desired + ", " + name_of_order(it.order) + ", " +
         name_of_order(it.failure) + ");");
    if (!is_result && is_written(it.result)) line(assigned(it.result) + variable + ";");
  }

  // Whether the value of an expression depends on a register.
  [[nodiscard]] bool reads(std::uint32_t expression, std::uint32_t number) const {
    const Expression& it = program_.expressions[expression];
    if (it.kind == Expression::Kind::constant) return false;
    if (it.kind == Expression::Kind::reg) return it.value == number;
    return reads(it.left, number) || (it.kind != Expression::Kind::logical_not && reads(it.right, number));
  }

  // A register for what no register of the program holds.
  const std::string& scratch() {
    if (scratch_.empty()) scratch_ = names_.fresh_register(thread_);
    return scratch_;
  }

  // Parts of statements.
  void line(const std::string& text) { statements_ += std::string(std::size_t{2} * level_, ' ') + text + "\n"; }

  std::string value(std::uint32_t expression, unsigned depth_around = 0) {
    note_reads(expression);
    const WrittenExpression written = write_expression(program_, names_, thread_, expression);
    if (level_ + depth_around + written.depth > kMaximalNesting)
      refuse("nested deeper than " + std::to_string(kMaximalNesting));
    return written.text;
  }

  // The right side is written first: what it reads may need a declaration.
  void assign(std::uint32_t to, const std::string& right_side) { line(assigned(to) + right_side + ";"); }
  [[nodiscard]] bool is_written(std::uint32_t number) const {
    return number != kNone && !names_.register_of(thread_, number).empty();
  }
  // "int r0 = " if it is the first one, else "r0 = "; nothing for a register that is not read.
  std::string assigned(std::uint32_t number) {
    return is_written(number) ? assigned(names_.register_of(thread_, number)) : "";
  }
  std::string assigned(const std::string& name) {
    const bool is_new = declared_.insert(name).second;
    if (is_new && level_ != 1) declared_at_begin_.push_back(name);
    return (is_new && level_ == 1 ? "int " : "") + name + " = ";
  }
  // What is read before it has a value needs a declaration.
  void note_reads(std::uint32_t expression) {
    const Expression& it = program_.expressions[expression];
    if (it.kind == Expression::Kind::constant) return;
    if (it.kind == Expression::Kind::reg) {
      const std::string& name = names_.register_of(thread_, it.value);
      if (declared_.insert(name).second) declared_at_begin_.push_back(name);
      return;
    }
    note_reads(it.left);
    if (it.kind != Expression::Kind::logical_not) note_reads(it.right);
  }

  // The object of an access: as a pointer, and as what it points to.
  std::string pointer(const Instruction& it) {
    const WrittenObject& object = accessed(it);
    if (has_index(it) && !object.is_array) return object.name + " + (" + value(it.index, kDepthOfIndex) + ")";
    return (object.is_array ? "&" : "") + element(it, object);
  }
  std::string lvalue(const Instruction& it) {
    const WrittenObject& object = accessed(it);
    if (has_index(it) && !object.is_array) return "*(" + object.name + " + (" + value(it.index, kDepthOfIndex) + "))";
    return (object.is_array ? "" : "*") + element(it, object);
  }
  std::string element(const Instruction& it, const WrittenObject& object) {
    if (has_index(it)) return object.name + "[" + value(it.index, kDepthOfIndex) + "]";
    return names_.element(it.object + (it.index == kNone ? 0 : constant_value(program_, it.index).value_or(0)));
  }
  // Whether the element is known only when the thread runs.
  [[nodiscard]] bool has_index(const Instruction& it) const {
    return it.index != kNone && reads_registers(program_, it.index);
  }

  const WrittenObject& accessed(const Instruction& it) {
    const WrittenObject& object = names_.object_of(it.object);
    const Object::Kind kind = program_.objects[it.object].kind;
    if (is_of_a_mutex(it.kind) != (kind == Object::Kind::mutex))
      refuse("'" + object.name + "' is accessed as a mutex, or is one");
    if (is_atomic_access(it.kind) && kind != Object::Kind::atomic)
      refuse("'" + object.name + "' is not atomic, but an operation on it is");
    check_index(it, object);
    bool& is_plain = parameters_[object.name].is_plain;
    is_plain = is_plain || is_plain_access(it.kind) || kind == Object::Kind::plain;
    parameters_[object.name].is_mutex = kind == Object::Kind::mutex;
    return object;
  }

  // The reader knows an element by its number, and refuses one that is not there.
  void check_index(const Instruction& it, const WrittenObject& object) const {
    if (it.index == kNone) return;
    if (it.object != object.first || it.extent != object.extent)
      refuse("an access takes a part of '" + object.name + "' for an array");
    const auto index = constant_value(program_, it.index);
    if (index && *index >= object.extent) refuse("an access is outside of '" + object.name + "'");
  }

  // Around the statements.
  std::string parameters() const {
    std::string text;
    const auto& registers = program_.threads[thread_].registers;
    for (const WrittenObject& object : names_.objects()) {
      const auto found = parameters_.find(object.name);
      if (found == parameters_.end()) continue;
      if (std::ranges::find(registers, object.name) != registers.end())
        refuse("'" + object.name + "' names an object and a register");
      text += text.empty() ? "" : ", ";
      text += found->second.is_mutex ? "mtx_t* " : found->second.is_plain ? "int* " : "atomic_int* ";
      text += object.name;
    }
    return text;
  }
  std::string declarations() {
    for (std::uint32_t number = 0; number != program_.threads[thread_].registers.size(); ++number)
      if (is_written(number) && declared_.insert(names_.register_of(thread_, number)).second)
        declared_at_begin_.push_back(names_.register_of(thread_, number));
    std::string text;
    for (const std::string& name : declared_at_begin_) text += (text.empty() ? "  int " : ", ") + name;
    return text.empty() ? text : text + ";\n";
  }

  struct WrittenParameter {
    bool is_plain = false;
    bool is_mutex = false;
  };
  static constexpr unsigned kDepthOfIndex = 4;  // of the parentheses and operators around it

  const Program& program_;
  Names& names_;
  std::size_t thread_;
  const std::vector<Instruction>& code_;
  std::string statements_;
  std::string scratch_;
  unsigned level_ = 1;
  std::set<std::string> declared_;
  std::vector<std::string> declared_at_begin_;
  std::map<std::string, WrittenParameter> parameters_;
};

}  // namespace

std::string write_thread(const Program& program, Names& names, std::size_t thread) {
  return ThreadWriter(program, names, thread).text();
}

}  // namespace vigil::litmus
