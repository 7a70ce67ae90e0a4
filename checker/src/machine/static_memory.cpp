#include "static_memory.hpp"

#include "no_memory.hpp"
#include "sanitizers.hpp"

#include <vigil/checker/per_thread.hpp>

#include <link.h>
#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cstring>
#include <string_view>

namespace vigil::checker {
namespace {

// The data of the fault handler. The handler may interrupt any code, and allocates nothing.
struct Watched {
  static constexpr std::size_t kMostStretches = 64;
  static constexpr std::size_t kMostPages = 1024 * 1024;

  std::atomic<bool> is_taken{false};
  std::size_t page_bytes = 4096;
  std::array<std::pair<std::uintptr_t, std::uintptr_t>, kMostStretches> stretches{};
  std::size_t stretch_count = 0;
  std::uintptr_t* pages = nullptr;  // that were written; in memory of its own, which is not watched
  std::atomic<std::size_t> page_count{0};
};
// A pointer, so that noting a page does not write to a watched page.
constinit Watched* watched = nullptr;

Watched& the_watched() {
  static_assert(std::is_trivially_destructible_v<Watched>);
  if (watched == nullptr) {
    void* const memory = mmap(nullptr, sizeof(Watched) + Watched::kMostPages * sizeof(std::uintptr_t),
                              PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (memory == MAP_FAILED) report_no_memory();
    auto* const made = ::new (memory) Watched();
    made->page_bytes = static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
    made->pages = reinterpret_cast<std::uintptr_t*>(made + 1);
    watched = made;
  }
  return *watched;
}

// The C and C++ libraries and the kernel's mappings hold no state of a model.
bool is_of_the_system(std::string_view path) {
  const std::size_t slash = path.rfind('/');
  const std::string_view name = slash == std::string_view::npos ? path : path.substr(slash + 1);
  return std::ranges::any_of(
      std::array<std::string_view, 12>{"libc.so", "libc-", "libm.so", "libm-", "libstdc++", "libc++", "libgcc_s", "ld-",
                                       "linux-vdso", "libpthread", "libasan", "libtsan"},
      [&](std::string_view each) { return name.starts_with(each); });
}

struct Segments {
  std::vector<std::pair<std::uintptr_t, std::uintptr_t>> writable;
  std::vector<std::pair<std::byte*, std::size_t>> thread_local_data;
};

int add_segments(dl_phdr_info* info, std::size_t /*bytes*/, void* found) {
  if (is_of_the_system(info->dlpi_name)) return 0;
  auto& segments = *static_cast<Segments*>(found);
  std::uintptr_t constant_begin = 0, constant_end = 0;
  const auto page = static_cast<std::uintptr_t>(sysconf(_SC_PAGESIZE));
  for (unsigned i = 0; i != info->dlpi_phnum; ++i) {
    const auto& header = info->dlpi_phdr[i];
    if (header.p_type != PT_GNU_RELRO) continue;
    constant_begin = info->dlpi_addr + header.p_vaddr;
    constant_end = (constant_begin + header.p_memsz) / page * page;
  }
  for (unsigned i = 0; i != info->dlpi_phnum; ++i) {
    const auto& header = info->dlpi_phdr[i];
    std::uintptr_t begin = info->dlpi_addr + header.p_vaddr;
    const std::uintptr_t end = begin + header.p_memsz;
    if (header.p_type == PT_TLS && info->dlpi_tls_data != nullptr)
      segments.thread_local_data.emplace_back(static_cast<std::byte*>(info->dlpi_tls_data), header.p_memsz);
    if (header.p_type != PT_LOAD || (header.p_flags & PF_W) == 0) continue;
    if (begin >= constant_begin && begin < constant_end) begin = constant_end;
    if (begin < end) segments.writable.emplace_back(begin, end);
  }
  return 0;
}

}  // namespace

StaticMemory::~StaticMemory() {
  if (!is_watching_) return;
  protect(false);
  watched->stretch_count = 0;
  watched->is_taken = false;
}

void StaticMemory::find() {
  is_found_ = true;
  // The static data of a hosted program is part of its memory.
  if constexpr (detail::kOneCheck) return;
  Segments segments;
  dl_iterate_phdr(&add_segments, &segments);
  for (const auto& [begin, bytes] : segments.thread_local_data) thread_local_.push_back({begin, bytes});
  const std::uintptr_t page = page_bytes();
  for (const auto& [begin, end] : segments.writable) {
    const std::uintptr_t first = (begin + page - 1) / page * page, last = end / page * page;
    const auto add = [](std::vector<Stretch>& to, std::uintptr_t from, std::uintptr_t until) {
      if (from < until) to.push_back({reinterpret_cast<std::byte*>(from), until - from});
    };
    if (first >= last) {
      add(always_, begin, end);
      continue;
    }
    add(always_, begin, first);
    add(watched_, first, last);
    add(always_, last, end);
  }
}

void StaticMemory::watch() {
  if (is_watching_) return;
  if (!is_found_) find();
  Watched& shared = the_watched();
  const bool is_possible = !kAddressSanitizer && !kThreadSanitizer && watched_.size() <= Watched::kMostStretches;
  if (watched_.empty()) return;
  if (!is_possible || shared.is_taken.exchange(true)) {
    always_.insert(always_.end(), watched_.begin(), watched_.end());
    watched_.clear();
    return;
  }
  shared.page_count = 0;
  shared.stretch_count = 0;
  for (const Stretch& stretch : watched_) {
    const auto begin = reinterpret_cast<std::uintptr_t>(stretch.begin);
    shared.stretches[shared.stretch_count++] = {begin, begin + stretch.bytes};
  }
  is_watching_ = true;
  protect(true);
}

// Noted pages stay writable.
void StaticMemory::protect(bool is_protected) const {
  for (const Stretch& stretch : watched_)
    mprotect(stretch.begin, stretch.bytes, is_protected ? PROT_READ : PROT_READ | PROT_WRITE);
  if (!is_protected) return;
  for (std::size_t i = 0; i != pages_written(); ++i)
    mprotect(reinterpret_cast<void*>(watched->pages[i]), watched->page_bytes, PROT_READ | PROT_WRITE);
}

std::size_t StaticMemory::pages_written() const { return is_watching_ ? watched->page_count.load() : 0; }
const void* StaticMemory::page_written(std::size_t number) { return reinterpret_cast<void*>(watched->pages[number]); }
std::size_t StaticMemory::page_bytes() { return the_watched().page_bytes; }

bool StaticMemory::note_write(const void* address) {
  if (watched == nullptr) return false;
  const auto at = reinterpret_cast<std::uintptr_t>(address);
  const auto end = watched->stretches.cbegin() + watched->stretch_count;
  if (std::none_of(watched->stretches.cbegin(), end,
                   [at](const auto& stretch) { return stretch.first <= at && at < stretch.second; }))
    return false;
  const std::uintptr_t page = at / watched->page_bytes * watched->page_bytes;
  const std::size_t count = watched->page_count.load();
  // A page that is already noted is writable, so the fault has another reason.
  if (count == Watched::kMostPages || std::find(watched->pages, watched->pages + count, page) != watched->pages + count)
    return false;
  watched->pages[count] = page;
  watched->page_count = count + 1;
  return mprotect(reinterpret_cast<void*>(page), watched->page_bytes, PROT_READ | PROT_WRITE) == 0;
}

}  // namespace vigil::checker
