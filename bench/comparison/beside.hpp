#pragma once

#include <comparison/peer.hpp>

namespace vigil::comparison {

// Adds the benchmarks in which Vigil's thread pool and a pool of this kind take turns, for what a target of
// docs/benchmarks/pool.md compares. Their counters are figures of Vigil in units of the other pool's.
//
// On a shared machine a neighbour's phases are often longer than the measurement of one pool, so the ratio of two
// measurements depends on when each of them ran. In turns of some milliseconds, both pools meet the same neighbour.
void add_beside(const PeerKind& kind);

}  // namespace vigil::comparison
