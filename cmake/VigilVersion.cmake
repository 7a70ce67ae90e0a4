# Sets VIGIL_VERSION to what core/include/vigil/version.hpp says, which is the only place of the version.
function(vigil_read_version header)
  # A new version takes effect at the next build.
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS "${header}")
  set(numbers)
  foreach(part MAJOR MINOR PATCH)
    file(STRINGS "${header}" line REGEX "^#define VIGIL_VERSION_${part} [0-9]+$")
    if(NOT line MATCHES "([0-9]+)$")
      message(FATAL_ERROR "${header} does not define VIGIL_VERSION_${part} as a number")
    endif()
    list(APPEND numbers ${CMAKE_MATCH_1})
  endforeach()
  string(JOIN . version ${numbers})
  set(VIGIL_VERSION "${version}" PARENT_SCOPE)
endfunction()

get_filename_component(VIGIL_VERSION_HEADER "${CMAKE_CURRENT_LIST_DIR}/../core/include/vigil/version.hpp" ABSOLUTE)
vigil_read_version("${VIGIL_VERSION_HEADER}")
