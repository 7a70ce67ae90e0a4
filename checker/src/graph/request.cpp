#include "request.hpp"

#include <algorithm>
#include <bit>

namespace vigil::checker {
namespace {

Effect reads_only(Demands demands) {
  return {.written = 0, .reads = true, .writes = false, .waits = false, .demands = demands};
}
Effect reads_and_writes(const Request& request, std::uint64_t written) {
  return {.written = written & request.mask, .reads = true, .writes = true, .waits = false, .demands = request.demands};
}
Effect waits(const Request& request) {
  return {.written = 0, .reads = true, .writes = false, .waits = true, .demands = request.failure};
}

// As values of the location's type, of which the mask has the bits.
bool is_less(const Request& request, std::uint64_t one, std::uint64_t other) {
  if (request.expected == 0) return one < other;
  const int unused = std::countl_zero(request.mask);
  return static_cast<std::int64_t>(one << unused) < static_cast<std::int64_t>(other << unused);
}

std::uint64_t bit_of(unsigned thread) { return std::uint64_t{1} << thread; }

// The number-th thread in the set.
std::uint64_t member(std::uint64_t threads, unsigned number) {
  for (; number != 0; --number) threads &= threads - 1;
  return threads & (~threads + 1);
}

Effect effect_on_queue(const Request& request, WaitQueue queue, unsigned variant) {
  switch (request.operation) {
    case Operation::enter:
      return reads_and_writes(request, queue.with(request.thread));
    case Operation::wake:
      if (queue.was_released(request.thread)) return reads_only(request.demands);
      if (variant == 1) return reads_and_writes(request, queue.without(bit_of(request.thread)));
      return waits(request);
    case Operation::notify_one:
      if (queue.waiting() == 0) return reads_only(request.demands);
      return reads_and_writes(request, queue.without(member(queue.waiting(), variant)));
    default:  // notify_all
      if (queue.waiting() == 0) return reads_only(request.demands);
      return reads_and_writes(request, queue.without(queue.waiting()));
  }
}

Effect effect_on_mutex(const Request& request, std::uint64_t holder) {
  if (holder == 0) return reads_and_writes(request, request.thread + std::uint64_t{1});
  return request.operation == Operation::lock ? waits(request) : reads_only(request.failure);
}

Effect effect_of_await(const Request& request, std::uint64_t value) {
  if (!reinterpret_cast<Condition>(request.mask)(value, request.operand, request.expected)) return waits(request);
  if (request.operation == Operation::await) return reads_only(request.demands);
  return {.written = value, .reads = true, .writes = true, .waits = false, .demands = request.demands};
}

}  // namespace

unsigned variants(const Request& request, std::uint64_t value) {
  switch (request.operation) {
    case Operation::weak_compare_exchange:
      return request.spurious != 0 && value == request.expected ? 2 : 1;
    case Operation::wake:
      return request.spurious != 0 && WaitQueue(value).waits(request.thread) ? 2 : 1;
    case Operation::notify_one:
      return std::max(1U, static_cast<unsigned>(std::popcount(WaitQueue(value).waiting())));
    case Operation::choose:
      return static_cast<unsigned>(request.operand);
    case Operation::time_limit:
      return 1U + request.spurious;
    default:
      return 1;
  }
}

Effect effect_of(const Request& request, std::uint64_t value, unsigned variant) {
  switch (request.operation) {
    case Operation::load:
      return reads_only(request.demands);
    case Operation::store:
      return {.written = request.operand, .reads = false, .writes = true, .waits = false, .demands = request.demands};
    case Operation::exchange:
      return reads_and_writes(request, request.operand);
    case Operation::add:
      return reads_and_writes(request, value + request.operand);
    case Operation::subtract:
      return reads_and_writes(request, value - request.operand);
    case Operation::bit_and:
      return reads_and_writes(request, value & request.operand);
    case Operation::bit_or:
      return reads_and_writes(request, value | request.operand);
    case Operation::bit_xor:
      return reads_and_writes(request, value ^ request.operand);
    case Operation::minimum:
      return reads_and_writes(request, is_less(request, request.operand, value) ? request.operand : value);
    case Operation::maximum:
      return reads_and_writes(request, is_less(request, value, request.operand) ? request.operand : value);
    case Operation::compare_exchange:
    case Operation::weak_compare_exchange:
      return value == request.expected && variant == 0 ? reads_and_writes(request, request.operand)
                                                       : reads_only(request.failure);
    case Operation::lock:
    case Operation::try_lock:
      return effect_on_mutex(request, value);
    case Operation::unlock:
      return {.written = 0, .reads = false, .writes = true, .waits = false, .demands = request.demands};
    case Operation::await:
    case Operation::await_rmw:
      return effect_of_await(request, value);
    case Operation::exchange_or_wait:
      return value == request.expected ? reads_and_writes(request, request.operand) : waits(request);
    case Operation::enter:
    case Operation::wake:
    case Operation::notify_one:
    case Operation::notify_all:
      return effect_on_queue(request, WaitQueue(value), variant);
    case Operation::spin:
      return {.written = 0, .reads = false, .writes = false, .waits = true, .demands = {}};
    case Operation::fence:
    case Operation::light_fence:
    case Operation::heavy_fence:
    case Operation::before_fence:
    case Operation::after_fence:
    case Operation::choose:
    case Operation::time_limit:
    case Operation::start_thread:
    case Operation::begin:
    case Operation::end:
    case Operation::join:
      break;
  }
  return {.written = 0, .reads = false, .writes = false, .waits = false, .demands = request.demands};
}

}  // namespace vigil::checker
