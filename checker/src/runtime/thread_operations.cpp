// What the code of a model asks for that is no object of the layer: threads and pointers of their own, chance, memory,
// requirements.

#include "faults.hpp"
#include "operations.hpp"

#include <new>
#include <string>
#include <utility>

namespace vigil::checker {

// ---- threads

unsigned Operations::start_thread(std::function<void()> code, const detail::ThreadCode& what, Location location) {
  if (is_outside()) replay_.violate(Violation::requirement, "a thread is started outside of the threads");
  const unsigned known = replay_.graph().threads();
  const auto start = replay_.prepare_start(std::move(code), what);
  if (!start)
    reach_limit("a model has at most " + std::to_string(kMostThreads) + " threads, with those that its threads start");
  for (unsigned thread = known; thread < replay_.graph().threads(); ++thread) threads_[thread].reset();
  Request request = request_for(Operation::start_thread, 0, {});
  request.operand = start->number;
  request.expected = start->events_since;
  replay_.perform([&] { return request; });
  recording().note(last(), Action::start_thread, nullptr, location);
  return start->number;
}

void Operations::join_thread(unsigned thread, Location location) {
  replay_.join(thread);
  recording().note(last(), Action::join_thread, nullptr, location);
}

void* Operations::thread_specific(const void* key) {
  for (const auto& [known, pointer] : self().specific)
    if (known == key) return pointer;
  return nullptr;
}

// Part of the state of the thread: a loop that changes one does not just wait.
void Operations::set_thread_specific(const void* key, void* pointer) {
  replay_.note_progress();
  auto& specific = self().specific;
  for (auto& [known, old] : specific)
    if (known == key) {
      old = pointer;
      return;
    }
  specific.emplace_back(key, pointer);
}

void Operations::yield(Location location) {
  if (!is_outside()) recording().note(no_event(), Action::yield, nullptr, location);
}

// ---- chance

unsigned Operations::choose(unsigned possibilities) {
  if (possibilities == 0) replay_.violate(Violation::requirement, "a choice among nothing");
  if (is_outside()) return 0;
  Request request = request_for(Operation::choose, 0, {});
  request.operand = possibilities;
  return replay_.perform([&] { return request; }).variant;
}

// ---- memory

// What no arena has room for fails as it does in a program. What a larger one would have room for is no fault of the
// model.
void* Operations::take_memory(std::size_t bytes, std::size_t alignment) {
  try {
    return memory_.arena().allocate(replay_.current(), bytes, alignment);
  } catch (const std::bad_alloc&) {
    if (bytes > kMostArenaBytes) throw;
  }
  reach_limit("a thread of the model, or its constructor, allocates more than " + std::to_string(options_.arena_bytes) +
              " bytes in one execution, which arena_bytes (--arena-bytes) raises to at most " +
              std::to_string(kMostArenaBytes));
}

void* Operations::allocate(std::size_t bytes, std::size_t alignment, Name name, Location location) {
  const bool comes_again = !is_outside() && safety_.reusable(bytes, alignment, replay_.now()) != nullptr;
  if (comes_again && !faults.no_addresses_come_again && choose(2) == 0) {
    Block& block = *safety_.reusable(bytes, alignment, replay_.now());
    safety_.reuse(block, replay_.now());
    block.name = name;
    recording().note(no_event(), Action::allocate, block.begin, location);
    return block.begin;
  }
  void* const memory = take_memory(bytes, alignment);
  safety_.allocate(static_cast<std::byte*>(memory), bytes, alignment, replay_.now()).name = name;
  replay_.note_progress();
  recording().note(no_event(), Action::allocate, memory, location);
  return memory;
}

void* Operations::allocate_exception(std::size_t bytes) {
  void* const memory = take_memory(bytes, alignof(std::max_align_t));
  thrown_.push_back(memory);
  replay_.note_progress();
  return memory;
}

void Operations::deallocate(void* memory, Location location) {
  if (std::erase(thrown_, memory) != 0) return;
  recording().note(no_event(), Action::deallocate, memory, location);
  check(safety_.deallocate(memory, replay_.now()));
  replay_.note_progress();
}

// ---- requirements

void Operations::require_failed(const char* what) {
  if (!options_.count_violations) replay_.violate(Violation::requirement, what);
  replay_.note_violation(Violation::requirement, what);
}

void Operations::record_knowledge(Knowledge& knowledge) const {
  static_assert(Knowledge::kThreads == kMostThreads && Knowledge::kOutside == kOutside);
  const Moment moment = replay_.now();
  knowledge.thread = moment.thread;
  for (unsigned thread = 0; thread != kMostThreads; ++thread)
    knowledge.steps[thread] = moment.is_outside() ? 0 : moment.known->count(thread);
}

}  // namespace vigil::checker
