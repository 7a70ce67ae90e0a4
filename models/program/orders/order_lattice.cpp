#include "order_lattice.hpp"

namespace vigil::program {

using Order = std::memory_order;

std::vector<Order> orders_of(OperationKind kind) {
  switch (kind) {
    case OperationKind::load:
      return {Order::relaxed, Order::acquire, Order::seq_cst};
    case OperationKind::store:
      return {Order::relaxed, Order::release, Order::seq_cst};
    case OperationKind::rmw:
    case OperationKind::fence:
      return {Order::relaxed, Order::acquire, Order::release, Order::acq_rel, Order::seq_cst};
    case OperationKind::unseen:
      break;
  }
  return {};
}

bool is_weaker(Order one, Order other) {
  if (one == other) return false;
  if (one == Order::relaxed || other == Order::seq_cst) return true;
  return other == Order::acq_rel && one != Order::seq_cst;
}

unsigned level_of(Order order) {
  if (order == Order::relaxed) return 0;
  if (order == Order::acquire || order == Order::release) return 1;
  return order == Order::acq_rel ? 2 : 3;
}
OperationKind kind_of(checker::Action action) {
  using checker::Action;
  switch (action) {
    case Action::load:
    case Action::failed_compare_exchange:
    case Action::spurious_failure:
      return OperationKind::load;
    case Action::store:
      return OperationKind::store;
    case Action::fence:
    case Action::light_fence:
    case Action::heavy_fence:
      return OperationKind::fence;
    default:
      return OperationKind::rmw;
  }
}

}  // namespace vigil::program
