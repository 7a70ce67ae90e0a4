// Does the test that is made of an execution ask for that execution?

#include "from_trace.hpp"
#include "corpus.hpp"
#include "explore.hpp"
#include "herd_reader.hpp"
#include "herd_writer.hpp"

#include <vigil/checker/trace.hpp>

#include <gtest/gtest.h>

#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>

namespace vigil::litmus {
namespace {

Answer explored(const Test& test, checker::MemoryModel model) {
  checker::Options options;
  options.memory_model = model;
  return explore(test, options);
}

// All of its operations become straight-line code, so the execution must be allowed, and written text must read back.
TEST(TestOfATrace, IsAllowedWhereItsExecutionIs) {
  unsigned asked = 0, refused = 0;
  for (const litmus::Test& test : corpus()) {
    for (const auto model : checker::kMemoryModels) {
      const Answer answer = explored(test, model);
      if (!answer.example || answer.undefined != 0) continue;
      try {
        const litmus::Test made = test_of(checker::linearise(*answer.example), test.program.name, "");
        EXPECT_EQ(explored(read_herd(write_herd(made)), model).verdict(), Verdict::allowed)
            << test.program.name << " under " << checker::name_of(model) << ":\n"
            << write_herd(made);
        ++asked;
      } catch (const std::invalid_argument&) {
        ++refused;
      }
    }
  }
  EXPECT_GT(asked, 100U);
  EXPECT_LT(refused, asked / 4);
}

TEST(TestOfATrace, RacesWhereItsExecutionDoes) {
  const litmus::Test test =
      read_herd("C race\n{}\nP0(int* x) { *x = 1; }\nP1(int* x) { int r0 = *x; }\nexists (1:r0=1)\n");
  const Answer answer = explored(test, checker::MemoryModel::cpp20);
  ASSERT_TRUE(answer.example.has_value());
  const litmus::Test made = test_of(checker::linearise(*answer.example), "race", "");
  EXPECT_EQ(explored(made, checker::MemoryModel::cpp20).verdict(), Verdict::undefined);
}

// A trace names no initial value of a variable, and allocated memory is no object of a test.
TEST(TestOfATrace, TakesTheFirstReadOfAVariableForItsInitialValue) {
  checker::RecordedExecution execution;
  execution.threads.resize(1);
  const auto step = [&](checker::Action action, const char* object, const char* read, const char* written) {
    checker::TraceStep added;
    added.action = action;
    added.object = object;
    added.read = read;
    added.written = written;
    execution.threads[0].push_back(added);
  };
  step(checker::Action::allocate, "block", "", "");
  step(checker::Action::read, "mask", "7", "");
  step(checker::Action::write, "mask", "", "8");
  step(checker::Action::read, "mask", "8", "");
  const litmus::Test made = test_of(checker::linearise(execution), "initial", "");
  ASSERT_EQ(made.program.objects.size(), 1U);
  EXPECT_EQ(made.program.objects[0].name, "mask");
  EXPECT_EQ(made.program.objects[0].initial, 7U);
  EXPECT_EQ(explored(made, checker::MemoryModel::cpp20).verdict(), Verdict::allowed);
}

TEST(TestOfATrace, RefusesWhatHerdCannotSay) {
  checker::RecordedExecution execution;
  execution.threads.resize(1);
  checker::TraceStep step;
  step.object = "m";
  for (const auto& [action, reason] :
       {std::pair(checker::Action::lock, "herd's C has no word for a mutex"),
        std::pair(checker::Action::notify_one, "herd's C has no word for a wait or a notification"),
        std::pair(checker::Action::light_fence, "herd's C has no word for an asymmetric fence"),
        std::pair(checker::Action::start_thread, "herd's C has no word for a thread that is started")}) {
    step.action = action;
    execution.threads[0] = {step};
    try {
      (void)test_of(checker::linearise(execution), "refused", "");
      ADD_FAILURE() << reason;
    } catch (const std::invalid_argument& error) {
      EXPECT_STREQ(error.what(), reason);
    }
  }
}

TEST(TestOfATrace, GivesValuesThatAreNoNumbersNumbersOfTheirOwn) {
  checker::RecordedExecution execution;
  execution.threads.resize(1);
  checker::TraceStep store;
  store.action = checker::Action::store;
  store.object = "top#2";
  store.order = "release";
  store.is_event = true;
  for (const char* const value : {"&task", "&other", "&task", "true"}) {
    store.event = static_cast<unsigned>(execution.threads[0].size());
    store.place = store.event + 1;
    store.written = value;
    execution.threads[0].push_back(store);
  }
  const litmus::Test made = test_of(checker::linearise(execution), "names", "");
  ASSERT_EQ(made.program.objects.size(), 1U);
  EXPECT_EQ(made.program.objects[0].name, "top_2");
  std::vector<Word> stored;
  for (const Instruction& each : made.program.threads[0].code)
    stored.push_back(made.program.expressions[each.operand].value);
  EXPECT_EQ(stored, (std::vector<Word>{1000, 1001, 1000, 1}));
  EXPECT_EQ(made.program.threads[0].code[0].order, std::memory_order_release);
}

}  // namespace
}  // namespace vigil::litmus
