#pragma once

#include "cpp20.hpp"

namespace vigil::checker {

// RC11: Lahav, Vafeiadis, Kang, Hur, Dreyer, Repairing Sequential Consistency in C/C++11, PLDI 2017. A later store of
// the same thread continues a release sequence, and the seq_cst events are ordered by psc: psc_base, which crosses
// happens-before only between different locations or within one, and psc_fence. An update is one event.
class Rc11 : public ConsistencyModel {
 public:
  void adjust(Request& /*request*/) const override {}
  void set_views(Graph& graph, EventId id) const override;
  [[nodiscard]] bool allows(const Graph& graph, EventId id, EventId reader) override;
};

}  // namespace vigil::checker
