#include "loaded_objects.hpp"

#include <link.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <climits>
#include <string_view>

namespace vigil::unmodified {
namespace {

// By the names of their files: they hold no state of the program that is explored.
bool is_system_library(std::string_view path) {
  const std::string_view name = path.substr(path.rfind('/') + 1);
  constexpr std::array<std::string_view, 13> kSystems{"libc.so",  "libc-",     "libm.so",  "libm-",      "libstdc++",
                                                      "libc++",   "libgcc_s",  "ld-",      "linux-vdso", "libpthread",
                                                      "libdl.so", "libatomic", "libunwind"};
  return std::ranges::any_of(kSystems, [&](std::string_view each) { return name.starts_with(each); });
}

std::string executable() {
  std::array<char, PATH_MAX> path{};
  const auto length = readlink("/proc/self/exe", path.data(), path.size());
  return {path.data(), length < 0 ? 0 : static_cast<std::size_t>(length)};
}

int add(dl_phdr_info* info, std::size_t /*size*/, void* all) {
  LoadedObject object;
  object.path = info->dlpi_name;
  if (object.path.empty()) object.path = executable();
  object.base = info->dlpi_addr;
  object.begin = UINTPTR_MAX;
  const auto page = static_cast<std::uintptr_t>(sysconf(_SC_PAGESIZE));
  std::uintptr_t constant_begin = 0, constant_end = 0;
  for (unsigned i = 0; i != info->dlpi_phnum; ++i) {
    const auto& header = info->dlpi_phdr[i];
    const std::uintptr_t begin = info->dlpi_addr + header.p_vaddr;
    if (header.p_type == PT_GNU_RELRO) {
      constant_begin = begin;
      constant_end = (begin + header.p_memsz) / page * page;
    }
    if (header.p_type == PT_TLS && info->dlpi_tls_data != nullptr) {
      object.thread_local_data = static_cast<std::byte*>(info->dlpi_tls_data);
      object.thread_local_bytes = header.p_memsz;
      object.thread_local_image = reinterpret_cast<const std::byte*>(begin);
      object.thread_local_image_bytes = header.p_filesz;
    }
    if (header.p_type != PT_LOAD) continue;
    object.begin = std::min(object.begin, begin);
    object.end = std::max<std::uintptr_t>(object.end, begin + header.p_memsz);
  }
  for (unsigned i = 0; i != info->dlpi_phnum; ++i) {
    const auto& header = info->dlpi_phdr[i];
    if (header.p_type != PT_LOAD || (header.p_flags & PF_W) == 0) continue;
    std::uintptr_t begin = info->dlpi_addr + header.p_vaddr;
    const std::uintptr_t end = begin + header.p_memsz;
    if (begin >= constant_begin && begin < constant_end) begin = constant_end;
    if (begin < end) object.writable.push_back({reinterpret_cast<std::byte*>(begin), end - begin});
  }
  const auto own = reinterpret_cast<std::uintptr_t>(&is_own);
  object.is_programs = !is_system_library(object.path) && !(own >= object.begin && own < object.end);
  static_cast<std::vector<LoadedObject>*>(all)->push_back(std::move(object));
  return 0;
}

// What malloc asks, which cannot wait for objects to be made.
struct Range {
  std::uintptr_t begin = 0, end = 0;
  [[nodiscard]] bool contains(const volatile void* address) const {
    const auto at = reinterpret_cast<std::uintptr_t>(address);
    return at >= begin && at < end;
  }
};
constinit Range own_range;
constexpr std::size_t kMostSystems = 16;
constinit std::array<Range, kMostSystems> systems;
constinit std::size_t system_count = 0;

std::vector<LoadedObject> find() {
  std::vector<LoadedObject> all;
  dl_iterate_phdr(&add, &all);
  for (const auto& object : all) {
    const Range range{object.begin, object.end};
    if (range.contains(reinterpret_cast<const void*>(&is_own)))
      own_range = range;
    else if (!object.is_programs && system_count != kMostSystems)
      systems[system_count++] = range;
  }
  return all;
}

}  // namespace

const std::vector<LoadedObject>& loaded_objects() {
  static const auto all = find();
  return all;
}

bool is_own(const void* address) noexcept { return own_range.contains(address); }

bool is_of_system(const volatile void* address) noexcept {
  return std::any_of(systems.begin(), systems.begin() + system_count,
                     [&](const Range& range) { return range.contains(address); });
}

}  // namespace vigil::unmodified
