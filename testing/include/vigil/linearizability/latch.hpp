#pragma once

#include <vigil/latch/core_latch.hpp>
#include <vigil/linearizability/linearize.hpp>

#include <string>
#include <string_view>
#include <utility>

namespace vigil::linearizability {

// A sequential latch of four states. CoreLatch documents the calls.
struct LatchCall {
  enum class Kind { get_sleepy, fall_asleep, wake_up, set, reset, check };

  static LatchCall get_sleepy(bool changed) { return {Kind::get_sleepy, changed, LatchState::unset}; }
  static LatchCall fall_asleep(bool changed) { return {Kind::fall_asleep, changed, LatchState::unset}; }
  static LatchCall wake_up() { return {Kind::wake_up, false, LatchState::unset}; }
  static LatchCall set(bool owner_slept) { return {Kind::set, owner_slept, LatchState::unset}; }
  static LatchCall reset() { return {Kind::reset, false, LatchState::unset}; }
  static LatchCall check(LatchState seen) { return {Kind::check, false, seen}; }

  Kind kind = Kind::check;
  bool answer = false;
  LatchState seen = LatchState::unset;
};

[[nodiscard]] inline std::string to_string(const LatchCall& call) {
  static constexpr std::string_view kNames[] = {"get_sleepy", "fall_asleep", "wake_up", "set", "reset", "state"};
  const std::string name(kNames[static_cast<int>(call.kind)]);
  if (call.kind == LatchCall::Kind::check) return name + " sees " + std::string(to_string(call.seen));
  if (call.kind == LatchCall::Kind::wake_up || call.kind == LatchCall::Kind::reset) return name;
  return name + (call.answer ? " returns true" : " returns false");
}

struct LatchSpec {
  using State = LatchState;

  static bool apply(State& state, const LatchCall& call) {
    switch (call.kind) {
      case LatchCall::Kind::get_sleepy:
        return change(state, State::unset, State::sleepy) == call.answer;
      case LatchCall::Kind::fall_asleep:
        return change(state, State::sleepy, State::sleeping) == call.answer;
      case LatchCall::Kind::wake_up:
        (void)change(state, State::sleeping, State::unset);
        return true;
      case LatchCall::Kind::set:
        return std::exchange(state, State::set) == State::sleeping ? call.answer : !call.answer;
      case LatchCall::Kind::reset:
        state = State::unset;
        return true;
      case LatchCall::Kind::check:
        return state == call.seen;
    }
    return false;
  }

 private:
  static bool change(State& state, State from, State to) {
    if (state != from) return false;
    state = to;
    return true;
  }
};

}  // namespace vigil::linearizability
