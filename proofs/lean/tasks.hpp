#pragma once

#include <vigil/lean/batch.hpp>
#include <vigil/lean/task.hpp>

#include <cstddef>
#include <memory>
#include <stdexcept>
#include <vector>

namespace vigil::lean_proofs {

using namespace lean;

// The machine, with requirements that throw in every build.
struct RequiringAtomics : StdAtomics {
  static void require(bool condition, const char* what) {
    if (!condition) throw std::logic_error(what);
  }
};

using PlainTask = Task<RequiringAtomics>;

struct NumberedTask : PlainTask {
  explicit NumberedTask(std::size_t its_number) : number(its_number) {}
  std::size_t number;
};

// Tasks by their numbers, for as long as the test runs.
class Tasks {
 public:
  NumberedTask& make() {
    tasks_.push_back(std::make_unique<NumberedTask>(tasks_.size()));
    return *tasks_.back();
  }
  // Of so many new tasks, with their numbers added to `numbers`.
  template <class Numbers>
  Batch<PlainTask> make_batch(std::size_t size, Numbers& numbers) {
    Batch<PlainTask> batch;
    for (std::size_t i = 0; i != size; ++i) {
      NumberedTask& task = make();
      numbers.push_back(task.number);
      batch.push(task);
    }
    return batch;
  }

 private:
  std::vector<std::unique_ptr<NumberedTask>> tasks_;
};

inline std::size_t number_of(const PlainTask& task) { return static_cast<const NumberedTask&>(task).number; }

}  // namespace vigil::lean_proofs
