#include <vigil/execution/just.hpp>
#include <vigil/execution/sync_wait.hpp>
#include <vigil/execution/then.hpp>

#include <gtest/gtest.h>

#include <stdexcept>

TEST(ThenReference, CallsAFunctionWithTheValues) {
  //! [example]
  namespace execution = vigil::execution;
  const auto checked = [](int value) {
    if (value < 0) throw std::domain_error("negative");
    return value;
  };
  const auto twice = [](int value) { return 2 * value; };

  const auto [four] =
      execution::sync_wait(execution::just(2) | execution::then(checked) | execution::then(twice)).value();
  EXPECT_EQ(four, 4);
  // `twice` is not called: the error passes it.
  const auto fails = execution::just(-2) | execution::then(checked) | execution::then(twice);
  EXPECT_THROW(execution::sync_wait(fails), std::domain_error);
  //! [example]
}
