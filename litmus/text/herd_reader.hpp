#pragma once

#include "test.hpp"

#include <string_view>

namespace vigil::litmus {

// Reads a litmus test in herd's C syntax:
//
//   C MP
//   { x=0; y=0; }
//   P0 (int* x, atomic_int* y) { *x = 1; atomic_store_explicit(y, 1, memory_order_release); }
//   P1 (int* x, atomic_int* y) { int r0 = atomic_load_explicit(y, memory_order_acquire); int r1 = *x; }
//   exists (1:r0=1 /\ 1:r1=0)
//
// Throws a TextError for what is no such test, for what is not supported (pointers in registers, other types than int,
// other functions, goto, filter), and for a test that exceeds limits.hpp. Memory orders that C++ forbids for an
// operation are read as they are.
//
// - An object is atomic if any declaration says so, or if an atomic operation accesses it; others are plain.
// - *x and y[e] load or store. Through an atomic_int* that is an access with seq_cst, as in C11; through an int* it is
//   a plain one, even if the object is an atomic for another thread.
// - The expected value of a compare-exchange is a register, as &r0, or an object, as e or &e. C writes what was read
//   into it on failure. For an object these are a plain load and a plain store, whatever the type of its pointer.
// - Consume is read as acquire.
// - A register has a value from the first declaration or assignment on; without one in the text it is 0.
[[nodiscard]] Test read_herd(std::string_view text);

}  // namespace vigil::litmus
