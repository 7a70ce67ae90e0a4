#pragma once

#include "checks.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace vigil::program {

// A test in the form of JUnit, which most systems that run tests read.
struct JunitCase {
  enum class Result { passed, failed, broken, skipped };
  std::string suite, name;
  double seconds = 0;
  Result result = Result::passed;
  std::string type{}, message{}, text{};  // why it has not passed
  std::string output{};                   // what is said of it in any case
};

// A file with one suite of tests.
[[nodiscard]] std::string junit_text(std::string_view suite, const std::vector<JunitCase>& cases);
// The test that a report is, by the names that are given.
[[nodiscard]] JunitCase junit_case_of(const Report& report, std::string suite, std::string name);

// As text between the tags of an XML element, or in an attribute.
[[nodiscard]] std::string in_xml(std::string_view text);

}  // namespace vigil::program
