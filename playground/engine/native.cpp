// The engine as native code, to compare WebAssembly with. Reads texts and questions of them, and prints the answers, a
// line each. After the lines of a text comes a line for each question, as "%% execution cpp20 3", and then a line "%%".

#include "answer.hpp"

#include "trace_json.hpp"

#include <exception>
#include <iostream>
#include <sstream>
#include <stdexcept>
#include <string>

namespace {

using vigil::checker::Options;

// `number`: of the execution, or of the lesson.
std::string answer_to(const std::string& question, const std::string& text, const Options& options, unsigned number) {
  if (question == "answer") return vigil::playground::answer(text, options);
  if (question == "execution") return vigil::playground::execution(text, options, number);
  if (question == "whyNot") return vigil::playground::why_not(text, options);
  if (question == "changes") return vigil::playground::changes(text, options);
  if (question == "exercise") return vigil::playground::exercise(number);
  if (question == "judge") return vigil::playground::judge(number, text, options);
  throw std::invalid_argument("no question: " + question);
}

std::string answer_or_error(const std::string& line, const std::string& text) {
  try {
    std::istringstream words(line);
    std::string mark, question, model;
    unsigned number = 0;
    words >> mark >> question >> model >> number;
    Options options;
    for (const auto each : vigil::checker::kMemoryModels)
      if (vigil::checker::name_of(each) == model) options.memory_model = each;
    return answer_to(question, text, options, number);
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
    if (line == "%%") {
      text.clear();
    } else if (line.starts_with("%% ")) {
      std::cout << answer_or_error(line, text) << '\n';
    } else {
      text += line + '\n';
    }
  }
  return std::cout.flush() ? 0 : 1;
}
