// Is a segment used again too early, freed too early, twice or never, and what if there is no memory for one?

#include "segmented_jobs.hpp"

#include <atomic>
#include <new>

namespace vigil::models {
namespace {

using namespace segmented;

SegmentedOrders orders;

constexpr auto kRelaxed = std::memory_order_relaxed;

// The first segment is given up by one thread, and used again, while the other may still read it.
template <AtomicsLayer Layer>
struct UsedAgain : RecordedInjector<Layer, orders, 1, 4> {
  static constexpr std::string_view kSentence =
      "a segment that is used again confuses no popper that still reads what it held before";
  static constexpr std::string_view kBounds =
      "segments of 1; one job to begin with; 1 thread: pop, three pushes; 1 popper: two attempts";
  static constexpr auto threads() { return std::tuple{&UsedAgain::user, &UsedAgain::popper}; }

  UsedAgain() { this->push(0); }
  void user() { this->pop(), this->push(1), this->push(2), this->push(3); }
  void popper() { this->pop(), this->pop(); }
};

const auto used_again = model<UsedAgain>("injector/segmented/used-again").tables(orders).holds();

const auto no_spare = used_again.with(SegmentedOrders{.spare = kRelaxed})
                          .named("injector/segmented/used-again/without-spare-acquire")
                          .fails(Violation::data_race);

const auto late_read = used_again.mutant("segmented_claims_before_reading")
                           .named("injector/segmented/used-again/read-after-claim")
                           .fails(Violation::requirement);

// Both read the slot, and one empties the segment.
template <AtomicsLayer Layer>
struct EmptiedWhileRead : RecordedInjector<Layer, orders, 1, 1> {
  static constexpr std::string_view kSentence = "a popper may read a segment that another popper empties";
  static constexpr std::string_view kBounds = "segments of 1; one job to begin with; 2 poppers: one attempt each";
  static constexpr auto threads() { return std::tuple{&EmptiedWhileRead::popper, &EmptiedWhileRead::popper}; }

  EmptiedWhileRead() { this->push(0); }
  void popper() { this->pop(); }
};

const auto emptied_while_read = model<EmptiedWhileRead>("injector/segmented/emptied-while-read").tables(orders).holds();

const auto freed_when_emptied = emptied_while_read.mutant("segmented_frees_emptied_segment")
                                    .named("injector/segmented/emptied-while-read/freed-when-emptied")
                                    .fails(Violation::use_after_free);

const auto head_passes_tail = emptied_while_read.mutant("segmented_moves_head_past_tail")
                                  .named("injector/segmented/emptied-while-read/head-past-tail")
                                  .fails(Violation::requirement);

// The parity of the first segment comes back, and so does its address: what stands against the popper is the head
// alone.
template <AtomicsLayer Layer>
struct ParityComesBack : RecordedInjector<Layer, orders, 1, 6> {
  static constexpr std::string_view kSentence = "a segment that comes back with the same parity confuses no popper";
  static constexpr std::string_view kBounds =
      "segments of 1; one job to begin with; 1 thread: four times pop and push; 1 popper: one attempt";
  static constexpr auto threads() { return std::tuple{&ParityComesBack::user, &ParityComesBack::popper}; }

  ParityComesBack() { this->push(0); }
  void user() {
    for (int i = 1; i != 5; ++i) this->pop(), this->push(i);
  }
  void popper() { this->pop(); }
};

const auto parity_comes_back = model<ParityComesBack>("injector/segmented/parity-comes-back").tables(orders).holds();

// The pusher of the first job, the popper that takes it, and the thread that uses its slot again, are three. Without
// the release of segment.claim, the first job lands on top of the last one.
template <AtomicsLayer Layer>
struct SlotUsedAgain : RecordedInjector<Layer, orders, 2, 5> {
  static constexpr std::string_view kSentence = "what a slot held is overwritten for good when it is used again";
  static constexpr std::string_view kBounds =
      "segments of 2; 1 pusher: one job; 1 popper: one attempt; 1 thread: push, pop, three pushes";
  static constexpr auto threads() {
    return std::tuple{&SlotUsedAgain::pusher, &SlotUsedAgain::popper, &SlotUsedAgain::user};
  }

  void pusher() { this->push(0); }
  void popper() { this->pop(); }
  void user() { this->push(1), this->pop(), this->push(2), this->push(3), this->push(4); }
};

const auto slot_used_again =
    model<SlotUsedAgain>("injector/segmented/slot-used-again").tables(orders).weak_failures(0).holds();

// Two threads that may both make the next segment: one of the two is not needed.
template <AtomicsLayer Layer>
struct OneSegmentTooMany : RecordedInjector<Layer, orders, 2, 3> {
  static constexpr std::string_view kSentence = "a segment that was made and not appended is freed";
  static constexpr std::string_view kBounds = "segments of 2; one job to begin with; 2 pushers: one job each";
  static constexpr auto threads() {
    return std::tuple{&OneSegmentTooMany::first_pusher, &OneSegmentTooMany::second_pusher};
  }

  OneSegmentTooMany() { this->push(0); }
  void first_pusher() { this->push(1); }
  void second_pusher() { this->push(2); }
};

const auto too_many = model<OneSegmentTooMany>("injector/segmented/one-segment-too-many").tables(orders).holds();

// A layer with memory for as many segments as a model says.
template <AtomicsLayer Layer>
struct LittleMemory : Layer {
  using Left = typename Layer::template atomic<int>;
  static inline Left* segments_left = nullptr;

  [[nodiscard]] static void* allocate(std::size_t bytes, std::size_t alignment, Name name = {}) {
    if (segments_left->fetch_sub(1, std::memory_order_relaxed) <= 0) throw std::bad_alloc();
    return Layer::allocate(bytes, alignment, name);
  }
};

template <AtomicsLayer Layer>
class Memory {
 protected:
  explicit Memory(int segments) : left_(segments, "segments_left") { LittleMemory<Layer>::segments_left = &left_; }
  typename LittleMemory<Layer>::Left left_;
};

template <AtomicsLayer Layer>
struct NoMemory : Memory<Layer>, RecordedInjector<LittleMemory<Layer>, orders, 2, 4> {
  static constexpr std::string_view kSentence = "a push for which there is no memory leaves the injector as it was";
  static constexpr std::string_view kBounds =
      "segments of 2, memory for one; one job to begin with; 2 pushers: one job each; 1 popper: one attempt";
  static constexpr auto threads() {
    return std::tuple{&NoMemory::first_pusher, &NoMemory::second_pusher, &NoMemory::popper};
  }

  NoMemory() : Memory<Layer>(1) { this->push(0); }
  void first_pusher() { pushes(1); }
  void second_pusher() { pushes(2); }
  void popper() { this->pop(); }
  void finish() {
    this->left_.store(1, std::memory_order_relaxed);
    Layer::require(this->try_push(3), "the injector can be used again when there is memory");
    RecordedInjector<LittleMemory<Layer>, orders, 2, 4>::finish();
  }

 private:
  void pushes(int number) { Layer::require(!this->try_push(number), "there is no memory for a second segment"); }
};

const auto no_memory = model<NoMemory>("injector/segmented/no-memory").tables(orders).holds();

// One of the two gets the memory. Then the other has room, or is refused.
template <AtomicsLayer Layer>
struct MemoryForOne : Memory<Layer>, RecordedInjector<LittleMemory<Layer>, orders, 2, 3> {
  static constexpr std::string_view kSentence =
      "the pusher that gets the memory pushes, and the other one pushes or not";
  static constexpr std::string_view kBounds =
      "segments of 2, memory for two; one job to begin with; 2 pushers: one job each";
  static constexpr auto threads() { return std::tuple{&MemoryForOne::first_pusher, &MemoryForOne::second_pusher}; }

  bool pushed[2]{};

  MemoryForOne() : Memory<Layer>(2) { this->push(0); }
  void first_pusher() { pushed[0] = this->try_push(1); }
  void second_pusher() { pushed[1] = this->try_push(2); }
  void finish() {
    Layer::require(pushed[0] || pushed[1], "there is memory for one of the two");
    RecordedInjector<LittleMemory<Layer>, orders, 2, 3>::finish();
  }
};

const auto memory_for_one = model<MemoryForOne>("injector/segmented/memory-for-one").tables(orders).holds();

// The second pusher comes when the first one has the last place of the segment, and memory for the next segment.
template <AtomicsLayer Layer>
struct MemoryOfAnother : Memory<Layer>, RecordedInjector<LittleMemory<Layer>, orders, 2, 3> {
  static constexpr std::string_view kSentence = "a push that waits for the end of another one needs no memory";
  static constexpr std::string_view kBounds =
      "segments of 2, memory for two; one job pushed and popped to begin with; 2 pushers: one job each, the second if "
      "it sees the first one's job";
  static constexpr auto threads() {
    return std::tuple{&MemoryOfAnother::first_pusher, &MemoryOfAnother::second_pusher};
  }

  MemoryOfAnother() : Memory<Layer>(2) { this->push(0), this->pop(); }
  void first_pusher() { this->push(1); }
  void second_pusher() {
    if (this->has_jobs()) Layer::require(this->try_push(2), "the first pusher has made the segment");
  }
};

const auto memory_of_another = model<MemoryOfAnother>("injector/segmented/memory-of-another").tables(orders).holds();

const auto memory_in_any_slot = memory_of_another.mutant("segmented_makes_segments_in_any_slot")
                                    .named("injector/segmented/memory-of-another/made-in-any-slot")
                                    .fails(Violation::requirement);

}  // namespace
}  // namespace vigil::models
