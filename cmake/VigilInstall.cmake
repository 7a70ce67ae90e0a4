# What `cmake --install` installs: the headers, the checker, package files for find_package and pkg-config, the program
# with its manual and completions.
include(GNUInstallDirs)
include(CMakePackageConfigHelpers)

install(TARGETS vigil_core EXPORT VigilTargets)
install(DIRECTORY "${PROJECT_SOURCE_DIR}/core/include/vigil" DESTINATION "${CMAKE_INSTALL_INCLUDEDIR}"
        FILES_MATCHING PATTERN "*.hpp" PATTERN "*.h")
if(TARGET vigil_c)
  install(TARGETS vigil_c EXPORT VigilTargets ARCHIVE DESTINATION "${CMAKE_INSTALL_LIBDIR}")
endif()
if(TARGET vigil_checker)
  install(TARGETS vigil_checker vigil_checker_new EXPORT VigilTargets ARCHIVE DESTINATION "${CMAKE_INSTALL_LIBDIR}")
  install(DIRECTORY "${PROJECT_SOURCE_DIR}/checker/include/vigil" DESTINATION "${CMAKE_INSTALL_INCLUDEDIR}"
          FILES_MATCHING PATTERN "*.hpp" PATTERN "*.h")
endif()
if(TARGET vigil_unmodified)
  # Programs that are checked name this directory, and no other program links what is in it.
  install(TARGETS vigil_unmodified EXPORT VigilTargets LIBRARY DESTINATION "${CMAKE_INSTALL_LIBDIR}/vigil")
  install(PROGRAMS "${PROJECT_SOURCE_DIR}/vigil-c++" DESTINATION "${CMAKE_INSTALL_BINDIR}")
  install(FILES "${PROJECT_SOURCE_DIR}/packaging/help/vigil-c++.1" DESTINATION "${CMAKE_INSTALL_MANDIR}/man1")
endif()

if(TARGET vigil_testing)
  install(TARGETS vigil_linearizability vigil_testing EXPORT VigilTargets)
  # The specifications of core's own primitives are for our models.
  install(DIRECTORY "${PROJECT_SOURCE_DIR}/testing/include/vigil" DESTINATION "${CMAKE_INSTALL_INCLUDEDIR}"
          FILES_MATCHING PATTERN "*.hpp" PATTERN "linearizability/latch.hpp" EXCLUDE
          PATTERN "linearizability/counters.hpp" EXCLUDE)
endif()
if(TARGET vigil_models_library)
  install(TARGETS vigil_models_library EXPORT VigilTargets ARCHIVE DESTINATION "${CMAKE_INSTALL_LIBDIR}")
  install(DIRECTORY "${PROJECT_SOURCE_DIR}/models/framework/include/vigil"
                    "${PROJECT_SOURCE_DIR}/models/framework/checker_alone/vigil"
          DESTINATION "${CMAKE_INSTALL_INCLUDEDIR}" FILES_MATCHING PATTERN "*.hpp")
endif()

set(package_directory "${CMAKE_INSTALL_LIBDIR}/cmake/Vigil")
install(EXPORT VigilTargets NAMESPACE Vigil:: DESTINATION "${package_directory}")
configure_package_config_file("${CMAKE_CURRENT_LIST_DIR}/VigilConfig.cmake.in" "${PROJECT_BINARY_DIR}/VigilConfig.cmake"
                              INSTALL_DESTINATION "${package_directory}" NO_SET_AND_CHECK_MACRO)
# Headers are independent of the architecture, a library is not.
set(architecture ARCH_INDEPENDENT)
if(TARGET vigil_checker OR TARGET vigil_c)
  set(architecture)
endif()
# Before 1.0 a minor version may change an interface.
write_basic_package_version_file("${PROJECT_BINARY_DIR}/VigilConfigVersion.cmake"
                                 COMPATIBILITY SameMinorVersion ${architecture})
install(FILES "${PROJECT_BINARY_DIR}/VigilConfig.cmake" "${PROJECT_BINARY_DIR}/VigilConfigVersion.cmake"
              "${CMAKE_CURRENT_LIST_DIR}/VigilCheck.cmake"
        DESTINATION "${package_directory}")

# The prefix is relative to the file, so an installed tree may be moved.
file(RELATIVE_PATH VIGIL_PREFIX_FROM_PKGCONFIG "/${CMAKE_INSTALL_LIBDIR}/pkgconfig" "/")
string(REGEX REPLACE "/$" "" VIGIL_PREFIX_FROM_PKGCONFIG "${VIGIL_PREFIX_FROM_PKGCONFIG}")
set(VIGIL_SYSTEM_LIBRARIES "")
if(MINGW)
  set(VIGIL_SYSTEM_LIBRARIES " -lsynchronization")
endif()
configure_file("${CMAKE_CURRENT_LIST_DIR}/vigil.pc.in" "${PROJECT_BINARY_DIR}/vigil.pc" @ONLY)
install(FILES "${PROJECT_BINARY_DIR}/vigil.pc" DESTINATION "${CMAKE_INSTALL_LIBDIR}/pkgconfig")
if(TARGET vigil_c)
  configure_file("${CMAKE_CURRENT_LIST_DIR}/vigil-c.pc.in" "${PROJECT_BINARY_DIR}/vigil-c.pc" @ONLY)
  install(FILES "${PROJECT_BINARY_DIR}/vigil-c.pc" DESTINATION "${CMAKE_INSTALL_LIBDIR}/pkgconfig")
endif()
if(TARGET vigil_checker)
  configure_file("${CMAKE_CURRENT_LIST_DIR}/vigil-checker.pc.in" "${PROJECT_BINARY_DIR}/vigil-checker.pc" @ONLY)
  install(FILES "${PROJECT_BINARY_DIR}/vigil-checker.pc" DESTINATION "${CMAKE_INSTALL_LIBDIR}/pkgconfig")
endif()
if(TARGET vigil_models_library)
  configure_file("${CMAKE_CURRENT_LIST_DIR}/vigil-models.pc.in" "${PROJECT_BINARY_DIR}/vigil-models.pc" @ONLY)
  install(FILES "${PROJECT_BINARY_DIR}/vigil-models.pc" DESTINATION "${CMAKE_INSTALL_LIBDIR}/pkgconfig")
endif()

if(TARGET vigil_program)
  install(TARGETS vigil_program RUNTIME DESTINATION "${CMAKE_INSTALL_BINDIR}")
  set(help "${PROJECT_SOURCE_DIR}/packaging/help")
  install(FILES "${help}/vigil.1" DESTINATION "${CMAKE_INSTALL_MANDIR}/man1")
  install(FILES "${help}/vigil.bash" DESTINATION "${CMAKE_INSTALL_DATADIR}/bash-completion/completions" RENAME vigil)
  install(FILES "${help}/_vigil" DESTINATION "${CMAKE_INSTALL_DATADIR}/zsh/site-functions")
  install(FILES "${help}/vigil.fish" DESTINATION "${CMAKE_INSTALL_DATADIR}/fish/vendor_completions.d")
endif()
