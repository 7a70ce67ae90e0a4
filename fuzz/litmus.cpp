// Litmus tests in herd's C, which users write, copy and share.

#include "herd_reader.hpp"
#include "herd_writer.hpp"
#include "input.hpp"
#include "text_error.hpp"

#include <algorithm>
#include <optional>
#include <stdexcept>
#include <string>

namespace {

using vigil::fuzz::require;
using vigil::litmus::Instruction;
using vigil::litmus::Test;
using vigil::litmus::TextError;

std::optional<Test> read(std::string_view text) {
  try {
    return vigil::litmus::read_herd(text);
  } catch (const TextError& error) {
    // Line and column of each character, and of the end.
    const auto lines = vigil::fuzz::split(text, '\n');
    const auto place = error.place();
    require(place.line >= 1 && place.line <= lines.size(), "the line of an error is one of the text");
    require(place.column >= 1 && place.column <= lines[place.line - 1].size() + 1, "so is its column");
    return std::nullopt;
  }
}

bool has_loop(const Test& test) {
  return std::ranges::any_of(test.program.threads, [](const auto& thread) {
    for (std::size_t number = 0; number != thread.code.size(); ++number)
      if (thread.code[number].kind >= Instruction::Kind::jump && thread.code[number].target <= number) return true;
    return false;
  });
}

std::optional<std::string> write(const Test& test) {
  try {
    return vigil::litmus::write_herd(test);
  } catch (const std::invalid_argument& error) {
    const std::string_view reason = error.what();
    require(has_loop(test) || reason.starts_with("nested deeper"), "what is read without loops is written");
    return std::nullopt;
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const auto test = read(vigil::fuzz::text_of(data, size));
  if (!test) return 0;
  const auto text = write(*test);
  if (!text) return 0;
  const auto again = read(*text);
  require(again.has_value(), "what is written is read");
  require(again->program.objects == test->program.objects, "its objects are the same");
  require(again->program.threads.size() == test->program.threads.size(), "so is the number of its threads");
  const auto written_again = write(*again);
  require(written_again == text, "what was read from it is written alike");
  return 0;
}
