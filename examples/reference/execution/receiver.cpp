#include <vigil/execution/just.hpp>
#include <vigil/execution/receiver.hpp>

#include <gtest/gtest.h>

#include <exception>
#include <string>

namespace {

//! [example]
// A receiver that writes down how an operation completed.
struct Note {
  void set_value(int value) && noexcept { *text = std::to_string(value); }
  void set_error(std::exception_ptr) && noexcept { *text = "error"; }
  void set_stopped() && noexcept { *text = "stopped"; }

  std::string* text;
};
static_assert(vigil::execution::receiver<Note>);

std::string completion_of(const vigil::execution::sender auto& work) {
  std::string text = "not started";
  auto operation = vigil::execution::connect(work, Note{&text});
  vigil::execution::start(operation);
  return text;
}
//! [example]

}  // namespace

TEST(ReceiverReference, TakesTheCompletion) { EXPECT_EQ(completion_of(vigil::execution::just(7)), "7"); }
