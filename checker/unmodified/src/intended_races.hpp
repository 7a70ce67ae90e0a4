#pragma once

#include "objects.hpp"

#include <array>
#include <string>
#include <vector>

namespace vigil::unmodified {

// Memory of which the program says that its plain accesses may race. They are explored as relaxed atomic ones.
//
// A read is one before the program's own, and finds its value in memory. A write comes after the program's own, because
// only then is the value known: at the next call of the same thread.
class IntendedRaces {
 public:
  // Throws std::bad_alloc.
  IntendedRaces();

  void begin_execution();
  void add(std::uintptr_t address, std::size_t bytes);
  // Whether the access was one of these.
  [[nodiscard]] bool take(const Access& access);
  // What the current thread has written meanwhile.
  void finish_writes();

  // For the verdict: which memory, in words; empty if there is none.
  [[nodiscard]] std::string in_words() const;

 private:
  struct Range {
    std::uintptr_t begin = 0, end = 0;
  };
  struct Shared;

  std::vector<Range> ranges_;
  std::array<std::vector<Found*>, kMostThreads> begun_;
  Shared* shared_;  // in memory that forked processes share
};

[[nodiscard]] IntendedRaces& intended_races();

}  // namespace vigil::unmodified
