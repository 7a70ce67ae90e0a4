#pragma once

#include <vigil/lean/task.hpp>

#include <cstddef>

namespace vigil::lean {

/// Tasks that are linked through themselves, to be pushed somewhere in one step.
///
/// As cheap to copy as three words. A copy stands for the same tasks.
///
/// \threads  The thread that has the tasks.
///
/// \snippet lean/batch.cpp example
template <class T = Task<>>
class Batch {
  using Layer = typename T::Layer;

 public:
  /// No task.
  constexpr Batch() = default;

  /// One task.
  ///
  /// \pre The task is in no container.
  [[nodiscard]] static Batch from(T& task) {
    task.set_next(nullptr);
    return Batch(&task, &task, 1);
  }

  /// Adds the tasks of another batch, or one task, behind those that are there. Constant time.
  ///
  /// \{
  void push(Batch other) {
    if (other.is_empty()) return;
    if (is_empty()) {
      *this = other;
      return;
    }
    tail_->set_next(other.head_);
    tail_ = other.tail_;
    size_ += other.size_;
  }
  void push(T& task) { push(from(task)); }
  /// \}

  /// Takes the first task.
  ///
  /// \pre The batch is not empty.
  T& pop() {
    Layer::require(!is_empty(), "Batch: a task is taken from an empty batch");
    T& task = *head_;
    --size_;
    head_ = is_empty() ? nullptr : task.next();
    if (is_empty()) tail_ = nullptr;
    return task;
  }

  /// How many tasks there are.
  ///
  /// \{
  [[nodiscard]] bool is_empty() const { return size_ == 0; }
  [[nodiscard]] std::size_t size() const { return size_; }
  /// \}

  /// The first and the last task; null if there is none. The last one is linked to null.
  ///
  /// \{
  [[nodiscard]] T* head() const { return head_; }
  [[nodiscard]] T* tail() const { return tail_; }
  /// \}

 private:
  Batch(T* head, T* tail, std::size_t size) : head_(head), tail_(tail), size_(size) {}

  T* head_ = nullptr;
  T* tail_ = nullptr;
  std::size_t size_ = 0;
};

}  // namespace vigil::lean
