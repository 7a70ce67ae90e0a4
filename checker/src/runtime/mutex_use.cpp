#include "mutex_use.hpp"

#include "faults.hpp"

namespace vigil::checker {
namespace {

// Whether a mutex that one of `threads` polls under is tried by another one.
bool meet(unsigned threads, unsigned tried_by) {
  for (unsigned thread = 0; thread != kMostThreads; ++thread)
    if (((threads >> thread) & 1U) != 0 && (tried_by & ~(1U << thread)) != 0) return true;
  return false;
}

}  // namespace

MutexUse::Entry* MutexUse::entry_of(unsigned mutex) {
  const std::uint32_t mine = mutex + 1;
  for (Entry& entry : shared_->entries) {
    std::uint32_t found = entry.mutex.load(std::memory_order_relaxed);
    if (found == 0 && entry.mutex.compare_exchange_strong(found, mine, std::memory_order_relaxed)) return &entry;
    if (found == mine) return &entry;
  }
  shared_->is_full.store(true, std::memory_order_relaxed);
  return nullptr;
}

void MutexUse::note_try_lock(unsigned mutex, unsigned thread) {
  Entry* const entry = entry_of(mutex);
  if (entry == nullptr) return;
  entry->tried_by.fetch_or(static_cast<std::uint16_t>(1U << thread), std::memory_order_relaxed);
  compare(*entry);
}

bool MutexUse::may_poll(unsigned mutex, unsigned thread) {
  Entry* const entry = entry_of(mutex);
  if (entry == nullptr) return false;
  if (meet(1U << thread, entry->tried_by.load(std::memory_order_relaxed)) && !faults.polled_mutexes_forgotten)
    return false;
  entry->polled_by.fetch_or(static_cast<std::uint16_t>(1U << thread), std::memory_order_relaxed);
  compare(*entry);
  return true;
}

void MutexUse::compare(const Entry& entry) {
  if (meet(entry.polled_by.load(std::memory_order_relaxed), entry.tried_by.load(std::memory_order_relaxed)) &&
      !faults.polled_mutexes_forgotten)
    shared_->is_contradicted.store(true, std::memory_order_relaxed);
}

void MutexUse::forget_polling() {
  for (Entry& entry : shared_->entries) entry.polled_by.store(0, std::memory_order_relaxed);
  shared_->is_contradicted.store(false, std::memory_order_relaxed);
}

std::vector<MutexUse::Known> MutexUse::known() const {
  std::vector<Known> all;
  for (const Entry& entry : shared_->entries) {
    const std::uint32_t mutex = entry.mutex.load(std::memory_order_relaxed);
    if (mutex == 0) break;
    all.push_back(
        {mutex - 1, entry.tried_by.load(std::memory_order_relaxed), entry.polled_by.load(std::memory_order_relaxed)});
  }
  return all;
}

void MutexUse::set_known(const std::vector<Known>& all) {
  for (std::size_t i = 0; i != kMostMutexes; ++i) {
    Entry& entry = shared_->entries[i];
    const bool is_known = i < all.size();
    entry.mutex.store(is_known ? all[i].mutex + 1 : 0, std::memory_order_relaxed);
    entry.tried_by.store(is_known ? all[i].tried_by : std::uint16_t{0}, std::memory_order_relaxed);
    entry.polled_by.store(is_known ? all[i].polled_by : std::uint16_t{0}, std::memory_order_relaxed);
  }
  shared_->is_contradicted.store(false, std::memory_order_relaxed);
}

bool MutexUse::is_contradiction(const Known& known) {
  return meet(known.polled_by, known.tried_by) && !faults.polled_mutexes_forgotten;
}

}  // namespace vigil::checker
