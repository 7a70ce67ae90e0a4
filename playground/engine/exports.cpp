// What a page calls. The page writes a text into vigil_buffer, calls one of the functions, and reads the text that it
// returns, which ends with a 0 and is valid until the next call. answer.hpp says what the texts are.

#include "answer.hpp"

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <exception>
#include <string>
#include <utility>

extern "C" {

// The module's imports, from the page.

// Throws an error with these words, which ends the call. The module is in no state to be called again; the page takes a
// new instance.
[[noreturn]] __attribute__((import_module("vigil"), import_name("fail"))) void vigil_fail(const char* words);
// How far the search is: executions so far, and the share of the work that is done, as far as one can tell.
__attribute__((import_module("vigil"), import_name("progress"))) void vigil_progress(double executions, double share);

}  // extern "C"

namespace {

std::string input;
std::string output;

const char* shown(std::string text) {
  output = std::move(text);
  return output.c_str();
}

// The memory models are numbered as in checker::kMemoryModels. `most_executions` bounds each search; 0: no bound.
vigil::checker::Options options_of(unsigned model, double most_executions) {
  vigil::checker::Options options;
  options.memory_model = vigil::checker::kMemoryModels.at(model);
  options.most_executions = static_cast<std::uint64_t>(most_executions);
  options.on_progress = [](const vigil::checker::SearchProgress& progress) {
    vigil_progress(static_cast<double>(progress.executions), progress.share_done);
    return true;
  };
  return options;
}

}  // namespace

extern "C" {

// Where a text of so many bytes goes.
__attribute__((export_name("vigil_buffer"))) char* vigil_buffer(std::size_t bytes) {
  input.resize(bytes);
  return input.data();
}

__attribute__((export_name("vigil_answer"))) const char* vigil_answer(unsigned model, double most_executions) {
  return shown(vigil::playground::answer(input, options_of(model, most_executions)));
}

__attribute__((export_name("vigil_execution"))) const char* vigil_execution(unsigned model, double most_executions,
                                                                            double number) {
  return shown(
      vigil::playground::execution(input, options_of(model, most_executions), static_cast<std::uint64_t>(number)));
}

__attribute__((export_name("vigil_why_not"))) const char* vigil_why_not(unsigned model, double most_executions) {
  return shown(vigil::playground::why_not(input, options_of(model, most_executions)));
}

__attribute__((export_name("vigil_changes"))) const char* vigil_changes(unsigned model, double most_executions) {
  return shown(vigil::playground::changes(input, options_of(model, most_executions)));
}

__attribute__((export_name("vigil_exercise"))) const char* vigil_exercise(unsigned lesson) {
  return shown(vigil::playground::exercise(lesson));
}

__attribute__((export_name("vigil_judge"))) const char* vigil_judge(unsigned lesson, double most_executions) {
  return shown(vigil::playground::judge(lesson, input, options_of(0, most_executions)));
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
