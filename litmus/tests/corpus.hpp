#pragma once

#include "herd_reader.hpp"
#include "test.hpp"

#include <filesystem>
#include <fstream>
#include <sstream>
#include <vector>

namespace vigil::litmus {

// All tests of litmus/corpus.
inline std::vector<Test> corpus() {
  std::vector<Test> tests;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(VIGIL_LITMUS_CORPUS)) {
    if (entry.path().extension() != ".litmus") continue;
    std::ostringstream text;
    text << std::ifstream(entry.path()).rdbuf();
    tests.push_back(read_herd(text.str()));
  }
  return tests;
}

}  // namespace vigil::litmus
