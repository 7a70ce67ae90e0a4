// Is a program the one that its text says?

#include "litmus.hpp"
#include "random_programs.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidcheck.h>
#include <rapidcheck/gtest.h>

#include <stdexcept>
#include <string>

namespace vigil::conformance {

void PrintTo(const Program& program, std::ostream* out) { *out << print(program); }

namespace {

using ::testing::HasSubstr;
using ::testing::ThrowsMessage;

TEST(Notation, TheRightSideOfTheEqualsSignDistinguishesAStoreFromALoad) {
  const Program program = parse("x=1 rel | a=x acq");
  ASSERT_EQ(program.threads.size(), 2U);
  EXPECT_EQ(program.threads[0].front(),
            (Instruction{.kind = Kind::store, .value = 1, .order = std::memory_order_release}));
  EXPECT_EQ(program.threads[1].front(),
            (Instruction{.kind = Kind::load, .order = std::memory_order_acquire, .result = "a"}));
  EXPECT_EQ(program.atomics, 1U);
}

TEST(Notation, TheDesignPagesSeparatorIsReadToo) { EXPECT_EQ(parse("x=1 rlx ‖ a=x rlx"), parse("x=1 rlx | a=x rlx")); }

TEST(Notation, ACompareExchangeHasTwoOrders) {
  const Program program = parse("y.cas(5,6) acq_rel, fail acq");
  EXPECT_EQ(program.threads[0].front(), (Instruction{.kind = Kind::compare_exchange,
                                                     .value = 6,
                                                     .expected = 5,
                                                     .order = std::memory_order_acq_rel,
                                                     .failure = std::memory_order_acquire}));
}

TEST(Notation, EveryInstructionIsPrintedAsItIsWritten) {
  const std::string text =
      "x=1 rlx; a=x acq; b=x.exchange(2) rel; x.fetch_add(1) acq_rel; x.cas(0,1) sc, fail rlx; "
      "x.weak_cas(1,2) rlx, fail acq; fence sc; await x>=1 acq | lock m0; if odd wait c0 m0; unlock m0 | "
      "until x.cas(0,1) acq, fail rlx; x.cas_add(1) sc, fail rlx; x.carry_add(2) rlx, fail rlx | "
      "try_lock m1; if odd unlock m1; until try_lock m0 | notify_one c0; notify_all c0 | y.wait(0) sc; y.notify_one(); "
      "if odd y.notify_all()";
  EXPECT_EQ(print(parse(text)), text);
}

TEST(Notation, WhatIsWrongIsNamedWithItsPlace) {
  const auto parsing = [](const char* text) { return [text] { (void)parse(text); }; };
  EXPECT_THAT(parsing("x=1 relaxed"), ThrowsMessage<std::invalid_argument>(HasSubstr("rlx, acq, rel")));
  EXPECT_THAT(parsing("x=1 rlx; | a=x rlx"),
              ThrowsMessage<std::invalid_argument>(HasSubstr("a name was expected before")));
  EXPECT_THAT(parsing("x=1 rlx y=1 rlx"), ThrowsMessage<std::invalid_argument>(HasSubstr("before 'y=1 rlx'")));
  EXPECT_THAT(parsing("x.cas(1) rlx"), ThrowsMessage<std::invalid_argument>(HasSubstr("',' was expected")));
  EXPECT_THAT(parsing("x.grow(1) rlx"), ThrowsMessage<std::invalid_argument>(HasSubstr("an operation of an atomic")));
  EXPECT_THAT(parsing("x=1 rlx; x=x rlx"), ThrowsMessage<std::invalid_argument>(HasSubstr("both an atomic")));
}

// A program that a failure prints can be pasted into a test.
TEST(Notation, ARandomProgramIsReadAsItWasPrinted) {
  for (const Family& family : families()) {
    EXPECT_TRUE(rc::check(std::string(family.name), [&] {
      const Program program = *family.programs();
      RC_ASSERT(parse(print(program)) == program);
    }));
  }
}

}  // namespace
}  // namespace vigil::conformance
