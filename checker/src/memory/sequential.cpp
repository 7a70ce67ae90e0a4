#include "sequential.hpp"

namespace vigil::checker {

void Sequential::adjust(Request& request) const {
  constexpr auto kSeqCst = std::memory_order_seq_cst;
  if (request.operation == Operation::load || request.operation == Operation::await) {
    request.demands = Demands::of_read(kSeqCst);
  } else if (is_store(request.operation)) {
    request.demands = Demands::of_write(kSeqCst);
  } else if (has_location(request.operation) || is_fence(request.operation)) {
    request.demands = Demands::of_both(kSeqCst);
    request.failure = Demands::of_read(kSeqCst);
  }
}

}  // namespace vigil::checker
