#pragma once

#include <utility>

namespace vigil::lean {

/// What a consumer leaves in a queue when it gives the right to consume back.
enum class Leftover : bool {
  /// No task that can be taken.
  nothing,
  /// Tasks, or perhaps tasks: a thread was turned away meanwhile.
  tasks
};

/// The right to consume a queue, or the reason why there is none.
///
/// It is `empty` if there was no task, and `busy` if another thread has the right. While one thread has it, no other
/// thread gets a task out of the queue, however long the first one is interrupted (S-52). A thread that finds the queue
/// busy searches elsewhere, and may sleep, because the holder learns on release what it leaves (S-42).
///
/// \threads   The thread that got it, for all members.
///
/// \snippet lean/queue_consumer.cpp example
template <class Queue>
class [[nodiscard]] QueueConsumer {
  using T = typename Queue::TaskType;
  using Layer = typename T::Layer;

 public:
  /// Takes the right of `other`, if that has it.
  QueueConsumer(QueueConsumer&& other) noexcept
      : queue_(std::exchange(other.queue_, nullptr)), front_(other.front_), is_busy_(other.is_busy_) {}
  QueueConsumer& operator=(QueueConsumer&&) = delete;
  QueueConsumer(const QueueConsumer&) = delete;
  QueueConsumer& operator=(const QueueConsumer&) = delete;
  /// Gives the right back if release did not. That is an error, because no thread learns what is left; but no queue
  /// stays locked.
  ~QueueConsumer() {
    if (!has_right()) return;
    Layer::require(false, "QueueConsumer: given up without asking what is left");
    static_cast<void>(release());
  }

  /// Which of the three it is.
  ///
  /// \{
  [[nodiscard]] bool has_right() const { return queue_ != nullptr; }
  [[nodiscard]] bool is_busy() const { return is_busy_; }
  [[nodiscard]] bool is_empty() const { return !has_right() && !is_busy_; }
  /// \}

  /// Takes a task. Null if none can be taken now.
  ///
  /// \progress  Wait-free.
  /// \orders    What came before the push of the task happens before the return.
  /// \pre       It has the right.
  [[nodiscard]] T* pop() {
    Layer::require(has_right(), "QueueConsumer: a task is taken without the right to consume");
    return queue_->take(front_);
  }

  /// Gives the right back. If tasks are left, the caller wakes another worker for them: workers may have been turned
  /// away meanwhile.
  ///
  /// \progress  That of the queue: a TreiberQueue's is lock-free, a VyukovQueue's is wait-free.
  /// \pre       It has the right.
  [[nodiscard]] Leftover release() {
    Layer::require(has_right(), "QueueConsumer: the right to consume is given back without having it");
    return std::exchange(queue_, nullptr)->give_back(front_);
  }

 private:
  friend Queue;

  static QueueConsumer holding(Queue& queue, T* front) { return {&queue, front, false}; }
  static QueueConsumer empty() { return {nullptr, nullptr, false}; }
  static QueueConsumer busy() { return {nullptr, nullptr, true}; }

  QueueConsumer(Queue* queue, T* front, bool is_busy) : queue_(queue), front_(front), is_busy_(is_busy) {}

  Queue* queue_;
  // Where the queue continues, as the queue itself understands it.
  T* front_;
  bool is_busy_;
};

}  // namespace vigil::lean
