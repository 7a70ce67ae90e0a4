// Does the thread that closes a pool come after all callers that were inside, so that it may free the pool?

#include "parts.hpp"

#include <optional>
#include <tuple>

namespace vigil::models {
namespace {

// What an admission needs of the parts of a pool.
template <ThreadedLayer PartsLayer, Waiters kClosers = Waiters::many>
struct AdmissionParts {
  using Layer = PartsLayer;
  using CloserLatch = OnceLatch<Layer, kClosers>;
  static constexpr SpinWait<Layer> kCallerSpin{0};
  static constexpr const PoolOrders& kOrders = pools::orders;
  static constexpr const PoolProtocol& kProtocol = pools::protocol;
};

template <AtomicsLayer Layer>
struct TwoLeave {
  static constexpr std::string_view kSentence =
      "a thread that closes returns after all have left, sees what they did, and may free the admission";
  static constexpr std::string_view kBounds = "2 threads inside, which leave; 1 that closes and frees";
  static constexpr auto threads() { return std::tuple{&TwoLeave::first, &TwoLeave::second, &TwoLeave::closer}; }

  std::optional<Admission<AdmissionParts<Layer>>> admission{std::in_place};
  typename Layer::template var<int> first_result{0, "first_result"};
  typename Layer::template var<int> second_result{0, "second_result"};

  TwoLeave() {
    (void)admission->enter();
    (void)admission->enter();
  }
  void first() {
    first_result.set(1);
    admission->leave();
  }
  void second() {
    second_result.set(2);
    admission->leave();
  }
  void closer() {
    admission->close();
    admission.reset();
    Layer::require(first_result.get() + second_result.get() == 3, "closed means that all have left");
  }
};

const auto two_leave =
    model<TwoLeave>("pool/admission/two-leave").search(kAtRandom).tables(pools::orders, pools::protocol).holds();

const auto leave_does_not_pass_on = two_leave.with(PoolOrders{.leave = std::memory_order_release})
                                        .named("pool/admission/two-leave/leave-release")
                                        .fails(Violation::data_race, Violation::use_after_free);

const auto close_relaxed = two_leave.with(PoolOrders{.close = std::memory_order_relaxed})
                               .named("pool/admission/two-leave/close-relaxed")
                               .fails(Violation::data_race, Violation::use_after_free);

const auto closed_at_once = two_leave.with(PoolProtocol{.stop_waits_for_accepted = false})
                                .named("pool/admission/two-leave/closed-at-once")
                                .defect("S-16")
                                .fails(Violation::requirement, Violation::data_race, Violation::use_after_free);

// A caller that comes while the pool closes is either inside, and waited for, or refused.
template <AtomicsLayer Layer>
struct EnterAgainstClose {
  static constexpr std::string_view kSentence = "a caller that comes while the pool closes is waited for, or refused";
  static constexpr std::string_view kBounds = "2 threads that enter and leave; 1 that closes";
  static constexpr auto threads() {
    return std::tuple{&EnterAgainstClose::visitor, &EnterAgainstClose::visitor, &EnterAgainstClose::closer};
  }

  Admission<AdmissionParts<Layer>> admission;
  typename Layer::template atomic<int> inside{0, "inside"};

  void visitor() {
    if (!admission.enter()) return;
    inside.fetch_add(1, std::memory_order_relaxed);
    inside.fetch_sub(1, std::memory_order_relaxed);
    admission.leave();
  }
  void closer() {
    admission.close();
    Layer::require(inside.load(std::memory_order_relaxed) == 0, "no caller is inside that was not waited for");
    Layer::require(!admission.enter(), "no caller enters any more");
  }
};

const auto enter_against_close = model<EnterAgainstClose>("pool/admission/enter-against-close")
                                     .search(kAtRandom)
                                     .tables(pools::orders, pools::protocol)
                                     .holds();

const auto still_open = enter_against_close.mutant("closed_admission_entered")
                            .named("pool/admission/enter-against-close/still-open")
                            .defect("S-16")
                            .fails(Violation::requirement);

// Two threads stop a pool, as two of its users may. Both wait for the last caller.
template <AtomicsLayer Layer, Waiters kClosers>
struct ClosedTwice {
  static constexpr std::string_view kSentence = "two threads that close both return, after all have left";
  static constexpr std::string_view kBounds = "1 thread inside, which leaves; 2 that close; no spins";
  static constexpr auto threads() {
    return std::tuple{&ClosedTwice::visitor, &ClosedTwice::closer, &ClosedTwice::closer};
  }

  Admission<AdmissionParts<Layer, kClosers>> admission;
  typename Layer::template var<int> result{0, "result"};

  ClosedTwice() { (void)admission.enter(); }
  void visitor() {
    result.set(7);
    admission.leave();
  }
  void closer() {
    admission.close();
    Layer::require(result.get() == 7, "closed means that all have left");
  }
};

template <AtomicsLayer Layer>
struct TwoClose : ClosedTwice<Layer, Waiters::many> {};

const auto two_close =
    model<TwoClose>("pool/admission/two-close").search(kAtRandom).tables(pools::orders, pools::protocol).holds();

// The latch that callers wait for, in the place of the closers'.
template <AtomicsLayer Layer>
struct TwoCloseForOne : ClosedTwice<Layer, Waiters::one> {};

const auto two_close_for_one = model<TwoCloseForOne>("pool/admission/two-close/made-for-one")
                                   .search(kAtRandom)
                                   .tables(pools::orders, pools::protocol)
                                   .defect("S-23")
                                   .fails(Violation::requirement, Violation::missed_wake);

}  // namespace
}  // namespace vigil::models
