#pragma once

#include <vigil/lean/batch.hpp>
#include <vigil/lean/task.hpp>

#include <cstddef>
#include <deque>
#include <utility>

namespace vigil::lean_proofs {

// A task of any code.
template <class Code>
struct CodeTask : Task<> {
  explicit CodeTask(Code its_code) : Task<>(&run_code), code(std::move(its_code)) {}
  static void run_code(Task<>& task) noexcept { static_cast<CodeTask&>(task).code(); }
  Code code;
};

// So many tasks of the same code.
template <class Code>
class ManyTasks {
 public:
  ManyTasks(std::size_t size, Code code) {
    for (std::size_t i = 0; i != size; ++i) tasks_.emplace_back(code);
  }
  Batch<> batch() {
    Batch<> batch;
    for (auto& task : tasks_) batch.push(task);
    return batch;
  }

 private:
  std::deque<CodeTask<Code>> tasks_;
};

}  // namespace vigil::lean_proofs
