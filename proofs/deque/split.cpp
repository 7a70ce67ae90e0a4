// Does the split deque do what it promises when one thread is owner and thief in turn? The models and the stress test
// cover concurrency.

#include <vigil/deque/split.hpp>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <new>
#include <ostream>
#include <vector>

namespace vigil {
namespace {

constexpr std::size_t kBytes = 2048;

// Counts what was published, and wants more if it is to.
struct Tally {
  std::size_t* jobs;
  std::size_t* before;
  const bool* wants_more;
  bool published(std::size_t more, std::size_t were_public) const {
    *jobs += more;
    *before = were_public;
    return *wants_more;
  }
};

struct Job {
  int number = 0;
  int result = 0;
};

using Deque = SplitDeque<Job, kBytes, Tally>;
using Slot = Deque::Slot;

enum class Operation { push, pop, steal, finish, publish_all };

void showValue(Operation operation, std::ostream& out) {
  constexpr const char* kNames[] = {"push", "pop", "steal", "finish", "publish_all"};
  out << kNames[static_cast<std::size_t>(operation)];
}

// Pushes until the deque is full are as likely as a deque that is mostly empty.
rc::Gen<std::vector<Operation>> operations() {
  const auto with_pushes = [](std::size_t pushes) {
    return rc::gen::container<std::vector<Operation>>(
        rc::gen::weightedElement<Operation>({{pushes, Operation::push},
                                             {4, Operation::pop},
                                             {4, Operation::steal},
                                             {2, Operation::finish},
                                             {1, Operation::publish_all}}));
  };
  return rc::gen::oneOf(rc::gen::resize(400, with_pushes(5)), rc::gen::resize(400, with_pushes(14)));
}

// The deque and its specification: three numbers, a request, and what became of each stolen job.
class Pair {
 public:
  void apply(Operation operation) {
    wants_more_ = last_number_ % 3 == 0;
    switch (operation) {
      case Operation::push:
        push();
        break;
      case Operation::pop:
        pop();
        break;
      case Operation::steal:
        steal();
        break;
      case Operation::finish:
        if (!under_way_.empty()) finish(under_way_.front(), Deque::kReady);
        break;
      case Operation::publish_all:
        deque_.publish_all(next_);
        if (head() != split_) publish(head() - split_);
        break;
    }
    RC_ASSERT(deque_.public_size() == split_ - tail_);
    RC_ASSERT(told_ == published_);
    RC_ASSERT(deque_.tail_never_passes_split());
    RC_ASSERT(deque_.empty_asks());
  }
  void end() {
    while (head() != 0) apply(Operation::pop);
    RC_ASSERT(deque_.steal().is_empty());
    apply(Operation::push);
    RC_ASSERT(deque_.public_size() == 1u);
    apply(Operation::steal);
    apply(Operation::pop);
  }

 private:
  [[nodiscard]] std::size_t head() const { return numbers_.size(); }

  void publish_older_half(std::size_t end) { publish((end - split_ + 1) / 2); }
  void publish(std::size_t more) {
    RC_ASSERT(told_before_ == split_ - tail_);
    split_ += more;
    published_ += more;
    asked_ = wants_more_;
  }

  void push() {
    RC_ASSERT(Deque::is_end(next_) == (head() == Deque::capacity()));
    if (Deque::is_end(next_)) return;
    RC_ASSERT(&Deque::of(next_) == &deque_);
    next_->emplace(++last_number_, 0);
    numbers_.push_back(last_number_);
    deque_.push(next_++);
    if (asked_) publish_older_half(head());
  }

  void pop() {
    if (head() == 0) return;
    const std::size_t popped = head() - 1;
    const int number = numbers_.back();
    numbers_.pop_back();
    Slot* const newest = --next_;
    const bool is_stolen = popped < tail_;
    RC_ASSERT(deque_.pop(newest) == !is_stolen);
    RC_ASSERT(newest->job().number == number);
    if (is_stolen) {
      if (const auto waits = std::find(under_way_.begin(), under_way_.end(), newest); waits != under_way_.end()) {
        RC_ASSERT(deque_.state(newest) == Deque::kReady);
        // One owner in two leaves word.
        const Deque::State word = number % 2 == 0 ? Deque::State{Deque::kReady} : Deque::kFirstWord + popped;
        if (word != Deque::kReady) RC_ASSERT(deque_.await(newest, word));
        if (word != Deque::kReady) RC_ASSERT(deque_.state(newest) == word);
        finish(newest, word);
      }
      RC_ASSERT(!deque_.await(newest, Deque::kFirstWord));
      RC_ASSERT(deque_.state(newest) == end_of(number));
      RC_ASSERT(newest->job().result == -number);
      deque_.retire(newest);
      tail_ = split_ = popped;
      asked_ = true;
    } else if (popped < split_) {
      split_ = tail_ + (popped + 1 - tail_) / 2;
      asked_ = split_ == tail_;
    } else if (asked_ && popped > split_) {
      publish_older_half(popped);
    }
  }

  void steal() {
    const StealResult<Slot*> result = deque_.steal();
    RC_ASSERT(result.status() == (tail_ == split_ ? StealStatus::empty : StealStatus::success));
    if (tail_ == split_) return;
    RC_ASSERT(result.job() == deque_.first() + tail_);
    RC_ASSERT(result.job()->job().number == numbers_[tail_]);
    RC_ASSERT(Deque::slot_of(result.job()->job()) == result.job());
    if (++tail_ == split_) asked_ = true;
    under_way_.push_back(result.job());
  }

  void finish(Slot* stolen, Deque::State word) {
    stolen->job().result = -stolen->job().number;
    RC_ASSERT(deque_.finish(stolen, end_of(stolen->job().number)) == word);
    under_way_.erase(std::find(under_way_.begin(), under_way_.end(), stolen));
  }

  static Deque::State end_of(int number) { return number % 3 == 0 ? Deque::kThrew : Deque::kReturned; }

  std::size_t told_ = 0;
  std::size_t told_before_ = 0;
  bool wants_more_ = false;
  Deque deque_{Tally{&told_, &told_before_, &wants_more_}};
  Slot* next_ = deque_.first();
  int last_number_ = 0;
  // Of the jobs in the deque; what is below tail is stolen.
  std::vector<int> numbers_;
  std::size_t tail_ = 0;
  std::size_t split_ = 0;
  std::size_t published_ = 0;
  bool asked_ = true;
  std::vector<Slot*> under_way_;
};

RC_GTEST_PROP(SplitDeque, AnySequenceOfOperationsDoesWhatTheSpecificationSays, ()) {
  Pair pair;
  for (const Operation operation : *operations()) pair.apply(operation);
  pair.end();
}

// Production's layer, which fills what it allocates, and may have no memory.
struct FillingAtomics : StdAtomics {
  static constexpr unsigned char kFilling = 0xa5;
  static inline std::size_t live_bytes = 0;
  static inline bool out_of_memory = false;

  static void* allocate(std::size_t bytes, std::size_t alignment, Name name = {}) {
    if (out_of_memory) throw std::bad_alloc();
    live_bytes += bytes;
    return std::memset(StdAtomics::allocate(bytes, alignment, name), kFilling, bytes);
  }
  static void deallocate(void* memory, std::size_t bytes, std::size_t alignment) noexcept {
    live_bytes -= bytes;
    StdAtomics::deallocate(memory, bytes, alignment);
  }
};
using FilledDeque = SplitDeque<Job, kBytes, NoListener, FillingAtomics>;

TEST(SplitDeque, ConstructionWithoutMemoryThrowsAndLeaksNothing) {
  FillingAtomics::out_of_memory = true;
  EXPECT_THROW(FilledDeque{}, std::bad_alloc);
  FillingAtomics::out_of_memory = false;
  EXPECT_EQ(FillingAtomics::live_bytes, 0u);
  FilledDeque{};
  EXPECT_EQ(FillingAtomics::live_bytes, 0u);
}

TEST(SplitDeque, WithoutAListenerPublishesOnceForEachTimeThatItIsAsked) {
  SplitDeque<Job, kBytes> deque;
  auto* next = deque.first();
  for (int i = 0; i != 5; ++i) {
    next->emplace(i, 0);
    deque.push(next++);
    EXPECT_EQ(deque.public_size(), 1u) << "after " << i + 1 << " jobs";
  }
  // The thief finds nothing else, and asks.
  ASSERT_TRUE(deque.steal().is_success());
  ASSERT_FALSE(deque.steal().is_success());
  next->emplace(5, 0);
  deque.push(next++);
  EXPECT_EQ(deque.public_size(), 3u) << "the older half of five";
  next->emplace(6, 0);
  deque.push(next++);
  EXPECT_EQ(deque.public_size(), 3u);
}

// The owner finds that its only job was stolen.
SplitDeque<Job, kBytes>::Slot* pop_a_stolen_job(SplitDeque<Job, kBytes>& deque) {
  auto* const stolen = deque.first();
  stolen->emplace(0, 0);
  deque.push(stolen);
  EXPECT_TRUE(deque.steal().is_success());
  EXPECT_FALSE(deque.pop(stolen));
  return stolen;
}

// The owner runs other jobs while it waits, and these fork.
TEST(SplitDeque, PublishesTheFirstJobThatItsOwnerPushesWhileItWaitsForAStolenOne) {
  SplitDeque<Job, kBytes> deque;
  auto* const stolen = pop_a_stolen_job(deque);
  (stolen + 1)->emplace(1, 0);
  deque.push(stolen + 1);
  EXPECT_EQ(deque.public_size(), 1u);
}

TEST(SplitDeque, NoWordOfAnOwnerReadsAsTheEndOfAJob) {
  SplitDeque<Job, kBytes> deque;
  auto* const stolen = pop_a_stolen_job(deque);
  ASSERT_TRUE(deque.await(stolen, Deque::kFirstWord));
  const Deque::State state = deque.state(stolen);
  EXPECT_TRUE(state != Deque::kReady && state != Deque::kReturned && state != Deque::kThrew) << state;
}

TEST(SplitDeque, SlotsThatWereNeverUsedAreNotTouched) {
  FilledDeque deque;
  FilledDeque::Slot* next = deque.first();
  for (int i = 0; i != 3; ++i) {
    next->emplace(i, 0);
    deque.push(next++);
    ASSERT_FALSE(deque.steal().is_retry());
  }
  const auto* const unused = reinterpret_cast<const unsigned char*>(next);
  const auto* const end = reinterpret_cast<const unsigned char*>(deque.end());
  EXPECT_TRUE(std::all_of(unused, end, [](unsigned char byte) { return byte == FillingAtomics::kFilling; }));
}

TEST(SplitDeque, SlotsFillTheMemoryAndLieOnCacheLinesOfTheirOwn) {
  static_assert(sizeof(Deque::Slot) == kCacheLine && alignof(Deque::Slot) == kCacheLine);
  static_assert(Deque::capacity() == kBytes / kCacheLine - 1);
  static_assert(sizeof(SplitDeque<Job, kBytes>) == 2 * kCacheLine, "limit and range lie on two lines");
  struct Large {
    std::byte bytes[3 * kCacheLine];
  };
  using LargeDeque = SplitDeque<Large, kBytes>;
  LargeDeque deque;
  EXPECT_EQ(reinterpret_cast<std::uintptr_t>(deque.end()) % kBytes, 0u);
  EXPECT_EQ(reinterpret_cast<std::uintptr_t>(deque.first()) % kCacheLine, 0u);
  EXPECT_TRUE(LargeDeque::is_end(deque.end()));
  EXPECT_EQ(deque.first() + LargeDeque::capacity(), deque.end());
  for (auto* slot = deque.first(); slot != deque.end(); ++slot) {
    EXPECT_FALSE(LargeDeque::is_end(slot));
    EXPECT_EQ(&LargeDeque::of(slot), &deque);
  }
}

// The machine, on which each weak compare-exchange fails spuriously.
struct FailingWeakly : StdAtomics {
  template <class T>
  struct atomic : StdAtomics::atomic<T> {
    using StdAtomics::atomic<T>::atomic;
    bool compare_exchange_weak(T&, T, std::memory_order, std::memory_order) { return false; }
  };
};

TEST(SplitDeque, AClaimWithoutACompetitorSucceedsWhereAWeakExchangeFails) {
  using Weak = SplitDeque<Job, kBytes, NoListener, FailingWeakly>;
  Weak deque;
  EXPECT_TRUE(deque.steal().is_empty());
  deque.first()->emplace(7, 0);
  deque.push(deque.first());
  EXPECT_EQ(deque.steal(), StealResult<Weak::Slot*>::success(deque.first()));
}

}  // namespace
}  // namespace vigil
