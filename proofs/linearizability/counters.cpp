// Does the specification of the counters accept the results that they may have, and refuse all others?

#include <vigil/linearizability/counters.hpp>

#include <gtest/gtest.h>
#include <rapidcheck.h>
#include <rapidcheck/gtest.h>

#include <vector>

namespace vigil::linearizability {
namespace {

using Call = CountersCall;
// Small fields: at most 3 sleeping, a jobs event counter of two bits.
using Small = CounterWidths<2, 2, 2>;

bool is_legal(const std::vector<Call>& calls) {
  History<Call> history;
  for (const Call& call : calls) history.push_back({call, 0, only(history.size()) - 1});
  return linearize<CountersSpec<Small>>(history).exists;
}

TEST(CountersSpec, AcceptsAWorkerThatSleepsAndIsReleased) {
  EXPECT_TRUE(is_legal({Call::add_inactive(), Call::try_add_sleeping({0, 1, 0}, true), Call::load({1, 1, 0}),
                        Call::sub_sleeping(), Call::sub_inactive(0), Call::load({})}));
}
TEST(CountersSpec, RefusesALostIncrement) {
  EXPECT_FALSE(is_legal({Call::add_inactive(), Call::add_inactive(), Call::load({0, 1, 0})}));
}
TEST(CountersSpec, RefusesARegistrationAtAWordThatHasMovedOn) {
  EXPECT_FALSE(is_legal({Call::add_inactive(), Call::make_odd({0, 1, 1}), Call::try_add_sleeping({0, 1, 0}, true)}));
  EXPECT_TRUE(is_legal({Call::add_inactive(), Call::make_odd({0, 1, 1}), Call::try_add_sleeping({0, 1, 0}, false)}));
}
TEST(CountersSpec, RefusesARegistrationThatFailsSpuriously) {
  EXPECT_FALSE(is_legal({Call::add_inactive(), Call::try_add_sleeping({0, 1, 0}, false)}));
}
TEST(CountersSpec, RefusesAnEventThatReturnsAnotherThreadsValue) {
  EXPECT_FALSE(is_legal({Call::make_odd({0, 0, 2})}));
  EXPECT_FALSE(is_legal({Call::make_odd({0, 0, 1}), Call::make_odd({0, 0, 2})}));
  EXPECT_TRUE(is_legal({Call::make_odd({0, 0, 1}), Call::make_odd({0, 0, 1}), Call::make_even({0, 0, 2})}));
}
TEST(CountersSpec, LetsTheJobsEventCounterWrapAround) {
  EXPECT_TRUE(is_legal(
      {Call::make_odd({0, 0, 1}), Call::make_even({0, 0, 2}), Call::make_odd({0, 0, 3}), Call::make_even({0, 0, 0})}));
}
TEST(CountersSpec, RefusesAWrongCascade) {
  const std::vector<Call> two_sleep{Call::add_inactive(), Call::add_inactive(), Call::add_inactive(),
                                    Call::try_add_sleeping({0, 3, 0}, true), Call::try_add_sleeping({1, 3, 0}, true)};
  for (std::uint64_t cascade = 0; cascade != 4; ++cascade) {
    auto calls = two_sleep;
    calls.push_back(Call::sub_inactive(cascade));
    EXPECT_EQ(is_legal(calls), cascade == 2) << "cascade " << cascade;
  }
}
TEST(CountersSpec, RefusesMisuse) {
  EXPECT_FALSE(is_legal({Call::sub_inactive(0)}));
  EXPECT_FALSE(is_legal({Call::sub_sleeping()}));
  EXPECT_FALSE(is_legal({Call::add_inactive(), Call::try_add_sleeping({0, 1, 0}, true), Call::sub_inactive(1)}));
}

// The specification and the counters agree after every operation.
RC_GTEST_PROP(CountersSpec, AgreesWithTheCounters, ()) {
  AtomicCounters<StdAtomics, Small> counters;
  Counters state;
  for (const int kind : *rc::gen::container<std::vector<int>>(rc::gen::inRange(0, 5))) {
    const auto word = counters.load();
    const Counters now = Counters::of(word);
    Call call = Call::load(now);
    if (kind == 0 && now.inactive != Small::kMaxWorkers) counters.add_inactive(), call = Call::add_inactive();
    if (kind == 1 && now.sleeping < now.inactive) call = Call::sub_inactive(counters.sub_inactive());
    if (kind == 2 && now.sleeping < now.inactive) call = Call::try_add_sleeping(now, counters.try_add_sleeping(word));
    if (kind == 3 && now.sleeping != 0) counters.sub_sleeping(), call = Call::sub_sleeping();
    if (kind == 4) {
      call = Call::make_odd(
          Counters::of(counters.increment_jobs_event_counter_if([](JobsEventCounter jec) { return jec.is_sleepy(); })));
    }
    RC_ASSERT(CountersSpec<Small>::apply(state, call));
    RC_ASSERT(state == Counters::of(counters.load()));
  }
}

}  // namespace
}  // namespace vigil::linearizability
