# Libraries for everything that is not a protocol: the installed package if there is one, otherwise the same library
# fetched at a fixed commit. Only the directories that need a library require it, so a consumer of core needs none.
include(FetchContent)

# Its headers are system headers, as a package's are: our warnings do not apply to them.
function(vigil_fetch name repository commit)
  message(STATUS "Vigil: ${name} is not installed, fetching ${repository} at ${commit}")
  # Options that our callers set take effect, even if the library requires an older CMake without this policy.
  set(CMAKE_POLICY_DEFAULT_CMP0077 NEW)
  FetchContent_Declare(${name} GIT_REPOSITORY ${repository} GIT_TAG ${commit})
  FetchContent_MakeAvailable(${name})
  foreach(target ${ARGN})
    get_target_property(include ${target} INTERFACE_INCLUDE_DIRECTORIES)
    set_target_properties(${target} PROPERTIES INTERFACE_SYSTEM_INCLUDE_DIRECTORIES "${include}")
  endforeach()
endfunction()

macro(vigil_require_gtest)
  find_package(GTest QUIET)
  if(NOT TARGET GTest::gmock_main)
    set(INSTALL_GTEST OFF)
    vigil_fetch(googletest https://github.com/google/googletest.git 58d77fa8070e8cec2dc1ed015d66b454c8d78850
                gtest gmock)
  endif()
endmacro()

macro(vigil_require_rapidcheck)
  find_package(rapidcheck QUIET)
  if(NOT TARGET rapidcheck)
    set(RC_ENABLE_GTEST ON)
    vigil_fetch(rapidcheck https://github.com/emil-e/rapidcheck.git ff6af6fc683159deb51c543b065eba14dfcf329b
                rapidcheck rapidcheck_gtest)
  endif()
endmacro()

macro(vigil_require_benchmark)
  find_package(benchmark QUIET)
  if(NOT TARGET benchmark::benchmark_main)
    set(BENCHMARK_ENABLE_TESTING OFF)
    set(BENCHMARK_ENABLE_INSTALL OFF)
    vigil_fetch(benchmark https://github.com/google/benchmark.git d572f4777349d43653b21d6c2fc63020ab326db2
                benchmark)
  endif()
endmacro()

macro(vigil_require_cli11)
  find_package(CLI11 QUIET)
  if(NOT TARGET CLI11::CLI11)
    vigil_fetch(CLI11 https://github.com/CLIUtils/CLI11.git 291c58789c031208f08f4f261a858b5b7083e8e2
                CLI11)
  endif()
endmacro()

macro(vigil_require_json)
  find_package(nlohmann_json QUIET)
  if(NOT TARGET nlohmann_json::nlohmann_json)
    vigil_fetch(nlohmann_json https://github.com/nlohmann/json.git bc889afb4c5bf1c0d8ee29ef35eaaf4c8bef8a5d
                nlohmann_json)
  endif()
endmacro()

macro(vigil_require_fmt)
  find_package(fmt QUIET)
  if(NOT TARGET fmt::fmt)
    vigil_fetch(fmt https://github.com/fmtlib/fmt.git a33701196adfad74917046096bf5a2aa0ab0bb50
                fmt)
  endif()
endmacro()

# It has no build files for CMake, so that it cannot be fetched.
macro(vigil_require_sqlite)
  find_package(SQLite3 QUIET)
  if(NOT TARGET SQLite::SQLite3)
    message(FATAL_ERROR "Vigil: SQLite is not installed (sqlite3.h, libsqlite3), and models need it: on Debian and Ubuntu "
                        "apt-get install libsqlite3-dev; without models configure with -DVIGIL_BUILD_MODELS=OFF")
  endif()
endmacro()

# hiredis 0.14, which Debian 12 has, comes with pkg-config's file alone.
macro(vigil_require_hiredis)
  if(NOT TARGET hiredis::hiredis)
    find_package(PkgConfig QUIET)
    if(PKG_CONFIG_FOUND)
      pkg_check_modules(VIGIL_HIREDIS QUIET IMPORTED_TARGET GLOBAL hiredis)
    endif()
    if(TARGET PkgConfig::VIGIL_HIREDIS)
      add_library(hiredis::hiredis ALIAS PkgConfig::VIGIL_HIREDIS)
    else()
      message(FATAL_ERROR "Vigil: hiredis is not installed, and models need it: on Debian and Ubuntu apt-get install "
                          "libhiredis-dev pkg-config; without models configure with -DVIGIL_BUILD_MODELS=OFF")
    endif()
  endif()
endmacro()

# Relacy has no package files, and its headers are not free of our warnings.
function(vigil_require_relacy)
  if(TARGET Relacy::relacy)
    return()
  endif()
  find_path(VIGIL_RELACY_INCLUDE relacy/relacy.hpp DOC "Where relacy/relacy.hpp is")
  set(include "${VIGIL_RELACY_INCLUDE}")
  if(NOT include)
    vigil_fetch(relacy https://github.com/dvyukov/relacy.git 357b469cf5eb276c6284dc0aef072d7624cdfcfa)
    FetchContent_GetProperties(relacy SOURCE_DIR include)
  endif()
  add_library(vigil_relacy INTERFACE)
  add_library(Relacy::relacy ALIAS vigil_relacy)
  target_include_directories(vigil_relacy SYSTEM INTERFACE "${include}")
endfunction()
