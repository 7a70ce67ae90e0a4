#include <vigil/pool/task_memory.hpp>

#include <vigil/atomics/std_atomics.hpp>

#include <gtest/gtest.h>

#include <memory>
#include <new>
#include <string>
#include <thread>

TEST(TaskMemoryReference, IsTakenByOneThreadAndGivenBackByAnother) {
  //! [example]
  using Memory = vigil::TaskMemory<vigil::StdAtomics>;
  Memory memory;  // of this thread

  const auto piece = memory.take(sizeof(std::string), alignof(std::string));
  auto* const text = ::new (piece.memory) std::string("made here");
  std::thread other([text, slab = piece.slab] {
    EXPECT_EQ(*text, "made here");
    std::destroy_at(text);
    Memory::give_back(*slab);
  });
  //! [example]
  other.join();
}
