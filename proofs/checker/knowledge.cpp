// Does the checker report to a model what its threads know, without changing the executions?

#include <vigil/checker/check.hpp>
#include <vigil/checker/checked_atomics.hpp>

#include <gtest/gtest.h>

#include <atomic>
#include <tuple>

namespace vigil::conformance {
namespace {

using checker::CheckedAtomics;
using checker::Knowledge;

constexpr auto kRelaxed = std::memory_order_relaxed;
constexpr auto kAcquire = std::memory_order_acquire;
constexpr auto kRelease = std::memory_order_release;

Knowledge knowledge() {
  Knowledge knowledge;
  CheckedAtomics::record_knowledge(knowledge);
  return knowledge;
}

// Two steps, of which the second is a message. A thread that has received it knows both steps. A thread that has only
// read its value knows neither.
template <std::memory_order Publish, std::memory_order Observe, bool Asks = true>
struct Message {
  static constexpr auto threads() { return std::tuple{&Message::writer, &Message::reader}; }
  CheckedAtomics::atomic<int> data{0};
  CheckedAtomics::atomic<bool> flag{false};

  Message() { CheckedAtomics::require(knowledge().thread == Knowledge::kOutside, "the setup belongs to no thread"); }
  void writer() {
    expect(0, 0, 0);
    data.store(1, kRelaxed);
    expect(0, 1, 0);
    flag.store(true, Publish);
    expect(0, 2, 0);
  }
  void reader() {
    const bool is_seen = flag.load(Observe);
    constexpr bool kReceives = Publish == kRelease && Observe == kAcquire;
    expect(1, is_seen && kReceives ? 2 : 0, 1);
    (void)data.load(kRelaxed);
    expect(1, is_seen && kReceives ? 2 : 0, 2);
  }
  void finish() { CheckedAtomics::require(knowledge().thread == Knowledge::kOutside, "the end belongs to no thread"); }

  static void expect(unsigned thread, unsigned of_writer, unsigned of_reader) {
    if (!Asks) return;
    const Knowledge now = knowledge();
    CheckedAtomics::require(now.thread == thread, "whose knowledge it is");
    CheckedAtomics::require(now.steps[0] == of_writer, "the steps of the writer that are known");
    CheckedAtomics::require(now.steps[1] == of_reader, "the steps of the reader that are known");
  }
};

template <class M>
checker::Result checked(checker::MemoryModel memory_model = checker::MemoryModel::cpp20) {
  checker::Options options;
  options.memory_model = memory_model;
  return checker::check(checker::code_of<M>(), options);
}

TEST(Knowledge, ComesWithAMessage) {
  for (const auto memory_model : {checker::MemoryModel::cpp20, checker::MemoryModel::rc11}) {
    const auto result = checked<Message<kRelease, kAcquire>>(memory_model);
    EXPECT_TRUE(result.holds()) << (result.finding ? result.finding->what : "");
  }
}

TEST(Knowledge, DoesNotComeWithAValueAlone) {
  const auto without_release = checked<Message<kRelaxed, kAcquire>>();
  EXPECT_TRUE(without_release.holds()) << (without_release.finding ? without_release.finding->what : "");
  const auto without_acquire = checked<Message<kRelease, kRelaxed>>();
  EXPECT_TRUE(without_acquire.holds()) << (without_acquire.finding ? without_acquire.finding->what : "");
}

// There every load acquires and every store releases.
TEST(Knowledge, ComesWithEveryValueUnderSequentialConsistency) {
  EXPECT_FALSE((checked<Message<kRelaxed, kRelaxed>>(checker::MemoryModel::sequential).holds()));
}

TEST(Knowledge, IsAskedForWithoutAStep) {
  const auto asked = checked<Message<kRelaxed, kRelaxed>>();
  const auto silent = checked<Message<kRelaxed, kRelaxed, false>>();
  EXPECT_TRUE(asked.holds());
  EXPECT_EQ(asked.executions, silent.executions);
  EXPECT_EQ(asked.executions, 4U);
}

// A thread that joins another knows all that the other did. A started thread knows what its starter did before.
struct Joined {
  static constexpr auto threads() { return std::tuple{&Joined::starter}; }
  CheckedAtomics::atomic<int> data{0};
  void starter() {
    data.store(1, kRelaxed);
    CheckedAtomics::thread started([this] {
      CheckedAtomics::require(knowledge().steps[0] == 2, "the store and the start are known");
      data.store(2, kRelaxed);
    });
    started.join();
    CheckedAtomics::require(knowledge().steps[1] == 3, "the beginning, the store and the end are known");
  }
};

TEST(Knowledge, PassesToAThreadAndBack) {
  const auto result = checked<Joined>();
  EXPECT_TRUE(result.holds()) << (result.finding ? result.finding->what : "");
}

}  // namespace
}  // namespace vigil::conformance
