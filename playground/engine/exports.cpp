// What a page calls. The page writes a text into vigil_buffer, calls vigil_answer, and reads the text that it returns.

#include "answer.hpp"

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <exception>
#include <string>

namespace {

std::string input;
std::string output;

}  // namespace

extern "C" {

// The module's imports, from the page: throws an error with these words, which ends the call. The module is in no state
// to be called again; the page takes a new instance.
[[noreturn]] __attribute__((import_module("vigil"), import_name("fail"))) void vigil_fail(const char* words);

// Where a text of so many bytes goes.
__attribute__((export_name("vigil_buffer"))) char* vigil_buffer(std::size_t bytes) {
  input.resize(bytes);
  return input.data();
}

// Answers the text in the buffer. The memory models are numbered as in checker::kMemoryModels. What is returned ends
// with a 0, and is valid until the next call.
__attribute__((export_name("vigil_answer"))) const char* vigil_answer(unsigned model, double most_executions) {
  output = vigil::playground::answer(input, vigil::checker::kMemoryModels.at(model),
                                     static_cast<std::uint64_t>(most_executions));
  return output.c_str();
}

// libc++ for WASI comes without an unwinder: what is thrown goes to the page. All that is thrown here derives from
// std::exception, which is its first base.
void* __cxa_allocate_exception(std::size_t bytes) noexcept { return std::malloc(bytes); }
void __cxa_free_exception(void* memory) noexcept { std::free(memory); }
[[noreturn]] void __cxa_throw(void* thrown, void* /*type*/, void (* /*destroy*/)(void*)) {
  vigil_fail(static_cast<std::exception*>(thrown)->what());
}
// Nothing ends the only thread.
int __cxa_thread_atexit(void (* /*destroy*/)(void*), void* /*object*/, void* /*module*/) { return 0; }

}  // extern "C"
