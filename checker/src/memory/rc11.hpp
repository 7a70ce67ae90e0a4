#pragma once

#include "cpp20.hpp"

namespace vigil::checker {

// RC11: Lahav, Vafeiadis, Kang, Hur, Dreyer, Repairing Sequential Consistency in C/C++11, PLDI 2017. A later store of
// the same thread continues a release sequence. The seq_cst events are ordered by psc, which is psc_base and psc_fence;
// psc_base uses happens-before only between different locations or within one. A read-modify-write is one event.
//
// The paper has no asymmetric fences. psc_fence orders a light and a heavy one as it orders two fences.
class Rc11 : public ConsistencyModel {
 public:
  void adjust(Request& /*request*/) const override {}
  void set_views(Graph& graph, EventId id) const override;
  [[nodiscard]] bool allows(const Graph& graph, EventId id, EventId reader) override;
};

}  // namespace vigil::checker
