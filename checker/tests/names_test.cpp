// Does a trace use the names that the model gives to objects and threads?

#include <vigil/checker.hpp>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <cstdint>
#include <new>
#include <string>
#include <tuple>
#include <vector>

namespace vigil::checker {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::Not;

using Layer = CheckedAtomics;
constexpr auto kRelaxed = std::memory_order_relaxed;

// One thread that uses each of its objects once, and then fails.
struct Named {
  static constexpr auto threads() { return std::tuple{&Named::user}; }

  Layer::atomic<int> top{0, "top"};
  Layer::var<int> message{Name("message")};
  Layer::mutex mutex{"mutex"};
  Layer::condition_variable woken{"woken"};
  std::array<Layer::var<int>, 2> payloads = Names("payload");
  std::array<Layer::atomic<bool>, 2> flags = Names("flag", false);

  void user() {
    top.store(1, kRelaxed);
    message.set(1);
    mutex.lock();
    mutex.unlock();
    woken.notify_one();
    payloads[1].set(1);
    flags[0].store(true, kRelaxed);
    Layer::require(false, "the end");
  }
};

struct NamedAlike {
  static constexpr auto threads() { return std::tuple{&NamedAlike::user}; }

  Layer::atomic<int> left{0, "latch"}, other{0, "other"}, right{0, "latch"}, third{0, "latch"};

  void user() {
    for (auto* latch : {&third, &left, &right}) latch->store(1, kRelaxed);
    Layer::require(false, "the end");
  }
};

struct Unnamed {
  static constexpr auto threads() { return std::tuple{&Unnamed::user}; }

  Layer::atomic<int> first{0}, named{0, "named"}, second{0};
  Layer::var<int> data;
  Layer::mutex mutex;

  void user() {
    for (auto* object : {&first, &second}) object->store(1, kRelaxed);
    data.set(1);
    mutex.lock();
    Layer::require(false, "the end");
  }
};

struct Allocating {
  static constexpr auto threads() { return std::tuple{&Allocating::user}; }

  Layer::atomic<void*> newest{nullptr, "newest"};

  void user() {
    for (const Name name : {Name("node"), Name("node"), Name()}) newest.store(Layer::allocate(8, 8, name), kRelaxed);
    Layer::require(false, "the end");
  }
};

struct Pointing {
  struct Task {
    Layer::atomic<Task*> link{nullptr, "task.link"};
  };
  static constexpr auto threads() { return std::tuple{&Pointing::user}; }

  Task first, second;
  Layer::atomic<Task*> top{nullptr, "top"};

  void user() {
    first.link.store(&second, kRelaxed);
    top.store(&first, kRelaxed);
    top.store(reinterpret_cast<Task*>(1), kRelaxed);
    Layer::require(false, "the end");
  }
};

// A number that is an address: of an object on a thread's stack, of one in a block, and of nothing.
struct PointingByNumber {
  static constexpr auto threads() { return std::tuple{&PointingByNumber::user}; }

  Layer::atomic<std::uintptr_t> word{0, "word"};

  void user() {
    Layer::atomic<int> waiter{0, "waiter"};
    word.store(reinterpret_cast<std::uintptr_t>(&waiter), kRelaxed);
    void* const block = Layer::allocate(sizeof(Layer::atomic<int>), alignof(Layer::atomic<int>), "node");
    auto* const inside = new (block) Layer::atomic<int>(0, "inside");
    word.store(reinterpret_cast<std::uintptr_t>(inside), kRelaxed);
    word.store(reinterpret_cast<std::uintptr_t>(&waiter) + 1, kRelaxed);
    Layer::require(false, "the end");
  }
};

template <class Layer>
struct Base {
  void reader() {}
};
template <class Layer>
struct Roles : Base<Layer> {
  static constexpr auto threads() {
    return std::tuple{&Roles::writer, &Roles::reader, &Roles::template worker<2>,
                      static_cast<void (Roles::*)()>(&Roles::reader)};
  }
  void writer() { Layer::require(false, "the end"); }
  template <int Number>
  void worker() {}
};

template <class Model>
Trace trace_of() {
  const auto verdict = run<Model>();
  return verdict.trace.value();
}

template <class Model>
std::vector<std::string> objects_of() {
  std::vector<std::string> names;
  for (const auto& timed : trace_of<Model>().steps)
    if (!timed.step.object.empty()) names.push_back(timed.step.object);
  return names;
}

TEST(Names, AreThoseOfTheDeclarations) {
  EXPECT_THAT(objects_of<Named>(), ElementsAre("top", "message", "mutex", "mutex", "woken", "payload[1]", "flag[0]"));
}

TEST(Names, OfSeveralObjectsAreNumberedInTheOrderOfConstruction) {
  EXPECT_THAT(objects_of<NamedAlike>(), ElementsAre("latch#3", "latch", "latch#2"));
}

TEST(Names, OfObjectsWithoutOneAreTheirKindAndANumber) {
  EXPECT_THAT(objects_of<Unnamed>(), ElementsAre("atomic1", "atomic2", "var1", "mutex1"));
}

TEST(Names, OfAllocatedMemoryAreThoseThatPointersToItHave) {
  EXPECT_THAT(text(trace_of<Allocating>(), {}), HasSubstr("store newest = &node#2, relaxed"));
  EXPECT_THAT(objects_of<Allocating>(), ElementsAre("node", "newest", "node#2", "newest", "block1", "newest"));
}

TEST(Names, OfAFirstMemberNameWhatPointersToItPointTo) {
  const auto shown = text(trace_of<Pointing>(), {});
  EXPECT_THAT(shown, HasSubstr("store task.link = &task#2, relaxed"));
  EXPECT_THAT(shown, HasSubstr("store top = &task, relaxed"));
  EXPECT_THAT(shown, HasSubstr("store top = null+1, relaxed")) << "a tag without a pointer";
}

// The address of what lies on a stack is another one in each run of the program. In a block a number may be the address
// of an object by accident.
TEST(Names, OfObjectsOnAStackNameNumbersThatAreTheirAddresses) {
  const auto shown = text(trace_of<PointingByNumber>(), {});
  EXPECT_THAT(shown, HasSubstr("store word = &waiter, relaxed"));
  EXPECT_THAT(shown, Not(HasSubstr("&inside")));
  EXPECT_THAT(shown, Not(HasSubstr("&waiter+")));
}

TEST(Names, OfThreadsAreTheFunctionsThatTheyRun) {
  EXPECT_THAT(trace_of<Roles<Layer>>().thread_names, ElementsAre("writer", "reader", "worker", ""));
}

}  // namespace
}  // namespace vigil::checker
