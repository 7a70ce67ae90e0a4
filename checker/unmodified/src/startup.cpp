// The process begins: our main runs in place of the program's, which is explored.

#include "startup.hpp"

#include "entry.hpp"
#include "explore.hpp"
#include "next.hpp"
#include "thread_pointer.hpp"

#include <sys/auxv.h>
#include <sys/personality.h>
#include <unistd.h>

#include <array>
#include <cstdio>
#include <cstdlib>
#include <string_view>

namespace vigil::unmodified {
namespace {

enum class Phase { loads, starts_up, explores };
constinit Phase phase = Phase::loads;
constinit void* own_thread_pointer = nullptr;
using Main = int(int, char**, char**);
constinit Main* program_main = nullptr;

// Addresses differ from process to process. A program may depend on how they compare, and should behave the same in the
// process that replays a violation.
void fix_addresses(char** argv) {
  const int before = personality(0xffffffff);
  if (before == -1 || (before & ADDR_NO_RANDOMIZE) != 0) return;
  if (personality(static_cast<unsigned long>(before) | ADDR_NO_RANDOMIZE) == -1) return;
  // Where the system does not allow it, the program just goes on.
  if ((personality(0xffffffff) & ADDR_NO_RANDOMIZE) != 0) execv("/proc/self/exe", argv);
}

// VIGIL_SYSTEM_CALLS does without the instruction where there is one, so that a test can compare.
void choose_how_to_set_thread_pointers() {
#if defined(__x86_64__)
  constexpr unsigned long kHasFsGsBase = 2;  // HWCAP2_FSGSBASE
  checker::ThreadPointer::has_instruction =
      (getauxval(AT_HWCAP2) & kHasFsGsBase) != 0 && std::getenv("VIGIL_SYSTEM_CALLS") == nullptr;
#endif
}

// Libraries that are searched before this one are asked for their functions instead of ours.
void require_own_atomics() {
  if (is_own(dlsym(RTLD_DEFAULT, "__atomic_load"))) return;
  std::fputs("vigil: the program is linked to libatomic before libvigil_unmodified, which has to come first\n", stderr);
  _exit(2);
}

int our_main(int argc, char** argv, char** environment) {
  phase = Phase::explores;
  return explore(program_main, argc, argv, environment);
}

// Before the constructors of the program's objects run, and after those of the libraries.
[[gnu::constructor]] void begin() {
  own_thread_pointer = checker::ThreadPointer::get();
  (void)loaded_objects();
  phase = Phase::starts_up;
}

}  // namespace

bool starts_up() noexcept { return phase == Phase::starts_up; }
void* main_thread_pointer() noexcept { return own_thread_pointer; }

bool is_runtime_library(const LoadedObject& object) {
  const std::string_view path = object.path;
  const auto name = path.substr(path.rfind('/') + 1);
  return name.starts_with("libstdc++") || name.starts_with("libc++") || name.starts_with("libgcc_s");
}

void refuse_before_main(const char* what, const void* caller) {
  if (!starts_up() || is_own(caller) || is_of_system(caller)) return;
  std::fprintf(stderr, "vigil: the program %s before main: only what happens in main is explored\n", what);
  _exit(2);
}

}  // namespace vigil::unmodified

// NOLINTBEGIN(bugprone-reserved-identifier,readability-identifier-naming): a name of the C library.
extern "C" VIGIL_EXPORTED int __libc_start_main(int (*main)(int, char**, char**), int argc, char** argv, void (*init)(),
                                                void (*fini)(), void (*loader_fini)(), void* stack_end) {
  using namespace vigil::unmodified;
  using Function = int(int (*)(int, char**, char**), int, char**, void (*)(), void (*)(), void (*)(), void*);
  choose_how_to_set_thread_pointers();
  require_own_atomics();
  fix_addresses(argv);
  program_main = main;
  return next_of<Function>("__libc_start_main")(&our_main, argc, argv, init, fini, loader_fini, stack_end);
}
// NOLINTEND(bugprone-reserved-identifier,readability-identifier-naming)
