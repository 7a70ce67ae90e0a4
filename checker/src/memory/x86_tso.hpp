#pragma once

#include "cpp20.hpp"

namespace vigil::checker {

// x86-TSO: Sewell, Sarkar, Owens, Zappa Nardelli, Myreen, x86-TSO, CACM 2010, in the axioms of Alglave, Maranget,
// Tautschnig, Herding Cats, TOPLAS 2014. A load may overtake an earlier store of its own thread; no other accesses are
// reordered. All other threads see a store at the same moment.
//
// A program runs as compilers translate it. A read-modify-write, failed or not, is a locked instruction. A seq_cst
// store is an exchange, a seq_cst fence an mfence. Other orders need no instruction. A weak compare-exchange does not
// fail spuriously. Unlocking a mutex is a plain store. The machine orders accesses to plain data as well: a race is two
// accesses with no atomic operation between them.
//
// A light fence needs no instruction. A seq_cst heavy fence is a membarrier: each other thread executes a full fence at
// a moment of its own between the beginning and the end of the heavy one.
class X86Tso : public Cpp20 {
 public:
  void adjust(Request& request) const override;
  [[nodiscard]] bool allows(const Graph& graph, EventId id, EventId reader) override;
};

}  // namespace vigil::checker
