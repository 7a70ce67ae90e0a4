#include "condition_reader.hpp"

#include "limits.hpp"
#include "text_error.hpp"
#include "types.hpp"

#include <algorithm>
#include <utility>

namespace vigil::litmus {
namespace {

using Kind = Condition::Kind;

Condition negation_of(Condition part) {
  Condition condition;
  condition.kind = Kind::negation;
  condition.parts.push_back(std::move(part));
  return condition;
}

class ConditionReader {
 public:
  ConditionReader(Cursor& cursor, Declarations& declarations, Test& test)
      : cursor_(cursor), declarations_(declarations), test_(test) {}

  void locations() {
    if (!cursor_.take("locations")) return;
    cursor_.expect("[");
    while (!cursor_.take("]")) {
      location();
      if (!cursor_.is("]")) cursor_.expect(";");
    }
    cursor_.take(";");
  }

  void question() {
    if (cursor_.is(Token::Kind::end)) return;
    const bool is_negated = cursor_.take("~") || cursor_.take("not");
    if (cursor_.take("exists"))
      test_.quantifier = is_negated ? Quantifier::not_exists : Quantifier::exists;
    else if (!is_negated && cursor_.take("forall"))
      test_.quantifier = Quantifier::forall;
    else
      fail_at_question();
    test_.condition = disjunction();
    cursor_.take(";");
    if (!cursor_.is(Token::Kind::end)) cursor_.expected("'/\\', '\\/', '=>' or the end of the text");
  }

 private:
  [[noreturn]] void fail_at_question() const {
    const Token& token = cursor_.peek();
    const std::string supported = "exists, ~exists or forall";
    if (token.text == "filter" || token.text == "final" || token.text == "observed")
      throw TextError(token.place, quoted(token.text) + " is not supported; expected " + supported);
    cursor_.expected("the next thread, locations, " + supported);
  }

  void location() {
    // herd prints a value as the type that may stand before it.
    static_cast<void>(take_type(cursor_));
    const Place place = cursor_.peek().place;
    const Declared* const array = declarations_.find(cursor_.peek().text);
    if (array == nullptr || !array->is_array || cursor_.is("[", 1)) {
      test_.locations.push_back(what(place));
      return;
    }
    cursor_.next();
    for (std::uint32_t element = 0; element != array->extent; ++element)
      test_.locations.push_back(object(array->first + element));
  }

  Condition disjunction() { return chain(Kind::disjunction, "\\/", &ConditionReader::conjunction); }
  Condition conjunction() { return chain(Kind::conjunction, "/\\", &ConditionReader::implication); }

  Condition chain(Kind kind, std::string_view symbol, Condition (ConditionReader::*part)()) {
    Condition first = (this->*part)();
    if (!cursor_.is(symbol)) return first;
    Condition condition;
    condition.kind = kind;
    condition.parts.push_back(std::move(first));
    while (cursor_.take(symbol)) condition.parts.push_back((this->*part)());
    return condition;
  }

  Condition implication() {
    if (depth_ == kMaximalNesting)
      throw TextError(cursor_.peek().place, "nested deeper than " + std::to_string(kMaximalNesting));
    ++depth_;
    Condition condition = literal();
    if (cursor_.take("=>")) {
      Condition either;
      either.kind = Kind::disjunction;
      either.parts.push_back(negation_of(std::move(condition)));
      either.parts.push_back(implication());
      condition = std::move(either);
    }
    --depth_;
    return condition;
  }

  Condition literal() {
    bool is_negated = false;
    while (cursor_.is("~") || cursor_.is("not")) {
      cursor_.next();
      is_negated = !is_negated;
    }
    Condition condition;
    if (cursor_.take("(")) {
      condition = disjunction();
      cursor_.expect(")");
    } else {
      condition = atom();
    }
    return is_negated ? negation_of(std::move(condition)) : condition;
  }

  Condition atom() {
    if (cursor_.take("true")) return {};
    if (cursor_.take("false")) return negation_of({});
    Condition condition = what(cursor_.peek().place);
    const bool is_unequal = cursor_.take("!=");
    if (!is_unequal && !cursor_.take("=") && !cursor_.take("==")) cursor_.expected("'=' or '!='");
    condition.value = cursor_.expect_value();
    return is_unequal ? negation_of(std::move(condition)) : condition;
  }

  // A register, or an object: 0:r0, x, [x], *x, y[1].
  Condition what(Place place) {
    if (const auto found = take_register(cursor_)) return register_of(found->first, found->second);
    const bool is_in_brackets = cursor_.take("[");
    if (!is_in_brackets) cursor_.take("*");
    const Token name = cursor_.expect_name("a register, as 0:r0, or an object, as x,");
    const Declared* const declared = declarations_.find(name.text);
    if (declared == nullptr) throw TextError(name.place, quoted(name.text) + " is no object");
    if (declared->is_mutex) throw TextError(name.place, quoted(name.text) + " is a mutex, which has no value");
    Word element = 0;
    if (cursor_.take("[")) {
      if (!cursor_.is(Token::Kind::number)) cursor_.expected("the number of an element");
      element = cursor_.next().value;
      cursor_.expect("]");
    } else if (declared->is_array) {
      throw TextError(place, quoted(name.text) + " is an array; name one element, as " + declared->name + "[0]");
    }
    if (element >= declared->extent)
      throw TextError(name.place, quoted(name.text) + " has no element " + std::to_string(element) + ", but " +
                                      std::to_string(declared->extent));
    if (is_in_brackets) cursor_.expect("]");
    return object(declared->first + element);
  }

  static Condition object(std::uint32_t number) {
    Condition condition;
    condition.kind = Kind::object_is;
    condition.number = number;
    return condition;
  }

  [[nodiscard]] Condition register_of(const Token& thread, const Token& name) const {
    if (thread.value >= test_.program.threads.size())
      throw TextError(thread.place, "there is no thread " + std::to_string(thread.value));
    const auto& names = test_.program.threads[thread.value].registers;
    const auto found = std::ranges::find(names, name.text);
    if (found == names.end())
      throw TextError(name.place, quoted(name.text) + " is not a register of thread " + std::to_string(thread.value));
    Condition condition;
    condition.kind = Kind::register_is;
    condition.thread = thread.value;
    condition.number = static_cast<std::uint32_t>(found - names.begin());
    return condition;
  }

  Cursor& cursor_;
  Declarations& declarations_;
  Test& test_;
  unsigned depth_ = 0;
};

}  // namespace

void read_question(Cursor& cursor, Declarations& declarations, Test& test) {
  ConditionReader reader(cursor, declarations, test);
  reader.locations();
  reader.question();
}

}  // namespace vigil::litmus
