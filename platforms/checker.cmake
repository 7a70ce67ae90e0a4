# The checker as a library, and those of its tests that need no further library: the switch between fibers, crashes, what
# it says of small models.
find_path(VIGIL_CLI11 CLI/CLI.hpp)
if(VIGIL_CLI11)
  # It is headers alone, and so the same for each platform. The directory that they are in belongs to this machine.
  file(MAKE_DIRECTORY "${PROJECT_BINARY_DIR}/cli11")
  file(CREATE_LINK "${VIGIL_CLI11}/CLI" "${PROJECT_BINARY_DIR}/cli11/CLI" SYMBOLIC)
  add_library(cli11 INTERFACE)
  target_include_directories(cli11 SYSTEM INTERFACE "${PROJECT_BINARY_DIR}/cli11")
  add_library(CLI11::CLI11 ALIAS cli11)
  set(CMAKE_DISABLE_FIND_PACKAGE_CLI11 ON)
endif()
set(VIGIL_BUILD_CHECKER ON)
set(VIGIL_UNITY ON)
add_subdirectory("${root}" vigil EXCLUDE_FROM_ALL)

program(checker checker/tests allocation_test.cpp arena_test.cpp crash_test.cpp fiber_state_test.cpp fiber_test.cpp
        invariant_test.cpp limits_test.cpp polled_mutex_test.cpp preemption_bound_test.cpp read_modify_writes_test.cpp
        run_test.cpp symmetry_test.cpp timed_waits_test.cpp)
get_target_property(floors vigil_checker VIGIL_FLOORS)
target_include_directories(checker PRIVATE ${floors})
target_link_libraries(checker PRIVATE Vigil::checker gmock gtest)
