#pragma once

#include <condition_variable>
#include <cstddef>
#include <mutex>
#include <queue>

// A queue that blocks: it knows nothing of Vigil.
template <class T>
class BoundedQueue {
 public:
  explicit BoundedQueue(std::size_t capacity) : capacity_(capacity) {}

  // Waits until there is room.
  void push(T item) {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [this] { return items_.size() != capacity_; });
    items_.push(item);
    changed_.notify_one();
  }

  // Waits until there is an item.
  T pop() {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [this] { return !items_.empty(); });
    T item = items_.front();
    items_.pop();
    changed_.notify_one();
    return item;
  }

 private:
  const std::size_t capacity_;
  std::mutex mutex_;
  std::condition_variable changed_;
  std::queue<T> items_;
};
