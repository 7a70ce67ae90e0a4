#pragma once

#include <vigil/model/engine.hpp>
#include <vigil/model/relacy_engine.hpp>

// Last, as its own comment says.
#include <vigil/model/relacy_atomics.hpp>

namespace vigil::models {

// In place of the framework's header of this name: every model is compiled for Relacy too.
template <class Compile>
void for_second_layer(Compile compile) {
  compile.template operator()<RelacyAtomics>();
}

// A program that has such a model has the engine.
[[maybe_unused]] inline const bool kHasRelacy = register_engine(relacy_engine());

}  // namespace vigil::models
