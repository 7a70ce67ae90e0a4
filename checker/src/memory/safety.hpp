#pragma once

#include "moment.hpp"
#include "run_dependent_words.hpp"
#include "view.hpp"

#include <vigil/checker/hooks.hpp>
#include <vigil/checker/model_code.hpp>
#include <vigil/checker/violation.hpp>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace vigil::checker {

using detail::Handle;
using detail::ObjectKind;
using detail::ValueType;

struct Fault {
  Violation violation;
  const char* what;
};

// An object that the layer constructed in this execution.
struct Object {
  ObjectKind kind = ObjectKind::atomic;
  ValueType type;
  Name name;
  bool is_alive = true;
  bool is_initialised = true;
  std::uint8_t owner = Moment::kOutside;   // the thread that constructed it
  std::uint8_t writer = Moment::kOutside;  // of a var, its last writer; of a mutex, its holder
  std::uint16_t location = 0;              // of its value; of a var, nothing
  std::int32_t block = -1;                 // of allocated memory that it lies in
  unsigned constructed = 0, written = 0;   // the next event of the thread then
  View accesses;                           // one past the next event of each thread then
  View reads;                              // of a var, likewise
  const void* address = nullptr;
};

// Memory that the model allocated in this execution.
struct Block {
  std::byte* begin = nullptr;
  std::size_t bytes = 0;
  std::size_t alignment = 0;
  Name name;
  std::uint8_t owner = 0;
  unsigned allocated = 0;
  bool is_free = false;
  std::uint8_t freed_by = 0;
};

// Finds races on vars, and accesses to an object that do not happen after its construction and before its destruction.
// Executions run in an order that respects happens-before. So an access that comes before another one here either
// happens before it or is unordered with it.
class Safety {
 public:
  using Check = std::optional<Fault>;

  void reset();

  // An initialised object. The caller fills in its value.
  Object& construct(ObjectKind kind, const void* address, const Moment& now);
  // The handle of the most recently constructed object.
  [[nodiscard]] Handle newest() const {
    return {static_cast<std::uint32_t>(objects_.size()) - 1, seal(objects_.back().kind)};
  }
  [[nodiscard]] Check destroy(const Handle& handle, ObjectKind kind, const void* address, const Moment& now);
  // Before each operation on an object.
  [[nodiscard]] Check access(const Handle& handle, ObjectKind kind, const void* address, const Moment& now);
  // The fast path of `access`: a live object that setup constructed. False if it does not apply.
  [[nodiscard]] bool access_simply(const Handle& handle, ObjectKind kind, const void* address, unsigned thread,
                                   unsigned next) {
    if (!is_valid(handle, kind, address)) return false;
    Object& object = objects_[handle.number];
    if (!object.is_alive || object.owner != Moment::kOutside) return false;
    if (thread != Moment::kOutside) object.accesses.set_count(thread, next + 1);
    return true;
  }
  [[nodiscard]] Check read_var(Object& object, const Moment& now);
  [[nodiscard]] Check write_var(Object& object, const Moment& now);
  [[nodiscard]] bool is(const Handle& handle, ObjectKind kind) const { return handle.seal == seal(kind); }
  [[nodiscard]] Object& object(const Handle& handle) { return objects_[handle.number]; }
  [[nodiscard]] const std::vector<Object>& objects() const { return objects_; }

  // The seals of this run. A handle's number and seal depend on which thread ran first. That order is not a part of a
  // thread's state, even if the thread has a handle on its stack.
  [[nodiscard]] RunDependentWords seals() const { return {seal_, kKinds}; }

  Block& allocate(std::byte* begin, std::size_t bytes, std::size_t alignment, const Moment& now);
  [[nodiscard]] Check deallocate(const void* memory, const Moment& now);
  // The newest block that `now`'s thread has freed and that fits another allocation; null if there is none.
  [[nodiscard]] Block* reusable(std::size_t bytes, std::size_t alignment, const Moment& now);
  void reuse(Block& block, const Moment& now);
  // As if the block that begins there had been allocated before that event of its thread.
  void backdate(const void* memory, unsigned event);
  // The size of a block in use; 0 if none begins there.
  [[nodiscard]] std::size_t bytes_of(const void* memory) const;
  [[nodiscard]] const std::vector<Block>& blocks() const { return blocks_; }
  [[nodiscard]] Check leaks() const;
  // The same of a program that may leave memory to its end: blocks to which no pointer leads from `roots`.
  [[nodiscard]] Check leaks(std::span<const detail::HostedProgram::Stretch> roots) const;

 private:
  // Differs in each execution, so handles that an earlier execution left in memory are invalid.
  [[nodiscard]] std::uint32_t seal(ObjectKind kind) const { return seal_ + static_cast<std::uint32_t>(kind); }
  [[nodiscard]] bool is_valid(const Handle& handle, ObjectKind kind, const void* address) const {
    return handle.seal == seal(kind) && objects_[handle.number].address == address;
  }
  [[nodiscard]] std::int32_t block_at(const void* address) const;

  static constexpr std::uint32_t kKinds = 8;
  // Not the upper half of any address or small number, so a word on a stack can be recognised as a handle.
  static constexpr std::uint32_t kFirstSeal = 0x5ea1ed00;
  static constexpr std::uint32_t kLastSeal = 0xffff0000;
  std::vector<Object> objects_;
  std::vector<Block> blocks_;
  std::uint32_t seal_ = kFirstSeal;
};

}  // namespace vigil::checker
