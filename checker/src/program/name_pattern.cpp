#include "name_pattern.hpp"

#include <fnmatch.h>

namespace vigil::checker {

bool matches(const std::string& name, const std::string& pattern) {
  if (pattern.find_first_of("*?[") == std::string::npos) return name.find(pattern) != std::string::npos;
  return fnmatch(pattern.c_str(), name.c_str(), 0) == 0;
}

}  // namespace vigil::checker
