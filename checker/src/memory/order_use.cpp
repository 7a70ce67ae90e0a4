#include "order_use.hpp"

namespace vigil::checker {

std::string_view word_for(OrderUse use) {
  switch (use) {
    case OrderUse::load:
      return "load";
    case OrderUse::store:
      return "store";
    case OrderUse::read_modify_write:
      return "read-modify-write";
    case OrderUse::failure:
      return "failed compare-exchange";
    case OrderUse::fence:
      break;
  }
  return "fence";
}

std::string word_for(std::memory_order order) {
  switch (order) {
    case std::memory_order_relaxed:
      return "relaxed";
    case std::memory_order_consume:
      return "consume";
    case std::memory_order_acquire:
      return "acquire";
    case std::memory_order_release:
      return "release";
    case std::memory_order_acq_rel:
      return "acq_rel";
    case std::memory_order_seq_cst:
      return "seq_cst";
  }
  return "memory_order(" + std::to_string(static_cast<unsigned>(order)) + ")";
}

std::string undefined_in_words(OrderUse use, std::memory_order order) {
  const std::string operation = use == OrderUse::failure ? "a compare-exchange with the failure order "
                                                         : "a " + std::string(word_for(use)) + " with the order ";
  return operation + word_for(order) + ", which is undefined behaviour";
}

}  // namespace vigil::checker
