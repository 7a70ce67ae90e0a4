#include "seam/seam_check.hpp"

#include "seam/standard_headers.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <regex>
#include <set>
#include <utility>

namespace vigil::proofs {
namespace {

using Tokens = std::vector<std::string>;
using Names = std::set<std::string>;

const std::string kHeaders = "core/include/";
const std::string kParts = kHeaders + "vigil/";

// What a file may do that others may not. Each entry is a name, `#name` for a directive or `std::name`.
const Names& exceptions_of(const std::string& path) {
  static const std::map<std::string, Names> kExceptions{
      {kParts + "atomics/cache_line.hpp", {"#if", "#else", "#endif", "__APPLE__", "__aarch64__", "__powerpc64__"}},
      {kParts + "atomics/location.hpp", {"__builtin_FILE", "__builtin_FUNCTION", "__builtin_LINE"}},
      // Which fence the processor has, and that all threads of the process execute one, by membarrier.
      {kParts + "atomics/fences.hpp",
       {"#if", "#elif", "#else", "#endif", "#define", "#undef", "__has_feature", "__SANITIZE_THREAD__", "__x86_64__",
        "__GNUC__", "__asm__", "__volatile__", "__sync_synchronize", "__GLIBCXX__", "SYS_membarrier", "syscall"}},
      // Which pause the processor has, and how the compiler is asked for it.
      {kParts + "atomics/std_operations.hpp", {"#if",        "#elif",       "#endif",       "__x86_64__",
                                               "__i386__",   "__aarch64__", "__ARM_ARCH",   "__powerpc64__",
                                               "__riscv",    "__asm__",     "__volatile__", "__builtin_ia32_pause",
                                               "_MSC_VER",   "_M_X64",      "_M_IX86",      "_M_ARM64",
                                               "_M_ARM64EC", "_mm_pause",   "__isb",        "_ARM64_BARRIER_SY"}},
      // Tells ThreadSanitizer what it cannot see.
      {kParts + "atomics/tsan_atomics.hpp",
       {"extern", "__tsan_get_current_fiber", "__tsan_create_fiber", "__tsan_destroy_fiber", "__tsan_switch_to_fiber",
        "__FILE__", "__LINE__", "__sync_synchronize"}},
      // Waits by the futex, where libstdc++ would count who waits.
      {kParts + "atomics/system_wait.hpp",
       {"#if", "#elif", "#else", "#endif", "__GLIBCXX__", "_GLIBCXX_HAVE_LINUX_FUTEX", "_GLIBCXX_RELEASE", "syscall",
        "_WIN32", "sched_yield", "extern", "volatile", "__stdcall"}},
      // On which processors a thread runs. That changes no value.
      {kParts + "common/affinity.hpp",
       {"#if", "#else", "#endif", "__linux__", "sched_getaffinity", "sched_setaffinity"}},
      // What stands for `try`, `catch (...)` and `throw`.
      {kParts + "common/exceptions.hpp", {"#if", "#else", "#endif", "#define", "__cpp_exceptions", "_CPPUNWIND"}},
      // The list of what watches the process, which no model has.
      {kParts + "common/posix_process.hpp", {"#if", "#error", "#endif", "_WIN32", "std::mutex", "std::lock_guard"}},
      {kParts + "common/posix_thread.hpp", {"#if", "#error", "#endif", "_WIN32", "_SC_PAGESIZE"}},
      // Which of two headers is for the system.
      {kParts + "common/system_process.hpp", {"#if", "#else", "#endif", "_WIN32"}},
      {kParts + "common/system_thread.hpp", {"#if", "#else", "#endif", "_WIN32"}},
      {kParts + "common/windows_thread.hpp", {"extern", "__declspec", "__stdcall", "_beginthreadex"}},
      {kParts + "vigil.h", {"#ifndef", "#ifdef", "#define", "#endif", "__cplusplus", "extern"}},
      {kParts + "version.hpp", {"#define"}},
      // The C interface waits as its callers do, outside of any protocol.
      {"core/c/vigil.cpp", {"std::mutex", "std::condition_variable", "std::lock_guard", "std::unique_lock"}},
      // Tokens of the caller, which core passes on.
      {kParts + "common/stop_token.hpp", {"#if", "#else", "#endif", "__cpp_lib_jthread", "std::stop_token"}},
      {kParts + "execution/stop_token.hpp",
       {"#if", "#endif", "__cpp_lib_jthread", "std::stop_source", "std::stop_token"}},
      // A backend of the parallel scheduler is owned as C++26 says, outside of any protocol.
      {kParts + "execution/parallel_scheduler.hpp", {"std::shared_ptr"}},
      {kParts + "execution/parallel_scheduler_replacement.hpp",
       {"#if", "#else", "#endif", "_MSC_VER", "__APPLE__", "std::shared_ptr"}},
      {kParts + "pool/parallel_scheduler.hpp", {"std::shared_ptr", "std::make_shared"}},
      // Whether AddressSanitizer is there, which sees more of tasks that share no memory.
      {kParts + "pool/task_memory.hpp", {"#if", "#elif", "#else", "#endif", "__SANITIZE_ADDRESS__", "__has_feature"}},
  };
  static const Names kNone;
  const auto found = kExceptions.find(path);
  return found == kExceptions.end() ? kNone : found->second;
}

// The standard library has no threads with a chosen stack size that start without an allocation, and knows no fork.
bool is_for_posix_threads(const std::string& path) {
  return path == kParts + "common/posix_thread.hpp" || path == kParts + "common/posix_process.hpp";
}

// And how a thread yields, pins itself and finds the size of a page: <thread> lacks some of it, and includes much else.
const Names& headers_of_the_system(const std::string& path) {
  static const std::map<std::string, Names> kHeadersOfTheSystem{
      {kParts + "atomics/std_operations.hpp", {"intrin.h"}},
      {kParts + "atomics/system_wait.hpp", {"sched.h"}},
      {kParts + "common/affinity.hpp", {"sched.h"}},
      {kParts + "common/posix_process.hpp", {"pthread.h"}},
      {kParts + "common/posix_thread.hpp", {"pthread.h", "unistd.h"}},
      {kParts + "common/windows_thread.hpp", {"process.h"}},
  };
  static const Names kNone;
  const auto found = kHeadersOfTheSystem.find(path);
  return found == kHeadersOfTheSystem.end() ? kNone : found->second;
}

// The layers, and what they are made of.
bool is_layer(const std::string& path) { return path.starts_with(kParts + "atomics/"); }
bool is_table(const std::string& path) { return path.ends_with("_tables.hpp"); }

bool is_name(const std::string& token) {
  return std::isalpha(static_cast<unsigned char>(token.front())) != 0 || token.front() == '_';
}

// Calls `rule` with each file, its code, and what takes a sentence about it.
template <class Rule>
Problems broken(const Sources& core, Rule rule) {
  Problems problems;
  for (const auto& [path, text] : core)
    rule(path, read_code(text),
         [&problems, &path = path](const std::string& sentence) { problems.push_back(path + ": " + sentence); });
  return problems;
}

// The token at a distance from another, or an empty one.
const std::string& near(const Tokens& tokens, std::size_t index, int distance) {
  static const std::string kNone;
  const auto at = static_cast<std::ptrdiff_t>(index) + distance;
  return at < 0 || at >= std::ssize(tokens) ? kNone : tokens[static_cast<std::size_t>(at)];
}

bool follows(const Tokens& tokens, std::size_t index, std::initializer_list<const char*> wanted) {
  int distance = 0;
  return std::all_of(wanted.begin(), wanted.end(),
                     [&](const char* token) { return near(tokens, index, ++distance) == token; });
}

// ---- names

// Of the compiler and of the implementation of its library.
bool is_reserved(const std::string& name) { return name.front() == '_' || name.find("__") != std::string::npos; }

bool is_of_the_system(const std::string& name) {
  static const std::regex kSystem(
      "(pthread|sched|sem|mtx|cnd|thrd|tss|AO)_\\w+|syscall|futex\\w*|usleep|nanosleep|sleep_for|sleep_until|"
      "clock_nanosleep|alarm|vfork|signal|raise|sigaction|setjmp|longjmp|ATOMIC_\\w+");
  return std::regex_match(name, kSystem);
}

bool is_keyword_around(const std::string& name) {
  static const Names kKeywords{"asm", "volatile", "thread_local", "extern", "import", "module", "export"};
  return kKeywords.contains(name);
}

// Atomics, threads and locks, and what has some inside.
bool is_standard_around(const std::string& name) {
  static const std::regex kAround(
      "atomic\\w*|memory_order\\w*|kill_dependency|\\w*mutex\\w*|\\w*lock|lock_guard|call_once|once_flag|"
      "condition_variable\\w*|cv_status|notify_all_at_thread_exit|j?thread|this_thread|barrier|latch|\\w*semaphore|"
      "(shared_)?future\\w*|promise|packaged_task|async|launch|(shared|weak)_ptr|(make|allocate)_shared\\w*|"
      "enable_shared_from_this|stop_\\w+|hazard_\\w+|rcu_\\w+|\\w*osync\\w*|pmr|execution|add_volatile\\w*|add_cv\\w*|"
      "signal|raise|sig_atomic_t|longjmp");
  return std::regex_match(name, kAround);
}

// What a name of the standard library tells about, and changes nothing.
bool only_asks(const Tokens& tokens, std::size_t index) {
  return (tokens[index] == "thread" && follows(tokens, index, {"::", "hardware_concurrency"})) ||
         (tokens[index] == "atomic" && follows(tokens, index, {"<", "T", ">", "::", "is_always_lock_free"}));
}

// Whether something stands before a `::` that it qualifies.
bool is_qualified(const Tokens& tokens, std::size_t index) {
  static const Names kBeforeAnything{"return", "co_return", "co_yield", "co_await", "throw",  "else", "do",      "case",
                                     "not",    "and",       "or",       "new",      "delete", "goto", "typename"};
  const auto& before = near(tokens, index, -1);
  if (before == ">") return true;
  if (before != ")") return !before.empty() && is_name(before) && !kBeforeAnything.contains(before);
  int depth = 0;
  for (std::size_t i = index - 1; i != 0; --i) {
    depth += tokens[i] == ")" ? 1 : tokens[i] == "(" ? -1 : 0;
    if (depth == 0) return tokens[i - 1] == "decltype";
  }
  return false;
}

template <class Report>
void check_name(const std::string& path, const Tokens& tokens, std::size_t index, Report report) {
  const auto& name = tokens[index];
  const auto& allowed = exceptions_of(path);
  if (is_reserved(name)) {
    if (!allowed.contains(name)) report(name + " is a name of the compiler");
  } else if (is_keyword_around(name)) {
    if (!allowed.contains(name) && !(is_layer(path) && name == "thread_local")) report(name + " passes by the layer");
  } else if (name == "std" && near(tokens, index, 1) != "::") {
    report("std is renamed, opened or taken as a whole");
  } else if (near(tokens, index, -1) == "::" && near(tokens, index, -2) == "std") {
    const bool is_order_of_table = is_table(path) && name == "memory_order";
    if (is_standard_around(name) && !is_layer(path) && !is_order_of_table && !allowed.contains("std::" + name) &&
        !only_asks(tokens, index))
      report("std::" + name + " passes by the layer");
  } else if (is_of_the_system(name) && !is_for_posix_threads(path) && !allowed.contains(name) &&
             near(tokens, index, -1) != ".") {
    report(name + " is a name of the system");
  } else if (near(tokens, index, -1) == "::" && !is_qualified(tokens, index - 1) && name != "new" && name != "delete" &&
             name != "operator" && name != "std" && name != "vigil") {
    report("::" + name + " is a name of the system");
  }
}

// ---- orders

bool is_enumerator(const std::string& name) {
  static const Names kEnumerators{"relaxed", "consume", "acquire", "release", "acq_rel", "seq_cst"};
  return kEnumerators.contains(name);
}

// What takes an order last, and how many there are of it.
std::size_t orders_taken_by(const std::string& operation) {
  static const std::map<std::string, std::size_t> kOperations{{"load", 1},
                                                              {"store", 1},
                                                              {"exchange", 1},
                                                              {"fetch_add", 1},
                                                              {"fetch_sub", 1},
                                                              {"fetch_and", 1},
                                                              {"fetch_or", 1},
                                                              {"fetch_xor", 1},
                                                              {"fence", 1},
                                                              {"wait", 1},
                                                              {"spin_until", 1},
                                                              {"spin_update", 2},
                                                              {"fetch_update", 2},
                                                              {"fetch_update_from", 2},
                                                              {"compare_exchange_weak", 2},
                                                              {"compare_exchange_strong", 2}};
  const auto found = kOperations.find(operation);
  return found == kOperations.end() ? 0 : found->second;
}

// The arguments of the call whose parenthesis opens at `open`, each as its tokens in one word.
std::vector<std::string> arguments_at(const Tokens& tokens, std::size_t open) {
  std::vector<std::string> arguments(1);
  int depth = 0;
  for (std::size_t i = open; i != tokens.size(); ++i) {
    const auto& token = tokens[i];
    const bool opens = token == "(" || token == "{" || token == "[";
    const bool closes = token == ")" || token == "}" || token == "]";
    if (closes && --depth == 0) break;
    if (depth == 1 && token == ",")
      arguments.emplace_back();
    else if (depth > 0)
      arguments.back() += token;
    if (opens) ++depth;
  }
  if (arguments.size() == 1 && arguments.front().empty()) arguments.clear();
  return arguments;
}

// An entry of a table, or a parameter that only an entry converts to.
bool is_from_a_table(const std::string& argument) {
  static const std::regex kEntry("(?:Orders|Parts::kOrders)\\.\\w+|order|LabelledAs<Name>order");
  return std::regex_match(argument, kEntry);
}

// Some functions of core that wait take how long they spin, and a condition variable takes a predicate.
bool is_of_a_wait_in_core(const std::string& argument) {
  return argument == "spin" || argument == "kSpin" || argument == "Spinspin=Spin()" || argument.starts_with("[");
}

// Functions of a file that take an order, by the only parameter that may hold one.
std::map<std::string, std::size_t> own_operations(const Tokens& tokens) {
  std::map<std::string, std::size_t> own;
  for (std::size_t i = 0; i + 1 < tokens.size(); ++i) {
    if (!is_name(tokens[i]) || tokens[i + 1] != "(") continue;
    const auto parameters = arguments_at(tokens, i + 1);
    if (!parameters.empty() && parameters.back() == "LabelledAs<Name>order") own[tokens[i]] = 1;
  }
  return own;
}

template <class Report>
void check_operation(const Tokens& tokens, std::size_t index, std::size_t count, Report report) {
  const auto& name = tokens[index];
  const auto& before = near(tokens, index, -1);
  const auto& object = near(tokens, index, -2);
  const bool is_entry = before == "." && (object == "Orders" || object == "kOrders");
  if (is_entry || (before == "::" && object == "std")) return;
  if (near(tokens, index, 1) != "(") {
    // A name that a class takes from its base is called under the same name.
    const bool is_taken = before == "::" && near(tokens, index, -3) == "using";
    const bool is_member = before == "." || before == "->" || before == "::" || before == "template";
    if ((is_member && !is_taken) || near(tokens, index, 1) == "<")
      report(name + " is named without being called, so its order is not seen");
    return;
  }
  const auto arguments = arguments_at(tokens, index + 1);
  // A function of core may have the name of an operation. With less arguments than that it takes no order.
  if (arguments.size() < count + (name == "wait" ? 1 : 0)) return;
  for (auto each = arguments.end() - static_cast<std::ptrdiff_t>(count); each != arguments.end(); ++each)
    if (!is_from_a_table(*each) && !(name == "wait" && is_of_a_wait_in_core(*each)))
      report(name + " takes `" + *each + "`, which is no entry of an order table");
}

template <class Report>
void check_order_name(const std::string& path, const Tokens& tokens, std::size_t index, Report report) {
  const auto& name = tokens[index];
  const bool is_order = name.find("memory_order") != std::string::npos;
  if (is_table(path)) {
    if (is_order && !(name == "memory_order" && near(tokens, index, -3) == "enum" && near(tokens, index, 1) == ";"))
      report(name + " is spelled in a table, which has `using enum std::memory_order`");
    return;
  }
  if (is_order) report(name + " is spelled outside an order table");
  // A lock that is released is none.
  if (is_enumerator(name) && near(tokens, index, 1) != "(") report(name + " is spelled outside an order table");
  if (name == "LabelledOrder" || name == "LabelledAs")
    if (name != "LabelledAs" || !follows(tokens, index, {"<", "Name", ">", "order"}))
      report(name + " makes an order outside of a table");
  if (name == "entries" || name == "bit_cast") report(name + " can make a table with other orders");
}

}  // namespace

Sources read_core(const std::string& root) {
  namespace fs = std::filesystem;
  Sources core;
  for (const auto& file : fs::recursive_directory_iterator(fs::path(root) / "core")) {
    if (!file.is_regular_file() || file.path().filename() == "CMakeLists.txt") continue;
    std::ifstream stream(file.path());
    core[fs::relative(file.path(), root).generic_string()] = {std::istreambuf_iterator<char>(stream), {}};
  }
  return core;
}

Problems foreign_includes(const Sources& core) {
  return broken(core, [&](const std::string& path, const Code& code, auto report) {
    for (const auto& directive : code.directives) {
      if (!directive.name.starts_with("include") && directive.name != "import" && directive.name != "embed") continue;
      const auto header = header_in(directive);
      const auto name = header.empty() ? header : header.substr(1, header.size() - 2);
      const bool is_allowed = core.contains(kHeaders + name) || is_standard_header(name) ||
                              (path.ends_with(".h") && is_standard_c_header(name)) ||
                              headers_of_the_system(path).contains(name);
      if (header.starts_with("<") && is_allowed) continue;
      report("#" + directive.name + " " + directive.rest + " names no header of core and none of the standard library");
    }
  });
}

Problems directives_besides_includes(const Sources& core) {
  return broken(core, [](const std::string& path, const Code& code, auto report) {
    for (const auto& [name, rest] : code.directives) {
      if (name == "include" || (name == "pragma" && rest == "once") || exceptions_of(path).contains("#" + name))
        continue;
      report("#" + name + " " + rest + " is more than an include");
    }
  });
}

Problems names_around_the_layer(const Sources& core) {
  return broken(core, [](const std::string& path, const Code& code, auto report) {
    for (std::size_t i = 0; i != code.tokens.size(); ++i) {
      if (is_name(code.tokens[i])) check_name(path, code.tokens, i, report);
      if (code.tokens[i] == "\\") report("a backslash that ends no line may spell a name");
      if (code.tokens[i] == "##") report("## may spell a name");
      if (code.tokens[i] == "?" && near(code.tokens, i, 1) == "?") report("?? may begin a trigraph");
    }
  });
}

Problems orders_outside_tables(const Sources& core) {
  return broken(core, [](const std::string& path, const Code& code, auto report) {
    if (is_layer(path)) return;
    const auto own = own_operations(code.tokens);
    for (std::size_t i = 0; i != code.tokens.size(); ++i) {
      const auto& name = code.tokens[i];
      if (!is_name(name)) continue;
      check_order_name(path, code.tokens, i, report);
      const auto found = own.find(name);
      const auto count = found == own.end() ? orders_taken_by(name) : found->second;
      if (count != 0) check_operation(code.tokens, i, count, report);
    }
  });
}

}  // namespace vigil::proofs
