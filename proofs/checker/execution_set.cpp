#include "execution_set.hpp"

#include <map>
#include <utility>

namespace vigil::conformance {
namespace {

std::string text_of(Name name) {
  return name.thread < 0 ? "initially" : std::to_string(name.thread) + "." + std::to_string(name.index);
}

std::string text_of(const Event& event) {
  const std::string location = "[" + std::to_string(event.location) + "]";
  const std::string read = std::to_string(event.read) + " (" + text_of(event.source) + ")";
  switch (event.kind) {
    case Event::Kind::read:
      return "read" + location + " " + read;
    case Event::Kind::write:
      return "write" + location + " " + std::to_string(event.written);
    case Event::Kind::rmw:
      return "read-modify-write" + location + " " + read + " -> " + std::to_string(event.written);
    case Event::Kind::fence:
      break;
  }
  return "fence";
}

}  // namespace

void normalise(Execution& execution) {
  std::map<unsigned, unsigned> numbers;
  std::vector<std::vector<Name>> orders;
  for (auto& thread : execution.threads) {
    for (Event& event : thread) {
      if (event.kind == Event::Kind::fence) continue;
      const auto [number, is_new] = numbers.try_emplace(event.location, static_cast<unsigned>(numbers.size()));
      if (is_new) orders.push_back(std::move(execution.modification_orders.at(event.location)));
      event.location = number->second;
    }
  }
  execution.modification_orders = std::move(orders);
}

std::string print(const Execution& execution) {
  std::string text;
  for (std::size_t thread = 0; thread != execution.threads.size(); ++thread) {
    text += "  thread " + std::to_string(thread) + ":";
    for (const Event& event : execution.threads[thread]) text += "  " + text_of(event) + ";";
    text += "\n";
  }
  for (std::size_t location = 0; location != execution.modification_orders.size(); ++location) {
    text += "  order of [" + std::to_string(location) + "]:";
    for (const Name name : execution.modification_orders[location]) text += " " + text_of(name);
    text += "\n";
  }
  return text;
}

std::string print(const Outcome& outcome) {
  std::string text;
  for (std::size_t thread = 0; thread != outcome.registers.size(); ++thread) {
    text += "  thread " + std::to_string(thread) + " has";
    for (const litmus::Word value : outcome.registers[thread]) text += " " + std::to_string(value);
    text += ";";
  }
  text += "  at the end";
  for (const litmus::Word value : outcome.values) text += " " + std::to_string(value);
  return text + "\n";
}

}  // namespace vigil::conformance
