// The program as a model of one thread, which runs main. All that an execution changes is put back before the next one.

#include "explore.hpp"

#include "allocation.hpp"
#include "entry.hpp"
#include "exit_status.hpp"
#include "hidden_accesses.hpp"
#include "hook.hpp"
#include "intended_races.hpp"
#include "next.hpp"
#include "objects.hpp"
#include "places.hpp"
#include "program.hpp"
#include "program_output.hpp"
#include "random_functions.hpp"
#include "specifics.hpp"
#include "startup.hpp"
#include "threads.hpp"
#include "time.hpp"

#include <vigil/checker/run.hpp>

#include <algorithm>
#include <cerrno>
#include <csetjmp>
#include <cstdlib>
#include <cstring>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace vigil::unmodified {
namespace {

struct Ending {
  void (*function)(void*);
  void* argument;
};

// What main gets, and what the program is besides.
struct Program {
  int (*main)(int, char**, char**) = nullptr;
  std::vector<char*> arguments;
  char** environment = nullptr;
  std::vector<detail::HostedProgram::Stretch> memory;
  std::vector<std::vector<std::byte>> at_main;  // the same, as it was when main began
  std::vector<Ending> endings;                  // registered before main
  std::vector<Ending> own_endings;              // of this execution
  std::jmp_buf end;
};
constinit Program* program = nullptr;

Program& the() {
  // Never destroyed: the program's own destructors may run later.
  if (program == nullptr) program = new Program();
  return *program;
}

void find_memory() {
  // They come first: the C library takes down in a variable, which the program may have a copy of, that there is more
  // than one thread. Without that the C++ library counts owners without atomic operations.
  const ThreadPointers& pointers = thread_pointers();
  auto& memory = the().memory;
  const auto add = [&](std::byte* begin, std::size_t bytes) {
    if (bytes != 0) memory.push_back({begin, bytes});
  };
  for (const LoadedObject& object : loaded_objects()) {
    if (!object.is_programs) continue;
    for (const auto& stretch : object.writable) add(stretch.begin, stretch.bytes);
  }
  add(early_memory().begin, early_memory().bytes);
  for (const auto& [begin, bytes] : memory) {
    const auto* const from = static_cast<const std::byte*>(begin);
    the().at_main.emplace_back(from, from + bytes);
  }
  // The rest begins anew by itself. It is memory too that a loop may change.
  const auto add_of_each_thread = [&](void* mains, std::size_t bytes) {
    const auto offset = static_cast<std::byte*>(mains) - static_cast<std::byte*>(main_thread_pointer());
    for (void* const pointer : pointers.all()) add(static_cast<std::byte*>(pointer) + offset, bytes);
  };
  for (const LoadedObject& object : loaded_objects())
    if (object.is_programs && object.thread_local_data != nullptr)
      add_of_each_thread(object.thread_local_data, object.thread_local_bytes);
  add_of_each_thread(&errno, sizeof errno);
  const std::span<std::byte> clocks = clocks_read();
  add(clocks.data(), clocks.size());
}

void begin_execution() {
  program_output().begin_execution();
  const auto& at_main = the().at_main;
  for (std::size_t i = 0; i != at_main.size(); ++i)
    std::memcpy(the().memory[i].begin, at_main[i].data(), at_main[i].size());
  shadow().begin_execution();
  objects().begin_execution();
  begin_threads();
  begin_specifics();
  begin_time();
  begin_random_numbers();
  intended_races().begin_execution();
  the().own_endings = the().endings;
}

// The last one first. One of them may register another one.
void run_endings() {
  for (;;) {
    Ending last{};
    {
      const Hook hook;
      auto& endings = the().own_endings;
      if (endings.empty()) return;
      last = endings.back();
      endings.pop_back();
    }
    last.function(last.argument);
  }
}

void run_main() {
  {
    const Hook hook;
    begin_thread_locals();
  }
  if (setjmp(the().end) != 0) return;
  Program& self = the();
  end_program(self.main(static_cast<int>(self.arguments.size()) - 1, self.arguments.data(), self.environment));
}

checker::Subject subject_of(const std::string& path) {
  static constexpr std::string_view kMain = "main";
  static detail::HostedProgram hosted;
  hosted.memory = the().memory;
  hosted.thread_pointers = thread_pointers().all();
  hosted.before_others_run = [] { objects().before_others_run(); };
  hosted.show_places_in_libraries = &show_places_in_libraries;
  hosted.assumptions = [] {
    const std::string hidden = hidden_accesses(), races = intended_races().in_words();
    return hidden + (hidden.empty() || races.empty() ? "" : "; ") + races;
  };
  checker::Subject subject;
  subject.name = path.substr(path.rfind('/') + 1);
  subject.code.thread_count = 1;
  subject.code.thread_names = &kMain;
  subject.code.size = 1;
  subject.code.alignment = 1;
  subject.code.construct = [](void*) { begin_execution(); };
  subject.code.destroy = [](void*) {};
  subject.code.thread = [](void*, unsigned) {
    const detail::ModelsTurn turn;
    run_main();
  };
  subject.code.hosted = &hosted;
  return subject;
}

}  // namespace

void end_program(int status) {
  {
    const Hook hook;
    if (current_thread() != 0) refuse("calls exit() in a thread other than main", nullptr);
    if (status != 0) violate(Violation::requirement, "the program ends with status " + std::to_string(status));
  }
  end_thread_locals();
  run_endings();
  std::longjmp(the().end, 1);
}

int explore(int (*main)(int, char**, char**), int argc, char** argv, char** environment) {
  return checker::status_of_program(argv[0], [&] {
    Program& self = the();
    self.main = main;
    self.environment = environment;
    // What comes after "--" is the program's.
    int own = 0;
    while (own != argc && std::string_view(argv[own]) != "--") ++own;
    self.arguments.push_back(argv[0]);
    for (int i = own + 1; i < argc; ++i) self.arguments.push_back(argv[i]);
    self.arguments.push_back(nullptr);
    detail::new_is_tracked = true;
    make_objects();
    find_memory();
    if (std::any_of(argv, argv + own,
                    [](const char* argument) { return std::string_view(argument).starts_with("--replay"); }))
      program_output().expect_replay();
    const int status = checker::run_program({subject_of(argv[0])}, own, argv);
    program_output().show();
    return status;
  });
}

void violate(Violation violation, std::string what) {
  auto& replay = checker::Runtime::current().replay();
  if (replay.recording().is_on()) replay.note_place(place_by_stack(), checker::Recorder::Entry::kNoObject);
  replay.violate(violation, std::move(what));
}

void reach_limit(const std::string& of_what) {
  checker::Runtime::current().replay().cut_off(checker::Stop::limit, "too many " + of_what);
}

}  // namespace vigil::unmodified

using namespace vigil::unmodified;

// NOLINTBEGIN(bugprone-reserved-identifier,readability-identifier-naming): names of the C and C++ libraries.
extern "C" {

VIGIL_EXPORTED int __cxa_atexit(void (*function)(void*), void* argument, void* library) {
  // Not the caller's address: a constructor of global objects ends with a jump to this function.
  if (is_own(library) || is_of_system(library) || !(explores() || starts_up()))
    return next_of<int(void (*)(void*), void*, void*)>("__cxa_atexit")(function, argument, library);
  const bool runs = explores();
  const Hook hook;
  if (runs)
    the().own_endings.push_back({function, argument});
  else
    the().endings.push_back({function, argument});
  return 0;
}
VIGIL_EXPORTED int atexit(void (*function)()) {
  const auto call = [](void* argument) { reinterpret_cast<void (*)()>(argument)(); };
  if (!explores() && !starts_up()) return next_of<int(void (*)())>("atexit")(function);
  const bool runs = explores();
  const Hook hook;
  (runs ? the().own_endings : the().endings).push_back({call, reinterpret_cast<void*>(function)});
  return 0;
}

VIGIL_EXPORTED void exit(int status) {
  if (explores()) end_program(status);
  next_of<void(int)>("exit")(status);
  __builtin_unreachable();
}

VIGIL_EXPORTED void __assert_fail(const char* condition, const char* file, unsigned line, const char* function) {
  if (explores()) {
    const Hook hook;
    violate(Violation::requirement, std::string("assertion `") + condition + "' failed");
  }
  next_of<void(const char*, const char*, unsigned, const char*)>("__assert_fail")(condition, file, line, function);
  __builtin_unreachable();
}
VIGIL_EXPORTED void abort() noexcept {
  if (explores()) {
    const Hook hook;
    violate(Violation::crash, "the program calls abort()");
  }
  next_of<void()>("abort")();
  __builtin_unreachable();
}

}  // extern "C"
// NOLINTEND(bugprone-reserved-identifier,readability-identifier-naming)
