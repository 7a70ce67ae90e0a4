// A shared object that uses pools.

#include "pool/shared_objects/shared_object.hpp"

namespace {

// Aligns the thread-local variables of this shared object. LeakSanitizer of GCC 12 searches them for pointers. When
// their block begins 16 bytes after a page does, it takes the bytes before it for a header of glibc's, and the search
// ends the program by reading an address that it finds there. No block that is aligned to more than 16 bytes begins so.
[[gnu::used]] alignas(64) thread_local char aligned = 0;

}  // namespace

extern "C" [[gnu::visibility("default")]] const vigil::proofs::SharedObject* vigil_proofs_shared_object();

const vigil::proofs::SharedObject* vigil_proofs_shared_object() { return &vigil::proofs::kThisObject; }
