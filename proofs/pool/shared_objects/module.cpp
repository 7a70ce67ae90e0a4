// A shared object that uses pools.

#include "pool/shared_objects/shared_object.hpp"

extern "C" [[gnu::visibility("default")]] const vigil::proofs::SharedObject* vigil_proofs_shared_object();

const vigil::proofs::SharedObject* vigil_proofs_shared_object() { return &vigil::proofs::kThisObject; }
