// One of the small programs, which its argument names, as an ordinary program over std::atomic and std::thread.

#include "checker/small_programs.hpp"

#include <vigil/atomics/std_atomics.hpp>

#include <array>
#include <cstring>
#include <memory>
#include <thread>
#include <tuple>

int main(int argc, char** argv) {
  if (argc != 2) return 2;
  bool is_known = false;
  vigil::bench::for_each_small_program<vigil::StdAtomics>([&]<class Program>(const char* name) {
    if (std::strcmp(argv[1], name) != 0) return;
    is_known = true;
    const auto program = std::make_unique<Program>();
    std::apply(
        [&](auto first, auto... others) {
          std::array<std::thread, sizeof...(others)> threads{std::thread(others, program.get())...};
          (program.get()->*first)();
          for (auto& thread : threads) thread.join();
        },
        Program::threads());
    if constexpr (requires { program->finish(); }) program->finish();
  });
  return is_known ? 0 : 2;
}
