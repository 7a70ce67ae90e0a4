#pragma once

#include <vigil/linearizability/linearize.hpp>
#include <vigil/sleep/atomic_counters.hpp>

#include <algorithm>
#include <compare>
#include <cstdint>
#include <string>
#include <string_view>

namespace vigil::linearizability {

// The three counters that AtomicCounters keeps in one word, as three numbers.
struct Counters {
  std::uint64_t sleeping = 0;
  std::uint64_t inactive = 0;
  std::uint64_t jobs_events = 0;

  template <class Widths>
  [[nodiscard]] static Counters of(CountersSnapshot<Widths> snapshot) {
    return {snapshot.sleeping(), snapshot.inactive(), snapshot.jobs_event_counter().value()};
  }
  // The comparisons that this defines use a 0 that is no pointer.
  friend auto operator<=>(const Counters&, const Counters&) = default;  // NOLINT(modernize-use-nullptr)
};

// A call on the counters, and its answer.
struct CountersCall {
  // `counters` are the numbers that were read, returned or expected. `number` is the cascade, or 1 for a registration
  // that succeeded.
  enum class Kind { load, make_even, make_odd, add_inactive, sub_inactive, try_add_sleeping, sub_sleeping };

  static CountersCall load(Counters seen) { return {Kind::load, seen, 0}; }
  static CountersCall make_even(Counters returned) { return {Kind::make_even, returned, 0}; }
  static CountersCall make_odd(Counters returned) { return {Kind::make_odd, returned, 0}; }
  static CountersCall add_inactive() { return {Kind::add_inactive, {}, 0}; }
  static CountersCall sub_inactive(std::uint64_t cascade) { return {Kind::sub_inactive, {}, cascade}; }
  static CountersCall try_add_sleeping(Counters expected, bool succeeded) {
    return {Kind::try_add_sleeping, expected, succeeded ? 1U : 0U};
  }
  static CountersCall sub_sleeping() { return {Kind::sub_sleeping, {}, 0}; }

  Kind kind = Kind::load;
  Counters counters;
  std::uint64_t number = 0;
};

[[nodiscard]] inline std::string to_string(const Counters& counters) {
  return std::to_string(counters.jobs_events) + "/" + std::to_string(counters.inactive) + "/" +
         std::to_string(counters.sleeping);
}
[[nodiscard]] inline std::string to_string(const CountersCall& call) {
  static constexpr std::string_view kNames[] = {"load",         "make_even",        "make_odd",    "add_inactive",
                                                "sub_inactive", "try_add_sleeping", "sub_sleeping"};
  std::string name(kNames[static_cast<int>(call.kind)]);
  switch (call.kind) {
    case CountersCall::Kind::load:
    case CountersCall::Kind::make_even:
    case CountersCall::Kind::make_odd:
      return name + " returns " + to_string(call.counters);
    case CountersCall::Kind::sub_inactive:
      return name + " returns that it must wake " + std::to_string(call.number);
    case CountersCall::Kind::try_add_sleeping:
      return name + " at " + to_string(call.counters) + (call.number != 0 ? " succeeds" : " fails");
    default:
      return name;
  }
}

// `Widths` determines where the jobs event counter wraps around. A number that would overflow its field is misuse,
// which the counters themselves report. Here no sequence may contain it.
template <class Widths = CounterWidths<>>
struct CountersSpec {
  using State = Counters;

  static bool apply(State& state, const CountersCall& call) {
    switch (call.kind) {
      case CountersCall::Kind::load:
        return state == call.counters;
      case CountersCall::Kind::make_even:
        return make(state, 0) == call.counters;
      case CountersCall::Kind::make_odd:
        return make(state, 1) == call.counters;
      case CountersCall::Kind::add_inactive:
        return ++state.inactive <= Widths::kMaxWorkers;
      case CountersCall::Kind::sub_inactive:
        if (state.inactive-- <= state.sleeping) return false;
        return call.number == std::min(state.sleeping, AtomicCounters<>::kCascade);
      case CountersCall::Kind::try_add_sleeping:
        return add_sleeping(state, call.counters) == (call.number != 0);
      case CountersCall::Kind::sub_sleeping:
        return state.sleeping-- != 0;
    }
    return false;
  }

 private:
  static constexpr std::uint64_t kLastJobsEvent = ~std::uint64_t{0} >> Widths::kJobsEventShift;

  static State make(State& state, std::uint64_t parity) {
    if (state.jobs_events % 2 != parity) state.jobs_events = (state.jobs_events + 1) & kLastJobsEvent;
    return state;
  }
  static bool add_sleeping(State& state, const State& expected) {
    if (state != expected) return false;
    ++state.sleeping;
    return true;
  }
};

}  // namespace vigil::linearizability
