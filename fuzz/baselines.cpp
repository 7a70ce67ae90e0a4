// A file of known failures.

#include "baseline.hpp"
#include "exit_status.hpp"
#include "input.hpp"

#include <string>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace vigil;
  try {
    const auto baseline = checker::Baseline::from(std::string(fuzz::text_of(data, size)), "input");
    const auto text = baseline.text();
    const auto again = checker::Baseline::from(text, "text");
    fuzz::require(again.text() == text, "a baseline that is written reads as it was");
    for (const auto& finding : baseline.accepted()) {
      fuzz::require(again.accepts(finding), "what is accepted stays accepted");
      auto other = finding;
      other.bounds += '+';
      fuzz::require(!checker::Baseline({finding}).accepts(other), "nothing with other bounds is accepted");
    }
  } catch (const checker::WrongUsage&) {
  }
  return 0;
}
