#include <vigil/checker/standard_program.hpp>

#include <vigil/checker/check.hpp>

#include <cstddef>
#include <exception>

namespace vigil::checker::standard::detail {

// What these executions find, and whether the function can be explored, the search says.
void learn_static_objects(const Subject& subject) {
  constexpr unsigned kExecutions = 8;
  Options options = subject.options;
  options.on_execution = nullptr;
  options.on_progress = nullptr;
  std::size_t known = 0;
  hooks::learn_static_objects(true);
  do {
    known = hooks::static_objects();
    try {
      (void)sample(subject.code, options, {.count = kExecutions});
    } catch (const std::exception&) {
      break;
    }
  } while (hooks::static_objects() != known);
  hooks::learn_static_objects(false);
}

}  // namespace vigil::checker::standard::detail
