#pragma once

#include "mutex_use.hpp"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace vigil::checker {

// What processes that share a search, but no memory, have to agree on: who started the thread of each number, and which
// mutexes are polled under and tried. See StartedThreads and MutexUse.
class CommonKnowledge {
 public:
  std::vector<std::uint32_t> threads;
  std::vector<MutexUse::Known> mutexes;

  [[nodiscard]] std::string pack() const;
  // Throws DamagedItem.
  [[nodiscard]] static CommonKnowledge unpack(std::string_view bytes, unsigned own_threads);

  // With what another process knows. False if the two number threads differently.
  [[nodiscard]] bool add(const CommonKnowledge& other);
  // Whether a loop was taken for a wait that is none.
  [[nodiscard]] bool is_contradiction() const;
  // Before the search begins again, knowing which mutexes are tried.
  void forget_polling();
  [[nodiscard]] bool is_too_much() const { return mutexes.size() > MutexUse::kMostMutexes; }

  friend bool operator==(const CommonKnowledge&, const CommonKnowledge&) = default;
};

}  // namespace vigil::checker
