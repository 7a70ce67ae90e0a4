#include <vigil/parallel/par.hpp>
#include <vigil/parallel/producer.hpp>
#include <vigil/parallel/terminals.hpp>

#include <gtest/gtest.h>

#include <cstddef>

namespace {

//! [example]
// Produces the powers of two.
struct PowersOfTwo {
  using reference = std::size_t;

  std::size_t size() const { return count; }
  std::size_t operator[](std::size_t i) const { return std::size_t{1} << i; }
  template <class Step>
  bool each(std::size_t first, std::size_t last, Step step) const {
    for (; first != last; ++first)
      if (!step((*this)[first])) return false;
    return true;
  }

  std::size_t count;
};
static_assert(vigil::IndexedProducer<PowersOfTwo>);

std::size_t sum_of_powers(vigil::ThreadPool& pool, std::size_t count) {
  return vigil::Pipeline<vigil::ThreadPool, PowersOfTwo>{pool, {count}, vigil::Grain::adaptive()} | vigil::stage::sum();
}
//! [example]

}  // namespace

TEST(ProducerReference, CanBeOnesOwn) {
  vigil::ThreadPool pool;
  EXPECT_EQ(sum_of_powers(pool, 10), 1'023U);
}
