#pragma once

#include "mutex_use.hpp"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace vigil::checker {

// What processes that share a search, but no memory, have to agree on: who started the thread of each number, and which
// mutexes are polled under and tried; and what StartedExchange knows. See StartedThreads and MutexUse.
class CommonKnowledge {
 public:
  std::vector<std::uint32_t> threads;
  std::vector<MutexUse::Known> mutexes;
  bool threads_are_exchanged = false;  // started ones that run the same, in some part of the search
  bool threads_differ = false;         // such threads, in some execution

  [[nodiscard]] std::string pack() const;
  // Throws DamagedItem.
  [[nodiscard]] static CommonKnowledge unpack(std::string_view bytes, unsigned own_threads);

  // With what another process knows. False if the two number threads differently.
  [[nodiscard]] bool add(const CommonKnowledge& other);
  // Whether some part of the search took for granted what is not so.
  [[nodiscard]] bool is_contradiction() const;
  // Before the search begins again, and knows better.
  void begin_again();
  [[nodiscard]] bool is_too_much() const { return mutexes.size() > MutexUse::kMostMutexes; }

  friend bool operator==(const CommonKnowledge&, const CommonKnowledge&) = default;
};

}  // namespace vigil::checker
