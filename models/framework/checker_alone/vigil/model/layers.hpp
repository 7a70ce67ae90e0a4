#pragma once

namespace vigil::models {

// Calls `compile.operator()<Layer>()` for the layer of a second engine. Here there is none: models are compiled for the
// checker alone. A plug-in has a header of this name in a directory of its own, and the build chooses one of the two.
template <class Compile>
void for_second_layer(Compile /*compile*/) {}

}  // namespace vigil::models
