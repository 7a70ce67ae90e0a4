#pragma once

#include <vigil/atomics/cache_line.hpp>
#include <vigil/atomics/std_atomics.hpp>
#include <vigil/common/steal_result.hpp>
#include <vigil/deque/maybe_job.hpp>

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <new>

// The primitives written by hand: `std::atomic`, plain members, orders spelled at the call; no layer, no table, no
// template. Only the fence is shared, because it is the layer's choice of instruction. The code must follow core step
// by step: then only the layer can cause a difference in the instructions.
namespace plain {

using Job = int*;

struct Array {
  std::uint64_t mask;
  Array* previous;

  // The slots follow in the same allocation.
  std::atomic<Job>& slot(std::uint64_t index) {
    return std::launder(
        reinterpret_cast<std::atomic<Job>*>(reinterpret_cast<std::byte*>(this) + sizeof(Array)))[index & mask];
  }
};

class Deque {
 public:
  void push(Job job) {
    const std::uint64_t bottom = bottom_.load(std::memory_order_relaxed);
    Array* const array = array_.load(std::memory_order_relaxed);
    if (bottom - known_top_ >= array->mask + 1) [[unlikely]]
      return push_into_full(array, bottom, job);
    array->slot(bottom).store(job, std::memory_order_relaxed);
    bottom_.store(bottom + 1, std::memory_order_release);
  }

  vigil::MaybeJob<Job> pop() {
    const std::uint64_t bottom = bottom_.load(std::memory_order_relaxed);
    if (bottom == known_top_) return {};
    const std::uint64_t last = bottom - 1;
    Array* const array = array_.load(std::memory_order_relaxed);
    const Job job = array->slot(last).load(std::memory_order_relaxed);
    bottom_.store(last, std::memory_order_release);
    vigil::StdAtomics::fence(std::memory_order_seq_cst);
    const std::uint64_t top = top_.load(std::memory_order_acquire);
    const auto others = static_cast<std::int64_t>(last - top);
    return {others > 0 || settle(top, last, others == 0), job};
  }

  vigil::StealResult<Job> steal() {
    std::uint64_t top = top_.load(std::memory_order_acquire);
    const std::uint64_t probed = bottom_.load(std::memory_order_relaxed);
    if (static_cast<std::int64_t>(probed - top) <= 0) return vigil::StealResult<Job>::empty();
    vigil::StdAtomics::fence(std::memory_order_seq_cst);
    const std::uint64_t bottom = bottom_.load(std::memory_order_acquire);
    if (static_cast<std::int64_t>(bottom - top) <= 0) return vigil::StealResult<Job>::empty();
    Array* const array = array_.load(std::memory_order_acquire);
    const Job job = array->slot(top).load(std::memory_order_relaxed);
    if (!top_.compare_exchange_strong(top, top + 1, std::memory_order_seq_cst, std::memory_order_relaxed)) {
      return vigil::StealResult<Job>::retry();
    }
    return vigil::StealResult<Job>::success(job);
  }

 private:
  // Growing is not compared.
  [[gnu::noinline, gnu::cold]] void push_into_full(Array* array, std::uint64_t bottom, Job job);

  bool settle(std::uint64_t top, std::uint64_t last, bool one_left) {
    const bool won =
        one_left && top_.compare_exchange_strong(top, top + 1, std::memory_order_seq_cst, std::memory_order_acquire);
    bottom_.store(last + 1, std::memory_order_relaxed);
    known_top_ = last + 1;
    return won;
  }

  alignas(vigil::kCacheLine) std::atomic<std::uint64_t> top_;
  alignas(vigil::kCacheLine) std::atomic<std::uint64_t> bottom_;
  std::uint64_t known_top_;
  alignas(vigil::kCacheLine) std::atomic<Array*> array_;
};

class Counters {
 public:
  std::uint64_t load() const { return word_.load(std::memory_order_seq_cst); }

  template <class Predicate>
  std::uint64_t increment_jobs_event_counter_if(Predicate stale) {
    std::uint64_t result = 0;
    const auto attempt = [&] {
      std::uint64_t word = word_.load(std::memory_order_seq_cst);
      std::uint64_t next = word;
      if (stale(word >> 32)) {
        next = word + (std::uint64_t{1} << 32);
        if (!word_.compare_exchange_strong(word, next, std::memory_order_seq_cst, std::memory_order_relaxed))
          return false;
      }
      result = next;
      return true;
    };
    while (!attempt()) {
    }
    return result;
  }

  void add_inactive() { word_.fetch_add(0x10000, std::memory_order_seq_cst); }

  std::uint64_t sub_inactive() {
    const std::uint64_t before = word_.fetch_sub(0x10000, std::memory_order_seq_cst);
    return std::min(before & 0xffff, std::uint64_t{2});
  }

  bool try_add_sleeping(std::uint64_t expected) {
    return word_.compare_exchange_strong(expected, expected + 1, std::memory_order_seq_cst, std::memory_order_relaxed);
  }

  void sub_sleeping() { word_.fetch_sub(1, std::memory_order_seq_cst); }

 private:
  std::atomic<std::uint64_t> word_{0};
};

class Latch {
 public:
  bool probe() const { return state_.load(std::memory_order_acquire) == 3; }
  bool get_sleepy() { return change(0, 1); }
  bool fall_asleep() { return change(1, 2); }
  void wake_up() {
    if (!probe()) change(2, 0);
  }
  bool set() { return state_.exchange(3, std::memory_order_seq_cst) == 2; }
  void reset() { state_.store(0, std::memory_order_relaxed); }

 private:
  bool change(std::uint32_t from, std::uint32_t to) {
    return state_.compare_exchange_strong(from, to, std::memory_order_seq_cst, std::memory_order_relaxed);
  }

  std::atomic<std::uint32_t> state_{0};
};

class Admission {
 public:
  bool enter() {
    for (std::uint64_t word = word_.load(std::memory_order_relaxed);;) {
      if ((word & 1) != 0) return false;
      if (word_.compare_exchange_weak(word, word + 2, std::memory_order_relaxed, std::memory_order_relaxed))
        return true;
    }
  }

 private:
  std::atomic<std::uint64_t> word_{0};
};

struct Node {
  Node* next;
};

class Injector {
 public:
  bool push(Node& node) {
    for (void* head = nullptr;;) {
      node.next = node_of(head);
      void* const desired = is_held(head) ? held(&node) : static_cast<void*>(&node);
      if (head_.compare_exchange_weak(head, desired, std::memory_order_release, std::memory_order_relaxed))
        return node_of(head) == nullptr;
    }
  }

 private:
  static std::uintptr_t bits(void* word) { return reinterpret_cast<std::uintptr_t>(word); }
  static Node* node_of(void* word) { return reinterpret_cast<Node*>(bits(word) & ~std::uintptr_t{1}); }
  static void* held(void* word) { return reinterpret_cast<void*>(bits(word) | 1); }
  static bool is_held(void* word) { return (bits(word) & 1) != 0; }

  alignas(vigil::kCacheLine) std::atomic<void*> head_{nullptr};
};

}  // namespace plain
