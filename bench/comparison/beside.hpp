#pragma once

#include <comparison/peer.hpp>

namespace vigil::comparison {

// Adds the benchmarks in which Vigil's thread pool and a pool of this kind take turns, for what a target of
// docs/benchmarks/pool.md compares. Their counters are figures of Vigil in units of the other pool's.
//
// On a shared machine a neighbour may stay for longer than the measurement of one pool. Then the ratio of two
// measurements depends on when each of them ran. A turn is short: at least 5 ms of joins, tenths of a second of lone
// jobs, one sort, or two batches of tasks.
void add_beside(const PeerKind& kind);

}  // namespace vigil::comparison
