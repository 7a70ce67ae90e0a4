# One test of an example, from an empty directory to its output. Arguments: see CMakeLists.txt.

set(sources "${CMAKE_CURRENT_LIST_DIR}/${EXAMPLE}")
set(warnings -Wall -Wextra -Wpedantic -Werror)
# An example may have `arguments` for the installed package: what else is built there.
set(arguments)
include("${sources}/expect.cmake")

function(run)
  execute_process(COMMAND ${ARGV} COMMAND_ERROR_IS_FATAL ANY)
endfunction()

function(build_by_cmake)
  string(JOIN " " flags ${warnings})
  run("${CMAKE_COMMAND}" -S "${sources}" -B "${DIRECTORY}" -G "${GENERATOR}" "-DCMAKE_CXX_COMPILER=${CXX}"
      -DCMAKE_BUILD_TYPE=Release "-DCMAKE_CXX_FLAGS=${flags}" ${ARGV})
  run("${CMAKE_COMMAND}" --build "${DIRECTORY}")
endfunction()

# Each example defines `compile`, which compiles it with `compiler` and `flags`.
function(build_by_hand)
  file(GLOB_RECURSE package "${PREFIX}/vigil.pc")
  get_filename_component(package_directory "${package}" DIRECTORY)
  set(ENV{PKG_CONFIG_PATH} "${package_directory}")
  execute_process(COMMAND pkg-config --cflags --libs ${packages} OUTPUT_VARIABLE flags OUTPUT_STRIP_TRAILING_WHITESPACE
                  COMMAND_ERROR_IS_FATAL ANY)
  separate_arguments(flags)
  set(compiler "${CXX}" -std=c++20 -O2 ${warnings})
  compile()
endfunction()

if(WAY STREQUAL "install")
  file(REMOVE_RECURSE "${PREFIX}")
  run("${CMAKE_COMMAND}" --install "${VIGIL_BUILD}" --prefix "${PREFIX}")
  return()
endif()

file(REMOVE_RECURSE "${DIRECTORY}")
file(MAKE_DIRECTORY "${DIRECTORY}")
if(WAY STREQUAL "find_package")
  build_by_cmake("-DCMAKE_PREFIX_PATH=${PREFIX}" ${arguments})
elseif(WAY STREQUAL "add_subdirectory")
  build_by_cmake("-DVIGIL_SOURCE_DIR=${VIGIL_SOURCE}" -DVIGIL_UNITY=ON)
elseif(WAY STREQUAL "pkg_config")
  build_by_hand()
endif()
expect()
