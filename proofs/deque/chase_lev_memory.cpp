// Does a deque take its memory from where its user says, give all of it back there, and lose nothing if there is none?

#include <vigil/common/memory.hpp>
#include <vigil/deque/chase_lev.hpp>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <map>
#include <new>
#include <stdexcept>
#include <utility>
#include <vector>

namespace vigil {
namespace {

// What was given out and not yet given back.
struct Ledger {
  std::map<void*, std::pair<std::size_t, std::size_t>> out;
  std::size_t allocations = 0;
  std::size_t left = 1'000;
  bool is_right = true;
};

struct NoMemory : std::runtime_error {
  using std::runtime_error::runtime_error;
};

// All copies write in one ledger.
class LedgerMemory {
 public:
  explicit LedgerMemory(Ledger& ledger) : ledger_(&ledger) {}

  [[nodiscard]] void* allocate(std::size_t bytes, std::size_t alignment) {
    if (ledger_->left == 0) throw NoMemory("the ledger is full");
    --ledger_->left;
    ++ledger_->allocations;
    void* const pointer = ::operator new(bytes, std::align_val_t(alignment));
    ledger_->out[pointer] = {bytes, alignment};
    return pointer;
  }
  void deallocate(void* pointer, std::size_t bytes, std::size_t alignment) {
    ledger_->is_right &= ledger_->out[pointer] == std::pair(bytes, alignment);
    ledger_->out.erase(pointer);
    ::operator delete(pointer, std::align_val_t(alignment));
  }

 private:
  Ledger* ledger_;
};

// The layer's memory is not touched.
struct PoorAtomics : StdAtomics {
  static void* allocate(std::size_t, std::size_t, Name = {}) { throw std::logic_error("memory of the layer"); }
  static void deallocate(void*, std::size_t, std::size_t) noexcept { std::abort(); }
};

using Deque = ChaseLevDeque<int, PoorAtomics, kChaseLevOrders, LedgerMemory>;

static_assert(Memory<LedgerMemory> && Memory<LayerMemory<StdAtomics>>);
static_assert(!Memory<int>);
// A deque that is told nothing pays nothing.
static_assert(sizeof(ChaseLevDeque<int>) == sizeof(Deque));
static_assert(sizeof(ChaseLevDeque<int*>) == 3 * kCacheLine);

RC_GTEST_PROP(ChaseLevMemory, AllOfItComesFromTheUserAndIsGivenBack, (const std::vector<bool>& are_pushes)) {
  Ledger ledger;
  {
    Deque deque(1, 0, LedgerMemory(ledger));
    RC_ASSERT(ledger.allocations == 1U);
    int due = 0;
    for (const bool is_push : are_pushes) {
      if (is_push) {
        deque.push(due++);
      } else if (const auto job = deque.pop(); job.has_value()) {
        --due;
        RC_ASSERT(*job == due);
      }
    }
    // One array for each power of two that there was, and none is freed before the end (S-22).
    std::size_t arrays = 1;
    for (std::size_t capacity = deque.capacity(); capacity != 1; capacity /= 2) ++arrays;
    RC_ASSERT(ledger.out.size() == arrays);
  }
  RC_ASSERT(ledger.out.empty());
  RC_ASSERT(ledger.is_right);
}

RC_GTEST_PROP(ChaseLevMemory, APushThatGetsNoneLosesNothing, (std::uint8_t start)) {
  Ledger ledger;
  Deque deque(4, start, LedgerMemory(ledger));
  for (int job = 0; job != 4; ++job) deque.push(job);
  ledger.left = 0;
  RC_ASSERT_THROWS_AS(deque.push(4), NoMemory);
  RC_ASSERT(deque.size() == 4U);
  RC_ASSERT(deque.capacity() == 4U);
  RC_ASSERT(deque.steal().job() == 0);
  deque.push(4);  // into the slot that the thief has left
  RC_ASSERT_THROWS_AS(deque.push(5), NoMemory);
  ledger.left = 1;
  deque.push(5);
  for (int job = 1; job != 6; ++job) RC_ASSERT(deque.steal().job() == job);
  RC_ASSERT(deque.steal().is_empty());
}

TEST(ChaseLevMemory, ADequeThatGetsNoneIsNotMade) {
  Ledger ledger;
  ledger.left = 0;
  EXPECT_THROW(Deque(4, 0, LedgerMemory(ledger)), NoMemory);
  EXPECT_TRUE(ledger.out.empty());
}

}  // namespace
}  // namespace vigil
