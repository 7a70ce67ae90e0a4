#pragma once

#include <vigil/pool/worker_set.hpp>

#include <cstddef>
#include <thread>

namespace vigil::proofs {

// Workers without threads. A test is the first one, and nothing is stolen unless it says so.
class Workers {
 public:
  explicit Workers(std::size_t count) : set_(count, {.until_sleepy = 0, .until_sleeping = 1}, 16) {
    for (std::size_t i = 0; i != count; ++i) set_.add_worker(i);
  }

  Worker<DefaultParts>& first() { return set_.worker(0); }
  // The second worker steals one job and runs it to its end. False if there is none.
  [[nodiscard]] bool steal_one() {
    bool has_run = false;
    std::thread([&] { has_run = set_.worker(1).run_one(); }).join();
    return has_run;
  }

 private:
  WorkerSet<DefaultParts> set_;
};

}  // namespace vigil::proofs
