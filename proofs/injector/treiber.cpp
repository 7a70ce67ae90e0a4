// Is the injector, used by one thread, a stack, and does it refuse what it must not be given?

#include <vigil/injector/treiber.hpp>

#include <gtest/gtest.h>
#include <rapidcheck.h>
#include <rapidcheck/gtest.h>

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <stdexcept>
#include <type_traits>
#include <utility>
#include <vector>

namespace vigil {
namespace {

// The machine, with requirements that throw in every build.
struct RequiringAtomics : StdAtomics {
  static void require(bool condition, const char* what) {
    if (!condition) throw std::logic_error(what);
  }
};

struct NumberedJob : InjectorNode<RequiringAtomics> {
  explicit NumberedJob(std::size_t its_number) : number(its_number) {}
  std::size_t number;
};
using Injector = TreiberInjector<NumberedJob, RequiringAtomics>;

// An injector beside the stack that it should be.
class BesideAStack {
 public:
  void push() {
    const std::size_t number = make_job();
    const bool was_empty = injector_.push(*jobs_[number]);
    RC_ASSERT(was_empty == due_.empty());
    due_.push_back(number);
  }

  void push_chain(std::size_t length) {
    Injector::Chain chain;
    const bool due_empty = due_.empty();
    for (std::size_t i = 0; i != length; ++i) {
      const std::size_t number = make_job();
      chain.add(*jobs_[number]);
      due_.push_back(number);
    }
    RC_ASSERT(injector_.push(chain) == due_empty);
    RC_ASSERT(chain.is_empty());
  }

  // Pops, and pushes the same job again at once if `again`.
  void pop(bool again) {
    const auto result = injector_.pop();
    if (due_.empty()) {
      RC_ASSERT(result.is_empty());
      return;
    }
    RC_ASSERT(result.is_success());
    RC_ASSERT(result.job()->number == due_.back());
    if (again) {
      injector_.push(*result.job());
    } else {
      due_.pop_back();
      jobs_[result.job()->number].reset();
    }
  }

  void check() const {
    RC_ASSERT(injector_.is_empty() == due_.empty());
    RC_ASSERT(injector_.has_jobs() != due_.empty());
    RC_ASSERT(injector_.right_implies_job());
  }

 private:
  std::size_t make_job() {
    jobs_.push_back(std::make_unique<NumberedJob>(jobs_.size()));
    return jobs_.size() - 1;
  }

  std::vector<std::unique_ptr<NumberedJob>> jobs_;
  std::vector<std::size_t> due_;
  Injector injector_;
};

RC_GTEST_PROP(TreiberInjector, IsAStackForAnySequenceOfCalls, ()) {
  BesideAStack beside;
  for (const int call : *rc::gen::container<std::vector<int>>(rc::gen::inRange(0, 10))) {
    if (call < 4) {
      beside.push();
    } else if (call == 4) {
      beside.push_chain(*rc::gen::inRange<std::size_t>(0, 4));
    } else {
      beside.pop(call >= 8);
    }
    beside.check();
  }
}

TEST(TreiberInjector, IsEmptyWhenNothingWasLeft) {
  Injector injector;
  EXPECT_TRUE(injector.is_empty());
  EXPECT_TRUE(injector.pop().is_empty());
}

TEST(TreiberInjector, GivesTheNewestJobFirst) {
  Injector injector;
  NumberedJob older(1);
  NumberedJob newer(2);
  injector.push(older);
  injector.push(newer);
  EXPECT_EQ(injector.pop().job()->number, 2U);
  EXPECT_EQ(injector.pop().job()->number, 1U);
}

TEST(TreiberInjector, SaysOfAPushWhetherItCameToAnEmptyInjector) {
  Injector injector;
  NumberedJob first(1);
  NumberedJob second(2);
  EXPECT_TRUE(injector.push(first));
  EXPECT_FALSE(injector.push(second));
}

TEST(TreiberInjector, TakesAJobAgainThatWasJustPopped) {
  Injector injector;
  NumberedJob job(1);
  for (int round = 0; round != 3; ++round) {
    EXPECT_NO_THROW(injector.push(job)) << "in round " << round;
    EXPECT_EQ(injector.pop().job(), &job) << "in round " << round;
  }
}

TEST(TreiberInjector, TakesAnEmptyChainForNothing) {
  Injector injector;
  Injector::Chain chain;
  EXPECT_TRUE(injector.push(chain));
  EXPECT_TRUE(injector.is_empty());
}

TEST(TreiberInjector, TakesAChainAgainThatHasBeenPushed) {
  Injector injector;
  Injector::Chain chain;
  std::deque<NumberedJob> jobs;
  for (std::size_t number = 0; number != 6; ++number) chain.add(jobs.emplace_back(number));
  EXPECT_FALSE(chain.is_empty());
  EXPECT_TRUE(injector.push(chain));
  EXPECT_TRUE(chain.is_empty());
  for (std::size_t number = 6; number != 9; ++number) chain.add(jobs.emplace_back(number));
  EXPECT_FALSE(chain.is_empty());
  EXPECT_FALSE(injector.push(chain));
  EXPECT_TRUE(chain.is_empty());
  EXPECT_FALSE(injector.push(chain)) << "there are jobs, and an empty chain adds none";
  for (std::size_t number = 9; number-- != 0;) {
    const auto result = injector.pop();
    ASSERT_TRUE(result.is_success()) << "job " << number;
    EXPECT_EQ(result.job()->number, number) << "the newest first, of both chains";
  }
  EXPECT_TRUE(injector.pop().is_empty());
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

struct TwoInterruptedJobs {
  struct Job : InjectorNode<Interrupted> {};
  TreiberInjector<Job, Interrupted> injector;
  Job older;
  Job newer;
};

// To sleep on an `empty` would be to sleep while there is a job.
TEST(TreiberInjector, APopThatMeetsAnotherOneTakesNothingAndIsToldToRetry) {
  TwoInterruptedJobs jobs;
  jobs.injector.push(jobs.older);
  Interrupted::before_take = [&] {
    EXPECT_TRUE(jobs.injector.pop().is_retry());
    EXPECT_TRUE(jobs.injector.has_jobs()) << "a job that is being taken counts";
    EXPECT_TRUE(jobs.injector.right_implies_job());
  };
  EXPECT_EQ(jobs.injector.pop().job(), &jobs.older);
  EXPECT_TRUE(jobs.injector.pop().is_empty());
}

TEST(TreiberInjector, APopThatMeetsAPushTakesTheNewerJob) {
  TwoInterruptedJobs jobs;
  jobs.injector.push(jobs.older);
  Interrupted::before_take = [&] {
    EXPECT_FALSE(jobs.injector.push(jobs.newer));
    EXPECT_TRUE(jobs.injector.pop().is_retry()) << "the push has left the right with its holder";
  };
  EXPECT_EQ(jobs.injector.pop().job(), &jobs.newer);
  EXPECT_EQ(jobs.injector.pop().job(), &jobs.older);
  EXPECT_TRUE(jobs.injector.pop().is_empty());
}

// The machine, with a head that an invariant reads as a test says.
struct ScriptedHead : StdAtomics {
  static inline void* head = nullptr;

  template <class T>
  struct atomic : StdAtomics::atomic<T> {
    using StdAtomics::atomic<T>::atomic;
    using StdAtomics::atomic<T>::load;
    [[nodiscard]] T load(LabelledAs<"inject.has_jobs"> order) const {
      if constexpr (std::is_same_v<T, void*>) return head;
      return StdAtomics::atomic<T>::load(order.value);
    }
  };
};

// Models evaluate it at every step: it must hold in each state that the injector may be in, and in no other.
TEST(TreiberInjector, TheInvariantAllowsNoRightWithoutAJob) {
  struct Job : InjectorNode<ScriptedHead> {};
  const TreiberInjector<Job, ScriptedHead> injector;
  alignas(8) std::array<std::byte, 8> job{};
  const auto holds_for = [&](void* head) {
    ScriptedHead::head = head;
    return injector.right_implies_job();
  };
  EXPECT_TRUE(holds_for(nullptr)) << "no job, and no holder of the right";
  EXPECT_TRUE(holds_for(job.data())) << "a job, and no holder";
  EXPECT_TRUE(holds_for(job.data() + 1)) << "a job, and a holder";
  EXPECT_FALSE(holds_for(std::bit_cast<void*>(std::uintptr_t{1}))) << "a holder, and no job";
}

TEST(TreiberInjector, RefusesAJobThatIsAlreadyIn) {
  Injector injector;
  NumberedJob lowest(1);
  NumberedJob highest(2);
  injector.push(lowest);
  injector.push(highest);
  EXPECT_THROW(injector.push(lowest), std::logic_error);
  EXPECT_THROW(injector.push(highest), std::logic_error);
  EXPECT_EQ(injector.pop().job(), &highest) << "a refused push must lose nothing";
  EXPECT_EQ(injector.pop().job(), &lowest) << "a refused push must lose nothing";
  EXPECT_TRUE(injector.is_empty());
}

TEST(TreiberInjector, RefusesAJobThatIsInAnotherInjectorOrAChain) {
  Injector injector;
  Injector other;
  Injector::Chain chain;
  NumberedJob left(1);
  NumberedJob chained(2);
  other.push(left);
  chain.add(chained);
  EXPECT_THROW(injector.push(left), std::logic_error);
  EXPECT_THROW(injector.push(chained), std::logic_error);
  EXPECT_THROW(chain.add(left), std::logic_error);
  EXPECT_THROW(chain.add(chained), std::logic_error);
}

TEST(TreiberInjector, LeavesTheJobsThatItDropsToTheCaller) {
  auto job = std::make_unique<NumberedJob>(7);
  {
    Injector injector;
    injector.push(*job);
  }
  EXPECT_EQ(job->number, 7U);
}

TEST(TreiberInjector, HasOneCacheLineAndAJobOneLink) {
  static_assert(sizeof(TreiberInjector<NumberedJob, RequiringAtomics>) == kCacheLine);
  static_assert(alignof(TreiberInjector<NumberedJob, RequiringAtomics>) == kCacheLine);
  static_assert(sizeof(InjectorNode<>) == sizeof(void*));
  static_assert(!std::is_copy_constructible_v<InjectorNode<>> && !std::is_copy_assignable_v<InjectorNode<>>);
}

TEST(TreiberInjector, FindsTheJobOfANodeThatIsNotItsFirstBase) {
  struct Other {
    std::array<int, 3> data{};
  };
  struct Late : Other, InjectorNode<> {};
  TreiberInjector<Late> injector;
  Late job;
  injector.push(job);
  EXPECT_EQ(injector.pop().job(), &job);
}

}  // namespace
}  // namespace vigil
