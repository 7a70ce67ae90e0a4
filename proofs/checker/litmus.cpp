#include "litmus.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <iterator>
#include <map>
#include <optional>
#include <set>
#include <stdexcept>
#include <utility>

namespace vigil::conformance {
namespace {

constexpr std::array<std::pair<std::string_view, std::memory_order>, 5> kOrders{{
    {"rlx", std::memory_order_relaxed},
    {"acq", std::memory_order_acquire},
    {"rel", std::memory_order_release},
    {"acq_rel", std::memory_order_acq_rel},
    {"sc", std::memory_order_seq_cst},
}};

// Operations written as `x.name(...)`, with the number of their arguments.
struct Member {
  std::string_view name;
  Kind kind;
  unsigned arguments;
};
constexpr std::array<Member, 9> kMembers{{
    {"exchange", Kind::exchange, 1},
    {"fetch_add", Kind::fetch_add, 1},
    {"cas", Kind::compare_exchange, 2},
    {"weak_cas", Kind::weak_compare_exchange, 2},
    {"cas_add", Kind::reloading_add, 1},
    {"carry_add", Kind::carrying_add, 1},
    {"wait", Kind::atomic_wait, 1},
    {"notify_one", Kind::atomic_notify_one, 0},
    {"notify_all", Kind::atomic_notify_all, 0},
}};

constexpr std::array<std::pair<std::string_view, Kind>, 3> kFences{{
    {"fence", Kind::fence},
    {"light", Kind::light_fence},
    {"heavy", Kind::heavy_fence},
}};

// Operations written as `name object`.
constexpr std::array<std::pair<std::string_view, Kind>, 6> kWords{{
    {"lock", Kind::lock},
    {"try_lock", Kind::try_lock},
    {"unlock", Kind::unlock},
    {"wait", Kind::wait},
    {"notify_one", Kind::notify_one},
    {"notify_all", Kind::notify_all},
}};

bool is_notification(Kind kind) { return kind == Kind::atomic_notify_one || kind == Kind::atomic_notify_all; }
bool is_compare_exchange(Kind kind) { return kind >= Kind::compare_exchange && kind <= Kind::carrying_add; }
bool is_of_mutex(Kind kind) { return kind >= Kind::lock && kind <= Kind::unlock; }

// Instructions that are tried `until` they succeed, and the single tries.
constexpr std::array<std::pair<Kind, Kind>, 2> kUntil{{
    {Kind::await_exchange, Kind::compare_exchange},
    {Kind::await_lock, Kind::try_lock},
}};

class Parser {
 public:
  explicit Parser(std::string_view text) : text_(text) {}

  Program program() {
    do {
      program_.threads.emplace_back();
      do program_.threads.back().push_back(instruction());
      while (take(";"));
    } while (take("|") || take("‖"));
    if (place_ != text_.size()) fail("';' or '|'");
    for (const std::string& name : results_)
      if (atomics_.contains(name)) throw std::invalid_argument("'" + name + "' is both an atomic and a result");
    program_.atomics = static_cast<unsigned>(atomics_.size());
    program_.mutexes = static_cast<unsigned>(mutexes_.size());
    program_.conditions = static_cast<unsigned>(conditions_.size());
    return std::move(program_);
  }

 private:
  using Names = std::map<std::string, unsigned, std::less<>>;

  Instruction instruction() {
    Instruction instruction;
    std::string word = name();
    if (word == "if") {
      if (name() != "odd") fail("'odd'");
      instruction.if_odd = true;
      word = name();
    }
    const bool is_repeated = word == "until";
    if (is_repeated) word = name();
    if (!is_word(word, instruction)) access(word, instruction);
    if (is_repeated) repeat(instruction);
    return instruction;
  }

  void repeat(Instruction& instruction) const {
    const auto* const found = std::ranges::find(kUntil, instruction.kind, &decltype(kUntil)::value_type::second);
    if (found == kUntil.end()) fail("something that may fail after 'until'");
    instruction.kind = found->first;
  }

  bool is_word(const std::string& word, Instruction& instruction) {
    if (const auto* const fence = std::ranges::find(kFences, word, &decltype(kFences)::value_type::first);
        fence != kFences.end()) {
      instruction.kind = fence->second;
      instruction.order = order();
      return true;
    }
    if (word == "await") {
      instruction.kind = Kind::await;
      instruction.object = number_of(atomics_, name());
      expect(">=");
      instruction.value = number();
      instruction.order = order();
      return true;
    }
    const auto* const found = std::ranges::find(kWords, word, &decltype(kWords)::value_type::first);
    if (found == kWords.end()) return false;
    instruction.kind = found->second;
    instruction.object = number_of(is_of_mutex(instruction.kind) ? mutexes_ : conditions_, name());
    if (instruction.kind == Kind::wait) instruction.mutex = number_of(mutexes_, name());
    return true;
  }

  void access(std::string word, Instruction& instruction) {
    if (take("=")) {
      if (const auto stored = is_number()) {
        instruction.kind = Kind::store;
        instruction.object = number_of(atomics_, word);
        instruction.value = *stored;
        instruction.order = order();
        return;
      }
      instruction.result = word;
      results_.insert(word);
      word = name();
    }
    instruction.object = number_of(atomics_, word);
    if (take("."))
      member(instruction);
    else if (instruction.result.empty())
      fail("'=' or '.'");
    else
      instruction.order = order();
  }

  void member(Instruction& instruction) {
    const std::string word = name();
    const auto* const found = std::ranges::find(kMembers, word, &Member::name);
    if (found == kMembers.end()) fail("an operation of an atomic");
    instruction.kind = found->kind;
    expect("(");
    if (found->arguments == 2) {
      instruction.expected = number();
      expect(",");
    }
    if (found->arguments != 0) instruction.value = number();
    expect(")");
    if (is_notification(found->kind)) return;
    instruction.order = order();
    if (!is_compare_exchange(found->kind)) return;
    expect(",");
    if (name() != "fail") fail("'fail'");
    instruction.failure = order();
  }

  std::memory_order order() {
    const auto* const found = std::ranges::find(kOrders, name(), &decltype(kOrders)::value_type::first);
    if (found == kOrders.end()) fail("rlx, acq, rel, acq_rel or sc");
    return found->second;
  }

  static unsigned number_of(Names& names, const std::string& name) {
    return names.try_emplace(name, static_cast<unsigned>(names.size())).first->second;
  }

  std::string name() {
    skip_spaces();
    const std::size_t begin = place_;
    while (place_ != text_.size() && is_letter(text_[place_])) ++place_;
    if (begin == place_ || is_digit(text_[begin])) fail("a name");
    return std::string(text_.substr(begin, place_ - begin));
  }
  std::optional<unsigned> is_number() {
    skip_spaces();
    if (place_ == text_.size() || !is_digit(text_[place_])) return std::nullopt;
    unsigned value = 0;
    for (; place_ != text_.size() && is_digit(text_[place_]); ++place_)
      value = value * 10 + static_cast<unsigned>(text_[place_] - '0');
    return value;
  }
  unsigned number() {
    const auto value = is_number();
    if (!value) fail("a number");
    return *value;
  }
  bool take(std::string_view token) {
    skip_spaces();
    if (!text_.substr(place_).starts_with(token)) return false;
    place_ += token.size();
    skip_spaces();
    return true;
  }
  void expect(std::string_view token) {
    if (!take(token)) fail("'" + std::string(token) + "'");
  }
  void skip_spaces() {
    while (place_ != text_.size() && text_[place_] == ' ') ++place_;
  }
  [[noreturn]] void fail(const std::string& due) const {
    throw std::invalid_argument(due + " was expected before '" + std::string(text_.substr(place_)) + "' in '" +
                                std::string(text_) + "'");
  }
  static bool is_digit(char character) { return std::isdigit(static_cast<unsigned char>(character)) != 0; }
  static bool is_letter(char character) {
    return std::isalnum(static_cast<unsigned char>(character)) != 0 || character == '_';
  }

  std::string_view text_;
  std::size_t place_ = 0;
  Program program_;
  Names atomics_, mutexes_, conditions_;
  std::set<std::string> results_;
};

std::string text_of(std::memory_order order) {
  const auto* const found = std::ranges::find(kOrders, order, &decltype(kOrders)::value_type::second);
  return std::string(found->first);
}

std::string print_member(const Instruction& instruction) {
  const auto* const member = std::ranges::find(kMembers, instruction.kind, &Member::kind);
  std::string text = name_of_atomic(instruction.object) + "." + std::string(member->name) + "(";
  if (member->arguments == 2) text += std::to_string(instruction.expected) + ",";
  if (member->arguments != 0) text += std::to_string(instruction.value);
  text += ")";
  if (is_notification(instruction.kind)) return text;
  text += " " + text_of(instruction.order);
  if (is_compare_exchange(instruction.kind)) text += ", fail " + text_of(instruction.failure);
  return text;
}

std::string print(Instruction instruction, unsigned& results) {
  const auto* const repeated = std::ranges::find(kUntil, instruction.kind, &decltype(kUntil)::value_type::first);
  if (repeated != kUntil.end()) {
    instruction.kind = repeated->second;
    return "until " + print(instruction, results);
  }
  const std::string order = " " + text_of(instruction.order);
  switch (instruction.kind) {
    case Kind::load:
      return (instruction.result.empty() ? "r" + std::to_string(++results) : instruction.result) + "=" +
             name_of_atomic(instruction.object) + order;
    case Kind::store:
      return name_of_atomic(instruction.object) + "=" + std::to_string(instruction.value) + order;
    case Kind::fence:
    case Kind::light_fence:
    case Kind::heavy_fence:
      return std::string(std::ranges::find(kFences, instruction.kind, &decltype(kFences)::value_type::second)->first) +
             order;
    case Kind::await:
      return "await " + name_of_atomic(instruction.object) + ">=" + std::to_string(instruction.value) + order;
    default:
      break;
  }
  const auto* const word = std::ranges::find(kWords, instruction.kind, &decltype(kWords)::value_type::second);
  if (word == kWords.end())
    return (instruction.result.empty() ? "" : instruction.result + "=") + print_member(instruction);
  const std::string object = (is_of_mutex(instruction.kind) ? " m" : " c") + std::to_string(instruction.object);
  const std::string mutex = instruction.kind == Kind::wait ? " m" + std::to_string(instruction.mutex) : "";
  return std::string(word->first) + object + mutex;
}

}  // namespace

Program parse(std::string_view text) { return Parser(text).program(); }

std::string print(const Program& program) {
  std::string text;
  unsigned results = 0;  // without a name, which are numbered
  for (const auto& thread : program.threads) {
    if (&thread != &program.threads.front()) text += " | ";
    for (const Instruction& instruction : thread) {
      if (&instruction != &thread.front()) text += "; ";
      if (instruction.if_odd) text += "if odd ";
      text += print(instruction, results);
    }
  }
  return text;
}

std::string name_of_atomic(unsigned number) {
  static constexpr std::string_view kNames = "xyzwvu";
  return number < kNames.size() ? std::string(1, kNames[number]) : "x" + std::to_string(number);
}

}  // namespace vigil::conformance
