// Code that uses the names of the standard, as it would without the checker. Compiled with std.hpp before it.

#include "programs.hpp"

#include <atomic>
#include <barrier>
#include <cassert>
#include <chrono>
#include <condition_variable>
#include <coroutine>
#include <iostream>
#include <latch>
#include <map>
#include <mutex>
#include <semaphore>
#include <shared_mutex>
#include <sstream>
#include <stdexcept>
#include <stop_token>
#include <string>
#include <thread>
#include <vector>

namespace {

void expect(bool condition, const char* what) {
  if (!condition) throw std::runtime_error(what);
}

// ---- a program that counts

std::atomic<int> counted{0};
std::mutex sum_mutex;
int sum;

template <bool kLocks>
void count_in_threads() {
  sum = 0;
  std::vector<std::thread> threads;
  for (int i = 0; i != 2; ++i)
    threads.emplace_back([] {
      counted++;
      std::unique_lock<std::mutex> lock(sum_mutex, std::defer_lock);
      if (kLocks) lock.lock();
      const int before = sum;
      std::this_thread::yield();
      sum = before + 1;
    });
  for (auto& thread : threads) thread.join();
  expect(counted.load() == 2 && sum == 2, "a count is lost");
}

template <bool kInOneStep>
void count_by_operators() {
  std::atomic_int count = 0;
  const auto add = [&count] {
    if (kInOneStep)
      count += 1;
    else
      count = count + 1;
  };
  std::jthread one(add);
  std::jthread other(add);
  one.join();
  other.join();
  expect(count == 2, "a count is lost");
}

// ---- a queue that blocks

class Queue {
 public:
  void push(std::string text) {
    const std::lock_guard lock(mutex_);
    texts_.push_back(std::move(text));
    changed_.notify_one();
  }
  std::string pop(bool notices_first) {
    std::unique_lock lock(mutex_);
    if (notices_first)
      changed_.wait(lock, [this] { return !texts_.empty(); });
    else
      changed_.wait(lock);
    auto text = texts_.back();
    texts_.pop_back();
    return text;
  }

 private:
  std::mutex mutex_;
  std::condition_variable changed_;
  std::vector<std::string> texts_;
};

template <bool kNoticesFirst>
void pass_text() {
  Queue queue;
  std::thread pushes([&] { queue.push("text"); });
  expect(queue.pop(kNoticesFirst) == "text", "it arrives");
  pushes.join();
}

// ---- one of everything else

void use_the_rest() {
  std::counting_semaphore<3> places(1);
  std::binary_semaphore turn(0);
  std::latch started(2);
  std::barrier meeting(2);
  std::shared_mutex shared;
  std::once_flag once;
  std::atomic_flag flag = ATOMIC_FLAG_INIT;
  std::recursive_mutex recursive;
  std::timed_mutex timed;
  std::jthread other([&](std::stop_token stop) {
    started.arrive_and_wait();
    places.acquire();
    places.release();
    std::call_once(once, [] {});
    meeting.arrive_and_wait();
    turn.release();
    while (!stop.stop_requested()) std::this_thread::sleep_for(std::chrono::milliseconds(1));
  });
  started.arrive_and_wait();
  meeting.arrive_and_wait();
  turn.acquire();
  std::call_once(once, [] {});
  const std::shared_lock reads(shared);
  const std::scoped_lock both(recursive, timed);
  const std::lock_guard again(recursive);
  std::atomic_thread_fence(std::memory_order_seq_cst);
  expect(!flag.test_and_set() && std::atomic_flag_test(&flag), "it is set");
  std::map<std::thread::id, int> names{{std::this_thread::get_id(), 1}, {other.get_id(), 2}};
  std::ostringstream text;
  text << std::this_thread::get_id();
  expect(names.size() == 2 && !text.str().empty(), "threads have names");
  std::mutex first, second;
  std::lock(first, second);
  expect(!std::coroutine_handle<>(), "other headers are as they were");
  first.unlock();
  second.unlock();
}

}  // namespace

namespace vigil::checker {

Subject counts(bool locks) {
  return locks ? standard::program<&count_in_threads<true>>() : standard::program<&count_in_threads<false>>();
}
Subject counts_by_operators(bool in_one_step) {
  return in_one_step ? standard::program<&count_by_operators<true>>() : standard::program<&count_by_operators<false>>();
}
Subject passes_text(bool notices_first) {
  return notices_first ? standard::program<&pass_text<true>>() : standard::program<&pass_text<false>>();
}
Subject uses_the_rest() { return standard::program<&use_the_rest>(); }

}  // namespace vigil::checker
