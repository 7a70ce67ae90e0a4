#include "intended_races.hpp"

#include "entry.hpp"
#include "hook.hpp"
#include "names.hpp"
#include "places.hpp"

#include <vigil/checker/hooks.hpp>

#include <sys/mman.h>

#include <algorithm>
#include <atomic>
#include <cstring>
#include <new>
#include <string_view>

namespace vigil::unmodified {

constinit bool has_begun_writes = false;

void finish_writes() {
  intended_races().finish_writes();
  // The entry has shown the state for the first step of this call.
  detail::show_state();
}

// What was said in any execution, each text once.
struct IntendedRaces::Shared {
  static constexpr std::size_t kMost = 16;
  static constexpr std::size_t kBytes = 240;

  std::atomic<bool> is_taken{false};
  std::atomic<std::size_t> count{0};
  std::array<std::array<char, kBytes>, kMost> texts{};
};

IntendedRaces::IntendedRaces() {
  void* const memory = mmap(nullptr, sizeof(Shared), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (memory == MAP_FAILED) throw std::bad_alloc();
  shared_ = ::new (memory) Shared();
}

void IntendedRaces::begin_execution() {
  ranges_.clear();
  for (auto& each : begun_) each.clear();
  has_begun_writes = false;
}

void IntendedRaces::add(std::uintptr_t address, std::size_t bytes) {
  ranges_.push_back({address, address + bytes});
  const std::string text =
      std::to_string(bytes) + " bytes of " + (name_at(address).empty() ? "a stack" : name_at(address));
  const auto is_known = [&] {
    const std::size_t count = shared_->count.load(std::memory_order_acquire);
    return count == Shared::kMost || std::any_of(shared_->texts.begin(), shared_->texts.begin() + count,
                                                 [&](const auto& each) { return text == each.data(); });
  };
  if (text.size() >= Shared::kBytes || is_known()) return;
  while (shared_->is_taken.exchange(true, std::memory_order_acquire)) {
  }
  if (!is_known()) {
    const std::size_t count = shared_->count.load(std::memory_order_relaxed);
    std::memcpy(shared_->texts[count].data(), text.c_str(), text.size() + 1);
    shared_->count.store(count + 1, std::memory_order_release);
  }
  shared_->is_taken.store(false, std::memory_order_release);
}

bool IntendedRaces::take(const Access& access) {
  const auto contains = [&](const Range& range) {
    return access.address >= range.begin && access.address + access.bytes <= range.end;
  };
  if (ranges_.empty() || std::ranges::none_of(ranges_, contains)) return false;
  const std::uintptr_t end = access.address + access.bytes;
  for (std::uintptr_t at = access.address; at != end;) {
    // As large as its alignment and the rest allow.
    std::size_t bytes = sizeof(std::uint64_t);
    while (at % bytes != 0 || at + bytes > end) bytes /= 2;
    auto* const address = reinterpret_cast<void*>(at);
    Found& found = objects().use(ObjectKind::atomic, address, static_cast<unsigned>(bytes), access.writes);
    auto& begun = begun_[current_thread()];
    if (access.writes) {
      begun.push_back(&found);
      has_begun_writes = true;
    } else {
      detail::show_state();
      objects().show(found, detail::load(found.handle, address, {std::memory_order_relaxed, place()}));
    }
    at += bytes;
  }
  return true;
}

void IntendedRaces::finish_writes() {
  auto& begun = begun_[current_thread()];
  while (!begun.empty()) {
    Found& found = *begun.back();
    begun.pop_back();
    auto* const address = reinterpret_cast<void*>(found.address);
    std::uint64_t value = 0;
    std::memcpy(&value, address, found.bytes);
    detail::store(found.handle, address, value, {std::memory_order_relaxed, place()});
    objects().show(found, value);
  }
  // No other thread runs between a write and the next call of its thread.
  has_begun_writes = false;
}

std::string IntendedRaces::in_words() const {
  std::string words;
  for (std::size_t i = 0; i != shared_->count.load(std::memory_order_acquire); ++i)
    words += (i == 0 ? "races are intended on " : ", ") + std::string(shared_->texts[i].data());
  return words.empty() ? words : words + ": plain accesses there were explored as relaxed atomic ones";
}

IntendedRaces& intended_races() {
  static IntendedRaces the;
  return the;
}

}  // namespace vigil::unmodified

using namespace vigil::unmodified;

extern "C" {

VIGIL_HIDDEN void hook_vigil_unmodified_assume(int condition) {
  if (!explores() || condition != 0) return;
  const Hook hook;
  vigil::checker::detail::assume(false);
}
VIGIL_ENTRY(vigil_unmodified_assume)

VIGIL_HIDDEN unsigned hook_vigil_unmodified_choose(unsigned possibilities) {
  if (!explores()) return 0;
  const Hook hook;
  return vigil::checker::detail::choose(possibilities, place());
}
VIGIL_ENTRY(vigil_unmodified_choose)

VIGIL_HIDDEN void hook_vigil_unmodified_race_intended(const volatile void* address, std::size_t bytes) {
  if (!explores()) return;
  const Hook hook;
  intended_races().add(reinterpret_cast<std::uintptr_t>(address), bytes);
}
VIGIL_ENTRY(vigil_unmodified_race_intended)

}  // extern "C"
