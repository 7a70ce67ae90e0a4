// Is the injector of several levels, used by one thread, a stack or a queue for each level, the highest one first?

#include <vigil/injector/priority.hpp>
#include <vigil/injector/segmented.hpp>
#include <vigil/injector/treiber.hpp>

#include <gtest/gtest.h>
#include <rapidcheck.h>
#include <rapidcheck/gtest.h>

#include <array>
#include <cstddef>
#include <functional>
#include <list>
#include <memory>
#include <new>
#include <stdexcept>
#include <utility>
#include <vector>

namespace vigil {
namespace {

constexpr std::size_t kLevels = 3;

// The machine, with requirements that throw in every build.
struct RequiringAtomics : StdAtomics {
  static void require(bool condition, const char* what) {
    if (!condition) throw std::logic_error(what);
  }
};

struct NumberedJob : InjectorNode<RequiringAtomics> {
  NumberedJob(std::size_t its_number, std::size_t its_level) : number(its_number), at(its_level) {}
  [[nodiscard]] std::size_t level() const { return at; }
  std::size_t number;
  std::size_t at;
};

template <class Level>
using Levels = PriorityInjector<NumberedJob, Level, kLevels, RequiringAtomics>;
using Stacks = Levels<TreiberInjector<NumberedJob, RequiringAtomics>>;
using Queues = Levels<SegmentedInjector<NumberedJob, RequiringAtomics, kSegmentedOrders, 3>>;

enum class Next { newest, oldest };

// An injector beside the lists that it should be: the numbers of the jobs of each level, oldest first.
template <class Injector, Next kNext>
class BesideLists {
 public:
  void push(std::size_t level) {
    jobs_.push_back(std::make_unique<NumberedJob>(jobs_.size(), level));
    const bool is_first = is_empty();
    due_[level].push_back(jobs_.back()->number);
    RC_ASSERT(injector_.push(*jobs_.back()) == is_first);
  }

  void pop() {
    for (std::size_t level = 0; level != kLevels; ++level)
      if (!due_[level].empty()) return expect(injector_.pop(), level);
    RC_ASSERT(injector_.pop().is_empty());
  }
  void pop_at(std::size_t level) {
    if (!due_[level].empty()) return expect(injector_.pop_at(level), level);
    RC_ASSERT(injector_.pop_at(level).is_empty());
  }

  void check() const {
    RC_ASSERT(injector_.is_empty() == is_empty());
    RC_ASSERT(injector_.has_jobs() != is_empty());
  }

 private:
  [[nodiscard]] bool is_empty() const {
    for (const auto& level : due_)
      if (!level.empty()) return false;
    return true;
  }
  void expect(const StealResult<NumberedJob*>& result, std::size_t level) {
    RC_ASSERT(result.is_success());
    auto& due = due_[level];
    RC_ASSERT(result.job()->number == (kNext == Next::newest ? due.back() : due.front()));
    kNext == Next::newest ? due.pop_back() : due.pop_front();
    jobs_[result.job()->number].reset();
  }

  std::vector<std::unique_ptr<NumberedJob>> jobs_;
  std::array<std::list<std::size_t>, kLevels> due_;
  Injector injector_;
};

template <class Beside>
void any_sequence_of_calls() {
  Beside beside;
  for (const int call : *rc::gen::container<std::vector<int>>(rc::gen::inRange(0, 10))) {
    if (call < 5)
      beside.push(*rc::gen::inRange<std::size_t>(0, kLevels));
    else if (call < 8)
      beside.pop();
    else
      beside.pop_at(*rc::gen::inRange<std::size_t>(0, kLevels));
    beside.check();
  }
}

RC_GTEST_PROP(PriorityInjector, GivesTheHighestLevelFirstAndItsNewestJobForAnySequenceOfCalls, ()) {
  any_sequence_of_calls<BesideLists<Stacks, Next::newest>>();
}

RC_GTEST_PROP(PriorityInjector, OfQueuesGivesTheHighestLevelFirstAndItsOldestJobForAnySequenceOfCalls, ()) {
  any_sequence_of_calls<BesideLists<Queues, Next::oldest>>();
}

TEST(PriorityInjector, SaysOfAPushWhetherThereWasAJobAtAnyLevel) {
  Stacks injector;
  NumberedJob low(0, 2), high(1, 0), also_high(2, 0);
  EXPECT_TRUE(injector.push(low));
  EXPECT_FALSE(injector.push(high)) << "the only one of its level, but there is a lower one";
  EXPECT_EQ(injector.pop_at(2).job(), &low);
  EXPECT_FALSE(injector.push(also_high));
}

TEST(PriorityInjector, RefusesALevelThatItDoesNotHave) {
  Stacks injector;
  NumberedJob job(0, kLevels);
  EXPECT_THROW(injector.push(job), std::logic_error);
  EXPECT_THROW((void)injector.pop_at(kLevels), std::logic_error);
  EXPECT_TRUE(injector.is_empty());
}

// The machine, with what another thread does between a popper's last read and its exchange.
struct Interrupted : StdAtomics {
  static inline std::function<void()> before_take;

  template <class T>
  struct atomic : StdAtomics::atomic<T> {
    using StdAtomics::atomic<T>::atomic;
    using StdAtomics::atomic<T>::compare_exchange_weak;
    bool compare_exchange_weak(T& expected, T desired, LabelledAs<"inject.take"> take,
                               LabelledAs<"inject.newer"> newer) {
      if (before_take) std::exchange(before_take, nullptr)();
      return StdAtomics::atomic<T>::compare_exchange_weak(expected, desired, take.value, newer.value);
    }
  };
};

// Popper after popper is interrupted while it takes a job of the highest level.
TEST(PriorityInjector, APopThatMeetsAnotherOneAtALevelTakesALowerJobAndElseSaysThatThereMayBeMore) {
  struct Job : InjectorNode<Interrupted> {
    explicit Job(std::size_t its_level) : at(its_level) {}
    [[nodiscard]] std::size_t level() const { return at; }
    std::size_t at;
  };
  PriorityInjector<Job, TreiberInjector<Job, Interrupted>, kLevels, Interrupted> injector;
  Job high(0), other_high(0), low(2);
  for (Job* const job : {&high, &other_high, &low}) injector.push(*job);
  Interrupted::before_take = [&] {
    EXPECT_EQ(injector.pop().job(), &low) << "it does not wait for the other popper";
    EXPECT_TRUE(injector.pop().is_retry()) << "there is another job of the highest level";
    EXPECT_TRUE(injector.has_jobs());
  };
  EXPECT_EQ(injector.pop().job(), &other_high);
  EXPECT_EQ(injector.pop().job(), &high);
  EXPECT_TRUE(injector.pop().is_empty());
}

TEST(PriorityInjector, IsUnchangedIfALevelHasNoMemory) {
  struct Full {
    static bool push(NumberedJob&) { throw std::bad_alloc(); }
    [[nodiscard]] static StealResult<NumberedJob*> pop() { return StealResult<NumberedJob*>::empty(); }
    [[nodiscard]] static bool has_jobs() { return false; }
  };
  Levels<Full> injector;
  NumberedJob job(0, 1);
  EXPECT_THROW((void)injector.push(job), std::bad_alloc);
  EXPECT_TRUE(injector.is_empty());
  EXPECT_TRUE(injector.pop().is_empty());
}

}  // namespace
}  // namespace vigil
