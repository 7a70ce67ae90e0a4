#pragma once

#include <vigil/checker/run.hpp>
#include <vigil/checker/standard/object.hpp>

#include <array>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

namespace vigil::checker::standard {

namespace detail {

// "test" of "... [with auto Function = ns::test]" or "... [Function = &(anonymous namespace)::test]".
template <auto Function>
[[nodiscard]] constexpr std::string_view name_of_function() {
  const std::string_view signature = hooks::signature_for<Function>();
  const auto begin = signature.find_last_of(": &=") + 1;
  return signature.substr(begin, signature.find_first_of("])", begin) - begin);
}

template <auto Function>
inline constexpr std::array<std::string_view, 1> kNameOfFunction{name_of_function<Function>()};

// A model whose one thread calls the function, which starts the others.
template <auto Function>
class Program {
 public:
  static constexpr auto threads() { return std::tuple{&Program::run}; }
  Program() { hooks::begin_static_objects(); }
  void run() { (void)Function(); }
};

// Finds static objects of functions, by a few executions.
void learn_static_objects(const Subject& subject);

}  // namespace detail

/// A function that uses the vocabulary of the standard, as a model: its code is the first thread, and it starts the
/// others. What it returns is ignored.
///
/// Each execution begins with the static objects of this vocabulary as they were constructed. Other static data is the
/// function's own to set; thread_local data is shared by all threads here. Clocks are refused, and so is all that
/// CheckedAtomics refuses.
///
/// \snippet checker/standard_program.cpp example
/// \tparam Function a pointer to a function.
/// \param options the bounds.
template <auto Function>
[[nodiscard]] Subject program(const Options& options = {}) {
  Subject subject{std::string(detail::name_of_function<Function>()), code_of<detail::Program<Function>>(), options};
  subject.code.thread_names = detail::kNameOfFunction<Function>.data();
  detail::learn_static_objects(subject);
  return subject;
}

/// A whole program that checks such functions: see run_program().
template <auto... Functions>
[[nodiscard]] int main(int argc, const char* const* argv) {
  return run_program({program<Functions>()...}, argc, argv);
}

}  // namespace vigil::checker::standard
