#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace vigil::checker {

// The static data of the program and of its own libraries, without those of C and C++: what of it has been written.
//
// A program may have megabytes of it, of which a model writes nothing. So its pages are made read-only while a search
// compares memory, and one that is written all the same is noted and writable from then on. One object at a time does
// this in a program; where several searches run in different OS threads, or under AddressSanitizer or ThreadSanitizer,
// nothing is protected and all of it counts as written.
class StaticMemory {
 public:
  StaticMemory() = default;
  ~StaticMemory();
  StaticMemory(const StaticMemory&) = delete;
  StaticMemory& operator=(const StaticMemory&) = delete;

  // From now on the pages that are written are noted. Costs nothing the second time.
  void watch();
  // While one lives, nothing is read-only: for code of the program that hands its static memory to the system.
  class Pause;

  // How many pages have been noted.
  [[nodiscard]] std::size_t pages_written() const;
  // Calls `visit(begin, bytes)` for each page that was written since `watch`, and for the thread-local data of this OS
  // thread.
  template <class Visit>
  void for_each_written(Visit visit) const {
    for (const Stretch& stretch : thread_local_) visit(stretch.begin, stretch.bytes);
    for (const Stretch& stretch : always_) visit(stretch.begin, stretch.bytes);
    for (std::size_t i = 0; i != pages_written(); ++i) visit(page_written(i), page_bytes());
  }

  // In the handler of a fault at this address: whether it was a write to a page that is watched. Then the instruction
  // can be repeated.
  [[nodiscard]] static bool note_write(const void* address);

 private:
  struct Stretch {
    std::byte* begin;
    std::size_t bytes;
  };
  [[nodiscard]] static const void* page_written(std::size_t number);
  [[nodiscard]] static std::size_t page_bytes();
  void find();
  void protect(bool is_protected) const;

  bool is_found_ = false;
  bool is_watching_ = false;
  std::vector<Stretch> thread_local_;
  std::vector<Stretch> always_;   // what cannot be protected: parts of pages, or everything
  std::vector<Stretch> watched_;  // whole pages
};

class StaticMemory::Pause {
 public:
  explicit Pause(const StaticMemory& memory) : memory_(memory) {
    if (memory_.is_watching_) memory_.protect(false);
  }
  ~Pause() {
    if (memory_.is_watching_) memory_.protect(true);
  }
  Pause(const Pause&) = delete;
  Pause& operator=(const Pause&) = delete;

 private:
  const StaticMemory& memory_;
};

}  // namespace vigil::checker
