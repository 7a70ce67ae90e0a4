#include "places.hpp"

#include "names.hpp"
#include "program.hpp"
#include "symbolizer.hpp"

#include <vigil/checker/hooks.hpp>

#include <unwind.h>

#include <algorithm>
#include <array>
#include <map>
#include <string_view>
#include <utility>

namespace vigil::unmodified {
namespace {

bool is_of_standard_library(const SourceFrame& frame) {
  constexpr std::array<std::string_view, 4> kParts{"/include/c++/", "/usr/lib/gcc/", "/usr/lib/llvm",
                                                   "/usr/include/x86_64-linux-gnu/"};
  return frame.function.starts_with("std::") ||
         std::ranges::any_of(kParts, [&](std::string_view part) { return frame.file.find(part) != std::string::npos; });
}

// The headers of libstdc++ and libc++ that define std::atomic and its functions, and no more.
bool is_of_atomics(const SourceFrame& frame) {
  constexpr std::array<std::string_view, 4> kFiles{"/atomic", "/bits/atomic_base.h", "/bits/atomic_wide.h",
                                                   "/stdatomic.h"};
  return std::ranges::any_of(kFiles, [&](std::string_view name) { return frame.file.ends_with(name); }) ||
         (frame.file.find("/c++/v1/__atomic/") != std::string::npos);
}

// "push" for "queue<int>::push(int)".
std::string short_name(std::string_view function) {
  if (function.starts_with("operator")) return std::string(function);
  int depth = 0;
  std::size_t begin = 0, end = function.size();
  for (std::size_t i = 0; i != function.size(); ++i) {
    const char c = function[i];
    if (c == '(' && depth == 0 && i != 0) {
      end = i;
      break;
    }
    if (c == '<') ++depth;
    if (c == '>') --depth;
    if (depth == 0 && (c == ' ' || c == ':')) begin = i + 1;
  }
  const auto name = function.substr(begin, end - begin);
  return std::string(name.substr(0, name.find('<')));
}

Location location_of(const SourceFrame& frame) {
  Location location;
  location.file = kept(frame.file);
  location.function = kept(short_name(frame.function));
  location.line = frame.line;
  return location;
}

constinit bool goes_into_libraries = false;

// Of a return address: the first call in the program's own sources, and whether there is one. It is marked if more of
// the standard library lies between than its atomics.
std::pair<Location, bool> innermost(const void* return_address) {
  bool is_in_library = false;
  for (const SourceFrame& frame : frames_at(return_address)) {
    if (goes_into_libraries || !is_of_standard_library(frame)) {
      const auto location = location_of(frame);
      return {is_in_library ? detail::in_library(location) : location, true};
    }
    is_in_library |= !is_of_atomics(frame);
  }
  return {is_in_library ? detail::in_library({}) : Location(), false};
}

_Unwind_Reason_Code visit(_Unwind_Context* context, void* argument) {
  auto& found = *static_cast<Location*>(argument);
  const bool was_in_library = detail::is_in_library(found);
  const auto [location, is_own] = innermost(reinterpret_cast<const void*>(_Unwind_GetIP(context)));
  found = was_in_library ? detail::in_library(location) : location;
  return is_own ? _URC_END_OF_STACK : _URC_NO_REASON;
}

}  // namespace

Location place_by_stack() {
  Location found;
  _Unwind_Backtrace(&visit, &found);
  return found;
}

void show_places_in_libraries() { goes_into_libraries = true; }

Location call_site(const void* code, const void* frame) {
  // A function of the standard library that was not inlined is called from many places.
  static std::map<std::pair<const void*, const void*>, Location> known;
  static std::map<const void*, bool> is_own;
  auto found = is_own.find(code);
  if (found == is_own.end()) found = is_own.emplace(code, innermost(code).second).first;
  const void* caller = nullptr;
  if (!found->second && frame != nullptr) caller = *(static_cast<const void* const*>(frame) + 1);
  const auto [at, is_new] = known.try_emplace({code, caller});
  if (is_new) {
    const bool is_in_library = caller != nullptr && detail::is_in_library(innermost(code).first);
    at->second = innermost(caller != nullptr ? caller : code).first;
    if (is_in_library) at->second = detail::in_library(at->second);
  }
  if (is_new && at->second.line == 0) at->second.line = static_cast<unsigned>(known.size());
  return at->second;
}

std::string place_in_words() {
  const Location location = place_by_stack();
  if (location.line == 0) return "an unknown place";
  return std::string(location.file) + ":" + std::to_string(location.line) + ", in " + location.function;
}

}  // namespace vigil::unmodified
