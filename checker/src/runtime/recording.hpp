#pragma once

#include "recorder.hpp"

#include <array>

namespace vigil::checker {

// Writes down what an execution does, if it is to be read. Most executions are not.
class Recording {
 public:
  // Who does something, and what the graph has of it.
  struct Place {
    unsigned thread = Moment::kOutside;
    bool is_setup = false;
    EventId event = EventId::none();
  };

  // Of the next execution; null: nothing is written down.
  void begin(Recorder* recorder) {
    recorder_ = recorder;
    is_on_ = recorder != nullptr;
    if (is_on_) places_ = {};
  }
  // What the invariant does between two steps is none itself.
  void pause() { is_on_ = false; }
  void go_on() { is_on_ = recorder_ != nullptr; }
  [[nodiscard]] bool is_on() const { return is_on_; }

  // Where the thread's code is now, and which object it uses. While it is on.
  void note_place(unsigned thread, const Location& location, std::uint32_t object) {
    places_[thread] = {location, object};
  }
  [[nodiscard]] ViolationPlace place_of(unsigned thread) const;

  // While it is on.
  void add(const Place& place, const Recorder::Entry& entry) {
    recorder_->add(place.thread, place.is_setup, entry, place.event);
  }
  // An operation that has no more to it than where it was written.
  void add(const Place& place, Action action, const detail::Handle& object, const detail::Site& site) {
    add(place, {action, object.number, site, false, {}, {}, {}});
  }
  // A fence that does nothing.
  void add_relaxed_fence(Action action, const detail::Site& site) {
    recorder_->add_relaxed_fence({action, Recorder::Entry::kNoObject, site, true, {}, {}, {}});
  }
  // The rest also while it is off.
  // What concerns no object of the layer, but perhaps allocated memory.
  void note(const Place& place, Action action, const void* memory, Location location);
  // What plain code reads or writes: a text that stays.
  void note_plain(const Place& place, Action action, const char* what, Location location);
  // How the thread's next operation is written down if it never ends.
  void expect_to_wait(unsigned thread, Action action, const detail::Handle& object, const detail::Site& site) {
    if (is_on_) waiting_for_[thread] = {action, object.number, site, false, {}, {}, {}};
  }
  // It does not.
  void add_waiting(unsigned thread, EventId event) {
    if (is_on_) add({thread, false, event}, waiting_for_[thread]);
  }

 private:
  struct CodePlace {
    Location location;
    std::uint32_t object = Recorder::Entry::kNoObject;
  };

  Recorder* recorder_ = nullptr;
  bool is_on_ = false;
  std::array<CodePlace, kMostThreads + 1> places_{};
  std::array<Recorder::Entry, kMostThreads + 1> waiting_for_{};
};

}  // namespace vigil::checker
