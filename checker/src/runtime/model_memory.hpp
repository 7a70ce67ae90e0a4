#pragma once

#include "arena.hpp"
#include "faults.hpp"
#include "fiber.hpp"
#include "fixed_place.hpp"
#include "safety.hpp"
#include "started_code.hpp"

#include <vigil/checker/model_code.hpp>

#include <array>
#include <cstddef>
#include <optional>

namespace vigil::checker {

// The memory in which executions of a model take place: the model itself, what it allocates, and the stacks of its
// threads, each of which is a fiber. It has the same addresses in every execution.
class ModelMemory {
 public:
  static constexpr unsigned kOutside = Moment::kOutside;  // also the fiber of setup and finish

  // Throws std::bad_alloc. `place`: where the model and the stacks lie, and then the arena is at its fixed place too;
  // null if that does not matter.
  ModelMemory(const ModelCode& code, std::size_t arena_bytes, FixedPlace* place = nullptr);
  // What it takes of a place, at most.
  [[nodiscard]] static std::size_t needed_for(const ModelCode& code);
  ~ModelMemory();
  ModelMemory(const ModelMemory&) = delete;
  ModelMemory& operator=(const ModelMemory&) = delete;

  // Before an execution.
  void reset() {
    arena_.reset();
    alive_ = 0;
  }
  // A thread begins, on its stack: `entry` runs at the next resume of its fiber.
  void begin(unsigned thread, Fiber::Entry entry, void* argument) {
    if (!fibers_[thread]) [[unlikely]]
      make_fiber(thread);
    fibers_[thread]->start(entry, argument);
    alive_ |= 1U << thread;
  }
  void end(unsigned thread) { alive_ &= ~(1U << thread); }

  [[nodiscard]] void* model() const { return model_; }
  [[nodiscard]] std::size_t model_bytes() const { return model_bytes_; }
  [[nodiscard]] Arena& arena() { return arena_; }
  [[nodiscard]] const Arena& arena() const { return arena_; }
  // Of a thread that has begun, or of the outside.
  [[nodiscard]] Fiber& fiber(unsigned thread) const { return *fibers_[thread]; }
  // Whether a loop that changes a byte there is seen to have changed something.
  [[nodiscard]] bool is_compared(const void* address) const;
  // Of a thread that another one starts.
  [[nodiscard]] StartedCode& started_code(unsigned thread) { return started_code_[thread]; }

  // Calls `visit(begin, bytes)` for all that the thread can reach here, without its own stack.
  template <class Visit>
  void for_each_shared(unsigned thread, Visit visit) const;

 private:
  static constexpr std::size_t kStackBytes = 256 * 1024;

  [[nodiscard]] static std::size_t bytes_of_stacks() { return (kMostThreads + 1) * Fiber::needed_for(kStackBytes); }
  void make_fiber(unsigned thread) {
    fibers_[thread].emplace(kStackBytes,
                            stacks_ == nullptr ? nullptr : stacks_ + thread * Fiber::needed_for(kStackBytes));
    if (hosted_ != nullptr && thread != kOutside) fibers_[thread]->run_with(hosted_->thread_pointers[thread]);
  }

  const detail::HostedProgram* const hosted_;
  const unsigned own_threads_;  // that the model has from the beginning
  const std::size_t model_bytes_;
  FixedPlace* const place_;
  void* model_;
  std::byte* stacks_ = nullptr;  // of all threads, one after the other; null if they lie anywhere
  Arena arena_;
  // Here, and not somewhere else in memory, because the first frame on a stack has the fiber's address.
  mutable std::array<std::optional<Fiber>, kMostThreads + 1> fibers_;
  std::array<StartedCode, kMostThreads> started_code_;
  unsigned alive_ = 0;  // a bit for each thread that has begun and not ended
};

template <class Visit>
void ModelMemory::for_each_shared(unsigned thread, Visit visit) const {
  if (!faults.model_is_not_compared) visit(model_, model_bytes_);
  if (hosted_ != nullptr)
    for (const auto& stretch : hosted_->memory) visit(stretch.begin, stretch.bytes);
  if (!faults.arena_is_not_compared) arena_.for_each_used(visit);
  for (unsigned other = 0; other != kMostThreads; ++other) {
    if ((alive_ & (1U << other)) == 0) continue;
    if (other >= own_threads_ && !faults.started_code_is_not_compared)
      visit(&started_code_[other], sizeof(StartedCode));
    if (other == thread || faults.stacks_are_not_compared) continue;
    const auto* const from = static_cast<const std::byte*>(fibers_[other]->suspended());
    visit(from, static_cast<std::size_t>(static_cast<const std::byte*>(fibers_[other]->top()) - from));
  }
}

}  // namespace vigil::checker
