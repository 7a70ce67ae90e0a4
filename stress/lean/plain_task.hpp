#pragma once

#include <vigil/lean/task.hpp>

#include <vigil/testing/hesitant_layer.hpp>

#include <array>
#include <cstdint>
#include <string>

namespace vigil::stress {

using namespace lean;

using namespace testing;

using LeanTask = Task<HesitantLayer>;

// A task with plain data, which is written before the push and read by the thread that takes it. ThreadSanitizer
// reports a missing order as a data race, and AddressSanitizer a task that was freed too early.
struct PlainTask : LeanTask {
  explicit PlainTask(std::uint64_t its_number) : number(its_number), payload{number + 1, number * 3, ~number} {}
  [[nodiscard]] bool is_whole() const {
    return payload == std::array<std::uint64_t, 3>{number + 1, number * 3, ~number};
  }

  std::uint64_t number;
  std::array<std::uint64_t, 3> payload;
};

}  // namespace vigil::stress
