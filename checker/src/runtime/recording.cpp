#include "recording.hpp"

namespace vigil::checker {

ViolationPlace Recording::place_of(unsigned thread) const {
  return recorder_->describe(places_[thread].location, places_[thread].object);
}

void Recording::note(const Place& place, Action action, const void* memory, Location location) {
  if (!is_on_) return;
  Recorder::Entry entry{action, Recorder::Entry::kNoObject, {std::memory_order_relaxed, location}, false, {}, {}, {}};
  entry.memory = memory;
  add(place, entry);
}

void Recording::note_plain(const Place& place, Action action, const char* what, Location location) {
  if (!is_on_) return;
  Recorder::Entry entry{action, Recorder::Entry::kNoObject, {std::memory_order_relaxed, location}, false, {}, {}, {}};
  entry.plain = what;
  add(place, entry);
}

}  // namespace vigil::checker
