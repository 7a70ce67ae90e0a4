#include "random_numbers.hpp"

#include <array>
#include <cstdlib>
#include <mutex>

namespace vigil::checker {
namespace {

// The smallest possible state: a word of glibc's own and the last number.
constexpr std::size_t kStateBytes = 8;
using State = std::array<char, kStateBytes>;

constexpr unsigned kSeed = 1;

struct Generator {
  std::mutex mutex;
  unsigned users = 0;
  char* of_program = nullptr;  // its state
  alignas(int) State state{};
  State fresh{};
};
constinit Generator generator;

}  // namespace

RandomNumbers::RandomNumbers() {
  const std::lock_guard lock(generator.mutex);
  if (generator.users++ != 0) return;
  generator.of_program = initstate(kSeed, generator.state.data(), kStateBytes);
  generator.fresh = generator.state;
}

RandomNumbers::~RandomNumbers() {
  const std::lock_guard lock(generator.mutex);
  if (--generator.users == 0) setstate(generator.of_program);
}

void RandomNumbers::begin_execution() {
  if (generator.state != generator.fresh) srandom(kSeed);
}

}  // namespace vigil::checker
