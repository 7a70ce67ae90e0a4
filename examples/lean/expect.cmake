set(packages vigil)

function(compile)
  run(${compiler} "${sources}/main.cpp" ${flags} -o "${DIRECTORY}/lean")
endfunction()

function(expect)
  execute_process(COMMAND "${DIRECTORY}/lean" OUTPUT_VARIABLE output COMMAND_ERROR_IS_FATAL ANY)
  set(due "1228 primes below 9973\n")
  if(NOT output STREQUAL due)
    message(FATAL_ERROR "the program printed\n${output}instead of\n${due}")
  endif()
endfunction()
