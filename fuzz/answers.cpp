// The JSON by which a process that searches answers the program.

#include "input.hpp"
#include "json.hpp"

#include <exception>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace vigil;
  const auto json = nlohmann::json::parse(fuzz::text_of(data, size), nullptr, false);
  if (json.is_discarded()) return 0;
  try {
    const auto answer = program::answer_from(json);
    const auto again = program::to_json(program::answer_from(program::to_json(answer)));
    fuzz::require(again.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace) ==
                      program::to_json(answer).dump(-1, ' ', false, nlohmann::json::error_handler_t::replace),
                  "an answer that is written reads as it was");
  } catch (const std::exception&) {
  }
  return 0;
}
