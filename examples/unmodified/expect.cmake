# The core is all that pkg-config knows of it.
set(packages vigil)

function(compile)
  # The launcher needs no package file: it is installed beside the library.
  set(launcher "${PREFIX}/bin/vigil-c++")
  set(ENV{CXX} "${CXX}")
  foreach(version first_try fixed)
    run("${launcher}" -std=c++20 -O2 ${warnings} -I "${sources}/${version}" "${sources}/queue_test.cpp"
        -o "${DIRECTORY}/${version}")
  endforeach()
  file(RENAME "${DIRECTORY}/first_try" "${DIRECTORY}/queue_test")
  file(RENAME "${DIRECTORY}/fixed" "${DIRECTORY}/fixed_queue_test")
endfunction()

function(expect_of status)
  execute_process(COMMAND ${ARGN} OUTPUT_VARIABLE output RESULT_VARIABLE result)
  if(NOT result EQUAL ${status})
    message(FATAL_ERROR "${ARGN} printed\n${output}and ended with ${result} instead of ${status}")
  endif()
  set(output "${output}" PARENT_SCOPE)
endfunction()

function(expect_in_output)
  foreach(due ${ARGV})
    string(FIND "${output}" "${due}" at)
    if(at EQUAL -1)
      message(FATAL_ERROR "the output\n${output}lacks\n${due}")
    endif()
  endforeach()
endfunction()

function(expect)
  expect_of(1 "${DIRECTORY}/queue_test")
  expect_in_output("queue_test: fails: missed-wake" "bounded_queue.hpp:19 push" "waits forever")
  string(REGEX MATCH "--replay ([0-9a-z]+)" command "${output}")
  expect_of(1 "${DIRECTORY}/queue_test" --replay ${CMAKE_MATCH_1})
  expect_in_output("missed-wake")

  expect_of(0 "${DIRECTORY}/fixed_queue_test" --memory-model=tso)
  expect_in_output("fixed_queue_test: holds" "exhaustive: ")
  expect_of(0 "${DIRECTORY}/fixed_queue_test")
  expect_of(3 "${DIRECTORY}/fixed_queue_test" --limit=3)
endfunction()
