#pragma once

#include <utility>

namespace vigil::lean {

// What a consumer leaves in a queue when it gives the right to consume back.
enum class Leftover : bool { nothing, tasks };

// The right to consume a queue, or the reason why there is none: `empty` if there was no task, `busy` if somebody else
// has the right. While one thread has it, no other gets a task out of the queue, however long the first is interrupted
// (S-52); whoever is told `busy` goes on to other queues, and may sleep, because the holder is told on release what it
// left (S-42).
//
// Belongs to the thread that got it.
template <class Queue>
class [[nodiscard]] QueueConsumer {
  using T = typename Queue::TaskType;

 public:
  QueueConsumer(QueueConsumer&& other) noexcept
      : queue_(std::exchange(other.queue_, nullptr)), front_(other.front_), is_busy_(other.is_busy_) {}
  QueueConsumer& operator=(QueueConsumer&&) = delete;
  QueueConsumer(const QueueConsumer&) = delete;
  QueueConsumer& operator=(const QueueConsumer&) = delete;
  // Gives the right back if that was not done. An error, because nobody is told what is left; but no queue stays
  // locked.
  ~QueueConsumer() {
    if (!has_right()) return;
    T::Layer::require(false, "QueueConsumer: given up without asking what is left");
    static_cast<void>(release());
  }

  [[nodiscard]] bool has_right() const { return queue_ != nullptr; }
  [[nodiscard]] bool is_busy() const { return is_busy_; }
  [[nodiscard]] bool is_empty() const { return !has_right() && !is_busy_; }

  // Takes a task, or null if none can be taken now. Only with the right. Wait-free.
  // Everything that happens before the push of the task happens before this returns it.
  [[nodiscard]] T* pop() {
    T::Layer::require(has_right(), "QueueConsumer: a task is taken without the right to consume");
    return queue_->take(front_);
  }

  // Gives the right back, once. Told `tasks`, the caller wakes somebody: others may have been turned away meanwhile.
  [[nodiscard]] Leftover release() {
    T::Layer::require(has_right(), "QueueConsumer: the right to consume is given back without having it");
    return std::exchange(queue_, nullptr)->give_back(front_);
  }

 private:
  friend Queue;

  static QueueConsumer holding(Queue& queue, T* front) { return {&queue, front, false}; }
  static QueueConsumer empty() { return {nullptr, nullptr, false}; }
  static QueueConsumer busy() { return {nullptr, nullptr, true}; }

  QueueConsumer(Queue* queue, T* front, bool is_busy) : queue_(queue), front_(front), is_busy_(is_busy) {}

  Queue* queue_;
  // Where the queue goes on, as the queue itself understands it.
  T* front_;
  bool is_busy_;
};

}  // namespace vigil::lean
