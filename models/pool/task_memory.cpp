// Is each slab of tasks freed once, and after all that was taken from it has been used?

#include <vigil/pool/task_memory.hpp>

#include <vigil/model/model.hpp>

#include <array>
#include <cstddef>
#include <memory>
#include <new>
#include <optional>
#include <tuple>

namespace vigil::models {
namespace {

TaskMemoryOrders orders;

// An owner with slabs for two. The first one is full before the threads begin.
template <AtomicsLayer Layer>
class TwoOfASlab {
 public:
  TwoOfASlab() {
    for (Taken& each : taken_) each = take(1);
  }

  void owner() {
    use(take(2), 2);
    close();
  }
  void first() { use(taken_[0], 1); }
  void second() { use(taken_[1], 1); }

 protected:
  using Value = typename Layer::template var<int>;
  static constexpr std::size_t kSlabBytes = kCacheLine + 2 * sizeof(Value);
  using Memory = TaskMemory<Layer, kSlabBytes, orders>;

  struct Taken {
    Value* value = nullptr;
    typename Memory::Slab* slab = nullptr;
  };

  Taken take(int number) {
    const auto piece = memory_->take(sizeof(Value), alignof(Value));
    return {::new (piece.memory) Value(number, "taken"), piece.slab};
  }
  static void use(Taken taken, int number) {
    Layer::require(taken.value->get() == number, "no other piece is at its place");
    taken.value->set(0);
    std::destroy_at(taken.value);
    Memory::give_back(*taken.slab);
  }
  void close() { memory_.reset(); }

 private:
  std::optional<Memory> memory_{std::in_place};
  std::array<Taken, 2> taken_;
};

template <AtomicsLayer Layer>
struct GivenBack : TwoOfASlab<Layer> {
  static constexpr std::string_view kSentence =
      "a slab is freed once, by the last thread that gives a piece back, or by its owner";
  static constexpr std::string_view kBounds =
      "1 owner: closes a slab with two pieces, opens another, takes one, gives it back, closes it; 2 threads: give "
      "back "
      "a piece each";
  static constexpr auto threads() { return std::tuple{&GivenBack::owner, &GivenBack::first, &GivenBack::second}; }
};

const auto given_back = model<GivenBack>("pool/task_memory/given-back").tables(orders).holds();

const auto release = given_back.with(TaskMemoryOrders{.give_back = std::memory_order_release})
                         .named("pool/task_memory/given-back/release")
                         .relacy_cannot_decide(RelacyLimit::end_of_object, kHolds)
                         .fails(Violation::data_race, Violation::use_after_free);

const auto acquire = given_back.with(TaskMemoryOrders{.give_back = std::memory_order_acquire})
                         .named("pool/task_memory/given-back/acquire")
                         .relacy_cannot_decide(RelacyLimit::end_of_object, kHolds)
                         .fails(Violation::data_race, Violation::use_after_free);

const auto freed_when_closed = given_back.mutant("task_memory_frees_when_it_closes")
                                   .named("pool/task_memory/given-back/freed-when-closed")
                                   .fails(Violation::use_after_free, Violation::data_race, Violation::double_free);

const auto left_by_owner = given_back.mutant("task_memory_leaves_freeing_to_others")
                               .named("pool/task_memory/given-back/left-to-others")
                               .fails(Violation::leak);

const auto left_to_owner = given_back.mutant("task_memory_leaves_freeing_to_owner")
                               .named("pool/task_memory/given-back/left-to-owner")
                               .fails(Violation::leak);

// An open slab, of which all that was taken so far has been given back, is not freed: its owner goes on to take from
// it.
template <AtomicsLayer Layer>
struct StaysOpen : TwoOfASlab<Layer> {
  static constexpr std::string_view kSentence = "an open slab stays, although all that was taken has been given back";
  static constexpr std::string_view kBounds =
      "1 owner: takes a second piece from an open slab, gives it back, closes the slab; 1 thread: gives back the first";
  static constexpr auto threads() { return std::tuple{&StaysOpen::owner, &StaysOpen::other}; }

  using Base = TwoOfASlab<Layer>;

  StaysOpen() {
    Base::first();
    Base::second();
    taken_ = Base::take(1);
  }
  void owner() {
    Base::use(Base::take(2), 2);
    Base::close();
  }
  void other() { Base::use(taken_, 1); }

 private:
  typename Base::Taken taken_;
};

const auto stays_open = model<StaysOpen>("pool/task_memory/stays-open").tables(orders).holds();

const auto counted_at_once = stays_open.mutant("task_memory_counts_when_it_takes")
                                 .named("pool/task_memory/stays-open/counted-when-taken")
                                 .fails(Violation::use_after_free, Violation::data_race, Violation::double_free);

}  // namespace
}  // namespace vigil::models
