#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace vigil::checker {

// Tracks writes to the static data of the program and of its libraries, without the C and C++ libraries.
//
// A program may have megabytes of static data that a model never writes. So its pages are made read-only while a search
// compares memory. A write to such a page notes the page and makes it writable. Only one object at a time does so. If
// several searches run in different OS threads, or under AddressSanitizer or ThreadSanitizer, nothing is protected and
// all static data counts as written.
class StaticMemory {
 public:
  StaticMemory() = default;
  ~StaticMemory();
  StaticMemory(const StaticMemory&) = delete;
  StaticMemory& operator=(const StaticMemory&) = delete;

  // From now on written pages are noted. A second call costs nothing.
  void watch();
  // During its lifetime nothing is read-only: for code that passes its static memory to system calls.
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

  // For the fault handler: whether the fault at this address was a write to a watched page. Then the instruction can be
  // repeated.
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
