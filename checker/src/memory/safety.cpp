#include "safety.hpp"

#include "faults.hpp"

#include <algorithm>
#include <cstring>
#include <functional>

namespace vigil::checker {
namespace {

// Whether what `thread` did before its event number `next` happens before `now`.
bool knows(const Moment& now, unsigned thread, unsigned next) {
  if (faults.everything_is_ordered) return true;
  return thread == Moment::kOutside || now.is_outside() || thread == now.thread || now.known->count(thread) > next;
}

// Whether all that `accesses` counts happens before `now`.
bool knows_all(const Moment& now, const View& accesses) {
  if (now.is_outside()) return true;
  for (unsigned thread = 0; thread != kMostThreads; ++thread)
    if (thread != now.thread && now.known->count(thread) < accesses.count(thread)) return false;
  return true;
}

void note(View& accesses, const Moment& now) {
  if (!now.is_outside()) accesses.set_count(now.thread, now.next + 1);
}

}  // namespace

void Safety::reset() {
  seal_ = seal_ < kLastSeal ? seal_ + kKinds : kFirstSeal;
  objects_.clear();
  blocks_.clear();
}

std::int32_t Safety::block_at(const void* address) const {
  const auto* byte = static_cast<const std::byte*>(address);
  for (std::size_t i = blocks_.size(); i != 0; --i) {
    const Block& block = blocks_[i - 1];
    if (std::greater_equal<>()(byte, block.begin) && std::less<>()(byte, block.begin + block.bytes))
      return static_cast<std::int32_t>(i - 1);
  }
  return -1;
}

Object& Safety::construct(ObjectKind kind, const void* address, const Moment& now) {
  Object& object = objects_.emplace_back();
  object.kind = kind;
  object.address = address;
  object.owner = static_cast<std::uint8_t>(now.thread);
  object.constructed = now.next;
  if (!blocks_.empty()) object.block = block_at(address);
  return object;
}

Safety::Check Safety::access(const Handle& handle, ObjectKind kind, const void* address, const Moment& now) {
  if (!is_valid(handle, kind, address)) [[unlikely]] {
    const auto block = block_at(address);
    if (block >= 0 && blocks_[static_cast<std::size_t>(block)].is_free)
      return Fault{Violation::use_after_free, "access to memory that was freed"};
    return Fault{Violation::uninitialised_read, "access to memory in which nothing was constructed"};
  }
  Object& object = objects_[handle.number];
  if (!object.is_alive) [[unlikely]]
    return Fault{Violation::use_after_free, "access to an object that was destroyed"};
  if (!knows(now, object.owner, object.constructed)) [[unlikely]]
    return Fault{Violation::uninitialised_read, "access to an object whose construction does not happen before it"};
  note(object.accesses, now);
  return std::nullopt;
}

Safety::Check Safety::destroy(const Handle& handle, ObjectKind kind, const void* address, const Moment& now) {
  if (!is_valid(handle, kind, address))
    return Fault{Violation::use_after_free, "destruction of an object that does not exist"};
  Object& object = objects_[handle.number];
  if (!object.is_alive) return Fault{Violation::use_after_free, "an object is destroyed twice"};
  object.is_alive = false;
  if (kind == ObjectKind::mutex && object.writer != Moment::kOutside)
    return Fault{Violation::mutex_misuse, "a mutex is destroyed while a thread holds it"};
  if (!knows(now, object.owner, object.constructed) || !knows_all(now, object.accesses))
    return Fault{Violation::use_after_free, "an object is destroyed while another thread may use it"};
  return std::nullopt;
}

Safety::Check Safety::read_var(Object& object, const Moment& now) {
  if (!object.is_initialised) return Fault{Violation::uninitialised_read, "a var is read before it was set"};
  if (!knows(now, object.writer, object.written))
    return Fault{Violation::data_race, "a read of a var is unordered with a write by another thread"};
  note(object.reads, now);
  return std::nullopt;
}

Safety::Check Safety::write_var(Object& object, const Moment& now) {
  if (!knows(now, object.writer, object.written))
    return Fault{Violation::data_race, "two writes of a var by two threads are unordered"};
  if (!knows_all(now, object.reads))
    return Fault{Violation::data_race, "a write of a var is unordered with a read by another thread"};
  object.is_initialised = true;
  object.writer = static_cast<std::uint8_t>(now.thread);
  object.written = now.next;
  return std::nullopt;
}

Block& Safety::allocate(std::byte* begin, std::size_t bytes, std::size_t alignment, const Moment& now) {
  Block block;
  block.begin = begin;
  block.bytes = bytes;
  block.alignment = alignment;
  block.owner = static_cast<std::uint8_t>(now.thread);
  block.allocated = now.next;
  return blocks_.emplace_back(block);
}

Safety::Check Safety::deallocate(const void* memory, const Moment& now) {
  const auto number = block_at(memory);
  if (number < 0) return Fault{Violation::double_free, "free of memory that was never allocated"};
  Block& block = blocks_[static_cast<std::size_t>(number)];
  if (block.begin != memory) return Fault{Violation::double_free, "free of an address inside an allocation"};
  if (block.is_free) return Fault{Violation::double_free, "memory is freed twice"};
  block.is_free = true;
  block.freed_by = static_cast<std::uint8_t>(now.thread);
  if (!knows(now, block.owner, block.allocated))
    return Fault{Violation::use_after_free, "free of memory whose allocation does not happen before it"};
  for (Object& object : objects_) {
    if (object.block != number) continue;
    object.is_alive = false;
    if (!knows_all(now, object.accesses))
      return Fault{Violation::use_after_free, "free of memory that contains objects another thread may use"};
  }
  return std::nullopt;
}

void Safety::backdate(const void* memory, unsigned event) {
  const auto number = block_at(memory);
  if (number < 0) return;
  Block& block = blocks_[static_cast<std::size_t>(number)];
  if (block.begin == memory) block.allocated = std::min(block.allocated, event);
}

std::size_t Safety::bytes_of(const void* memory) const {
  const auto number = block_at(memory);
  if (number < 0) return 0;
  const Block& block = blocks_[static_cast<std::size_t>(number)];
  return block.begin == memory && !block.is_free ? block.bytes : 0;
}

Block* Safety::reusable(std::size_t bytes, std::size_t alignment, const Moment& now) {
  for (auto block = blocks_.rbegin(); block != blocks_.rend(); ++block)
    if (block->is_free && block->freed_by == now.thread && block->bytes == bytes && block->alignment == alignment)
      return &*block;
  return nullptr;
}

void Safety::reuse(Block& block, const Moment& now) {
  const auto number = static_cast<std::int32_t>(&block - blocks_.data());
  for (Object& object : objects_)
    if (object.block == number) object.block = -1;
  block.is_free = false;
  block.owner = static_cast<std::uint8_t>(now.thread);
  block.allocated = now.next;
}

Safety::Check Safety::leaks() const {
  for (const Block& block : blocks_)
    if (!block.is_free) return Fault{Violation::leak, "memory is never freed"};
  return std::nullopt;
}

Safety::Check Safety::leaks(std::span<const detail::HostedProgram::Stretch> roots) const {
  if (!leaks()) return std::nullopt;
  std::vector<bool> is_reached(blocks_.size());
  std::vector<detail::HostedProgram::Stretch> unread(roots.begin(), roots.end());
  while (!unread.empty()) {
    const auto [begin, bytes] = unread.back();
    unread.pop_back();
    for (std::size_t at = 0; at + sizeof(void*) <= bytes; at += sizeof(void*)) {
      const void* pointer = nullptr;
      std::memcpy(&pointer, static_cast<const std::byte*>(begin) + at, sizeof pointer);
      const auto number = block_at(pointer);
      if (number < 0 || is_reached[static_cast<std::size_t>(number)]) continue;
      is_reached[static_cast<std::size_t>(number)] = true;
      const Block& block = blocks_[static_cast<std::size_t>(number)];
      unread.push_back({block.begin, block.bytes});
    }
  }
  for (std::size_t i = 0; i != blocks_.size(); ++i)
    if (!blocks_[i].is_free && !is_reached[i]) return Fault{Violation::leak, "memory is never freed"};
  return std::nullopt;
}

}  // namespace vigil::checker
