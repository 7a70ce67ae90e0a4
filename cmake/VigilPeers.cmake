# The pools that ours are compared with. None is required: the build and every report list the missing ones.
include_guard()

# Compiles the distribution's Rayon to a library with a C interface. Needs no network.
function(vigil_rayon target)
  set(crate "${CMAKE_CURRENT_SOURCE_DIR}/comparison/peers/rayon")
  set(directory "${CMAKE_CURRENT_BINARY_DIR}/rayon")
  set(library "${directory}/release/libvigil_rayon.a")
  add_custom_command(
    OUTPUT "${library}"
    COMMAND "${CMAKE_COMMAND}" -E make_directory "${directory}/crate"
    # Cargo writes a lock file beside the manifest.
    COMMAND "${CMAKE_COMMAND}" -E copy_if_different "${crate}/Cargo.toml" "${crate}/build.rs"
            "${crate}/crossbeam.rs" "${crate}/lib.rs" "${directory}/crate"
    COMMAND "${VIGIL_CARGO}" build --quiet --release --offline --manifest-path "${directory}/crate/Cargo.toml"
            --target-dir "${directory}" --config "source.crates-io.replace-with=\"packaged\""
            --config "source.packaged.directory=\"${VIGIL_CRATES}\""
    DEPENDS "${crate}/Cargo.toml" "${crate}/build.rs" "${crate}/crossbeam.rs" "${crate}/lib.rs"
    VERBATIM)
  add_custom_target(vigil_rayon_library DEPENDS "${library}")
  add_dependencies(${target} vigil_rayon_library)
  target_link_libraries(${target} PRIVATE "${library}" ${CMAKE_DL_LIBS})
endfunction()

# chili has no package. VIGIL_CHILI, also as a variable of the environment, is where its sources are.
function(vigil_chili target)
  set(sources "${CMAKE_CURRENT_SOURCE_DIR}/comparison/peers/chili")
  set(directory "${CMAKE_CURRENT_BINARY_DIR}/chili")
  set(library "${directory}/release/libvigil_chili.so")
  configure_file("${sources}/Cargo.toml.in" "${directory}/crate/Cargo.toml" @ONLY)
  configure_file("${sources}/lib.rs" "${directory}/crate/lib.rs" COPYONLY)
  add_custom_command(
    OUTPUT "${library}"
    COMMAND "${VIGIL_CARGO}" build --quiet --release --offline --manifest-path "${directory}/crate/Cargo.toml"
            --target-dir "${directory}"
    DEPENDS "${sources}/Cargo.toml.in" "${sources}/lib.rs"
    VERBATIM)
  add_custom_target(vigil_chili_library DEPENDS "${library}")
  add_dependencies(${target} vigil_chili_library)
  target_link_libraries(${target} PRIVATE "${library}")
  file(STRINGS "${VIGIL_CHILI}/Cargo.toml" version REGEX "^version = " LIMIT_COUNT 1)
  string(REGEX REPLACE "^version = \"(.*)\"$" "\\1" version "${version}")
  set_property(SOURCE comparison/peers/chili.cpp APPEND PROPERTY COMPILE_DEFINITIONS
               VIGIL_BENCH_CHILI_VERSION="${version}")
endfunction()

# Compiles the Go program of the comparison. Needs no network.
function(vigil_go target)
  set(module "${CMAKE_CURRENT_SOURCE_DIR}/comparison/peers/go")
  set(program "${CMAKE_CURRENT_BINARY_DIR}/vigil_bench_go")
  add_custom_command(
    OUTPUT "${program}"
    COMMAND "${CMAKE_COMMAND}" -E env "GOCACHE=${CMAKE_CURRENT_BINARY_DIR}/go-cache" GOFLAGS=-mod=mod GOPROXY=off
            GO111MODULE=on "${VIGIL_GO}" build -buildvcs=false -o "${program}" .
    WORKING_DIRECTORY "${module}"
    DEPENDS "${module}/go.mod" "${module}/main.go"
    VERBATIM)
  add_custom_target(vigil_go_program DEPENDS "${program}")
  add_dependencies(${target} vigil_go_program)
  set_property(SOURCE comparison/peers/go.cpp APPEND PROPERTY COMPILE_DEFINITIONS VIGIL_BENCH_GO="${program}")
endfunction()

# Measures the injectors beside moodycamel's queue, whose headers do not tell their version.
function(vigil_moodycamel)
  set(version unknown)
  find_program(VIGIL_DPKG_QUERY dpkg-query DOC "Tells the version of moodycamel's queue, used when found")
  if(VIGIL_DPKG_QUERY)
    execute_process(COMMAND "${VIGIL_DPKG_QUERY}" --show --showformat "\${Version}" libconcurrentqueue-dev
                    OUTPUT_VARIABLE found ERROR_QUIET RESULT_VARIABLE status)
    if(status EQUAL 0)
      set(version "${found}")
    endif()
  endif()
  set_property(SOURCE injector/beside_peers.cpp APPEND PROPERTY COMPILE_DEFINITIONS
               VIGIL_BENCH_MOODYCAMEL_VERSION="${version}")
endfunction()

# Makes each report of a comparison list the missing peers.
function(vigil_missing_peers comparison)
  list(JOIN ARGN ", " names)
  if(NOT names)
    set(names none)
  endif()
  set_property(SOURCE atomics/context.cpp APPEND PROPERTY COMPILE_DEFINITIONS
               VIGIL_MISSING_${comparison}_PEERS="${names}")
endfunction()

function(vigil_bench_peers target)
  find_package(TBB QUIET)
  find_package(OpenMP QUIET COMPONENTS CXX)
  find_program(VIGIL_CARGO cargo DOC "Builds the comparison with Rayon, used when found")
  find_path(VIGIL_CRATES NAMES rayon/Cargo.toml rayon-1.6.1/Cargo.toml PATHS /usr/share/cargo/registry
            DOC "Where the distribution's crates are")
  find_path(VIGIL_CHILI NAMES src/lib.rs PATHS ENV VIGIL_CHILI NO_DEFAULT_PATH DOC "The sources of chili, used when found")
  # It has no package either. CMake looks where lace_DIR or CMAKE_PREFIX_PATH says.
  find_package(lace CONFIG QUIET)
  find_program(VIGIL_GO go DOC "Builds the comparison with Go, used when found")
  find_path(VIGIL_MOODYCAMEL NAMES concurrentqueue/concurrentqueue.h DOC "Where moodycamel's queue is, used when found")

  set(missing)
  set(missing_primitives)
  if(TBB_FOUND)
    target_sources(${target} PRIVATE comparison/peers/onetbb.cpp)
    target_link_libraries(${target} PRIVATE TBB::tbb)
  else()
    list(APPEND missing oneTBB)
  endif()
  if(OpenMP_CXX_FOUND)
    # The flags apply to that file only: everything else is compiled as it ships.
    target_sources(${target} PRIVATE comparison/peers/openmp.cpp)
    set_source_files_properties(comparison/peers/openmp.cpp PROPERTIES
      COMPILE_OPTIONS "${OpenMP_CXX_FLAGS}" SKIP_PRECOMPILE_HEADERS ON)
    target_link_libraries(${target} PRIVATE ${OpenMP_CXX_LIBRARIES} ${CMAKE_DL_LIBS})
  else()
    list(APPEND missing OpenMP)
  endif()
  if(VIGIL_CARGO AND VIGIL_CRATES)
    target_sources(${target} PRIVATE comparison/peers/rayon.cpp)
    vigil_rayon(${target})
    set_property(SOURCE injector/beside_peers.cpp APPEND PROPERTY COMPILE_DEFINITIONS VIGIL_BENCH_CROSSBEAM)
  else()
    list(APPEND missing Rayon)
    list(APPEND missing_primitives crossbeam)
  endif()
  set(missing_lean ${missing})
  if(TARGET lace::lace)
    target_sources(${target} PRIVATE comparison/peers/lace.cpp)
    # It asks for C 11, and this project compiles no C.
    set_target_properties(lace::lace PROPERTIES INTERFACE_COMPILE_FEATURES "")
    target_link_libraries(${target} PRIVATE lace::lace)
    set_property(SOURCE comparison/peers/lace.cpp APPEND PROPERTY COMPILE_DEFINITIONS
                 VIGIL_BENCH_LACE_VERSION="${lace_VERSION}")
    # Its macros convert between sizes, and use the compound literals of C.
    set_property(SOURCE comparison/peers/lace.cpp APPEND PROPERTY COMPILE_OPTIONS -Wno-conversion
                 $<$<CXX_COMPILER_ID:Clang>:-Wno-c99-extensions>)
  else()
    list(APPEND missing Lace)
  endif()
  if(VIGIL_CARGO AND VIGIL_CHILI)
    target_sources(${target} PRIVATE comparison/peers/chili.cpp)
    vigil_chili(${target})
  else()
    list(APPEND missing chili)
  endif()
  if(VIGIL_MOODYCAMEL)
    vigil_moodycamel()
  else()
    list(APPEND missing_primitives moodycamel)
  endif()

  if(VIGIL_GO)
    target_sources(${target} PRIVATE comparison/peers/go.cpp)
    vigil_go(${target})
  else()
    list(APPEND missing_lean Go)
  endif()

  set(missing_all ${missing} ${missing_lean} ${missing_primitives})
  list(REMOVE_DUPLICATES missing_all)
  if(missing_all)
    list(JOIN missing_all ", " names)
    message(STATUS "Vigil: not found, and left out of the comparisons: ${names}")
  endif()
  vigil_missing_peers(POOL ${missing})
  vigil_missing_peers(LEAN ${missing_lean})
  vigil_missing_peers(PRIMITIVES ${missing_primitives})
endfunction()
