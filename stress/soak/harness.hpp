#pragma once

#include "delays.hpp"
#include "round.hpp"

#include <vigil/testing/one_after_the_other.hpp>
#include <vigil/testing/thread_set.hpp>

#include <exception>
#include <thread>
#include <utility>

namespace vigil::soak {

// What a job throws.
struct Thrown {
  std::size_t job;
};

// Calls `run.operator()<Layer>()`, with delays inside core if the round has them.
template <class Run>
void on_drawn_layer(const Round& round, Run run) {
  if (round.has(Fault::delay))
    run.template operator()<Delayed>();
  else
    run.template operator()<Shipped>();
}

// Calls `code` on a thread of its own, which has ended when this returns.
template <class Code>
void on_own_thread(Code code) {
  std::exception_ptr failure;
  std::thread thread([&] {
    try {
      code();
    } catch (...) {
      failure = std::current_exception();
    }
  });
  thread.join();
  if (failure) std::rethrow_exception(failure);
}

using testing::one_after_the_other;

// As on_own_thread if the round has creators that end, or else here.
template <class Code>
void as_creator(const Round& round, Code code) {
  if (!round.has(Fault::creator_end)) return code();
  on_own_thread(code);
  count(Fault::creator_end);
}

}  // namespace vigil::soak
