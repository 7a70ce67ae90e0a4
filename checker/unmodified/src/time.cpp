// Clocks and sleeps. A clock of the program is a number of its own for each thread, which no other thread sees.

#include "time.hpp"

#include "entry.hpp"
#include "hook.hpp"
#include "next.hpp"
#include "places.hpp"
#include "program.hpp"

#include <vigil/checker/hooks.hpp>

#include <sys/time.h>
#include <time.h>
#include <unistd.h>

#include <array>
#include <cstdint>

namespace vigil::unmodified {
namespace {

constexpr std::time_t kBeginning = 1'000'000;
// Further than any program waits, and near enough for sums in nanoseconds.
constexpr std::time_t kBeyondLimits = 1'000'000'000;

constinit std::array<std::time_t, kMostThreads + 1> seconds{};

int give_way() {
  const Hook hook;
  detail::yield(place());
  return 0;
}

}  // namespace

void begin_time() { seconds.fill(kBeginning); }

void pass_time_limit() {
  auto& own = seconds[current_thread()];
  if (own < 2 * kBeyondLimits) own += kBeyondLimits;
}

std::timespec current_time() { return {seconds[current_thread()], 0}; }

}  // namespace vigil::unmodified

using namespace vigil::unmodified;

extern "C" {

VIGIL_HIDDEN int hook_clock_gettime(clockid_t clock, timespec* now) {
  if (!explores()) return VIGIL_NEXT(clock_gettime)(clock, now);
  const Hook hook;
  *now = current_time();
  return 0;
}
VIGIL_ENTRY(clock_gettime)

VIGIL_HIDDEN int hook_gettimeofday(timeval* now, void* zone) {
  if (!explores()) return VIGIL_NEXT(gettimeofday)(now, zone);
  const Hook hook;
  *now = {current_time().tv_sec, 0};
  return 0;
}
VIGIL_ENTRY(gettimeofday)

VIGIL_HIDDEN time_t hook_time(time_t* result) {
  if (!explores()) return VIGIL_NEXT(time)(result);
  const Hook hook;
  const time_t now = current_time().tv_sec;
  if (result != nullptr) *result = now;
  return now;
}
VIGIL_ENTRY(time)

VIGIL_HIDDEN int hook_timespec_get(timespec* now, int base) {
  if (!explores()) return VIGIL_NEXT(timespec_get)(now, base);
  const Hook hook;
  *now = current_time();
  return base;
}
VIGIL_ENTRY(timespec_get)

VIGIL_HIDDEN int hook_nanosleep(const timespec* duration, timespec* left) {
  return explores() ? give_way() : VIGIL_NEXT(nanosleep)(duration, left);
}
VIGIL_ENTRY(nanosleep)

VIGIL_HIDDEN int hook_clock_nanosleep(clockid_t clock, int flags, const timespec* duration, timespec* left) {
  return explores() ? give_way() : VIGIL_NEXT(clock_nanosleep)(clock, flags, duration, left);
}
VIGIL_ENTRY(clock_nanosleep)

VIGIL_HIDDEN int hook_usleep(useconds_t duration) { return explores() ? give_way() : VIGIL_NEXT(usleep)(duration); }
VIGIL_ENTRY(usleep)

VIGIL_HIDDEN unsigned hook_sleep(unsigned duration) {
  if (!explores()) return VIGIL_NEXT(sleep)(duration);
  return static_cast<unsigned>(give_way());
}
VIGIL_ENTRY(sleep)

}  // extern "C"
