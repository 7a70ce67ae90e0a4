// Can the setter of a latch on somebody's stack touch it when it is gone?

#include <vigil/latch/lock_latch.hpp>

#include <optional>
#include <tuple>

#include <vigil/model/model.hpp>

namespace vigil::models {
namespace {

LockLatchProtocol protocol;

template <AtomicsLayer A>
struct FreedWhenSet {
  static constexpr std::string_view kSentence = "a waiter sees that the latch is set, and may free it";
  static constexpr std::string_view kBounds = "1 waiter, who frees the latch; 1 setter";
  static constexpr auto threads() { return std::tuple{&FreedWhenSet::waiter, &FreedWhenSet::setter}; }

  std::optional<LockLatch<A, protocol>> latch{std::in_place};
  typename A::template var<int> result{0, "result"};

  void waiter() {
    latch->wait();
    latch.reset();
    A::require(result.get() == 7, "what the setter did before is seen");
  }
  void setter() {
    result.set(7);
    latch->set();
  }
};

const auto freed = model<FreedWhenSet>("latch/lock_latch/freed-when-set").tables(protocol).holds();

const auto notified_late = freed.with(LockLatchProtocol{.notify_under_lock = false})
                               .named("latch/lock_latch/freed-when-set/notified-after-unlocking")
                               .defect("S-24")
                               .fails(Violation::use_after_free);

}  // namespace
}  // namespace vigil::models
