#include "fiber.hpp"

#include "fiber_switch.hpp"
#include "no_memory.hpp"
#include "sanitizers.hpp"
#include "thread_pointer.hpp"

#include <cxxabi.h>
#include <sanitizer/asan_interface.h>
#include <sanitizer/common_interface_defs.h>
#include <sanitizer/lsan_interface.h>
#include <sanitizer/tsan_interface.h>
#include <sys/mman.h>
#include <unistd.h>
#include <algorithm>
#include <bit>
#include <cassert>
#include <cstring>
#include <new>
#include <utility>

namespace vigil::checker {
namespace {

// Larger than nearly all stack frames: a frame larger than the guard could skip it.
constexpr std::size_t kGuardBytes = 64 * 1024;
constinit VIGIL_PER_THREAD Fiber* running = nullptr;

std::size_t whole_pages(std::size_t stack_bytes) {
  const auto page = static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
  return (std::max(stack_bytes, page) + page - 1) / page * page;
}

// A word that may alias objects of any type.
using Word [[gnu::may_alias]] = std::uint64_t;

}  // namespace

std::size_t Fiber::needed_for(std::size_t stack_bytes) { return kGuardBytes + whole_pages(stack_bytes); }

Fiber::Fiber(std::size_t stack_bytes, void* place)
    : current_exceptions_(static_cast<Exceptions*>(static_cast<void*>(abi::__cxa_get_globals()))) {
  const std::size_t bytes = whole_pages(stack_bytes);
  void* const mapping = mmap(place, kGuardBytes + bytes, PROT_READ | PROT_WRITE,
                             MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | (place != nullptr ? MAP_FIXED : 0), -1, 0);
  if (mapping == MAP_FAILED) report_no_memory();
  bottom_ = static_cast<std::byte*>(mapping) + kGuardBytes;
  top_ = bottom_ + bytes;
  if (mprotect(mapping, kGuardBytes, PROT_NONE) != 0) {
    munmap(mapping, kGuardBytes + bytes);
    report_no_memory();
  }
}

Fiber::~Fiber() {
  forget_earlier_use();
  munmap(bottom_ - kGuardBytes, kGuardBytes + stack_bytes());
}

// An abandoned call leaves marks in the sanitizers' shadow of the stack, and a frame on ThreadSanitizer's shadow call
// stack, which is small. An exception that the call was handling is leaked on purpose.
void Fiber::forget_earlier_use() {
  if constexpr (kAddressSanitizer) {
    __asan_unpoison_memory_region(bottom_, stack_bytes());
    if (exceptions_.caught != nullptr) __lsan_ignore_object(exceptions_.caught);
  }
  if constexpr (kThreadSanitizer) {
    if (thread_ != nullptr) __tsan_destroy_fiber(std::exchange(thread_, nullptr));
  }
}

void Fiber::start(Entry entry, void* argument) {
  assert(running != this);
  forget_earlier_use();
  if constexpr (kThreadSanitizer) thread_ = __tsan_create_fiber(0);
  exceptions_ = {};
  entry_ = entry;
  argument_ = argument;
  suspended_ = prepare_stack(top_, bottom_, &Fiber::run, this);
}

void Fiber::run(void* self) {
  auto& fiber = *static_cast<Fiber*>(self);
  // Goes on with the earlier fake stack, which only a switch without return would drop.
  if constexpr (kAddressSanitizer) {
    __sanitizer_finish_switch_fiber(fiber.fake_stack_, &fiber.resumer_bottom_, &fiber.resumer_bytes_);
  }
  fiber.entry_(fiber.argument_);
  for (;;) fiber.suspend();
}

void Fiber::resume() {
  assert(running != this);
  outer_ = running;
  running = this;
  std::swap(*current_exceptions_, exceptions_);
  void* fake_stack = nullptr;
  if constexpr (kAddressSanitizer) __sanitizer_start_switch_fiber(&fake_stack, bottom_, stack_bytes());
  if constexpr (kThreadSanitizer) {
    resumer_thread_ = __tsan_get_current_fiber();
    __tsan_switch_to_fiber(thread_, 0);
  }
  {
    const ThreadPointer::Lent lent(thread_pointer_);
    vigil_checker_switch(&resumer_, suspended_);
  }
  if constexpr (kAddressSanitizer) __sanitizer_finish_switch_fiber(fake_stack, nullptr, nullptr);
  std::swap(*current_exceptions_, exceptions_);
  running = outer_;
}

void Fiber::suspend() {
  assert(running == this);
  if constexpr (kAddressSanitizer) __sanitizer_start_switch_fiber(&fake_stack_, resumer_bottom_, resumer_bytes_);
  if constexpr (kThreadSanitizer) __tsan_switch_to_fiber(resumer_thread_, 0);
  vigil_checker_switch(&suspended_, resumer_);
  if constexpr (kAddressSanitizer) __sanitizer_finish_switch_fiber(fake_stack_, &resumer_bottom_, &resumer_bytes_);
}

Fiber* Fiber::current() noexcept { return running; }

bool Fiber::contains(const void* address) const {
  const auto* const byte = static_cast<const std::byte*>(address);
  return byte >= bottom_ && byte < top_;
}

bool Fiber::overflows_at(const void* address) const {
  const auto* const byte = static_cast<const std::byte*>(address);
  return byte < bottom_ && byte >= bottom_ - kGuardBytes;
}

void Fiber::clear(const void* lowest) {
  assert(contains(lowest) && reinterpret_cast<std::uintptr_t>(lowest) % sizeof(Word) == 0);
  forget_earlier_use();
  // A few hundred bytes, a million times a second: word by word, and volatile so that the compiler emits no call.
  auto* word = reinterpret_cast<volatile Word*>(bottom_ + (static_cast<const std::byte*>(lowest) - bottom_));
  const auto* const end = reinterpret_cast<const Word*>(top_);
  for (; word != end; ++word) *word = 0;
}

std::uint64_t digest(const Registers& registers, RunDependentWords differing) {
  constexpr std::uint64_t kMultiplier = 0x9e3779b97f4a7c15;
  constexpr int kRotation = 29;
  std::uint64_t sum = reinterpret_cast<std::uintptr_t>(registers.stack_pointer);
  sum = (sum ^ differing.essence(*static_cast<const Word*>(registers.stack_pointer))) * kMultiplier;
  for (const std::uint64_t value : registers.values)
    sum = std::rotl((sum ^ differing.essence(value)) * kMultiplier, kRotation);
  return sum ^ (sum >> 32U);
}

// Four independent sums, because a multiplication takes several cycles.
[[gnu::no_sanitize_address]] std::uint64_t digest(const Registers& registers, const Fiber& fiber,
                                                  RunDependentWords differing) {
  constexpr std::uint64_t kMultiplier = 0x9e3779b97f4a7c15;
  constexpr int kRotation = 29;
  const auto* word = static_cast<const Word*>(registers.stack_pointer);
  const auto* const end = static_cast<const Word*>(fiber.top());
  std::uint64_t a = static_cast<std::uint64_t>(end - word);
  std::uint64_t b = 1;
  std::uint64_t c = 2;
  std::uint64_t d = 3;
  for (; end - word >= 4; word += 4) {
    a = std::rotl((a ^ differing.essence(word[0])) * kMultiplier, kRotation);
    b = std::rotl((b ^ differing.essence(word[1])) * kMultiplier, kRotation);
    c = std::rotl((c ^ differing.essence(word[2])) * kMultiplier, kRotation);
    d = std::rotl((d ^ differing.essence(word[3])) * kMultiplier, kRotation);
  }
  for (; word != end; ++word) a = std::rotl((a ^ differing.essence(*word)) * kMultiplier, kRotation);
  for (const std::uint64_t value : registers.values)
    b = std::rotl((b ^ differing.essence(value)) * kMultiplier, kRotation);
  for (const std::uint64_t lane : {b, c, d}) a = std::rotl((a ^ lane) * kMultiplier, kRotation);
  return a ^ (a >> 32U);
}

}  // namespace vigil::checker
