# The compile options of our own targets.
function(vigil_house_rules target)
  target_compile_features(${target} PRIVATE cxx_std_20)
  set_target_properties(${target} PROPERTIES CXX_EXTENSIONS OFF)
  target_compile_options(${target} PRIVATE -Wall -Wextra -Wpedantic -Wshadow -Wconversion)
  if(VIGIL_DEVELOP)
    # Only where Vigil is developed: the compiler of another project, or of a package, may have more warnings.
    target_compile_options(${target} PRIVATE -Werror)
  endif()
  if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
    # g++ 12 sees overlapping copies in std::string's operator+ (its bug 105651).
    target_compile_options(${target} PRIVATE -Wno-restrict)
  endif()
  if(VIGIL_SANITIZE)
    target_compile_options(${target} PRIVATE -fsanitize=${VIGIL_SANITIZE} -fno-sanitize-recover=all
                           -fno-omit-frame-pointer)
    target_link_options(${target} PRIVATE -fsanitize=${VIGIL_SANITIZE})
    if(VIGIL_SANITIZE MATCHES "thread.*undefined|undefined.*thread")
      # UBSan asks by a pipe whether an object's vptr can be read, and ThreadSanitizer takes that pipe for shared data.
      target_compile_options(${target} PRIVATE -fno-sanitize=vptr)
    endif()
    if(VIGIL_SANITIZE MATCHES "undefined" AND CMAKE_CXX_COMPILER_ID MATCHES "Clang"
       AND CMAKE_CXX_COMPILER_VERSION VERSION_LESS 17)
      # The check of a function's type puts words in front of its code, and these compilers cannot where the function is
      # a coroutine: "Cannot represent a difference across sections".
      target_compile_options(${target} PRIVATE $<$<COMPILE_LANGUAGE:CXX>:-fno-sanitize=function>)
    endif()
    if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
      # The sanitizer's checks make g++ report initialised variables, as in std::regex.
      target_compile_options(${target} PRIVATE -Wno-maybe-uninitialized)
    endif()
  endif()
  if(VIGIL_COVERAGE)
    target_compile_options(${target} PRIVATE --coverage)
    target_link_options(${target} PRIVATE --coverage)
  endif()
  if(VIGIL_CCACHE)
    set_target_properties(${target} PROPERTIES CXX_COMPILER_LAUNCHER "${VIGIL_CCACHE}")
  endif()
endfunction()

# For a library of many small sources, whose compile time goes mostly into the standard headers that all of them
# include.
# A compiler that sees several sources as one does not notice a missing include, or two definitions of the same name. So
# clang++ compiles each source alone, except under the sanitizers.
string(COMPARE EQUAL "${CMAKE_CXX_COMPILER_ID}" "GNU" VIGIL_IS_GNU)
option(VIGIL_UNITY "Compile the sources of the larger libraries several at a time" ${VIGIL_IS_GNU})
function(vigil_compile_together target)
  if(VIGIL_UNITY)
    set_target_properties(${target} PROPERTIES UNITY_BUILD ON UNITY_BUILD_BATCH_SIZE 8)
  endif()
endfunction()

# For a target of many sources that begin with the same headers. They cannot be compiled together, because each defines
# names of its own in an unnamed namespace. A source that lacks an include of these headers is noticed by the preset lint.
option(VIGIL_PRECOMPILE "Precompile the headers that the sources of a target share" ON)
mark_as_advanced(VIGIL_PRECOMPILE)
function(vigil_compile_headers_once target)
  if(NOT VIGIL_PRECOMPILE)
    return()
  endif()
  foreach(header ${ARGN})
    target_precompile_headers(${target} PRIVATE "$<$<COMPILE_LANGUAGE:CXX>:<${header}$<ANGLE-R>>")
  endforeach()
  # ccache's manual asks for these options where headers are precompiled.
  if(VIGIL_IS_GNU)
    # In precompiled headers g++ 12 also reports the copies of its bug 105651 under two more names.
    target_compile_options(${target} PRIVATE -fpch-preprocess -Wno-array-bounds -Wno-stringop-overflow)
  else()
    target_compile_options(${target} PRIVATE "$<$<COMPILE_LANGUAGE:CXX>:SHELL:-Xclang -fno-pch-timestamp>")
  endif()
  # A precompiled header has sums of the headers in it, comments included. With one from the cache that differs in a
  # comment, the compiler would not know that it has read them.
  if(VIGIL_CCACHE)
    set_target_properties(${target} PROPERTIES CXX_COMPILER_LAUNCHER
      "${CMAKE_COMMAND};-E;env;CCACHE_SLOPPINESS=pch_defines,time_macros;CCACHE_COMMENTS=1;${VIGIL_CCACHE}")
  endif()
endfunction()

# Compiles the text of a file into `target`, as a constant that <name>.hpp next to it declares: kPageJs for page.js.
function(vigil_embed target file)
  get_filename_component(stem "${file}" NAME_WE)
  get_filename_component(kind "${file}" LAST_EXT)
  string(SUBSTRING "${kind}" 1 -1 kind)
  set(constant k)
  string(REPLACE "_" ";" words "${stem}")
  foreach(word ${words} ${kind})
    string(SUBSTRING ${word} 0 1 initial)
    string(TOUPPER ${initial} initial)
    string(SUBSTRING ${word} 1 -1 rest)
    string(APPEND constant ${initial}${rest})
  endforeach()
  set(source "${CMAKE_CURRENT_BINARY_DIR}/${target}/${stem}_${kind}.cpp")
  set(script "${CMAKE_CURRENT_FUNCTION_LIST_DIR}/EmbedText.cmake")
  add_custom_command(OUTPUT "${source}" DEPENDS "${file}" "${script}" VERBATIM
    COMMAND "${CMAKE_COMMAND}" "-DINPUT=${file}" "-DOUTPUT=${source}" "-DNAME=${constant}" "-DHEADER=${stem}.hpp"
            -P "${script}")
  target_sources(${target} PRIVATE "${source}")
endfunction()

# A library whose folders are layers, listed from the lowest up. Each is compiled with its own headers and those of the
# layers below it only: an include of a higher layer does not compile. The property VIGIL_FLOORS lists all of these
# directories, for tests of the parts.
function(vigil_floors target directory)
  cmake_parse_arguments(PARSE_ARGV 2 here "OPTIMISE_LITTLE" "" "FLOORS;INCLUDE;LINK;DEFINE;PRECOMPILE")
  set(objects)
  set(directories)
  foreach(floor ${here_FLOORS})
    file(GLOB sources CONFIGURE_DEPENDS "${directory}/${floor}/*.cpp")
    list(APPEND directories "${directory}/${floor}")
    set(part ${target}_${floor})
    add_library(${part} OBJECT EXCLUDE_FROM_ALL ${sources})
    file(GLOB texts CONFIGURE_DEPENDS "${directory}/${floor}/*.css" "${directory}/${floor}/*.js")
    foreach(text ${texts})
      vigil_embed(${part} "${text}")
    endforeach()
    vigil_house_rules(${part})
    vigil_compile_together(${part})
    if(NOT VIGIL_UNITY)
      vigil_compile_headers_once(${part} ${here_PRECOMPILE})
    endif()
    if(here_OPTIMISE_LITTLE)
      vigil_optimise_little(${part})
    endif()
    target_compile_definitions(${part} PRIVATE ${here_DEFINE})
    target_include_directories(${part} PRIVATE ${here_INCLUDE} ${directories})
    target_link_libraries(${part} PRIVATE ${here_LINK})
    list(APPEND objects $<TARGET_OBJECTS:${part}>)
  endforeach()
  add_library(${target} STATIC EXCLUDE_FROM_ALL ${objects})
  set_target_properties(${target} PROPERTIES LINKER_LANGUAGE CXX VIGIL_FLOORS "${directories}")
endfunction()

# For code that runs too rarely to be worth its optimisation: tests, input and output. The checker, which they call, is
# a library that is fully optimised. Stress tests and benchmarks instantiate core as it ships.
function(vigil_optimise_little target)
  if(CMAKE_BUILD_TYPE STREQUAL "Release")
    target_compile_options(${target} PRIVATE -O1)
  endif()
endfunction()

find_program(VIGIL_CCACHE ccache DOC "Compiler cache, used when found")
mark_as_advanced(VIGIL_CCACHE)

# One executable for each directory. Each primitive adds one file, <directory>/<part>/<primitive>.cpp, and no line here:
# CONFIGURE_DEPENDS finds a new file at the next build. Shared code is in testing/.
#
#   vigil_room_executable(<target> <library>... [WITHOUT <directory>...])
function(vigil_room_executable target)
  cmake_parse_arguments(PARSE_ARGV 1 room "" "" "WITHOUT")
  file(GLOB sources CONFIGURE_DEPENDS "${CMAKE_CURRENT_SOURCE_DIR}/*/*.cpp")
  foreach(directory ${room_WITHOUT})
    list(FILTER sources EXCLUDE REGEX "^${CMAKE_CURRENT_SOURCE_DIR}/${directory}/")
  endforeach()
  add_executable(${target} ${sources})
  vigil_house_rules(${target})
  target_link_libraries(${target} PRIVATE Vigil::core ${room_UNPARSED_ARGUMENTS})
  target_include_directories(${target} PRIVATE "${CMAKE_CURRENT_SOURCE_DIR}")
endfunction()
