// ThreadSanitizer under TsanAtomics sees what C++ orders, for each operation with each order and fences around it: a
// race is reported, and nothing else is. Built with ThreadSanitizer; proofs/atomics/tsan_atomics.cpp runs it.

#include <vigil/atomics/std_atomics.hpp>
#include <vigil/atomics/tsan_atomics.hpp>

#include <gtest/gtest.h>

#include <array>
#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <thread>
#include <utility>
#include <vector>

// Called by the runtime of ThreadSanitizer, which must not be called from here.
#define VIGIL_UNCHECKED __attribute__((no_sanitize("thread")))

namespace {

volatile int reports = 0;
std::atomic<int> shadows_created{0};
std::atomic<int> shadows_destroyed{0};
thread_local std::vector<int> fences_of_this_thread;
thread_local std::vector<int> signal_fences_of_this_thread;

}  // namespace

extern "C" {
// NOLINTBEGIN(bugprone-reserved-identifier,readability-identifier-naming): the tool chose these names.
VIGIL_UNCHECKED const char* __tsan_default_options() {
  return "symbolize=0 suppress_equal_stacks=0 suppress_equal_addresses=0";
}
VIGIL_UNCHECKED void __tsan_on_report(void* /*report*/) { reports = reports + 1; }

// The linker puts the second of each pair in place of the function of that name; see CMakeLists.txt.
void __real___tsan_atomic_thread_fence(int order);
void __wrap___tsan_atomic_thread_fence(int order) {
  fences_of_this_thread.push_back(order);
  __real___tsan_atomic_thread_fence(order);
}
void __real___tsan_atomic_signal_fence(int order);
void __wrap___tsan_atomic_signal_fence(int order) {
  signal_fences_of_this_thread.push_back(order);
  __real___tsan_atomic_signal_fence(order);
}
void* __real___tsan_create_fiber(unsigned flags);
void* __wrap___tsan_create_fiber(unsigned flags) {
  shadows_created.fetch_add(1, std::memory_order_relaxed);
  return __real___tsan_create_fiber(flags);
}
void __real___tsan_destroy_fiber(void* fiber);
void __wrap___tsan_destroy_fiber(void* fiber) {
  shadows_destroyed.fetch_add(1, std::memory_order_relaxed);
  __real___tsan_destroy_fiber(fiber);
}
// NOLINTEND(bugprone-reserved-identifier,readability-identifier-naming)
}

namespace vigil::proofs {
namespace {

using Flag = TsanAtomics::atomic<int>;
using Order = std::memory_order;

constexpr std::array kOrders{Order::relaxed, Order::consume, Order::acquire,
                             Order::release, Order::acq_rel, Order::seq_cst};
constexpr std::array kLoadOrders{Order::relaxed, Order::consume, Order::acquire, Order::seq_cst};
constexpr std::array kStoreOrders{Order::relaxed, Order::release, Order::seq_cst};
// Of a fence that stands where it orders nothing. After a release fence a thread's operations run in its shadows.
constexpr std::array kEarlyFences{Order::relaxed, Order::release};

bool releases(Order order) { return order == Order::release || order == Order::acq_rel || order == Order::seq_cst; }
// Compilers treat consume as acquire.
bool acquires(Order order) { return order != Order::relaxed && order != Order::release; }

struct Shared {
  int data = 0;
  int seen = 0;
  Flag flag{0};
  Flag other{0};
};

struct Operation {
  std::string name;
  // What a store or a load has, or a read-modify-write that succeeds.
  Order order;
  // One that reads returns what it read.
  std::function<int(Flag&)> run;
  bool is_read_modify_write = false;
  // A compare-exchange that fails is a read with this order.
  std::optional<Order> failure{};
};

std::string named(const std::string& name, Order order) {
  static const std::array<std::string, 6> kNames{"relaxed", "consume", "acquire", "release", "acq_rel", "seq_cst"};
  return name + " " + kNames.at(static_cast<unsigned>(order));
}

std::string named(const Operation& operation) {
  return named(operation.name, operation.order) + (operation.failure ? named(" that fails", *operation.failure) : "");
}

bool acquires(const Operation& operation) { return acquires(operation.failure.value_or(operation.order)); }
bool releases(const Operation& operation) { return !operation.failure && releases(operation.order); }

// Whether a shadow runs it, and ThreadSanitizer may see too much order; see TsanAtomics.
bool runs_in_the_reader(const Operation& operation, Order early_fence) {
  return operation.is_read_modify_write &&
         (!acquires(operation.order) || (!releases(operation.order) && releases(early_fence)));
}

// Those that change the flag from 0 to 1.
std::vector<Operation> writes() {
  std::vector<Operation> found;
  for (const Order order : kStoreOrders) {
    found.push_back({"store", order, [=](Flag& flag) { return flag.store(1, order), 0; }});
  }
  for (const Order order : kOrders) {
    found.push_back({"exchange", order, [=](Flag& flag) { return flag.exchange(1, order); }, true});
    found.push_back({"compare_exchange", order,
                     [=](Flag& flag) {
                       int expected = 0;
                       flag.compare_exchange_strong(expected, 1, order, Order::relaxed);
                       return expected;
                     },
                     true});
  }
  return found;
}

// Those that leave the flag as it is.
std::vector<Operation> reads() {
  std::vector<Operation> found;
  for (const Order order : kLoadOrders) {
    found.push_back({"load", order, [=](Flag& flag) { return flag.load(order); }});
  }
  for (const Order order : kOrders) {
    found.push_back({"fetch_or", order, [=](Flag& flag) { return flag.fetch_or(0, order); }, true});
    found.push_back({"compare_exchange", order,
                     [=](Flag& flag) {
                       int expected = 1;
                       return flag.compare_exchange_strong(expected, 1, order, Order::relaxed) ? 1 : 0;
                     },
                     true});
    for (const Order failure : kLoadOrders) {
      found.push_back({"compare_exchange", order,
                       [=](Flag& flag) {
                         int expected = 7;
                         flag.compare_exchange_strong(expected, 7, order, failure);
                         return expected;
                       },
                       true, failure});
    }
  }
  return found;
}

using Body = std::function<void(Shared&)>;

int reports_of(const Body& first, const Body& second) {
  const int before = reports;
  const auto shared = std::make_unique<Shared>();
  std::thread one([&] { first(*shared); });
  std::thread two([&] { second(*shared); });
  one.join();
  two.join();
  return reports - before;
}

void expect(bool is_ordered, const std::string& what, const Body& writer, const Body& reader) {
  const int found = reports_of(writer, reader);
  EXPECT_EQ(found == 0, is_ordered) << what << (is_ordered ? ": a false report" : ": the race is missed");
}

void wait_for(Flag& flag, const Operation& read) {
  while (read.run(flag) != 1) TsanAtomics::yield();
}

const Operation kReleaseStore{"store", Order::release, [](Flag& flag) { return flag.store(1, Order::release), 0; }};
const Operation kRelaxedStore{"store", Order::relaxed, [](Flag& flag) { return flag.store(1, Order::relaxed), 0; }};
const Operation kAcquireLoad{"load", Order::acquire, [](Flag& flag) { return flag.load(Order::acquire); }};
const Operation kRelaxedLoad{"load", Order::relaxed, [](Flag& flag) { return flag.load(Order::relaxed); }};

void publish(Shared& shared, Order early, Order fence, const Operation& write) {
  TsanAtomics::fence(early);
  shared.data = 1;
  TsanAtomics::fence(fence);
  write.run(shared.flag);
}

void receive(Shared& shared, Order early, const Operation& read, Order fence) {
  TsanAtomics::fence(early);
  wait_for(shared.flag, read);
  TsanAtomics::fence(fence);
  shared.seen = shared.data;
}

TEST(MessagePassing, IsOrderedByWhatTheWriterReleases) {
  for (const Operation& write : writes()) {
    for (const Order early : kEarlyFences) {
      for (const Order fence : {Order::relaxed, Order::release}) {
        expect(
            releases(write) || releases(fence),
            named("fence", early) + ", data, " + named("fence", fence) + ", " + named(write),
            [&](Shared& shared) { publish(shared, early, fence, write); },
            [](Shared& shared) { receive(shared, Order::relaxed, kAcquireLoad, Order::relaxed); });
      }
    }
  }
}

TEST(MessagePassing, IsOrderedByWhatTheReaderAcquires) {
  for (const Operation& read : reads()) {
    for (const Order early : kEarlyFences) {
      for (const Order fence : {Order::relaxed, Order::acquire}) {
        const bool is_ordered = acquires(read) || acquires(fence);
        // What fails in the thread itself acquires in any case.
        if (!is_ordered && read.failure && !runs_in_the_reader(read, early)) continue;
        expect(
            is_ordered, named("fence", early) + ", " + named(read) + ", " + named("fence", fence) + ", data",
            [](Shared& shared) { publish(shared, Order::relaxed, Order::relaxed, kReleaseStore); },
            [&](Shared& shared) { receive(shared, early, read, fence); });
      }
    }
  }
}

TEST(MessagePassing, IsOrderedByFencesOfBothSides) {
  for (const Order writers : kOrders) {
    for (const Order readers : kOrders) {
      expect(
          releases(writers) && acquires(readers),
          "data, " + named("fence", writers) + ", relaxed store: relaxed load, " + named("fence", readers) + ", data",
          [&](Shared& shared) { publish(shared, Order::relaxed, writers, kRelaxedStore); },
          [&](Shared& shared) { receive(shared, Order::relaxed, kRelaxedLoad, readers); });
    }
  }
}

// An operation on another atomic is no fence, for what was read or for what is published.

TEST(AnotherAtomic, DoesNotPassOnWhatARelaxedLoadRead) {
  std::vector<Operation> operations = writes();
  for (Operation& each : reads()) operations.push_back(std::move(each));
  for (const Operation& between : operations) {
    for (const Order early : kEarlyFences) {
      if (runs_in_the_reader(between, early) && acquires(between)) continue;
      expect(
          false, named("fence", early) + ", relaxed load, " + named(between) + ", data",
          [](Shared& shared) { publish(shared, Order::relaxed, Order::relaxed, kReleaseStore); },
          [&](Shared& shared) {
            TsanAtomics::fence(early);
            wait_for(shared.flag, kRelaxedLoad);
            between.run(shared.other);
            shared.seen = shared.data;
          });
    }
  }
}

TEST(AnotherAtomic, DoesNotReleaseWhatFollowsTheFence) {
  for (const Operation& between : writes()) {
    for (const Operation& write : writes()) {
      if (write.order != Order::relaxed) continue;
      if (releases(between) && runs_in_the_reader(between, Order::release) && write.is_read_modify_write) continue;
      expect(
          false, "fence release, data, " + named(between) + ", " + named(write),
          [&](Shared& shared) {
            TsanAtomics::fence(Order::release);
            shared.data = 1;
            between.run(shared.other);
            write.run(shared.flag);
          },
          [](Shared& shared) { receive(shared, Order::relaxed, kAcquireLoad, Order::relaxed); });
    }
  }
}

TEST(Shadows, AreTwoForEachThreadAndEndWithIt) {
  const int created = shadows_created;
  const int destroyed = shadows_destroyed;
  std::thread([] {
    Flag flag{0};
    for (int i = 0; i != 3; ++i) {
      static_cast<void>(flag.load(Order::relaxed));
      TsanAtomics::fence(Order::seq_cst);
      flag.store(1, Order::relaxed);
    }
  }).join();
  EXPECT_EQ(shadows_created - created, 2);
  EXPECT_EQ(shadows_destroyed - destroyed, 2);
}

TEST(Shadows, AreMadeWhenTheyAreNeeded) {
  const int created = shadows_created;
  std::thread([] {
    Flag flag{0};
    TsanAtomics::fence(Order::acquire);
    flag.store(1, Order::relaxed);
    flag.fetch_add(1, Order::acq_rel);
  }).join();
  EXPECT_EQ(shadows_created - created, 0);
}

constexpr int kFull = static_cast<int>(Order::seq_cst);

std::vector<int> fences_of(void (*fence)(Order), Order order) {
  fences_of_this_thread.clear();
  fence(order);
  return fences_of_this_thread;
}
template <class Layer>
std::vector<int> fences_of(Order order) {
  return fences_of(&Layer::fence, order);
}

TEST(Fences, AreThoseOfTheMachineToo) {
  EXPECT_EQ(fences_of<TsanAtomics>(Order::relaxed), std::vector<int>{});
  EXPECT_EQ(fences_of<TsanAtomics>(Order::consume), std::vector<int>{kFull});
  for (const Order order : {Order::acquire, Order::release, Order::acq_rel, Order::seq_cst}) {
    const std::string what = named("fence", order);
    EXPECT_EQ(fences_of<StdAtomics>(order), std::vector<int>{static_cast<int>(order)}) << what;
    EXPECT_EQ(fences_of<TsanAtomics>(order), std::vector<int>{kFull}) << what;
  }
}

// No process is registered under ThreadSanitizer, as where the system refuses it.
TEST(AsymmetricFences, AreFullOnesAsLongAsLightOnesAreNotFree) {
  for (auto* const fence : {&StdAtomics::fence_light, &StdAtomics::fence_heavy}) {
    EXPECT_EQ(fences_of(fence, Order::seq_cst), std::vector<int>{kFull});
    EXPECT_EQ(fences_of(fence, Order::seq_cst), std::vector<int>{kFull}) << "the second one too";
    EXPECT_EQ(fences_of(fence, Order::relaxed), std::vector<int>{});
  }
}

TEST(AsymmetricFences, BindTheCompilerAloneIfLightOnesAreFree) {
  detail::light_fence_is_free = true;
  signal_fences_of_this_thread.clear();
  EXPECT_EQ(fences_of(&StdAtomics::fence_light, Order::seq_cst), std::vector<int>{});
  EXPECT_EQ(signal_fences_of_this_thread, std::vector<int>{kFull});
  detail::light_fence_is_free = false;
}

}  // namespace
}  // namespace vigil::proofs

// Reports that the tests expect do not decide the status; what ends the program before does. ThreadSanitizer replaces
// `_exit`, but not this function.
int main(int argc, char** argv) {
  ::testing::InitGoogleTest(&argc, argv);
  const int failed = RUN_ALL_TESTS();
  std::fflush(nullptr);
  std::_Exit(failed);
}
