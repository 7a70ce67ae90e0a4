// Can the setter of a latch on the waiter's stack access it after the waiter has destroyed it?

#include <vigil/latch/lock_latch.hpp>

#include <optional>
#include <tuple>

#include <vigil/model/model.hpp>

namespace vigil::models {
namespace {

template <AtomicsLayer Layer>
struct FreedWhenSet {
  static constexpr std::string_view kSentence = "a waiter sees that the latch is set, and may free it";
  static constexpr std::string_view kBounds = "1 waiter, who frees the latch; 1 setter";
  static constexpr auto threads() { return std::tuple{&FreedWhenSet::waiter, &FreedWhenSet::setter}; }

  std::optional<LockLatch<Layer>> latch{std::in_place};
  typename Layer::template var<int> result{0, "result"};

  void waiter() {
    latch->wait();
    latch.reset();
    Layer::require(result.get() == 7, "what the setter did before is seen");
  }
  void setter() {
    result.set(7);
    latch->set();
  }
};

const auto freed = model<FreedWhenSet>("latch/lock_latch/freed-when-set").holds();

const auto notified_late = freed.mutant("lock_latch_notifies_after_unlocking")
                               .named("latch/lock_latch/freed-when-set/notified-after-unlocking")
                               .defect("S-24")
                               .fails(Violation::use_after_free);

template <AtomicsLayer Layer>
struct AllAreWoken {
  static constexpr std::string_view kSentence = "all threads that wait for a latch return once it is set";
  static constexpr std::string_view kBounds = "2 waiters; 1 setter";
  static constexpr auto threads() {
    return std::tuple{&AllAreWoken::waiter, &AllAreWoken::waiter, &AllAreWoken::setter};
  }

  LockLatch<Layer> latch;
  typename Layer::template var<int> result{0, "result"};

  void waiter() {
    latch.wait();
    Layer::require(result.get() == 7, "what the setter did before is seen");
  }
  void setter() {
    result.set(7);
    latch.set();
  }
};

const auto all_are_woken = model<AllAreWoken>("latch/lock_latch/all-are-woken").holds();

}  // namespace
}  // namespace vigil::models
