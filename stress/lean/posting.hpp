#pragma once

#include <vigil/lean/batch.hpp>

#include <cstddef>
#include <memory>
#include <utility>

namespace vigil::stress {

using namespace lean;

// A task with code of any kind, on the heap. It is freed before its code is called: a pool that comes back to a task
// that it has run reads freed memory.
template <class T, class Code>
class CodeTask : public T {
 public:
  explicit CodeTask(Code code) : T(&CodeTask::free_and_call), code_(std::move(code)) {}

 private:
  static void free_and_call(T& task) noexcept {
    auto* const self = static_cast<CodeTask*>(&task);
    Code code = std::move(self->code_);
    delete self;
    code();
  }

  Code code_;
};

// Schedules a task that calls `code`. False if the pool was shut down: then it is not called.
template <class Pool, class Code>
[[nodiscard]] bool post(Pool& pool, Code code) {
  auto task = std::make_unique<CodeTask<typename Pool::Task, Code>>(std::move(code));
  const bool is_taken = pool.schedule(*task);
  if (is_taken) static_cast<void>(task.release());
  return is_taken;
}

// Schedules `count` tasks in one batch, of which task i calls `code_of(i)`. All or none of them are refused.
template <class Pool, class CodeOf>
[[nodiscard]] bool post_batch(Pool& pool, std::size_t count, CodeOf code_of) {
  using Task = typename Pool::Task;
  using Posted = CodeTask<Task, decltype(code_of(count))>;
  Batch<Task> batch;
  for (std::size_t i = 0; i != count; ++i) batch.push(*new Posted(code_of(i)));
  if (pool.schedule(batch)) return true;
  while (!batch.is_empty()) delete static_cast<Posted*>(&batch.pop());
  return false;
}

}  // namespace vigil::stress
