#pragma once

#include "graph.hpp"
#include "safety.hpp"

#include <vigil/atomics/location.hpp>
#include <vigil/checker/execution.hpp>

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace vigil::checker {

// Writes down what the threads of one execution do.
class Recorder {
 public:
  struct Entry {
    Action action = Action::load;
    static constexpr std::uint32_t kNoObject = ~0U;
    std::uint32_t object = kNoObject;  // number of the object
    detail::Site site{std::memory_order_relaxed, {}};
    bool has_order = false;
    std::optional<std::uint64_t> read{}, written{}, expected{};
    const void* memory = nullptr;  // allocated or freed
    const char* plain = nullptr;   // what plain code reads or writes
    bool is_refused = false;       // see TraceStep
  };

  // `memory`: the model itself. The references must outlive the recorder.
  Recorder(const Safety& safety, const void* memory, std::size_t bytes)
      : safety_(safety), memory_(static_cast<const std::byte*>(memory)), bytes_(bytes) {}

  // A place in the code, and an object that it uses, or none.
  [[nodiscard]] ViolationPlace describe(const Location& location, std::uint32_t object) const;
  void add(unsigned thread, bool before_threads, const Entry& entry, EventId event);
  void add_relaxed_fence(const Entry& entry) { execution_.relaxed_fences.push_back(describe(entry)); }
  [[nodiscard]] RecordedExecution take(const Graph& graph) &&;

 private:
  void mark_spins(const Graph& graph);
  [[nodiscard]] TraceStep describe(const Entry& entry) const;
  [[nodiscard]] std::string name_of(const Object& object) const;
  [[nodiscard]] std::string name_of(const Block& block) const;
  [[nodiscard]] std::string value(std::uint64_t bits, ValueType type) const;
  [[nodiscard]] std::string word(std::uint64_t bits, unsigned bytes) const;
  [[nodiscard]] std::string pointer(std::uint64_t bits) const;
  [[nodiscard]] std::string named_pointer(std::uint64_t bits) const;
  [[nodiscard]] std::string object_outside_blocks(std::uint64_t bits) const;
  [[nodiscard]] std::string elsewhere(std::uint64_t bits) const;

  const Safety& safety_;
  const std::byte* memory_;
  std::size_t bytes_;
  RecordedExecution execution_;
  mutable std::vector<std::uint64_t> code_, elsewhere_;  // addresses that were named by their order of appearance
  std::vector<std::vector<EventId>> events_;             // of each step of each thread; none: of a note between events
};

}  // namespace vigil::checker
