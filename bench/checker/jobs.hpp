#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <tuple>
#include <utility>

namespace vigil::bench {

// The deque of Lê, Pop, Cohen and Zappa Nardelli (PPoPP 2013) with room for four jobs. It needs only atomics, fences
// and `require` of its layer, so two engines run the same steps.
template <class Layer>
struct PaperDeque {
  using Integer = typename Layer::template atomic<int>;
  Integer top{0};
  Integer bottom{0};
  std::array<Integer, 4> slots;

  void push(int job) {
    const int end = bottom.load(std::memory_order_relaxed);
    (void)top.load(std::memory_order_acquire);
    slot(end).store(job, std::memory_order_relaxed);
    Layer::fence(std::memory_order_release);
    bottom.store(end + 1, std::memory_order_relaxed);
  }

  // 0 if there is none.
  int pop() {
    const int last = bottom.load(std::memory_order_relaxed) - 1;
    bottom.store(last, std::memory_order_relaxed);
    Layer::fence(std::memory_order_seq_cst);
    int first = top.load(std::memory_order_relaxed);
    const int job = first <= last ? slot(last).load(std::memory_order_relaxed) : 0;
    if (first < last) return job;
    const bool mine = first == last && take(first);
    bottom.store(last + 1, std::memory_order_relaxed);
    return mine ? job : 0;
  }

  int steal() {
    int first = top.load(std::memory_order_acquire);
    Layer::fence(std::memory_order_seq_cst);
    if (first >= bottom.load(std::memory_order_acquire)) return 0;
    const int job = slot(first).load(std::memory_order_relaxed);
    return take(first) ? job : 0;
  }

 private:
  Integer& slot(int index) { return slots[static_cast<std::size_t>(index) % slots.size()]; }
  bool take(int& first) {
    return top.compare_exchange_strong(first, first + 1, std::memory_order_seq_cst, std::memory_order_relaxed);
  }
};

// The owner pushes two jobs and pops twice, while thieves steal: no job is taken twice, and none is lost.
template <class Layer, std::size_t Thieves, unsigned Steals = 1>
struct Jobs {
  static constexpr auto threads() { return with_thieves(std::make_index_sequence<Thieves>()); }

  void owner() {
    deque_.push(1);
    deque_.push(2);
    for (unsigned pop = 0; pop != 2; ++pop) ++taken_[0][static_cast<std::size_t>(deque_.pop())];
  }
  template <std::size_t Row>
  void thief() {
    for (unsigned steal = 0; steal != Steals; ++steal) ++taken_[Row][static_cast<std::size_t>(deque_.steal())];
  }
  void finish() {
    int left = deque_.bottom.load(std::memory_order_relaxed) - deque_.top.load(std::memory_order_relaxed);
    for (std::size_t job = 1; job != 3; ++job) {
      int times = 0;
      for (const auto& row : taken_) times += row[job];
      Layer::require(times <= 1, "no job is taken twice");
      left += times;
    }
    Layer::require(left == 2, "no job is lost");
  }

 private:
  template <std::size_t... I>
  static constexpr auto with_thieves(std::index_sequence<I...> /*numbers*/) {
    return std::tuple{&Jobs::owner, &Jobs::template thief<1 + I>...};
  }

  PaperDeque<Layer> deque_;
  std::array<std::array<int, 3>, 1 + Thieves> taken_{};  // how often each job, by each thread
};

}  // namespace vigil::bench
