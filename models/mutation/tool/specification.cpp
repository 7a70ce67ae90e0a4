#include "specification.hpp"

#include <algorithm>
#include <cctype>
#include <sstream>

namespace vigil::mutation {
namespace {

std::string trimmed(std::string_view text) {
  while (!text.empty() && std::isspace(static_cast<unsigned char>(text.front())) != 0) text.remove_prefix(1);
  while (!text.empty() && std::isspace(static_cast<unsigned char>(text.back())) != 0) text.remove_suffix(1);
  return std::string(text);
}

bool is_snake_case(std::string_view name) {
  return !name.empty() && std::islower(static_cast<unsigned char>(name.front())) != 0 &&
         std::all_of(name.begin(), name.end(), [](char c) {
           return std::islower(static_cast<unsigned char>(c)) != 0 ||
                  std::isdigit(static_cast<unsigned char>(c)) != 0 || c == '_';
         });
}

class Reader {
 public:
  explicit Reader(const std::string& file) : file_(file) {}

  Specification read(std::string_view text) {
    std::istringstream lines{std::string(text)};
    for (std::string line; std::getline(lines, line);) {
      ++line_;
      if (line.starts_with('#')) continue;
      if (trimmed(line).empty())
        end_mutant();
      else if (in_change_ && (line[0] == '-' || line[0] == '+' || line[0] == ' '))
        read_code(line);
      else
        read_field(line);
    }
    end_mutant();
    return std::move(specification_);
  }

 private:
  [[noreturn]] void fail(const std::string& what) const {
    throw Mistake(file_ + ":" + std::to_string(line_) + ": " + what);
  }

  void read_field(const std::string& line) {
    const auto colon = line.find(':');
    if (colon == std::string::npos) fail("neither a field, \"name: value\", nor a line of a change");
    const auto field = line.substr(0, colon), value = trimmed(std::string_view(line).substr(colon + 1));
    in_change_ = false;
    if (field == "header") {
      header_ = value;
    } else if (field == "models") {
      std::istringstream names(value);
      for (std::string name; names >> name;) specification_.models.push_back(name);
    } else if (field == "mutant") {
      begin_mutant(value);
    } else {
      read_field_of_mutant(field, value);
    }
  }

  void begin_mutant(const std::string& name) {
    end_mutant();
    if (!is_snake_case(name)) fail("a mutant is named in snake_case, not \"" + name + "\"");
    if (header_.empty()) fail("name the header first: \"header: vigil/...\"");
    mutant_ = {.name = name, .header = header_, .where = file_ + ":" + std::to_string(line_)};
    in_mutant_ = true;
  }

  void read_field_of_mutant(const std::string& field, const std::string& value) {
    if (!in_mutant_) fail("\"" + field + ":\" stands outside a mutant; begin one by \"mutant: its_name\"");
    if (field == "does") {
      mutant_.sentence = value;
    } else if (field == "killed by") {
      mutant_.killer = value;
    } else if (field == "equivalent") {
      mutant_.equivalent = value;
    } else if (field == "expression" || field == "statements") {
      mutant_.changes.push_back({.kind = field == "expression" ? Change::Kind::expression : Change::Kind::statements});
      in_change_ = true;
    } else {
      fail("there is no field \"" + field +
           "\"; there are header, models, mutant, does, killed by, equivalent, "
           "expression and statements");
    }
  }

  void read_code(const std::string& line) {
    auto& change = mutant_.changes.back();
    const auto code = line.substr(1) + "\n";
    if (line[0] == '+') {
      change.replacement += code;
    } else if (line[0] == '-') {
      if (!change.after.empty()) fail("the '-' lines of a change are one piece, without other lines between them");
      change.original += code;
    } else {
      (change.original.empty() ? change.before : change.after) += code;
    }
  }

  void end_mutant() {
    in_change_ = false;
    if (!in_mutant_) return;
    in_mutant_ = false;
    if (mutant_.sentence.empty()) refuse(mutant_, "say in \"does:\" what it does wrong");
    if (mutant_.killer.empty() == mutant_.equivalent.empty())
      refuse(mutant_,
             "name either in \"killed by:\" a model that fails, or in \"equivalent:\" the reason why none does");
    if (mutant_.changes.empty()) refuse(mutant_, "it changes nothing; add \"expression:\" or \"statements:\"");
    for (const auto& change : mutant_.changes) {
      if (change.original.empty())
        refuse(mutant_,
               "a change has no '-' line with what the header has; to add a statement, repeat the one that it stands "
               "beside");
      if (change.replacement.empty() && change.kind == Change::Kind::expression)
        refuse(mutant_, "an expression has no '+' line with what stands in its place");
    }
    specification_.mutants.push_back(std::move(mutant_));
  }

  const std::string& file_;
  unsigned line_ = 0;
  std::string header_;
  Mutant mutant_;
  bool in_mutant_ = false;
  bool in_change_ = false;
  Specification specification_;
};

}  // namespace

void refuse(const Mutant& mutant, const std::string& what) {
  throw Mistake(mutant.where + ": mutant " + mutant.name + ": " + what);
}

Specification read_specification(std::string_view text, const std::string& file) { return Reader(file).read(text); }

}  // namespace vigil::mutation
