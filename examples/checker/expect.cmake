set(packages vigil-checker)

function(compile)
  run(${compiler} "${sources}/check_message.cpp" ${flags} -o "${DIRECTORY}/check_message")
  run(${compiler} "${sources}/gives_up.cpp" ${flags} -o "${DIRECTORY}/check_gives_up")
  run(${compiler} -I "${sources}/first_try" "${sources}/check_queue.cpp" ${flags} -o "${DIRECTORY}/check_first_try")
  run(${compiler} -I "${sources}/fixed" "${sources}/check_queue.cpp" ${flags} -o "${DIRECTORY}/check_queue")
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
  expect_of(1 "${DIRECTORY}/check_message")
  expect_in_output("Message: fails: data-race")
  expect_of(1 "${DIRECTORY}/check_first_try" --hint)
  expect_in_output("28) release, with any other relaxed store on that line: holds, exhaustive: 47 executions, 0 blocked")

  expect_of(1 "${DIRECTORY}/check_gives_up")
  expect_in_output("GivesUp: fails: data-race")

  expect_of(0 "${DIRECTORY}/check_queue")
  expect_in_output("Handover: holds" "exhaustive: 47 executions, ")

  # The producer sees that the consumer has moved its index, but the consumer's read does not happen before that.
  expect_of(1 "${DIRECTORY}/check_first_try")
  set(trace
      "Handover: fails: data-race (a write of a var is unordered with a read by another thread)"
      "read slot[0] = 1                  queue.hpp:27 pop"
      "store head = 1, relaxed           queue.hpp:28 pop"
      "14  load head = 1, acquire (from 13)"
      "VIOLATION thread 0 at step 14")
  expect_in_output(${trace})

  string(REGEX MATCH "--replay ([0-9a-z]+)" command "${output}")
  expect_of(1 "${DIRECTORY}/check_first_try" --replay ${CMAKE_MATCH_1})
  list(REMOVE_AT trace 0)
  expect_in_output(${trace})

  # Sequential consistency hides the defect.
  expect_of(0 "${DIRECTORY}/check_first_try" --memory-model sc)
  expect_of(3 "${DIRECTORY}/check_queue" --limit 10)
  expect_in_output("Handover: nothing found")
endfunction()
