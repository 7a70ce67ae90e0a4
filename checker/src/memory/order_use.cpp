#include "order_use.hpp"

#include <string_view>

namespace vigil::checker {
namespace {

std::string_view words_for(OrderUse use) {
  switch (use) {
    case OrderUse::load:
      return "a load with the order ";
    case OrderUse::store:
      return "a store with the order ";
    case OrderUse::read_modify_write:
      return "a read-modify-write with the order ";
    case OrderUse::failure:
      return "a compare-exchange with the failure order ";
    case OrderUse::fence:
      break;
  }
  return "a fence with the order ";
}

}  // namespace

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
  return std::string(words_for(use)) + word_for(order) + ", which is undefined behaviour";
}

}  // namespace vigil::checker
