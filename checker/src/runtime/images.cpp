// In a search: the run once more, with images of memory.

#include "faults.hpp"
#include "waiting.hpp"

namespace vigil::checker {

Waiting::Unchanged Waiting::first_of_unchanged(unsigned thread, unsigned position, const IterationCheck::Visits& visits,
                                               const IterationCheck::Attempt& attempt) {
  if (faults.iterations_change_nothing) return {true, visits[0]};
  if (iteration_.is_refuted(thread, position, attempt)) return {};
  if (!iteration_.is_asked(thread, position, attempt)) {
    iteration_.ask(thread, visits, position, attempt);
    return {false, {}};
  }
  normalise_statics();
  const bool is_noted = statics_.pages_written() == static_pages_;
  bool only_statics_differ = false;
  const auto found = compare_all(is_noted, only_statics_differ);
  if (!found && only_statics_differ && (!is_noted || iteration_.is_first_try())) return {false, {}};
  iteration_.conclude(!found.has_value());
  return {true, found};
}

std::optional<unsigned> Waiting::compare_all(bool is_noted, bool& only_statics_differ) {
  std::optional<unsigned> found;
  iteration_.for_each_image([&](IterationCheck::Image& image) {
    if (found || image.has_changed || !image.own.is_current() || !image.shared.is_current()) return;
    if (is_noted && !image.statics_have_changed && image.statics.is_current())
      found = image.first;
    else
      only_statics_differ = true;
  });
  return found;
}

void Waiting::take_image(unsigned thread) {
  IterationCheck::Image& image = iteration_.take();
  add_memory(thread, image);
  add_own(thread, image.own);
}

// The thread's own state: of an attempt, the stack of its caller.
void Waiting::add_own(unsigned thread, MemoryImage& image) const {
  const bool is_attempt = iteration_.attempt().frame != nullptr;
  if (!is_attempt) image.add(registers_.get(), sizeof(Registers));
  const auto* const from =
      static_cast<const std::byte*>(is_attempt ? iteration_.attempt().frame : registers_->stack_pointer);
  const auto* const top = static_cast<const std::byte*>(memory_.fiber(thread).top());
  image.add(from, static_cast<std::size_t>(top - from));
}

void Waiting::add_memory(unsigned thread, IterationCheck::Image& image) {
  normalise_statics();
  memory_.for_each_shared(thread, [&](const void* begin, std::size_t bytes) { image.shared.add(begin, bytes); });
  for_each_static([&](const void* begin, std::size_t bytes) { image.statics.add(begin, bytes); });
}

// The others can see what there is now.
void Waiting::compare_images() {
  if (faults.visible_changes_forgotten) return;
  normalise_statics();
  iteration_.for_each_image([](IterationCheck::Image& image) {
    image.has_changed |= !image.shared.is_current();
    image.statics_have_changed |= !image.statics.is_current();
  });
}

// The others have run on, and what they wrote is not this thread's doing.
void Waiting::retake_images(unsigned thread) {
  if (faults.changes_of_others_count) return;
  iteration_.for_each_image([&](IterationCheck::Image& image) {
    image.shared.clear();
    image.statics.clear();
    add_memory(thread, image);
  });
}

}  // namespace vigil::checker
