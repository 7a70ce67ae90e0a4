#include <vigil/lean/task.hpp>

#include <gtest/gtest.h>

TEST(LeanTaskReference, IsAPartOfItsProgramsObject) {
  //! [example]
  struct Square : vigil::lean::Task<> {
    explicit Square(int of) : Task(&Square::run_it), number(of) {}
    static void run_it(vigil::lean::Task<>& task) noexcept {
      auto& self = static_cast<Square&>(task);
      self.result = self.number * self.number;
    }
    int number;
    int result = 0;
  };
  Square square(7);
  // A pool does this, on one of its threads.
  square.run();
  EXPECT_EQ(square.result, 49);
  //! [example]
}
