// Does the engine apply both orders of a compare-exchange, for success and for failure?

#include <vigil/model/model.hpp>

namespace vigil::models {
namespace {

struct CompareExchangeOrders {
  // [selftest.cas.publish] pairs with [selftest.cas.done] and [selftest.cas.failed].
  Order<"selftest.cas.publish"> publish = std::memory_order_release;
  // [selftest.cas.done] pairs with [selftest.cas.publish]: the thread that takes the message reads it.
  Order<"selftest.cas.done"> done = std::memory_order_acquire;
  // [selftest.cas.failed] pairs with [selftest.cas.publish]: the thread that is refused reads the reason.
  Order<"selftest.cas.failed"> failed = std::memory_order_acquire;
};
CompareExchangeOrders orders;

template <AtomicsLayer Layer>
struct ReadAfterSuccess {
  static constexpr std::string_view kSentence =
      "a thread that replaces a published value reads the data written before it";
  static constexpr std::string_view kBounds = "1 writer, 1 thread that replaces";
  static constexpr auto threads() { return std::tuple{&ReadAfterSuccess::writer, &ReadAfterSuccess::taker}; }

  typename Layer::template var<int> data{0, "data"};
  typename Layer::template atomic<int> state{0, "state"};

  void writer() {
    data.set(1);
    state.store(1, orders.publish);
  }
  void taker() {
    int expected = 1;
    if (state.compare_exchange_strong(expected, 2, orders.done, orders.failed))
      Layer::require(data.get() == 1, "the published value is read");
  }
};
const auto success = model<ReadAfterSuccess>("selftest/compare_exchange/success").tables(orders).holds();
const auto weak_success = success.with(CompareExchangeOrders{.done = std::memory_order_relaxed})
                              .named("selftest/compare_exchange/success/relaxed-success-acquire-failure")
                              .fails(Violation::data_race);

template <AtomicsLayer Layer>
struct ReadAfterFailure {
  static constexpr std::string_view kSentence =
      "a thread whose compare-exchange fails on a published value reads the data written before it";
  static constexpr std::string_view kBounds = "1 writer, 1 thread that is refused";
  static constexpr auto threads() { return std::tuple{&ReadAfterFailure::writer, &ReadAfterFailure::refused}; }

  typename Layer::template var<int> data{0, "data"};
  typename Layer::template atomic<int> state{0, "state"};

  void writer() {
    data.set(1);
    state.store(1, orders.publish);
  }
  void refused() {
    int expected = 5;
    const bool replaced = state.compare_exchange_strong(expected, 6, orders.done, orders.failed);
    Layer::require(!replaced, "no thread stores the expected value");
    if (expected == 1) Layer::require(data.get() == 1, "the published value is read");
  }
};
const auto failure = model<ReadAfterFailure>("selftest/compare_exchange/failure").tables(orders).holds();
const auto release_acquire = failure.with(CompareExchangeOrders{.done = std::memory_order_release})
                                 .named("selftest/compare_exchange/failure/release-success-acquire-failure")
                                 .holds();
const auto relaxed_acquire = failure.with(CompareExchangeOrders{.done = std::memory_order_relaxed})
                                 .named("selftest/compare_exchange/failure/relaxed-success-acquire-failure")
                                 .holds();
const auto acquire_seq_cst = failure.with(CompareExchangeOrders{.failed = std::memory_order_seq_cst})
                                 .named("selftest/compare_exchange/failure/acquire-success-seq-cst-failure")
                                 .holds();
const auto weak_failure = failure.with(CompareExchangeOrders{.failed = std::memory_order_relaxed})
                              .named("selftest/compare_exchange/failure/relaxed-failure")
                              .fails(Violation::data_race);

template <AtomicsLayer Layer>
struct WeakNeverFails {
  static constexpr std::string_view kSentence = "a weak compare-exchange of the expected value succeeds";
  static constexpr std::string_view kBounds = "1 thread";
  static constexpr auto threads() { return std::tuple{&WeakNeverFails::thread}; }

  typename Layer::template atomic<int> state{1, "state"};

  void thread() {
    int expected = 1;
    const bool replaced = state.compare_exchange_weak(expected, 2, orders.done, orders.failed);
    Layer::require(expected == 1, "a spurious failure leaves the expected value");
    Layer::require(replaced, "the compare-exchange succeeds");
  }
};
const auto weak = model<WeakNeverFails>("selftest/compare_exchange/weak").tables(orders).fails(Violation::requirement);
const auto weak_apart = weak.with(CompareExchangeOrders{.done = std::memory_order_relaxed})
                            .named("selftest/compare_exchange/weak/relaxed-success-acquire-failure")
                            .fails(Violation::requirement);

}  // namespace
}  // namespace vigil::models
