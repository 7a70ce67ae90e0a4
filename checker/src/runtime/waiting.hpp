#pragma once

#include "assumptions.hpp"
#include "graph.hpp"
#include "iteration_check.hpp"
#include "model_memory.hpp"
#include "safety.hpp"
#include "standstill.hpp"
#include "static_memory.hpp"

#include <vigil/checker/options.hpp>

#include <array>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>

namespace vigil::checker {

// Which loops of a model's threads wait, and which threads wait in vain.
//
// A loop waits if it has come back to where it was: the same operation is asked for again, nothing was changed since,
// and the thread's own state is the same. Whether an iteration changed memory is found out in either of two ways. A
// search runs the execution once more and takes images of memory on the way (IterationCheck). In single steps a thread
// whose iterations look alike is watched from then on.
class Waiting {
 public:
  Waiting(const Options& options, std::shared_ptr<Assumptions> assumptions, ModelMemory& memory, const Safety& safety);
  ~Waiting() { detail::wanted_state = nullptr; }
  Waiting(const Waiting&) = delete;
  Waiting& operator=(const Waiting&) = delete;

  // Another execution.
  void begin_execution(bool is_stepwise);
  // Another run of it, and of each thread in it.
  void begin_run(const Graph& graph);
  void begin_thread(unsigned thread) {
    changes_[thread] = {};
    threads_[thread].attempts = 0;
    threads_[thread].spins_from.reset();
    if (is_stepwise_) [[unlikely]]
      begin_watching(thread);
  }
  // Whether any run so far took a loop for a wait that is not declared.
  [[nodiscard]] bool undeclared_waits() const { return undeclared_waits_; }

  // ---- what a thread does, before its event at `position`

  // Its loops began to do something else.
  void progress(unsigned thread, unsigned position) { changes_[thread].streak = position; }
  // An event, which the one at `position` follows.
  void follow(unsigned thread, unsigned position, const Event& event) {
    if (!event.writes || (event.reads && event.written == event.read)) return;
    if (is_on_mutex(event.request.operation)) [[unlikely]]
      follow_mutex(thread, event);
    else
      progress(thread, position);
  }
  void note_try_lock(unsigned mutex, unsigned thread) { assumptions_->mutex_use.note_try_lock(mutex, thread); }
  // Where the state of a thread is wanted when it asks for a new step; null if it is not.
  [[nodiscard]] Registers* wanted_state() const { return wanted_state_; }

  // ---- loops

  enum class Loop {
    goes_on,
    waits,
    unknown,  // the execution has to be run again to find out
  };
  // What a thread does that makes a request for a new event. If it waits, the request is replaced by a spin. `state`:
  // to be kept in the event.
  [[nodiscard]] Loop recognise(unsigned thread, unsigned position, Request& request, std::uint64_t& state);

  // An attempt that `Layer::retry` makes: where it begins, which mutexes the thread holds then, and what its caller's
  // stack is.
  struct Attempt {
    unsigned first = 0;
    std::uint64_t held = 0;
    std::uint64_t state = 0;
    IterationCheck::Attempt declared;
  };
  [[nodiscard]] Attempt begin_attempt(unsigned thread, unsigned position, const void* frame);
  // After an attempt that failed where the next event is a new one: what the thread does if it makes the next attempt.
  [[nodiscard]] Loop fail_attempt(unsigned thread, unsigned position, const Attempt& attempt);

  // ---- the run that takes images of memory

  // How much of its events a thread is shown: if it is checked, up to where the first image is due.
  [[nodiscard]] unsigned visible_size(unsigned thread, unsigned size) const {
    return thread == iteration_.thread() ? std::min(size, iteration_.next()) : size;
  }
  [[nodiscard]] bool image_is_due(unsigned thread, unsigned position) const {
    return thread == iteration_.thread() && iteration_.has_next() && iteration_.next() == position;
  }
  [[nodiscard]] bool image_is_due(unsigned thread, const Attempt& attempt) const {
    return !is_stepwise_ && thread == iteration_.thread() && iteration_.attempt() == attempt.declared;
  }
  // Before an image: calls `run(source)` for each event that the iteration reads from and that does not depend on it.
  // The threads of those run on, so that they do not have to in the midst of the iteration.
  template <class Run>
  void prepare_image(unsigned thread, unsigned position, Run run);
  void take_image(unsigned thread);
  // Whether the thread is in an iteration of which there is an image. Before others can see what it has done so far,
  // memory is compared; after they have run, the images are taken again.
  [[nodiscard]] bool is_checked(unsigned thread) const { return iteration_.is_under_way(thread); }
  void compare_images();
  void retake_images(unsigned thread);

  // ---- single steps

  // Whether the thread is watched; then `end_step` compares memory with what it is now.
  [[nodiscard]] bool begin_step(unsigned thread);
  void end_step(unsigned thread, unsigned position);

  // When no thread can go on.
  [[nodiscard]] Standstill standstill() const { return {*graph_, pending_spins_}; }

 private:
  // What a thread has changed, for others to see.
  struct Changes {
    unsigned streak = 0;     // its first event after the last that changed anything
    std::uint64_t held = 0;  // which mutexes it holds
  };
  struct Thread {
    unsigned attempts = 0;                 // that its writer has declared
    std::optional<unsigned> spins_from{};  // where the declared attempt began that has just failed without a change
    // In single steps: whether it is watched for changes of memory, and since which event it has made none.
    bool is_watched = false;
    unsigned watched_from = 0;
    const void* deepest = nullptr;  // stack pointer at which its state was compared, in any execution
  };
  // Of some visits of a place, the first of an iteration that changed nothing, if that is known.
  struct Unchanged {
    bool is_known = true;
    std::optional<unsigned> first{};
  };

  // What single steps need to know of a thread.
  void begin_watching(unsigned thread);
  void follow_mutex(unsigned thread, const Event& event);
  [[nodiscard]] IterationCheck::Visits visits_of(unsigned thread, unsigned position, const Request& request,
                                                 std::uint64_t state);
  [[nodiscard]] bool may_poll(unsigned thread, unsigned first, unsigned end);
  void spin(unsigned thread, unsigned first, Request& request);
  // Nothing if the stack has to be cleared deeper first, and the execution to be run again.
  [[nodiscard]] std::optional<std::uint64_t> state_of(unsigned thread);
  [[nodiscard]] std::uint64_t digest_above(unsigned thread, const void* frame) const;
  [[nodiscard]] Unchanged first_of_watched(unsigned thread, unsigned position, const IterationCheck::Visits& visits);
  [[nodiscard]] Unchanged first_of_unchanged(unsigned thread, unsigned position, const IterationCheck::Visits& visits,
                                             const IterationCheck::Attempt& attempt);
  [[nodiscard]] std::optional<unsigned> compare_all(bool is_noted, bool& only_statics_differ);
  void add_own(unsigned thread, MemoryImage& image) const;
  void add_memory(unsigned thread, IterationCheck::Image& image);
  // What the checker itself has among the static data that is compared: the same whenever it is.
  void normalise_statics() { detail::wanted_state = registers_.get(); }
  template <class Visit>
  void for_each_static(Visit visit) const {
    if (!faults.statics_are_not_compared) statics_.for_each_written(visit);
  }

  const Options& options_;
  const std::shared_ptr<Assumptions> assumptions_;
  ModelMemory& memory_;
  const Safety& safety_;
  const Graph* graph_ = nullptr;
  bool is_stepwise_ = false;
  bool undeclared_waits_ = false;
  std::array<Changes, kMostThreads + 1> changes_;  // apart, because each step looks at them
  std::array<Thread, kMostThreads + 1> threads_;
  // In single steps: where the iteration began that a thread asks to repeat.
  Standstill::PendingSpins pending_spins_;
  IterationCheck iteration_;
  StaticMemory statics_;
  std::size_t static_pages_ = 0;  // that were noted when the first image was taken, or the step began
  MemoryImage step_image_;
  std::unique_ptr<Registers> registers_;
  Registers* wanted_state_;
};

template <class Run>
void Waiting::prepare_image(unsigned thread, unsigned position, Run run) {
  statics_.watch();
  if (!is_checked(thread)) static_pages_ = statics_.pages_written();
  for (unsigned index = position; index != iteration_.last(); ++index) {
    const EventId source = (*graph_)[EventId(thread, index)].source;
    if (!source.is_event() || source.thread() == thread) continue;
    if (!graph_->views(source).prefix.contains(EventId(thread, position))) run(source);
  }
}

}  // namespace vigil::checker
