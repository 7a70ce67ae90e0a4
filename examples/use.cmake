# One consumer test, from an empty directory to the result that the example prints. Arguments: see CMakeLists.txt.

function(run)
  execute_process(COMMAND ${ARGV} COMMAND_ERROR_IS_FATAL ANY)
endfunction()

function(expect_each_job_once program)
  execute_process(COMMAND "${program}" OUTPUT_VARIABLE output COMMAND_ERROR_IS_FATAL ANY)
  set(due "10000 jobs, each run exactly once: yes\n")
  if(NOT output STREQUAL due)
    message(FATAL_ERROR "${program} printed\n${output}instead of\n${due}")
  endif()
endfunction()

function(build_consumer)
  run("${CMAKE_COMMAND}" -S "${CONSUMER}" -B "${DIRECTORY}" -G "${GENERATOR}" "-DCMAKE_CXX_COMPILER=${CXX}"
      -DCMAKE_BUILD_TYPE=Release "-DCMAKE_CXX_FLAGS=-Wall -Wextra -Wpedantic -Werror" ${ARGV})
  run("${CMAKE_COMMAND}" --build "${DIRECTORY}")
  expect_each_job_once("${DIRECTORY}/consumer")
endfunction()

if(WAY STREQUAL "install")
  file(REMOVE_RECURSE "${PREFIX}")
  run("${CMAKE_COMMAND}" --install "${VIGIL_BUILD}" --prefix "${PREFIX}")
  return()
endif()

file(REMOVE_RECURSE "${DIRECTORY}")
file(MAKE_DIRECTORY "${DIRECTORY}")
if(WAY STREQUAL "find_package")
  build_consumer("-DCMAKE_PREFIX_PATH=${PREFIX}")
elseif(WAY STREQUAL "add_subdirectory")
  build_consumer("-DVIGIL_SOURCE_DIR=${VIGIL_SOURCE}")
elseif(WAY STREQUAL "pkg_config")
  file(GLOB_RECURSE package "${PREFIX}/vigil.pc")
  get_filename_component(package_directory "${package}" DIRECTORY)
  set(ENV{PKG_CONFIG_PATH} "${package_directory}")
  execute_process(COMMAND pkg-config --cflags --libs vigil OUTPUT_VARIABLE flags OUTPUT_STRIP_TRAILING_WHITESPACE
                  COMMAND_ERROR_IS_FATAL ANY)
  separate_arguments(flags)
  run("${CXX}" -std=c++20 -O2 -Wall -Wextra -Wpedantic -Werror "${CONSUMER}/main.cpp" ${flags}
      -o "${DIRECTORY}/consumer")
  expect_each_job_once("${DIRECTORY}/consumer")
endif()
