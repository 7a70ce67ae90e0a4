#pragma once

#include <vigil/checker/checked_atomics.hpp>

#include <array>
#include <atomic>
#include <cstdint>
#include <cstdlib>
#include <functional>
#include <memory>
#include <random>
#include <string>
#include <vector>

// Counters of attempts, in every kind of memory. `next` returns 3 at its third call, or at a later call if it draws
// random numbers.
namespace vigil::conformance::loops {

using Layer = checker::CheckedAtomics;

struct InMember {
  int count = 0;
  int next() { return ++count; }
};

struct InNestedObject {
  struct Outer {
    std::array<char, 40> before{};
    struct Inner {
      int count = 0;
    } inner;
  } outer;
  int next() { return ++outer.inner.count; }
};

struct InStatic {
  static inline int count = 0;
  InStatic() { count = 0; }
  static int next() { return ++count; }
};

// Megabytes of which one byte is written.
struct InLargeStatic {
  static inline std::array<unsigned char, 3'000'000> bytes{};
  InLargeStatic() { bytes[1'234'567] = 0; }
  static int next() { return ++bytes[1'234'567]; }
};

struct InStaticOfFunction {
  static int& count() {
    static int value = 0;
    return value;
  }
  InStaticOfFunction() { count() = 0; }
  static int next() { return ++count(); }
};

struct InThreadLocal {
  static inline thread_local int count = 0;
  InThreadLocal() { count = 0; }
  static int next() { return ++count; }
};

struct InNew {
  std::unique_ptr<int> count = std::make_unique<int>(0);
  int next() { return ++*count; }
};

struct InMalloc {
  int* count = static_cast<int*>(std::malloc(sizeof(int)));
  InMalloc() { *count = 0; }
  ~InMalloc() { std::free(count); }
  InMalloc(const InMalloc&) = delete;
  InMalloc& operator=(const InMalloc&) = delete;
  int next() { return ++*count; }
};

struct InCalloc {
  int* counts = static_cast<int*>(std::calloc(64, sizeof(int)));
  ~InCalloc() { std::free(counts); }
  InCalloc() = default;
  InCalloc(const InCalloc&) = delete;
  InCalloc& operator=(const InCalloc&) = delete;
  int next() { return ++counts[63]; }
};

struct InAllocatedMemory {
  int* count = static_cast<int*>(Layer::allocate(sizeof(int), alignof(int)));
  InAllocatedMemory() { *count = 0; }
  ~InAllocatedMemory() { Layer::deallocate(count, sizeof(int), alignof(int)); }
  InAllocatedMemory(const InAllocatedMemory&) = delete;
  InAllocatedMemory& operator=(const InAllocatedMemory&) = delete;
  int next() { return ++*count; }
};

struct InStdAtomic {
  std::atomic<int> count{0};
  int next() { return ++count; }
};

struct InStaticStdAtomic {
  static inline std::atomic<int> count{0};
  InStaticStdAtomic() { count = 0; }
  static int next() { return ++count; }
};

struct InVar {
  Layer::var<int> count{0};
  int next() {
    count.set(count.get() + 1);
    return count.get();
  }
};

struct InFunction {
  std::function<int()> counts = [count = 0]() mutable { return ++count; };
  int next() { return counts(); }
};

struct InLargeFunction {
  std::function<int()> counts = [count = 0, more = std::array<long, 8>()]() mutable {
    return ++count + static_cast<int>(more[0]);
  };
  int next() { return counts(); }
};

struct InVector {
  std::vector<int> counts = std::vector<int>(20);
  int next() { return ++counts[7]; }
};

struct InGrowingVector {
  std::vector<int> items;
  int next() {
    items.push_back(0);
    return static_cast<int>(items.size());
  }
};

struct InString {
  std::string text = std::string(100, 'a');
  int next() { return ++text[50] - 'a'; }
};

// A counter whose bytes have no readable meaning.
struct InGenerator {
  std::minstd_rand random{7};
  int count = 0;
  int next() {
    (void)random();
    return random() ==
                   [] {
                     std::minstd_rand same{7};
                     for (int i = 0; i != 5; ++i) (void)same();
                     return same();
                   }()
               ? 3
               : 0;
  }
};

// With a state that libc keeps.
struct InRand {
  static int next() { return std::rand() % 8 == 0 ? 3 : 0; }
};

struct InBits {
  std::uint8_t before : 3 = 0, count : 2 = 0, after : 3 = 0;
  int next() { return ++count; }
};

}  // namespace vigil::conformance::loops
