#pragma once

#include <vigil/testing/histories.hpp>

#include <gtest/gtest.h>

namespace vigil::testing {

// As the installed complaint_about_histories, for a test of GoogleTest.
template <class Spec, class Record>
void expect_explained(Record record) {
  EXPECT_EQ(complaint_about_histories<Spec>(record), "");
}

}  // namespace vigil::testing
