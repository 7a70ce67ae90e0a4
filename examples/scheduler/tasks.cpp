#include <vigil/execution/execution.hpp>
#include <vigil/pool/parallel_scheduler.hpp>

#include <cstddef>
#include <cstdio>
#include <stdexcept>
#include <utility>
#include <vector>

namespace execution = vigil::execution;  // one day std::execution

// One step of Conway's game of life, all rows at the same time, on a field whose edges meet.
using Field = std::vector<std::vector<int>>;

execution::task<Field> step(Field before) {
  const std::size_t size = before.size();
  if (size == 0) throw std::invalid_argument("an empty field");
  Field after = before;
  co_await (execution::schedule(execution::get_parallel_scheduler()) | execution::bulk(size, [&](std::size_t y) {
              for (std::size_t x = 0; x != size; ++x) {
                int neighbours = -before[y][x];
                for (const std::size_t row : {y + size - 1, y, y + 1})
                  for (const std::size_t column : {x + size - 1, x, x + 1})
                    neighbours += before[row % size][column % size];
                after[y][x] = neighbours == 3 || (neighbours == 2 && before[y][x] == 1) ? 1 : 0;
              }
            }));
  co_return after;
}

execution::task<Field> steps(Field field, int count) {
  for (int i = 0; i != count; ++i) field = co_await step(std::move(field));
  co_return field;
}

int main() {
  Field glider(32, std::vector<int>(32));
  glider[0][1] = glider[1][2] = glider[2][0] = glider[2][1] = glider[2][2] = 1;

  // After four steps a glider has moved by one row and one column, so after 128 steps it is back.
  const auto scheduler = execution::get_parallel_scheduler();
  const auto [field] = execution::sync_wait(execution::starts_on(scheduler, steps(glider, 128))).value();
  std::printf("the glider is %s\n", field == glider ? "back" : "elsewhere");

  // An exception passes through the tasks that await.
  try {
    execution::sync_wait(steps({}, 1));
  } catch (const std::invalid_argument& error) {
    std::printf("caught: %s\n", error.what());
  }
  return field == glider ? 0 : 1;
}
