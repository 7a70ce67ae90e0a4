#include "wide_values.hpp"

#include <sys/mman.h>

#include <array>
#include <atomic>
#include <new>

namespace vigil::unmodified {

struct WideValues::Table {
  std::atomic<bool> is_taken{false};
  std::atomic<std::size_t> size{1};  // the first is zero
  std::array<Wide, kMost> values{};
};

WideValues::WideValues() {
  void* const memory = mmap(nullptr, sizeof(Table), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (memory == MAP_FAILED) throw std::bad_alloc();
  table_ = ::new (memory) Table();
}

WideValues::~WideValues() { munmap(table_, sizeof(Table)); }

std::uint64_t WideValues::number(Wide value) {
  std::size_t at = 0;
  const auto find = [&] {
    for (const std::size_t size = table_->size.load(std::memory_order_acquire); at != size; ++at)
      if (table_->values[at] == value) return true;
    return false;
  };
  if (find()) return at;
  while (table_->is_taken.exchange(true, std::memory_order_acquire)) {
  }
  const bool is_there = find();
  if (!is_there && at != kMost) {
    table_->values[at] = value;
    table_->size.store(at + 1, std::memory_order_release);
  }
  table_->is_taken.store(false, std::memory_order_release);
  if (!is_there && at == kMost) reach_limit("values of 16-byte atomics: " + std::to_string(kMost));
  return at;
}

Wide WideValues::operator[](std::uint64_t number) const { return table_->values[number]; }

WideValues& wide_values() {
  static WideValues the;
  return the;
}

}  // namespace vigil::unmodified
