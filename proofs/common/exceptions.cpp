// Core without exceptions and without RTTI: what works, and how the program ends where core would throw.

#include <vigil/common/exceptions.hpp>
#include <vigil/testing/child_process.hpp>

#include <gtest/gtest.h>

#include <stdexcept>
#include <string>

namespace vigil::proofs {
namespace {

TEST(Fail, ThrowsTheErrorWithItsText) {
  try {
    detail::fail<std::invalid_argument>("Sleep::Sleep", "no worker");
  } catch (const std::invalid_argument& error) {
    EXPECT_STREQ(error.what(), "no worker");
  }
  EXPECT_THROW(detail::fail<std::bad_alloc>("ChaseLevDeque::push"), std::bad_alloc);
}

#ifdef VIGIL_PROGRAM_WITHOUT_EXCEPTIONS

TEST(WithoutExceptions, CoreWorks) {
  const testing::Outcome outcome = testing::run(VIGIL_PROGRAM_WITHOUT_EXCEPTIONS);
  EXPECT_EQ(outcome.status, 0) << outcome.output;
}

struct Error {
  const char* name;
  const char* message;
};

class ErrorWithoutExceptions : public ::testing::TestWithParam<Error> {};

TEST_P(ErrorWithoutExceptions, EndsTheProgramWithAMessage) {
  const testing::Outcome outcome = testing::run(VIGIL_PROGRAM_WITHOUT_EXCEPTIONS " " + std::string(GetParam().name));
  EXPECT_NE(outcome.status, 0);
  EXPECT_NE(outcome.status, 2) << "the error was not noticed";
  EXPECT_EQ(outcome.output.substr(0, outcome.output.find('\n')),
            std::string("vigil: ") + GetParam().message + " cannot return this error, and exceptions are off");
}

INSTANTIATE_TEST_SUITE_P(
    WithoutExceptions, ErrorWithoutExceptions,
    ::testing::Values(Error{"capacity", "ChaseLevDeque: capacity must be a power of two: ChaseLevDeque::ChaseLevDeque"},
                      Error{"workers", "Sleep: there must be at least one worker: Sleep::Sleep"},
                      Error{"stopped", "the thread pool was stopped: ThreadPool::call"},
                      Error{"threads", "SyncWord: a pool without threads: SyncWord::SyncWord"}),
    [](const auto& test) { return std::string(test.param.name); });

#endif

}  // namespace
}  // namespace vigil::proofs
