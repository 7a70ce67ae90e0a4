#include <vigil/injector/segmented.hpp>
#include <vigil/pool/join.hpp>
#include <vigil/pool/posted_job.hpp>
#include <vigil/pool/priority.hpp>

#include <gtest/gtest.h>

#include <cstdint>

TEST(PoolPriorityReference, RunsUrgentJobsFirst) {
  //! [example]
  using vigil::Priority;
  using Pool = vigil::PriorityThreadPool;
  Pool pool;
  EXPECT_EQ(pool.call(Priority::high, [] { return 7; }), 7);

  // A posted job has its priority from its constructor, or from the thread that posts it.
  struct Write : vigil::PostedJob<vigil::PriorityParts<>> {
    explicit Write(int& where) : PostedJob(&run), target(where) { set_priority(Priority::low); }
    static void run(PostedJob& job, Pool::Worker&) noexcept { static_cast<Write&>(job).target = 7; }
    int& target;
  };
  int written = 0;
  Write job(written);
  EXPECT_TRUE(pool.post(job));
  pool.stop();
  EXPECT_EQ(written, 7);
  //! [example]
}

TEST(PoolPriorityReference, TakesUrgentJobsFirstButForOneIn16) {
  //! [intake]
  struct Job : vigil::PriorityLink<vigil::InjectorNode<>> {};
  vigil::PriorityInjector<Job, vigil::TreiberInjector<Job>, vigil::kPriorities> injector;
  vigil::PriorityIntake intake;
  Job urgent, low;
  urgent.set_priority(vigil::Priority::high);
  low.set_priority(vigil::Priority::low);
  injector.push(low);
  injector.push(urgent);

  std::uint64_t executed = 0;
  for (; executed != vigil::PriorityIntake::kLongestStreak; ++executed) {
    EXPECT_EQ(intake.take_urgent(injector, executed).job(), &urgent);
    injector.push(urgent);
  }
  EXPECT_FALSE(intake.take_urgent(injector, executed).is_success()) << "it is the turn of the others";
  EXPECT_EQ(intake.take(injector).job(), &low);
  //! [intake]
}

namespace {

//! [parts]
// The oldest job of a priority first, and not the newest.
struct OldestFirst : vigil::PoolParts<vigil::StdAtomics> {
  template <class Job>
  using Injector = vigil::SegmentedInjector<Job>;
  // The injector needs nothing of a job.
  struct InjectorLink {};
};
using FifoPriorityThreadPool = vigil::BasicThreadPool<vigil::PriorityParts<OldestFirst>>;
//! [parts]

}  // namespace

TEST(PoolPriorityReference, GivesPrioritiesToAPoolOfOtherParts) {
  FifoPriorityThreadPool pool;
  const auto sum = pool.call(vigil::Priority::high, [](FifoPriorityThreadPool::Worker& worker) {
    const auto [a, b] = vigil::join(
        worker, [] { return 3; }, [] { return 4; });
    return a + b;
  });
  EXPECT_EQ(sum, 7);
}
