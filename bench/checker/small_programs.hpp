#pragma once

#include "checker/jobs.hpp"

#include <array>
#include <atomic>
#include <cstddef>
#include <tuple>

namespace vigil::bench {

// Small programs of two threads, over the layer of a model and over the machine's.

// Each of two threads stores and then loads what the other one stores, several times.
template <class Layer>
struct StoreBufferings {
  static constexpr auto threads() { return std::tuple{&StoreBufferings::one, &StoreBufferings::other}; }
  static constexpr int kRounds = 5;

  typename Layer::template atomic<int> x{0}, y{0};
  std::array<int, 2> seen{};

  void one() { seen[0] = run(x, y); }
  void other() { seen[1] = run(y, x); }

 private:
  template <class Integer>
  static int run(Integer& own, Integer& others) {
    int sum = 0;
    for (int i = 1; i <= kRounds; ++i) {
      own.store(i, std::memory_order_relaxed);
      sum += others.load(std::memory_order_relaxed);
    }
    return sum;
  }
};

// A thread publishes messages one after the other, another one looks for them.
template <class Layer>
struct MessagePassings {
  static constexpr auto threads() { return std::tuple{&MessagePassings::writer, &MessagePassings::reader}; }
  static constexpr std::size_t kMessages = 9;

  std::array<typename Layer::template var<int>, kMessages> messages;
  typename Layer::template atomic<std::size_t> published{0};

  void writer() {
    for (std::size_t i = 0; i != kMessages; ++i) {
      messages[i].set(static_cast<int>(i));
      published.store(i + 1, std::memory_order_release);
    }
  }
  void reader() {
    std::size_t read = 0;
    for (std::size_t look = 0; look != kMessages; ++look)
      for (const std::size_t end = published.load(std::memory_order_acquire); read != end; ++read)
        Layer::require(messages[read].get() == static_cast<int>(read), "a message is read as it was written");
  }
};

// A ring with room for four items, for one thread that pushes and one that pops.
template <class Layer>
struct Ring {
  static constexpr auto threads() { return std::tuple{&Ring::producer, &Ring::consumer}; }
  static constexpr int kItems = 6;

  std::array<typename Layer::template var<int>, 4> slots;
  typename Layer::template atomic<unsigned> head{0}, tail{0};

  void producer() {
    for (int item = 1; item <= kItems; ++item) {
      const unsigned end = tail.load(std::memory_order_relaxed);
      if (end - head.load(std::memory_order_acquire) == slots.size()) continue;
      slots[end % slots.size()].set(item);
      tail.store(end + 1, std::memory_order_release);
    }
  }
  void consumer() {
    int last = 0;
    for (int attempt = 0; attempt != kItems; ++attempt) {
      const unsigned begin = head.load(std::memory_order_relaxed);
      if (begin == tail.load(std::memory_order_acquire)) continue;
      const int item = slots[begin % slots.size()].get();
      head.store(begin + 1, std::memory_order_release);
      Layer::require(item > last, "items come in their order");
      last = item;
    }
  }
};

// Calls `visit.template operator()<Program>(name)` for each of them.
template <class Layer, class Visit>
void for_each_small_program(Visit visit) {
  visit.template operator()<StoreBufferings<Layer>>("store_buffering");
  visit.template operator()<MessagePassings<Layer>>("message_passing");
  visit.template operator()<Ring<Layer>>("ring");
  visit.template operator()<Jobs<Layer, 2, 2>>("deque");
}

}  // namespace vigil::bench
