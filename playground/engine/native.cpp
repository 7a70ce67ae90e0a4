// The engine as native code, to compare WebAssembly with: reads litmus tests, each ended by a line "%%", and prints
// what it answers under each memory model, a line each.

#include "answer.hpp"

#include "trace_json.hpp"

#include <exception>
#include <iostream>
#include <string>

namespace {

std::string answer_or_error(const std::string& text, vigil::checker::MemoryModel model) {
  try {
    return vigil::playground::answer(text, model, 0);
  } catch (const std::exception& error) {
    vigil::checker::JsonWriter out;
    out.open('{').key("error").value(error.what());
    out.close('}');
    return out.text();
  }
}

}  // namespace

int main() {
  std::string text;
  for (std::string line; std::getline(std::cin, line);) {
    if (line != "%%") {
      text += line + '\n';
      continue;
    }
    for (const auto model : vigil::checker::kMemoryModels) std::cout << answer_or_error(text, model) << '\n';
    text.clear();
  }
  return std::cout.flush() ? 0 : 1;
}
