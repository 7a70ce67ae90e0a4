#include "system_code.hpp"

#include <dlfcn.h>
#include <link.h>
#include <sys/auxv.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>

namespace vigil::checker {
namespace {

struct Range {
  std::uintptr_t begin = 0;
  std::uintptr_t end = 0;
  [[nodiscard]] bool contains(std::uintptr_t address) const { return address >= begin && address < end; }
};

// Constant-initialised, because malloc calls this before other objects are initialised.
template <std::size_t Most>
class Ranges {
 public:
  void add(Range range) {
    if (size_ != Most) ranges_[size_++] = range;
  }
  [[nodiscard]] bool contain(const void* address) const noexcept {
    const auto wanted = reinterpret_cast<std::uintptr_t>(address);
    return std::any_of(ranges_.data(), ranges_.data() + size_, [&](Range each) { return each.contains(wanted); });
  }

 private:
  std::array<Range, Most> ranges_{};
  std::size_t size_ = 0;
};

constexpr std::size_t kMost = 8;
constinit Ranges<kMost> libraries;
constinit Ranges<kMost> operators;
constinit Ranges<kMost> throws;

// One function of each library: libc, libstdc++ or libc++abi, libc++, the unwinder, the sanitizers' runtimes.
constexpr std::array kOfLibraries{
    "__libc_start_main",      "gnu_get_libc_version", "__cxa_throw", "_ZNSt3__18ios_base4initEPv",
    "_Unwind_RaiseException", "__asan_init",          "__tsan_init"};
// The operators that call malloc: plain, aligned, and the forms of both that do not throw.
constexpr std::array kOperators{"_Znwm", "_ZnwmSt11align_val_t", "_ZnwmRKSt9nothrow_t",
                                "_ZnwmSt11align_val_tRKSt9nothrow_t"};

struct Wanted {
  std::array<std::uintptr_t, kOfLibraries.size() + 1> of_libraries{};
};

int inspect(dl_phdr_info* object, std::size_t /*size*/, void* argument) {
  const auto& wanted = *static_cast<const Wanted*>(argument);
  Range range{UINTPTR_MAX, 0};
  for (unsigned i = 0; i != object->dlpi_phnum; ++i) {
    const auto& part = object->dlpi_phdr[i];
    if (part.p_type != PT_LOAD) continue;
    range.begin = std::min<std::uintptr_t>(range.begin, object->dlpi_addr + part.p_vaddr);
    range.end = std::max<std::uintptr_t>(range.end, object->dlpi_addr + part.p_vaddr + part.p_memsz);
  }
  const auto is_in = [&](std::uintptr_t address) { return range.contains(address); };
  const bool is_ours = is_in(reinterpret_cast<std::uintptr_t>(&find_system_code));
  if (!is_ours && std::any_of(wanted.of_libraries.begin(), wanted.of_libraries.end(), is_in)) libraries.add(range);
  return 0;
}

void add_function(Ranges<kMost>& ranges, const char* name) {
  void* const address = dlsym(RTLD_DEFAULT, name);
  Dl_info information{};
  const ElfW(Sym)* symbol = nullptr;
  if (address == nullptr || !is_system_code(address)) return;
  if (dladdr1(address, &information, reinterpret_cast<void**>(const_cast<ElfW(Sym)**>(&symbol)), RTLD_DL_SYMENT) == 0)
    return;
  if (symbol == nullptr) return;
  const auto begin = reinterpret_cast<std::uintptr_t>(information.dli_saddr);
  ranges.add({begin, begin + symbol->st_size});
}

bool find() {
  Wanted wanted;
  for (std::size_t i = 0; i != kOfLibraries.size(); ++i)
    wanted.of_libraries[i] = reinterpret_cast<std::uintptr_t>(dlsym(RTLD_DEFAULT, kOfLibraries[i]));
  wanted.of_libraries.back() = getauxval(AT_BASE);  // the loader
  dl_iterate_phdr(&inspect, &wanted);
  for (const char* const name : kOperators) add_function(operators, name);
  add_function(throws, "__cxa_allocate_exception");
  return true;
}

}  // namespace

void find_system_code() { [[maybe_unused]] static const bool found = find(); }

void* next_function(const char* name) { return dlsym(RTLD_NEXT, name); }

bool is_system_code(const void* address) noexcept { return libraries.contain(address); }

bool is_operator_new(const void* address) noexcept { return operators.contain(address); }
bool is_throw(const void* address) noexcept { return throws.contain(address); }

}  // namespace vigil::checker
