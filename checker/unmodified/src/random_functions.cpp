// rand, random and drand48. Their numbers are part of the execution: each thread has a sequence of its own, which
// begins anew in each execution, because the order in which threads take numbers from one sequence is no part of it.

#include "random_functions.hpp"

#include "entry.hpp"
#include "hook.hpp"
#include "next.hpp"
#include "not_modelled.hpp"
#include "plain_access.hpp"
#include "program.hpp"

#include <array>
#include <cstdlib>

namespace vigil::unmodified {
namespace {

constinit std::array<std::uint64_t, kMostThreads + 1> states{};

// splitmix64: Steele, Lea, Flood, Fast splittable pseudorandom number generators, OOPSLA 2014.
std::uint64_t mix(std::uint64_t value) {
  value = (value ^ (value >> 30U)) * 0xbf58476d1ce4e5b9;
  value = (value ^ (value >> 27U)) * 0x94d049bb133111eb;
  return value ^ (value >> 31U);
}

std::uint64_t next_number(unsigned bits) {
  const Hook hook;
  std::uint64_t& state = states[current_thread()];
  state += 0x9e3779b97f4a7c15;
  // A loop that takes numbers may do something else next time.
  checker::Runtime::current().replay().note_progress();
  return mix(state) >> (64 - bits);
}

void seed(std::uint64_t value) {
  const Hook hook;
  states[current_thread()] = value;
}

}  // namespace

void begin_random_numbers() {
  states.fill(1);
  for (unsigned thread = 1; thread != kMostThreads; ++thread) states[thread] = mix(thread);
}

}  // namespace vigil::unmodified

using namespace vigil::unmodified;

// NOLINTBEGIN(bugprone-reserved-identifier,readability-identifier-naming): names of the C++ libraries.
extern "C" {

VIGIL_HIDDEN int hook_rand() { return explores() ? static_cast<int>(next_number(31)) : VIGIL_NEXT(rand)(); }
VIGIL_ENTRY(rand)

VIGIL_HIDDEN long hook_random() { return explores() ? static_cast<long>(next_number(31)) : VIGIL_NEXT(random)(); }
VIGIL_ENTRY(random)

VIGIL_HIDDEN long hook_lrand48() { return explores() ? static_cast<long>(next_number(31)) : VIGIL_NEXT(lrand48)(); }
VIGIL_ENTRY(lrand48)

VIGIL_HIDDEN long hook_mrand48() {
  return explores() ? static_cast<std::int32_t>(next_number(32)) : VIGIL_NEXT(mrand48)();
}
VIGIL_ENTRY(mrand48)

VIGIL_HIDDEN double hook_drand48() {
  return explores() ? static_cast<double>(next_number(48)) / static_cast<double>(std::uint64_t{1} << 48U)
                    : VIGIL_NEXT(drand48)();
}
VIGIL_ENTRY(drand48)

VIGIL_HIDDEN void hook_srand(unsigned value) { explores() ? seed(value) : VIGIL_NEXT(srand)(value); }
VIGIL_ENTRY(srand)

VIGIL_HIDDEN void hook_srandom(unsigned value) { explores() ? seed(value) : VIGIL_NEXT(srandom)(value); }
VIGIL_ENTRY(srandom)

VIGIL_HIDDEN void hook_srand48(long value) {
  explores() ? seed(static_cast<std::uint64_t>(value)) : VIGIL_NEXT(srand48)(value);
}
VIGIL_ENTRY(srand48)

// Its state is the program's.
VIGIL_HIDDEN int hook_rand_r(unsigned* state) {
  access(state, sizeof *state, false);
  access(state, sizeof *state, true);
  return VIGIL_NEXT(rand_r)(state);
}
VIGIL_ENTRY(rand_r)

}  // extern "C"

// std::random_device, of libstdc++ and of libc++.
VIGIL_NOT_MODELLED_AS(_ZNSt13random_device9_M_getvalEv, "std::random_device::operator()")
VIGIL_NOT_MODELLED_AS(_ZNSt13random_device16_M_getval_pretr1Ev, "std::random_device::operator()")
VIGIL_NOT_MODELLED_AS(_ZNSt3__113random_deviceclEv, "std::random_device::operator()")
// NOLINTEND(bugprone-reserved-identifier,readability-identifier-naming)
