// What the standard says of orders holds for its own names too.

#include "programs.hpp"

#include <atomic>

namespace vigil::checker::standard {
namespace {

// Not a constant, of which compilers warn.
std::memory_order order = std::memory_order_relaxed;

constexpr auto kStrongest = std::memory_order_seq_cst;

template <auto Function>
void expect_undefined(std::memory_order undefined) {
  order = undefined;
  expect_fails<Function>(Violation::undefined_order);
  order = kStrongest;
  expect_holds<Function>();
}
template <auto Function>
void expect_no_release() {
  expect_undefined<Function>(std::memory_order_release);
  expect_undefined<Function>(std::memory_order_acq_rel);
  expect_undefined<Function>(static_cast<std::memory_order>(17));
}
template <auto Function>
void expect_no_acquire() {
  expect_undefined<Function>(std::memory_order_consume);
  expect_undefined<Function>(std::memory_order_acquire);
  expect_undefined<Function>(std::memory_order_acq_rel);
  expect_undefined<Function>(static_cast<std::memory_order>(17));
}

void load_member() { (void)atomic<int>(1).load(order); }
void load_function() {
  const atomic<int> value(1);
  (void)atomic_load_explicit(&value, order);
}
void load_by_reference() {
  static int value = 1;
  (void)atomic_ref<int>(value).load(order);
}
void load_wide() { (void)atomic<long double>(1).load(order); }
TEST(StandardOrders, OfALoadDoNotRelease) {
  expect_no_release<&load_member>();
  expect_no_release<&load_function>();
  expect_no_release<&load_by_reference>();
  expect_no_release<&load_wide>();
}

void store_member() { atomic<int>(1).store(2, order); }
void store_function() {
  atomic<int> value(1);
  atomic_store_explicit(&value, 2, order);
}
void store_by_reference() {
  static int value = 1;
  atomic_ref<int>(value).store(2, order);
}
TEST(StandardOrders, OfAStoreDoNotAcquire) {
  expect_no_acquire<&store_member>();
  expect_no_acquire<&store_function>();
  expect_no_acquire<&store_by_reference>();
}

void test_flag() { (void)atomic_flag().test(order); }
void test_flag_function() {
  const atomic_flag flag;
  (void)atomic_flag_test_explicit(&flag, order);
}
void wait_for_flag() { atomic_flag().wait(true, order); }
void wait_for_value() { atomic<int>(1).wait(2, order); }
void wait_function() {
  const atomic<int> value(1);
  atomic_wait_explicit(&value, 2, order);
}
TEST(StandardOrders, OfATestAndOfAWaitDoNotRelease) {
  expect_no_release<&test_flag>();
  expect_no_release<&test_flag_function>();
  expect_no_release<&wait_for_flag>();
  expect_no_release<&wait_for_value>();
  expect_no_release<&wait_function>();
}

void clear_flag() { atomic_flag().clear(order); }
void clear_flag_function() {
  atomic_flag flag;
  atomic_flag_clear_explicit(&flag, order);
}
TEST(StandardOrders, OfAClearDoNotAcquire) {
  expect_no_acquire<&clear_flag>();
  expect_no_acquire<&clear_flag_function>();
}

template <bool kWeak>
void compare_exchange() {
  int expected = 1;
  atomic<int> value(1);
  (void)(kWeak ? value.compare_exchange_weak(expected, 2, kStrongest, order)
               : value.compare_exchange_strong(expected, 2, kStrongest, order));
}
void compare_exchange_function() {
  int expected = 1;
  atomic<int> value(1);
  (void)atomic_compare_exchange_strong_explicit(&value, &expected, 2, kStrongest, order);
}
TEST(StandardOrders, OfAFailureDoNotRelease) {
  expect_no_release<&compare_exchange<true>>();
  expect_no_release<&compare_exchange<false>>();
  expect_no_release<&compare_exchange_function>();
}

void compare_exchange_with_one_order() {
  int expected = 1;
  (void)atomic<int>(1).compare_exchange_strong(expected, 2, order);
}
void set_flag() { (void)atomic_flag().test_and_set(order); }
void add() { (void)atomic<int>(1).fetch_add(1, order); }
void add_fraction() { (void)atomic<double>(1).fetch_add(1, order); }
void order_by_fence() { standard::atomic_thread_fence(order); }
TEST(StandardOrders, OfAReadModifyWriteAndOfAFenceAreAllThatHaveAName) {
  for (const auto each : {std::memory_order_relaxed, std::memory_order_consume, std::memory_order_acquire,
                          std::memory_order_release, std::memory_order_acq_rel, std::memory_order_seq_cst}) {
    order = each;
    expect_holds<&compare_exchange_with_one_order>();
    expect_holds<&set_flag>();
    expect_holds<&add>();
    expect_holds<&add_fraction>();
    expect_holds<&order_by_fence>();
  }
  constexpr auto kNone = static_cast<std::memory_order>(17);
  expect_undefined<&compare_exchange_with_one_order>(kNone);
  expect_undefined<&set_flag>(kNone);
  expect_undefined<&add>(kNone);
  expect_undefined<&add_fraction>(kNone);
  expect_undefined<&order_by_fence>(kNone);
}

}  // namespace
}  // namespace vigil::checker::standard
