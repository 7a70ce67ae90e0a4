#pragma once

#include "memory_image.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <vector>

namespace vigil::checker {

// Whether an iteration of a loop left everything as it was. A thread that asks again for what it asked for before, in
// the same place, may be waiting: if so, its next iteration would be the last one again. A digest of its stack says
// that it may; then the execution is run once more. At each earlier visit an image of all memory that the thread can
// reach is taken, and at the last one it is compared, byte by byte.
//
// What other threads write in between does not count: they run before the images are taken, as far as they do not
// depend on the iteration. Where they do, the thread has written something in it, if only what was there before; then
// memory has to be as it was at that moment too, because others can see it.
class IterationCheck {
 public:
  static constexpr unsigned kNoThread = ~0U;
  static constexpr std::size_t kMostVisits = 8;

  // The earlier visits of one place, the latest first.
  class Visits {
   public:
    void add(unsigned index) { indices_[size_++] = index; }
    [[nodiscard]] bool is_full() const { return size_ == kMostVisits; }
    [[nodiscard]] std::size_t size() const { return size_; }
    [[nodiscard]] unsigned operator[](std::size_t i) const { return indices_[i]; }

   private:
    std::array<unsigned, kMostVisits> indices_{};
    std::size_t size_ = 0;
  };

  // An iteration that its writer has declared: the frame of its caller, and which of the thread's attempts it is. One
  // attempt may end without an event, and another one begin in the same place and with the same frame.
  struct Attempt {
    const void* frame = nullptr;
    unsigned number = 0;

    friend bool operator==(const Attempt&, const Attempt&) = default;
  };

  struct Image {
    unsigned first = 0;        // the visit: the index of the thread's next event
    MemoryImage own;           // registers and stack of the thread
    MemoryImage shared;        // everything else, but for
    MemoryImage statics;       // static and thread-local data
    bool has_changed = false;  // at a moment at which others could see it
    bool statics_have_changed = false;
  };

  // Nothing is being checked, and nothing is known.
  void reset() {
    thread_ = kNoThread;
    refuted_.clear();
  }
  // The check is over: the iteration changed something, or nothing.
  void conclude(bool has_changed) {
    if (has_changed) refuted_.push_back({thread_, last_, attempt_});
    thread_ = kNoThread;
  }
  // Whether a check that ended there has found a change. The execution may be run again for another one.
  [[nodiscard]] bool is_refuted(unsigned thread, unsigned last, const Attempt& attempt) const {
    return std::ranges::any_of(refuted_, [&](const Refuted& each) {
      return each.thread == thread && each.last == last && each.attempt == attempt;
    });
  }
  // The execution is to be run again; the iterations begin at these visits and end at `last`.
  void ask(unsigned thread, const Visits& visits, unsigned last, const Attempt& attempt) {
    thread_ = thread;
    visits_ = visits;
    last_ = last;
    attempt_ = attempt;
    tries_ = 0;
  }
  // Before each run.
  void begin() {
    images_taken_ = 0;
    ++tries_;
  }

  [[nodiscard]] bool is_asked(unsigned thread, unsigned last, const Attempt& attempt) const {
    return thread_ == thread && last_ == last && attempt_ == attempt;
  }
  [[nodiscard]] unsigned thread() const { return thread_; }
  [[nodiscard]] unsigned last() const { return last_; }
  [[nodiscard]] const Attempt& attempt() const { return attempt_; }
  // The first run may bind functions and set up static data, once and for all. It is not believed if it sees a change.
  [[nodiscard]] bool is_first_try() const { return tries_ == 1; }

  // The next visit at which an image is due.
  [[nodiscard]] bool has_next() const { return images_taken_ != visits_.size(); }
  [[nodiscard]] unsigned next() const { return visits_[visits_.size() - 1 - images_taken_]; }
  // A new image; the caller fills it in.
  [[nodiscard]] Image& take();

  // Whether the thread is in an iteration of which there is an image.
  [[nodiscard]] bool is_under_way(unsigned thread) const { return thread == thread_ && images_taken_ != 0; }
  // Of all images, the latest visit first.
  template <class Visit>
  void for_each_image(Visit visit) {
    for (std::size_t i = images_taken_; i-- != 0;) visit(images_[i]);
  }

 private:
  struct Refuted {
    unsigned thread, last;
    Attempt attempt;
  };

  unsigned thread_ = kNoThread;
  unsigned last_ = 0;
  Attempt attempt_;
  unsigned tries_ = 0;
  Visits visits_;
  std::vector<Image> images_;  // the earliest visit first; kept for their memory
  std::size_t images_taken_ = 0;
  std::vector<Refuted> refuted_;
};

inline IterationCheck::Image& IterationCheck::take() {
  const unsigned first = next();
  if (images_.size() == images_taken_) images_.emplace_back();
  Image& image = images_[images_taken_++];
  image.first = first;
  image.own.clear();
  image.shared.clear();
  image.statics.clear();
  image.has_changed = image.statics_have_changed = false;
  return image;
}

}  // namespace vigil::checker
