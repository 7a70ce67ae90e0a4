#include <vigil/pool/outcome.hpp>
#include <vigil/pool/thread_pool.hpp>

#include <gtest/gtest.h>

#include <exception>
#include <stdexcept>
#include <string>
#include <variant>

TEST(OutcomeReference, IsAValueOrAnException) {
  //! [example]
  vigil::ThreadPool pool;
  pool.call([](vigil::ThreadPool::Worker& worker) {
    const vigil::Outcome<int> good = vigil::outcome_on(worker, [] { return 7; });
    EXPECT_EQ(std::get<int>(good), 7);

    const vigil::Outcome<int> bad = vigil::outcome_on(worker, []() -> int { throw std::out_of_range("here"); });
    EXPECT_THROW(std::rethrow_exception(std::get<std::exception_ptr>(bad)), std::out_of_range);
  });
  //! [example]
}
