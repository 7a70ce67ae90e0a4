// What the program calls and nobody models ends the search, with a line that names it.

#include "entry.hpp"
#include "hook.hpp"
#include "next.hpp"
#include "places.hpp"
#include "program.hpp"

#include <string>

namespace vigil::unmodified {

void refuse(const std::string& what, const void* /*caller*/) {
  checker::Runtime::current().replay().refuse("the program " + what + " (" + place_in_words() +
                                              "), which is not modelled");
}

}  // namespace vigil::unmodified
