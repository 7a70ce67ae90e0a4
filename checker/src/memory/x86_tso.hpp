#pragma once

#include "cpp20.hpp"

namespace vigil::checker {

// x86-TSO: Sewell, Sarkar, Owens, Zappa Nardelli, Myreen, x86-TSO, CACM 2010, in the axioms of Alglave, Maranget,
// Tautschnig, Herding Cats, TOPLAS 2014. A load may overtake an earlier store of its own thread, nothing else moves,
// and all other threads see a store at the same moment.
//
// A program runs as compilers translate it: a read-modify-write, failed or not, is a locked instruction, a seq_cst
// store an exchange, a seq_cst fence mfence; any other order asks for nothing that the machine does not do anyway, and
// a weak compare-exchange does not fail without a reason. The unlocking of a mutex is a plain store. What the machine
// orders orders plain data too: a race is two accesses with nothing atomic between them.
class X86Tso : public Cpp20 {
 public:
  void adjust(Request& request) const override;
  [[nodiscard]] bool allows(const Graph& graph, EventId id, EventId reader) override;
};

}  // namespace vigil::checker
