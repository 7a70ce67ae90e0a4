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

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdint>

namespace vigil::unmodified {
namespace {

constexpr std::int64_t kSecond = 1'000'000'000;
constexpr std::int64_t kBeginning = 1'000'000 * kSecond;
// Further than any program waits.
constexpr std::int64_t kBeyondLimits = 1'000'000'000 * kSecond;

// What the clock of each thread shows, in nanoseconds.
constinit std::array<std::int64_t, kMostThreads + 1> times{};
constinit std::array<std::int64_t, kMostThreads + 1> times_read{};

std::int64_t nanoseconds(const std::timespec& time) {
  if (time.tv_sec > INT64_MAX / kSecond - 1) return INT64_MAX;
  if (time.tv_sec < 0) return 0;
  return time.tv_sec * kSecond + time.tv_nsec;
}

int give_way() {
  detail::yield(place());
  return 0;
}

int sleep_for(const std::timespec& duration) {
  const Hook hook;
  TimeLimit::after(duration).sleep_until();
  return give_way();
}

int sleep_until(const std::timespec& end) {
  const Hook hook;
  TimeLimit(end).sleep_until();
  return give_way();
}

}  // namespace

void begin_time() {
  times.fill(kBeginning);
  times_read.fill(kBeginning);
}

std::span<std::byte> clocks_read() { return std::as_writable_bytes(std::span(times_read)); }

std::timespec current_time() {
  const std::int64_t now = times[current_thread()];
  times_read[current_thread()] = now;
  return {now / kSecond, now % kSecond};
}

TimeLimit::TimeLimit(const std::timespec& end) : end_(nanoseconds(end)) {}

TimeLimit TimeLimit::after(const std::timespec& duration) {
  TimeLimit limit({});
  if (__builtin_add_overflow(times[current_thread()], nanoseconds(duration), &limit.end_)) limit.end_ = INT64_MAX;
  return limit;
}

bool TimeLimit::has_passed() const { return end_ <= times[current_thread()]; }

bool TimeLimit::is_never() const { return end_ - times[current_thread()] > kBeyondLimits; }

// At first all limits pass at once that the thread can have computed by then. Later ones pass one by one, because
// clocks in nanoseconds come to their end.
void TimeLimit::pass() const {
  std::int64_t& now = times[current_thread()];
  now = now < 2 * kBeyondLimits ? now + kBeyondLimits : std::max(now, end_);
}

void TimeLimit::sleep_until() const {
  std::int64_t& now = times[current_thread()];
  if (!is_never()) now = std::max(now, end_);
}

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
  const std::timespec time = current_time();
  *now = {time.tv_sec, time.tv_nsec / 1'000};
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

// As if the processor never did anything else.
VIGIL_HIDDEN clock_t hook_clock() {
  if (!explores()) return VIGIL_NEXT(clock)();
  const Hook hook;
  const std::timespec now = current_time();
  return now.tv_sec * CLOCKS_PER_SEC + now.tv_nsec / (1'000'000'000 / CLOCKS_PER_SEC);
}
VIGIL_ENTRY(clock)

VIGIL_HIDDEN int hook_timespec_get(timespec* now, int base) {
  if (!explores()) return VIGIL_NEXT(timespec_get)(now, base);
  const Hook hook;
  *now = current_time();
  return base;
}
VIGIL_ENTRY(timespec_get)

VIGIL_HIDDEN int hook_nanosleep(const timespec* duration, timespec* left) {
  if (!explores()) return VIGIL_NEXT(nanosleep)(duration, left);
  if (!is_invalid(*duration)) return sleep_for(*duration);
  errno = EINVAL;
  return -1;
}
VIGIL_ENTRY(nanosleep)

VIGIL_HIDDEN int hook_clock_nanosleep(clockid_t clock, int flags, const timespec* duration, timespec* left) {
  if (!explores()) return VIGIL_NEXT(clock_nanosleep)(clock, flags, duration, left);
  if (is_invalid(*duration)) return EINVAL;
  return (flags & TIMER_ABSTIME) != 0 ? sleep_until(*duration) : sleep_for(*duration);
}
VIGIL_ENTRY(clock_nanosleep)

VIGIL_HIDDEN int hook_usleep(useconds_t duration) {
  constexpr useconds_t kMicroseconds = 1'000'000;
  if (!explores()) return VIGIL_NEXT(usleep)(duration);
  return sleep_for({static_cast<std::time_t>(duration / kMicroseconds), duration % kMicroseconds * 1'000L});
}
VIGIL_ENTRY(usleep)

VIGIL_HIDDEN unsigned hook_sleep(unsigned duration) {
  if (!explores()) return VIGIL_NEXT(sleep)(duration);
  return static_cast<unsigned>(sleep_for({static_cast<std::time_t>(duration), 0}));
}
VIGIL_ENTRY(sleep)

}  // extern "C"
