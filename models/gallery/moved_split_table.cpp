// Does a thief see the job that it claims, if the owner has moved the split by a store since the job was published?
//
// Tail and split are one word. The orders, and the store, are those of a published split deque: S-60.

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <tuple>

#include <vigil/model/model.hpp>

namespace vigil::models {
namespace {

constexpr auto kRelaxed = std::memory_order_relaxed;
constexpr auto kRelease = std::memory_order_release;

// Whether the owner corrects a split that thieves have overtaken by a store, or by a read-modify-write.
struct SplitCorrection {
  bool by_store = true;
  Order<"table.range.publish"> publish = kRelease;
  Order<"table.range.shrink"> shrink = std::memory_order_acq_rel;
  Order<"table.range.correct"> correct = kRelease;
  Order<"table.range.claim"> claim = std::memory_order_acquire;
};
SplitCorrection correction;

template <AtomicsLayer Layer>
struct OvertakenSplit {
  static constexpr std::string_view kSentence = "a thief finds a job in the slot that it claims";
  static constexpr std::string_view kBounds =
      "owner: publishes one job and four more, takes the newer half back; 2 thieves: 3 attempts and 1";
  static constexpr auto threads() {
    return std::tuple{&OvertakenSplit::owner, &OvertakenSplit::first_thief, &OvertakenSplit::second_thief};
  }

  std::array<typename Layer::template var<int>, 5> jobs = Names("job", 0);
  typename Layer::template atomic<std::uint64_t> range{0, "range"};

  void owner() {
    for (std::size_t i = 0; i != jobs.size(); ++i) jobs[i].set(job_in(i));
    range.store(pack(0, 1), correction.publish);
    range.fetch_xor(1 ^ jobs.size(), correction.publish);
    take_back(jobs.size());
  }
  void first_thief() { steal(), steal(), steal(); }
  void second_thief() { steal(); }

 private:
  static constexpr std::uint64_t pack(std::uint64_t tail, std::uint64_t split) { return tail << 32 | split; }
  static constexpr std::uint64_t tail_of(std::uint64_t range) { return range >> 32; }
  static constexpr std::uint64_t split_of(std::uint64_t range) { return static_cast<std::uint32_t>(range); }
  static constexpr int job_in(std::size_t slot) { return 100 + static_cast<int>(slot); }

  // The owner lowers the split to the middle of the jobs that it believes public. If thieves have claimed some above
  // the middle meanwhile, it raises the split again, to the middle of what is left.
  void take_back(std::uint64_t split) {
    const std::uint64_t middle = (tail_of(range.load(kRelaxed)) + split) / 2;
    const std::uint64_t tail = tail_of(range.fetch_sub(split - middle, correction.shrink));
    if (tail == split || tail <= middle) return;
    const std::uint64_t corrected = (tail + split) / 2;
    if (correction.by_store)
      range.store(pack(tail, corrected), correction.correct);
    else
      range.fetch_add(corrected - middle, correction.correct);
  }

  void steal() {
    std::uint64_t before = range.load(kRelaxed);
    const std::uint64_t tail = tail_of(before);
    const std::uint64_t split = split_of(before);
    if (tail >= split) return;
    if (!range.compare_exchange_strong(before, pack(tail + 1, split), correction.claim, kRelaxed)) return;
    const auto slot = static_cast<std::size_t>(tail);
    Layer::require(jobs[slot].get() == job_in(slot), "the thief finds the job");
  }
};

const auto overtaken = model<OvertakenSplit>("tables/moved_split/overtaken").tables(correction).holds();

const auto corrected_relaxed = overtaken.with(SplitCorrection{.correct = kRelaxed})
                                   .named("tables/moved_split/overtaken/corrected-relaxed")
                                   .defect("S-60")
                                   .needs_weak_memory()
                                   .under(checker::MemoryModel::rc11, kHolds)
                                   .relacy_cannot_decide(RelacyLimit::release_sequence_of_cpp11, kHolds)
                                   .fails(Violation::data_race, Violation::uninitialised_read);

// The other fix: a read-modify-write continues the release sequence, whatever its order.
const auto corrected_by_addition = overtaken.with(SplitCorrection{.by_store = false, .correct = kRelaxed})
                                       .named("tables/moved_split/overtaken/corrected-by-addition")
                                       .holds();

}  // namespace
}  // namespace vigil::models
