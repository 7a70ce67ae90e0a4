// Functions of the C library that read and write the program's memory. clang has names of its own for three of them;
// calls of the others come here because the program is linked with --wrap.

#include "entry.hpp"
#include "plain_access.hpp"

#include <cstring>

using vigil::unmodified::access;

// NOLINTBEGIN(bugprone-reserved-identifier,readability-identifier-naming): names of the compiler and of the linker.
extern "C" {

VIGIL_EXPORTED void* __tsan_memset(void* to, int value, std::size_t bytes) {
  access(to, bytes, true);
  return std::memset(to, value, bytes);
}
VIGIL_EXPORTED void* __tsan_memcpy(void* to, const void* from, std::size_t bytes) {
  access(from, bytes, false);
  access(to, bytes, true);
  return std::memcpy(to, from, bytes);
}
VIGIL_EXPORTED void* __tsan_memmove(void* to, const void* from, std::size_t bytes) {
  access(from, bytes, false);
  access(to, bytes, true);
  return std::memmove(to, from, bytes);
}

VIGIL_EXPORTED void* __wrap_memset(void* to, int value, std::size_t bytes) { return __tsan_memset(to, value, bytes); }
VIGIL_EXPORTED void* __wrap_memcpy(void* to, const void* from, std::size_t bytes) {
  return __tsan_memcpy(to, from, bytes);
}
VIGIL_EXPORTED void* __wrap_memmove(void* to, const void* from, std::size_t bytes) {
  return __tsan_memmove(to, from, bytes);
}
VIGIL_EXPORTED int __wrap_memcmp(const void* left, const void* right, std::size_t bytes) {
  access(left, bytes, false);
  access(right, bytes, false);
  return std::memcmp(left, right, bytes);
}

// With their ends.
VIGIL_EXPORTED std::size_t __wrap_strlen(const char* text) {
  const std::size_t length = std::strlen(text);
  access(text, length + 1, false);
  return length;
}
VIGIL_EXPORTED char* __wrap_strcpy(char* to, const char* from) {
  const std::size_t bytes = std::strlen(from) + 1;
  access(from, bytes, false);
  access(to, bytes, true);
  return std::strcpy(to, from);
}
VIGIL_EXPORTED char* __wrap_strncpy(char* to, const char* from, std::size_t most) {
  const std::size_t length = strnlen(from, most);
  access(from, length == most ? most : length + 1, false);
  access(to, most, true);
  return std::strncpy(to, from, most);
}
VIGIL_EXPORTED int __wrap_strcmp(const char* left, const char* right) {
  access(left, std::strlen(left) + 1, false);
  access(right, std::strlen(right) + 1, false);
  return std::strcmp(left, right);
}

}  // extern "C"
// NOLINTEND(bugprone-reserved-identifier,readability-identifier-naming)
