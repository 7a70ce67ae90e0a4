#include "started_exchange.hpp"

#include "no_memory.hpp"

#include <sys/mman.h>

#include <new>

namespace vigil::checker {

StartedExchange::StartedExchange(bool is_wanted) {
  void* const memory = mmap(nullptr, sizeof(Shared), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (memory == MAP_FAILED) report_no_memory();
  shared_ = ::new (memory) Shared();
  set(is_wanted);
}

StartedExchange::~StartedExchange() { munmap(shared_, sizeof(Shared)); }

void StartedExchange::begin_again() {
  if (is_contradicted()) set(false);
}

void StartedExchange::set(bool is_on) {
  shared_->is_on.store(is_on, std::memory_order_relaxed);
  shared_->is_contradicted.store(false, std::memory_order_relaxed);
}

}  // namespace vigil::checker
