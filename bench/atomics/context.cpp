// Adds to every report the circumstances of the measurement.

#include <benchmark/benchmark.h>

#include <string>

namespace {

[[maybe_unused]] const bool added = [] {
#if defined(__clang__)
  std::string compiler = std::string("clang ") + __clang_version__;
  // It ends with a space where the compiler's maker has added nothing.
  compiler.erase(compiler.find_last_not_of(' ') + 1);
#else
  const std::string compiler = std::string("g++ ") + __VERSION__;
#endif
  benchmark::AddCustomContext("compiler", compiler);
  benchmark::AddCustomContext("pool peers not found", VIGIL_MISSING_POOL_PEERS);
  benchmark::AddCustomContext("lean peers not found", VIGIL_MISSING_LEAN_PEERS);
  benchmark::AddCustomContext("primitives peers not found", VIGIL_MISSING_PRIMITIVES_PEERS);
  benchmark::AddCustomContext("checker peers not found", VIGIL_MISSING_CHECKER_PEERS);
  return true;
}();

}  // namespace
