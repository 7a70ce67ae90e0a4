// Does a pool tell its observer what its workers do, and does a trace keep it and write it as viewers want it?

#include <vigil/pool/isolation.hpp>
#include <vigil/pool/thread_pool.hpp>
#include <vigil/pool/trace.hpp>
#include <vigil/testing/child_process.hpp>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <regex>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace vigil {
namespace {

using ::testing::ElementsAre;

constexpr SleepRounds kImpatient{.until_sleepy = 0, .until_sleeping = 1};

// What each worker did, one activity after the other. To be read when the pool has been destroyed.
class Diary final : public PoolObserver {
 public:
  explicit Diary(std::size_t workers) : pages(workers) {}

  void becomes(std::size_t worker, Activity activity) noexcept override {
    pages.at(worker).push_back(activity);
    if (activity == Activity::sleeping) ++sleeps;
  }

  std::vector<std::vector<Activity>> pages;
  std::atomic<int> sleeps{0};
};

// Each activity may follow only some others.
bool may_follow(Activity before, Activity after) {
  switch (before) {
    case Activity::running:
      return after == Activity::searching || after == Activity::ended;
    case Activity::searching:
      return after == Activity::sleeping || after == Activity::running;
    case Activity::sleeping:
      return after == Activity::searching;
    case Activity::ended:
      break;
  }
  return false;
}

void expect_to_make_sense(const std::vector<Activity>& page) {
  ASSERT_FALSE(page.empty());
  EXPECT_EQ(page.back(), Activity::ended);
  Activity before = Activity::running;
  for (const Activity after : page) {
    EXPECT_TRUE(may_follow(before, after)) << static_cast<int>(before) << " before " << static_cast<int>(after);
    before = after;
  }
}

TEST(PoolObserver, HearsWhatEachWorkerDoesInAnOrderThatMakesSense) {
  Diary diary(4);
  {
    ThreadPool pool({.workers = 4, .rounds = kImpatient, .observer = &diary});
    for (int call = 0; call != 200; ++call)
      pool.call([](ThreadPool::Worker& worker) {
        join(
            worker, [] {},
            [](ThreadPool::Worker& other) {
              isolate(other, [&] {
                join(
                    other, [] {}, [] {});
              });
            });
      });
    while (diary.sleeps == 0) StdAtomics::yield();
  }
  for (const auto& page : diary.pages) expect_to_make_sense(page);
}

TEST(PoolObserver, HearsOfAWorkerThatRunsACall) {
  Diary diary(1);
  {
    ThreadPool pool({.workers = 1, .rounds = kImpatient, .observer = &diary});
    while (diary.sleeps == 0) StdAtomics::yield();
    pool.call([&] {
      EXPECT_EQ(diary.pages[0].back(), Activity::running);
      diary.sleeps = 0;
    });
    while (diary.sleeps == 0) StdAtomics::yield();
  }
  EXPECT_EQ(std::count(diary.pages[0].begin(), diary.pages[0].end(), Activity::running), 2)
      << "for the call, and for the end";
}

// A worker that waits inside an isolation looks for no foreign job, but it waits all the same.
TEST(PoolObserver, HearsOfAWaitInsideAnIsolation) {
  Diary diary(2);
  {
    ThreadPool pool({.workers = 2, .rounds = kImpatient, .observer = &diary});
    pool.call([&](ThreadPool::Worker& worker) {
      std::atomic<bool> is_stolen{false}, may_end{false};
      isolate(worker, [&] {
        join(
            worker,
            [&] {
              while (!is_stolen) StdAtomics::yield();
              diary.sleeps = 0;
              may_end = true;
            },
            [&] {
              is_stolen = true;
              while (!may_end || diary.sleeps == 0) StdAtomics::yield();
            });
      });
    });
  }
  for (const auto& page : diary.pages) expect_to_make_sense(page);
}

// At its limit a worker waits for calls alone. It does not search, and sleeps at once.
TEST(PoolObserver, HearsOfAWorkerAtItsLimitThatWaitsForItsCall) {
  Diary diary(1);
  {
    ThreadPool far({.workers = 1});
    ThreadPool near({.workers = 1, .rounds = kImpatient, .nested_calls = 0, .observer = &diary});
    near.call([&] {
      diary.sleeps = 0;
      far.call([&] {
        while (diary.sleeps == 0) StdAtomics::yield();
      });
      const auto& page = diary.pages[0];
      ASSERT_GE(page.size(), 3U);
      EXPECT_EQ(page[page.size() - 3], Activity::running);
      EXPECT_EQ(page[page.size() - 2], Activity::sleeping);
      EXPECT_EQ(page[page.size() - 1], Activity::running);
    });
  }
}

std::vector<std::string> names_of(const Trace& trace) {
  std::vector<std::string> names;
  for (const auto& span : trace.spans()) names.emplace_back(span.name);
  return names;
}

TEST(Trace, HasSpansThatAreNoMarksAtFirst) {
  const Trace::Span span;
  EXPECT_EQ(span.worker, 0U);
  EXPECT_FALSE(span.is_mark);
}

TEST(Trace, KeepsWhatAWorkerDidFromItsFirstActivityToItsEnd) {
  Trace trace(2);
  for (const auto activity : {Activity::searching, Activity::sleeping, Activity::searching, Activity::running})
    trace.becomes(1, activity);
  EXPECT_THAT(names_of(trace), ElementsAre("search", "sleep", "search", "run")) << "the last one goes on";
  EXPECT_FALSE(trace.spans().back().is_mark);
  trace.becomes(1, Activity::ended);
  EXPECT_THAT(names_of(trace), ElementsAre("search", "sleep", "search", "run"));
  const auto spans = trace.spans();
  for (const auto& span : spans) {
    EXPECT_EQ(span.worker, 1U);
    EXPECT_LE(span.begin, span.end);
    EXPECT_FALSE(span.is_mark);
  }
  for (std::size_t i = 1; i != spans.size(); ++i) EXPECT_EQ(spans[i].begin, spans[i - 1].end) << "without a gap";
}

TEST(Trace, KeepsTheNewestSpansAndCountsTheOthers) {
  Trace trace(1, 3);
  static constexpr std::array<const char*, 5> kNames{"a", "b", "c", "d", "e"};
  for (const char* name : kNames) const Trace::Mark mark(trace, 0, name);
  EXPECT_THAT(names_of(trace), ElementsAre("c", "d", "e"));
  EXPECT_EQ(trace.dropped(), 2U);
}

TEST(Trace, HasRoomForOneSpanAtLeast) {
  Trace trace(1, 0);
  { const Trace::Mark mark(trace, 0, "a"); }
  { const Trace::Mark mark(trace, 0, "b"); }
  EXPECT_THAT(names_of(trace), ElementsAre("b"));
  EXPECT_EQ(trace.dropped(), 1U);
}

TEST(Trace, LeavesOutWorkersThatItHasNoRoomFor) {
  Trace trace(1);
  trace.becomes(1, Activity::searching);
  { const Trace::Mark mark(trace, 1, "a"); }
  EXPECT_TRUE(trace.spans().empty());
  EXPECT_THROW(Trace(1, SIZE_MAX), std::length_error);
}

TEST(Trace, WritesNothingButRowsIfNothingWasDone) {
  EXPECT_EQ(Trace(2).json(), R"({"displayTimeUnit":"ns","traceEvents":[
{"name":"thread_name","ph":"M","pid":1,"tid":0,"args":{"name":"worker 0"}},
{"name":"thread_name","ph":"M","pid":1,"tid":1,"args":{"name":"worker 0, marks"}},
{"name":"thread_name","ph":"M","pid":1,"tid":2,"args":{"name":"worker 1"}},
{"name":"thread_name","ph":"M","pid":1,"tid":3,"args":{"name":"worker 1, marks"}}
]}
)");
  EXPECT_EQ(Trace(0).json(), "{\"displayTimeUnit\":\"ns\",\"traceEvents\":[\n]}\n");
}

TEST(Trace, WritesEachSpanWithItsTimesInMicroseconds) {
  Trace trace(1);
  { const Trace::Mark mark(trace, 0, "say \"\\\n\""); }
  trace.becomes(0, Activity::sleeping);
  const std::string json = trace.json();
  const std::size_t begin = json.find(R"({"name":"say)");
  const std::string row = json.substr(begin, json.find('\n', begin) - begin);
  const std::regex due(
      R"re(\{"name":"say \\"\\\\\\u000a\\"","ph":"X","pid":1,"tid":1,"ts":\d+\.\d{3},"dur":\d+\.\d{3}\},)re");
  EXPECT_TRUE(std::regex_match(row, due)) << row;
  EXPECT_NE(json.find(R"({"name":"sleep","ph":"X","pid":1,"tid":0,)"), std::string::npos) << "another row";
  ASSERT_TRUE(trace.spans().at(0).is_mark);
}

// "12.034", of 12,034 nanoseconds.
std::string in_microseconds(std::chrono::nanoseconds time) {
  std::array<char, 32> text{};
  std::snprintf(text.data(), text.size(), "%lld.%03lld", static_cast<long long>(time.count() / 1000),
                static_cast<long long>(time.count() % 1000));
  return text.data();
}

TEST(Trace, WritesTimesToTheNanosecond) {
  constexpr std::size_t kSpans = 200;
  Trace trace(1, kSpans);
  for (std::size_t i = 0; i != kSpans; ++i) {
    const Trace::Mark mark(trace, 0, "a");
    // The last one is so long that a microsecond of one nanosecond more or less would show.
    const auto end = Trace::Clock::now() + std::chrono::nanoseconds(i + 1 == kSpans ? 2'000'000 : 17 * i);
    while (Trace::Clock::now() < end) continue;
  }
  const std::string json = trace.json();
  for (const auto& span : trace.spans())
    EXPECT_NE(json.find("\"dur\":" + in_microseconds(span.end - span.begin) + "}"), std::string::npos);
}

TEST(Trace, WritesControlCharactersByTheirNumbers) {
  Trace trace(1);
  { const Trace::Mark mark(trace, 0, "\x01|\x0f|\x10|\x1f|\x20"); }
  EXPECT_NE(trace.json().find(R"("\u0001|\u000f|\u0010|\u001f| ")"), std::string::npos) << trace.json();
}

TEST(Trace, BeginsASpanThatGoesOnWhereTheOneBeforeItEnded) {
  Trace trace(1);
  trace.becomes(0, Activity::searching);
  const auto begin = trace.spans().at(0).begin;
  const auto asked = Trace::Clock::now();
  const auto span = trace.spans().at(0);
  EXPECT_EQ(span.begin, begin);
  EXPECT_GE(span.end, asked) << "it goes to this moment";
}

#ifdef VIGIL_TSAN_TRACE

TEST(Trace, IsReadWithoutARaceWhileWorkersKeepSpans) {
  const testing::Outcome outcome = testing::run(VIGIL_TSAN_TRACE);
  EXPECT_EQ(outcome.status, 0) << outcome.output;
}

#endif

}  // namespace
}  // namespace vigil
