// Does a stable sort move each element as seldom as it should, lose none, and free its buffer?

#include <vigil/parallel/stable_sort.hpp>

#include "workers.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <new>
#include <span>
#include <stdexcept>
#include <vector>

namespace vigil {

// An element that counts assignments, and those that are alive.
struct Traced {
  static inline std::int64_t assignments = 0;
  static inline std::int64_t alive = 0;

  explicit Traced(int number = 0) : value(number) { ++alive; }
  Traced(Traced&& other) noexcept : value(other.value) { ++alive; }
  Traced& operator=(Traced&& other) noexcept {
    ++assignments;
    value = other.value;
    return *this;
  }
  Traced(const Traced&) = delete;
  Traced& operator=(const Traced&) = delete;
  ~Traced() { --alive; }

  int value;
};

}  // namespace vigil

// Notes what is freed, and how many elements are alive then.
template <>
struct std::allocator<vigil::Traced> {
  using value_type = vigil::Traced;
  static inline std::size_t allocated = 0;
  static inline std::int64_t alive_when_freed = 0;

  static value_type* allocate(std::size_t count) {
    allocated += count;
    return static_cast<value_type*>(::operator new(count * sizeof(value_type)));
  }
  static void deallocate(value_type* memory, std::size_t count) {
    allocated -= count;
    alive_when_freed = value_type::alive;
    ::operator delete(memory);
  }
};

namespace vigil {
namespace {

// Elements whose values are 0, 1, … in that order.
class InOrder {
 public:
  explicit InOrder(std::size_t size) : elements_(std::make_unique<Traced[]>(size)), size_(size) {
    for (int i = 0; Traced & element : range()) element.value = i++;
    Traced::assignments = 0;
  }
  [[nodiscard]] std::span<Traced> range() const { return {elements_.get(), size_}; }

 private:
  std::unique_ptr<Traced[]> elements_;
  std::size_t size_;
};

// Pieces of 32 elements double their size eleven times. Sorted pieces are left as they are.
TEST(StableSort, MovesEachElementOncePerMerge) {
  proofs::Workers workers(1);
  constexpr std::size_t kSize = std::size_t{32} << 11;
  const InOrder elements(kSize);
  stable_sort(workers.first(), elements.range(), {}, &Traced::value);
  EXPECT_EQ(Traced::assignments, std::int64_t{11} * kSize);
  EXPECT_TRUE(std::ranges::is_sorted(elements.range(), {}, &Traced::value));
}

TEST(StableSort, DestroysWhatItsBufferHeldAndThenFreesIt) {
  proofs::Workers workers(1);
  constexpr std::size_t kSize = 1'000;
  const InOrder elements(kSize);
  stable_sort(workers.first(), elements.range(), std::ranges::greater(), &Traced::value);
  EXPECT_EQ(Traced::alive, std::int64_t{kSize});
  EXPECT_EQ(std::allocator<Traced>::alive_when_freed, std::int64_t{kSize});
  EXPECT_EQ(std::allocator<Traced>::allocated, 0U);
}

// At each comparison in turn: in the pieces, in the merges, and where a merge is divided.
TEST(StableSort, LosesNothingWhereverAComparisonThrows) {
  proofs::Workers workers(1);
  constexpr int kSize = 200;
  bool has_thrown = true;
  for (int limit = 0; has_thrown; ++limit) {
    std::vector<std::unique_ptr<int>> boxes;
    for (int i = 0; i != kSize; ++i) boxes.push_back(std::make_unique<int>(i * 79 % kSize));
    int calls = 0;
    const auto fussy = [&](const auto& a, const auto& b) {
      if (calls++ == limit) throw std::runtime_error("enough");
      return *a < *b;
    };
    has_thrown = false;
    try {
      stable_sort(workers.first(), boxes, fussy);
    } catch (const std::runtime_error&) {
      has_thrown = true;
    }
    ASSERT_EQ(has_thrown, calls > limit);
    std::vector<bool> seen(kSize);
    for (const auto& box : boxes) {
      ASSERT_NE(box, nullptr) << "an element was lost at comparison " << limit;
      ASSERT_FALSE(seen[static_cast<std::size_t>(*box)]);
      seen[static_cast<std::size_t>(*box)] = true;
    }
  }
}

}  // namespace
}  // namespace vigil
