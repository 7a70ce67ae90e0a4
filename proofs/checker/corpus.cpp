#include "corpus.hpp"

#include <array>

namespace vigil::conformance {
namespace {

constexpr auto kCorpus = std::to_array<Litmus>({
    {"SB, relaxed", "x=1 rlx; a=y rlx | y=1 rlx; b=x rlx", 4, 4, "a=0 b=0", true, true, true},
    {"SB, release and acquire", "x=1 rel; a=y acq | y=1 rel; b=x acq", 4, 4, "a=0 b=0", true, true, true},
    {"SB, seq_cst", "x=1 sc; a=y sc | y=1 sc; b=x sc", 3, 3, "a=0 b=0"},
    {"SB, seq_cst fences", "x=1 rlx; fence sc; a=y rlx | y=1 rlx; fence sc; b=x rlx", 3, 3, "a=0 b=0"},
    {"SB, one fence", "x=1 rlx; fence sc; a=y rlx | y=1 rlx; b=x rlx", 4, 4, "a=0 b=0", true, true, true},
    {"SB, seq_cst access and fence", "x=1 sc; a=y sc | y=1 rlx; fence sc; b=x rlx", 3, 3, "a=0 b=0"},
    {"MP, relaxed", "x=1 rlx; y=1 rlx | a=y rlx; b=x rlx", 4, 4, "a=1 b=0", true, true},
    {"MP, release and acquire", "x=1 rlx; y=1 rel | a=y acq; b=x rlx", 3, 3, "a=1 b=0"},
    {"MP, fences", "x=1 rlx; fence rel; y=1 rlx | a=y rlx; fence acq; b=x rlx", 3, 3, "a=1 b=0"},
    {"MP, release fence and acquire", "x=1 rlx; fence rel; y=1 rlx | a=y acq; b=x rlx", 3, 3, "a=1 b=0"},
    {"MP, release and acquire fence", "x=1 rlx; y=1 rel | a=y rlx; fence acq; b=x rlx", 3, 3, "a=1 b=0"},
    {"LB", "a=x rlx; y=1 rlx | b=y rlx; x=1 rlx", 3, 3, "a=1 b=1"},
    {"2+2W, relaxed", "x=1 rlx; y=2 rlx | y=1 rlx; x=2 rlx", 4, 4},
    {"2+2W, seq_cst", "x=1 sc; y=2 sc | y=1 sc; x=2 sc", 3, 3},
    {"2+2W, seq_cst fences", "x=1 rlx; fence sc; y=2 rlx | y=1 rlx; fence sc; x=2 rlx", 3, 3},
    {"IRIW, acquire", "x=1 rel | y=1 rel | a=x acq; b=y acq | c=y acq; d=x acq", 16, 16, "a=1 b=0 c=1 d=0", true, true},
    {"IRIW, seq_cst", "x=1 sc | y=1 sc | a=x sc; b=y sc | c=y sc; d=x sc", 15, 15, "a=1 b=0 c=1 d=0"},
    {"IRIW, seq_cst fences", "x=1 rlx | y=1 rlx | a=x rlx; fence sc; b=y rlx | c=y rlx; fence sc; d=x rlx", 15, 15,
     "a=1 b=0 c=1 d=0"},
    {"IRIW, seq_cst stores, acquire loads", "x=1 sc | y=1 sc | a=x acq; b=y acq | c=y acq; d=x acq", 16, 16,
     "a=1 b=0 c=1 d=0", true, true},
    {"IRIW, acquire, a store between the reads",
     "x=1 rel | y=1 rel | a=x acq; p=1 rel; b=y acq | c=y acq; q=1 rel; d=x acq", 16, 16, "a=1 b=0 c=1 d=0", true,
     true},
    {"CoRR", "x=1 rlx | a=x rlx; b=x rlx", 3, 3, "a=1 b=0"},
    {"WRC, relaxed", "x=1 rlx | a=x rlx; y=1 rlx | b=y rlx; c=x rlx", 8, 8, "a=1 b=1 c=0", true, true},
    {"WRC, release and acquire", "x=1 rlx | a=x rlx; y=1 rel | b=y acq; c=x rlx", 7, 7, "a=1 b=1 c=0"},
    {"ISA2, release and acquire", "x=1 rlx; y=1 rel | a=y acq; z=1 rel | b=z acq; c=x rlx", 7, 7, "a=1 b=1 c=0"},
    {"ISA2, relaxed", "x=1 rlx; y=1 rlx | a=y rlx; z=1 rlx | b=z rlx; c=x rlx", 8, 8, "a=1 b=1 c=0", true, true},
    {"RWC, seq_cst fences", "x=1 rlx | a=x rlx; fence sc; b=y rlx | y=1 rlx; fence sc; c=x rlx", 7, 7, "a=1 b=0 c=0"},
    {"release sequence through a read-modify-write", "d=1 rlx; f=1 rel | f.fetch_add(1) rlx | a=f acq; b=d rlx", 9, 9,
     "a=2 b=0"},
    {"release sequence through an exchange", "d=1 rlx; f=1 rel | f.exchange(2) rlx | a=f acq; b=d rlx", 9, 9},
    {"store after a release", "d=1 rlx; f=1 rel; f=2 rlx | a=f acq; b=d rlx", 5, 4, "a=2 b=0", true, false},
    {"store after a release, the other way round", "y=1 rlx; x=1 rel; x=2 rlx | a=x acq; b=y rlx", 5, 4, "a=2 b=0",
     true, false},
    {"coherence order through a relaxed store", "a=x sc; b=y sc | y=1 sc; c=x sc; x=1 rlx", 3, 4, "a=1 b=0 c=0", false,
     true},
    {"the same with a third thread", "a=x sc; b=y sc | x=1 rlx | y=1 sc; c=x sc", 7, 8, "a=1 b=0 c=0", false, true},
    {"the same through a fence", "a=x rlx; fence sc; b=y rlx | x=1 rlx | y=1 sc; c=x sc", 7, 8, "a=1 b=0 c=0", false,
     true},
    {"a read-modify-write is one event", "x.fetch_add(1) sc | x=1 sc; a=y sc | y=1 sc; x=2 rel", 12, 12},
    {"Z6.U", "x=1 sc; y=1 rel | b=y.fetch_add(1) sc; c=y rlx | y=3 sc; a=x sc", 24, 24, "b=1 c=3 a=0", true, true},
    {"failure orders", "x=1 sc; a=y.cas(5,6) sc, fail acq | y=1 sc; b=x.cas(5,6) sc, fail acq", 4, 4, "a=0 b=0", true,
     true},
    // Happens-before becomes strong by a later step in program order, or by synchronisation between seq_cst operations,
    // and by nothing else. Three reads have all eight outcomes, or all but one.
    {"happens-before that is not strong", "x=1 sc | a=x acq; b=y sc | y=1 sc; c=x sc", 8, 8, "a=1 b=0 c=0", true, true},
    {"happens-before that is strong", "x=1 sc | a=x sc; b=y sc | y=1 sc; c=x sc", 7, 7, "a=1 b=0 c=0"},
    // Sixteen outcomes of four reads. Two strong steps lead from x=1 to c=z; no single step does.
    {"strongly-happens-before is transitive", "x=1 sc | a=x sc; y=1 rel | b=y acq; c=z sc | z=1 sc; d=x sc", 15, 15,
     "a=1 b=1 c=0 d=0"},
    {"one fetch_add each, 2 threads", "x.fetch_add(1) rlx | x.fetch_add(1) rlx", 2, 2},
    {"one fetch_add each, 3 threads", "x.fetch_add(1) rlx | x.fetch_add(1) rlx | x.fetch_add(1) rlx", 6, 6},
    {"one fetch_add each, 4 threads",
     "x.fetch_add(1) rlx | x.fetch_add(1) rlx | x.fetch_add(1) rlx | x.fetch_add(1) rlx", 24, 24},
    {"1 writer, 1 reader", "x=1 rlx | a=x rlx", 2, 2},
    {"2 writers, 1 reader", "x=1 rlx | x=2 rlx | a=x rlx", 6, 6},
    {"3 writers, 1 reader", "x=1 rlx | x=2 rlx | x=3 rlx | a=x rlx", 24, 24},
    {"mutex, 2 threads", "lock m; unlock m | lock m; unlock m", 2, 2},
    {"mutex, 3 threads", "lock m; unlock m | lock m; unlock m | lock m; unlock m", 6, 6},
    {"mutex, 4 threads", "lock m; unlock m | lock m; unlock m | lock m; unlock m | lock m; unlock m", 24, 24},
    {"what a mutex protects is seen", "lock m; x=1 rlx; unlock m | lock m; a=x rlx; unlock m", 2, 2},
    {"an await is passed once", "x=1 rel | await x>=1 acq; a=x rlx", 1, 1},
});

}  // namespace

std::span<const Litmus> corpus() { return kCorpus; }

}  // namespace vigil::conformance
