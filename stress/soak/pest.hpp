#pragma once

#include <cstdint>
#include <thread>

namespace vigil::soak {

// A thread that sends signals to the threads of a round, as long as the object lives: some only interrupt, others hold
// a thread for up to 20 milliseconds wherever it is.
class Pest {
 public:
  // Installs the handlers. Once, before the first round.
  static void prepare();

  Pest(std::uint64_t seed, bool interrupts, bool holds);

 private:
  std::jthread thread_;
};

}  // namespace vigil::soak
