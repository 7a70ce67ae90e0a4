// Does the engine know which asymmetric fences order against each other, and from where on?

#include <vigil/model/model.hpp>

#include <cstdint>

namespace vigil::models {
namespace {

struct AsymmetricFenceOrders {
  // [selftest.asymmetric.light] pairs with [selftest.asymmetric.heavy]: one of two threads sees the other's store.
  Order<"selftest.asymmetric.light"> light = std::memory_order_seq_cst;
  // [selftest.asymmetric.heavy] pairs with [selftest.asymmetric.light].
  Order<"selftest.asymmetric.heavy"> heavy = std::memory_order_seq_cst;
  // [selftest.asymmetric.second] pairs with [selftest.asymmetric.light], where a variant has it.
  Order<"selftest.asymmetric.second"> second = std::memory_order_relaxed;
};
AsymmetricFenceOrders orders;

constexpr auto kRelaxed = std::memory_order_relaxed;
constexpr auto kSeqCst = std::memory_order_seq_cst;
const SearchPlan everything{.quick = {.full = true}};

// The heavy fence stands between the accesses, before them, or after them.
enum class Place : std::uint8_t { between, before, after };

template <AtomicsLayer Layer, Place Where>
struct StoresAndLoads {
  typename Layer::template atomic<int> x{0, "x"};
  typename Layer::template atomic<int> y{0, "y"};
  int left_saw = 0;
  int right_saw = 0;

  void store_and_load_lightly() {
    x.store(1, kRelaxed);
    Layer::fence_light(orders.light);
    left_saw = y.load(kRelaxed);
  }
  void store_and_load() {
    if constexpr (Where == Place::before) Layer::fence_heavy(orders.heavy);
    y.store(1, kRelaxed);
    if constexpr (Where == Place::between) Layer::fence_heavy(orders.heavy);
    Layer::fence_light(orders.second);
    right_saw = x.load(kRelaxed);
    if constexpr (Where == Place::after) Layer::fence_heavy(orders.heavy);
  }
  void finish() { Layer::require(left_saw == 1 || right_saw == 1, "one of the two sees the other's store"); }
};

template <AtomicsLayer Layer>
struct StoreBuffering : StoresAndLoads<Layer, Place::between> {
  static constexpr std::string_view kSentence =
      "if two threads store and then load, one with a light and one with a heavy fence between the two, at least one "
      "sees the other's store";
  static constexpr std::string_view kBounds = "2 threads, one store and one load each";
  static constexpr auto threads() {
    return std::tuple{&StoreBuffering::store_and_load_lightly, &StoreBuffering::store_and_load};
  }
};

template <AtomicsLayer Layer>
struct HeavyFenceTooEarly : StoresAndLoads<Layer, Place::before> {
  static constexpr std::string_view kSentence = "a heavy fence orders an access after it before another one after it";
  static constexpr std::string_view kBounds = StoreBuffering<Layer>::kBounds;
  static constexpr auto threads() {
    return std::tuple{&HeavyFenceTooEarly::store_and_load_lightly, &HeavyFenceTooEarly::store_and_load};
  }
};

template <AtomicsLayer Layer>
struct HeavyFenceTooLate : StoresAndLoads<Layer, Place::after> {
  static constexpr std::string_view kSentence = "a heavy fence orders an access before it before another one before it";
  static constexpr std::string_view kBounds = StoreBuffering<Layer>::kBounds;
  static constexpr auto threads() {
    return std::tuple{&HeavyFenceTooLate::store_and_load_lightly, &HeavyFenceTooLate::store_and_load};
  }
};

const auto base = model<StoreBuffering>("selftest/asymmetric_fences").tables(orders).search(everything).holds();
const auto two_light = base.with(AsymmetricFenceOrders{.heavy = kRelaxed, .second = kSeqCst})
                           .named("selftest/asymmetric_fences/two-light")
                           .needs_weak_memory()
                           .under(checker::MemoryModel::x86_tso, Violation::requirement)
                           .relacy_cannot_decide(RelacyLimit::light_fences, kHolds)
                           .fails(Violation::requirement);
const auto without_light = base.with(AsymmetricFenceOrders{.light = kRelaxed})
                               .named("selftest/asymmetric_fences/without-light")
                               .needs_weak_memory()
                               .under(checker::MemoryModel::x86_tso, kHolds)
                               .fails(Violation::requirement);
const auto without_heavy = base.with(AsymmetricFenceOrders{.heavy = kRelaxed})
                               .named("selftest/asymmetric_fences/without-heavy")
                               .needs_weak_memory()
                               .fails(Violation::requirement);
const auto weak_light = base.with(AsymmetricFenceOrders{.light = std::memory_order_acq_rel})
                            .named("selftest/asymmetric_fences/acq-rel-light")
                            .needs_weak_memory()
                            .under(checker::MemoryModel::x86_tso, kHolds)
                            .fails(Violation::requirement);
const auto weak_heavy = base.with(AsymmetricFenceOrders{.heavy = std::memory_order_acq_rel})
                            .named("selftest/asymmetric_fences/acq-rel-heavy")
                            .needs_weak_memory()
                            .fails(Violation::requirement);
const auto too_early = model<HeavyFenceTooEarly>("selftest/asymmetric_fences/heavy-too-early")
                           .tables(orders)
                           .search(everything)
                           .needs_weak_memory()
                           .fails(Violation::requirement);
const auto too_late = model<HeavyFenceTooLate>("selftest/asymmetric_fences/heavy-too-late")
                          .tables(orders)
                          .search(everything)
                          .needs_weak_memory()
                          .fails(Violation::requirement);

// Dekker's algorithm as a thread enters that finds the other one gone: the owner often, the other one seldom.
template <AtomicsLayer Layer>
struct Dekker {
  static constexpr std::string_view kSentence =
      "two threads that announce themselves and then look for the other one are never both inside";
  static constexpr std::string_view kBounds = "2 threads, two attempts of the one and one of the other";
  static constexpr auto threads() { return std::tuple{&Dekker::owner, &Dekker::other}; }

  typename Layer::template atomic<bool> owner_is_here{false, "owner_is_here"};
  typename Layer::template atomic<bool> other_is_here{false, "other_is_here"};
  typename Layer::template var<int> inside{0, "inside"};

  void owner() {
    for (int attempt = 0; attempt != 2; ++attempt) {
      owner_is_here.store(true, kRelaxed);
      Layer::fence_light(orders.light);
      if (!other_is_here.load(std::memory_order_acquire)) inside.set(1);
      owner_is_here.store(false, std::memory_order_release);
    }
  }
  void other() {
    other_is_here.store(true, kRelaxed);
    Layer::fence_heavy(orders.heavy);
    Layer::fence_light(orders.second);
    if (!owner_is_here.load(std::memory_order_acquire)) inside.set(2);
    other_is_here.store(false, std::memory_order_release);
  }
};

const auto dekker = model<Dekker>("selftest/asymmetric_fences/dekker").tables(orders).search(everything).holds();
const auto dekker_two_light = dekker.with(AsymmetricFenceOrders{.heavy = kRelaxed, .second = kSeqCst})
                                  .named("selftest/asymmetric_fences/dekker/two-light")
                                  .needs_weak_memory()
                                  .under(checker::MemoryModel::x86_tso, Violation::data_race)
                                  .relacy_cannot_decide(RelacyLimit::light_fences, kHolds)
                                  .fails(Violation::data_race);
const auto dekker_fence = dekker.with(AsymmetricFenceOrders{.light = kRelaxed, .second = kSeqCst})
                              .named("selftest/asymmetric_fences/dekker/without-light")
                              .needs_weak_memory()
                              .under(checker::MemoryModel::x86_tso, kHolds)
                              .fails(Violation::data_race);

// What is written before one fence is seen after the other, if a load between the two has seen a store between the two.
template <AtomicsLayer Layer>
struct MessagePassing {
  static constexpr std::string_view kSentence =
      "data written before a light fence is read after a heavy fence, by a thread that sees the flag between them";
  static constexpr std::string_view kBounds = "2 threads, one message";
  static constexpr auto threads() { return std::tuple{&MessagePassing::write, &MessagePassing::read}; }

  typename Layer::template var<int> data{0, "data"};
  typename Layer::template atomic<bool> flag{false, "flag"};

  void write() {
    data.set(1);
    Layer::fence_light(orders.light);
    flag.store(true, kRelaxed);
  }
  void read() {
    if (!flag.load(kRelaxed)) return;
    Layer::fence_heavy(orders.heavy);
    Layer::fence_light(orders.second);
    Layer::require(data.get() == 1, "the data is seen with the flag");
  }
};

const auto passing =
    model<MessagePassing>("selftest/asymmetric_fences/message-passing").tables(orders).search(everything).holds();
const auto passing_weak =
    passing.with(AsymmetricFenceOrders{.light = std::memory_order_release, .heavy = std::memory_order_acquire})
        .named("selftest/asymmetric_fences/message-passing/release-acquire")
        .holds();
const auto passing_two_light = passing.with(AsymmetricFenceOrders{.heavy = kRelaxed, .second = kSeqCst})
                                   .named("selftest/asymmetric_fences/message-passing/two-light")
                                   .relacy_cannot_decide(RelacyLimit::light_fences, kHolds)
                                   .fails(Violation::data_race);
const auto passing_the_wrong_way =
    passing.with(AsymmetricFenceOrders{.light = std::memory_order_acquire, .heavy = std::memory_order_release})
        .named("selftest/asymmetric_fences/message-passing/the-wrong-way")
        .fails(Violation::data_race);

}  // namespace
}  // namespace vigil::models
