#pragma once

#include <vigil/atomics/cache_line.hpp>
#include <vigil/atomics/layer.hpp>
#include <vigil/atomics/name.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <new>
#include <utility>

namespace vigil::detail {

// One of the uses of a segment of SegmentedInjector: the segment's address, plus the parity of the use in the bit that
// alignment leaves free. A job's slot holds the job's address with the same bit; in all other slots the bit differs.
template <class Segment>
class SegmentUse {
 public:
  using Word = void*;
  using Job = typename Segment::Job;

  constexpr SegmentUse() noexcept = default;
  // Of a word that `word` returned.
  explicit constexpr SegmentUse(Word word) noexcept : word_(word) {}
  // What atomics and links hold.
  [[nodiscard]] constexpr Word word() const noexcept { return word_; }

  // Slots are null at first, so the first use has the bit set.
  static SegmentUse first_of(Segment* segment) { return SegmentUse(with_parity(segment, kParity)); }
  [[nodiscard]] SegmentUse next_of_segment() const { return SegmentUse(with_parity(segment(), parity() ^ kParity)); }

  [[nodiscard]] Segment* segment() const { return static_cast<Segment*>(without_parity(word_)); }
  [[nodiscard]] bool has_filled(Word slot) const { return (bits(slot) & kParity) == parity(); }
  [[nodiscard]] Word filled_with(Job& job) const {
    static_assert(alignof(Job) > kParity, "the address of a job has a bit to spare");
    return with_parity(std::addressof(job), parity());
  }
  static Job* job_in(Word slot) { return static_cast<Job*>(without_parity(slot)); }

 private:
  static constexpr std::uintptr_t kParity = 1;

  static std::uintptr_t bits(Word word) { return reinterpret_cast<std::uintptr_t>(word); }
  // NOLINTBEGIN(performance-no-int-to-ptr): a pointer with a bit of its own.
  static Word with_parity(Word pointer, std::uintptr_t parity) {
    return reinterpret_cast<Word>(bits(pointer) | parity);
  }
  static Word without_parity(Word word) { return reinterpret_cast<Word>(bits(word) & ~kParity); }
  // NOLINTEND(performance-no-int-to-ptr)
  [[nodiscard]] std::uintptr_t parity() const { return bits(word_) & kParity; }

  Word word_ = nullptr;
};

// Slots for `Capacity` jobs in a row, and the segment that follows.
template <class T, AtomicsLayer Layer, std::size_t Capacity>
class Segment {
 public:
  using Job = T;
  using Word = void*;

  // Throws std::bad_alloc.
  [[nodiscard]] static Segment* create() {
    return ::new (Layer::allocate(sizeof(Segment), alignof(Segment), "segment")) Segment();
  }
  static void destroy(Segment* segment) noexcept {
    segment->~Segment();
    Layer::deallocate(segment, sizeof(Segment), alignof(Segment));
  }

  // A segment that is not in a queue yet, and may not get there.
  class Owner {
   public:
    Owner() = default;
    Owner(const Owner&) = delete;
    Owner& operator=(const Owner&) = delete;
    ~Owner() {
      if (has_segment()) destroy(segment_);
    }
    // Throws std::bad_alloc.
    void create() { segment_ = Segment::create(); }
    [[nodiscard]] bool has_segment() const { return segment_ != nullptr; }
    [[nodiscard]] Segment* release() { return std::exchange(segment_, nullptr); }

   private:
    Segment* segment_ = nullptr;
  };

  Segment(const Segment&) = delete;
  Segment& operator=(const Segment&) = delete;

  [[nodiscard]] auto& slot(std::size_t index) { return slots_[index]; }
  // For the popper that empties the segment, and the pusher that fills it or uses it again.
  [[nodiscard]] Word next() const { return next_.get(); }
  void set_next(Word next) { next_.set(next); }

 private:
  using Slot = typename Layer::template atomic<Word>;

  Segment() : Segment(std::make_index_sequence<Capacity>()) {}
  template <std::size_t... kIndex>
  explicit Segment(std::index_sequence<kIndex...> /*indices*/) : slots_{Slot(nullptr, Name("slot", kIndex))...} {}
  ~Segment() = default;

  alignas(kCacheLine) std::array<Slot, Capacity> slots_;
  typename Layer::template var<Word> next_{nullptr, "next"};
};

}  // namespace vigil::detail
