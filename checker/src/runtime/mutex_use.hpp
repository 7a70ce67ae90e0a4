#pragma once

#include "shared_by_forks.hpp"
#include "view.hpp"

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace vigil::checker {

// Which mutexes threads poll under, and which others try to lock.
//
// A loop that locks a mutex, looks and unlocks it again leaves everything as it was, unless another thread can see that
// the mutex was held: by `try_lock`. A search does not know beforehand whether one comes. It takes such a loop for a
// wait as long as no other thread has tried; if one tries later, the search has to begin again, knowing it. All
// processes that share the search share this too.
class MutexUse {
 public:
  void note_try_lock(unsigned mutex, unsigned thread);
  // Whether a loop of the thread that locks the mutex may be taken for a wait; notes that it is, if so.
  [[nodiscard]] bool may_poll(unsigned mutex, unsigned thread);

  // Whether a loop was taken for a wait that is none.
  [[nodiscard]] bool is_contradicted() const { return shared_->is_contradicted.load(std::memory_order_relaxed); }
  // Before the search begins again.
  void forget_polling();

  // What is known of a mutex, for processes that share no memory: threads, a bit each.
  struct Known {
    std::uint32_t mutex = 0;
    std::uint16_t tried_by = 0, polled_by = 0;
    friend bool operator==(const Known&, const Known&) = default;
  };
  static constexpr std::size_t kMostMutexes = 256;
  [[nodiscard]] std::vector<Known> known() const;
  // In place of what was known. At most kMostMutexes, none of them twice.
  void set_known(const std::vector<Known>& all);
  // Whether that contradicts itself.
  [[nodiscard]] static bool is_contradiction(const Known& known);
  // Whether there were more mutexes than can be known.
  [[nodiscard]] bool is_full() const { return shared_->is_full.load(std::memory_order_relaxed); }

 private:
  struct Entry {
    std::atomic<std::uint32_t> mutex{0};  // its number plus one; 0: none yet, nor in those that follow
    std::atomic<std::uint16_t> tried_by{0}, polled_by{0};
  };
  struct Shared {
    std::atomic<bool> is_contradicted{false};
    std::atomic<bool> is_full{false};
    std::array<Entry, kMostMutexes> entries;
  };
  static_assert(kMostThreads <= 16 && std::atomic<std::uint32_t>::is_always_lock_free);

  [[nodiscard]] Entry* entry_of(unsigned mutex);  // null if there are too many
  void compare(const Entry& entry);

  SharedByForks<Shared> shared_;
};

}  // namespace vigil::checker
