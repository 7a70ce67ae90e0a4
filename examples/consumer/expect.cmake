set(packages vigil)

function(compile)
  run(${compiler} "${sources}/main.cpp" ${flags} -o "${DIRECTORY}/consumer")
endfunction()

function(expect)
  execute_process(COMMAND "${DIRECTORY}/consumer" OUTPUT_VARIABLE output COMMAND_ERROR_IS_FATAL ANY)
  set(due "1000 of 1000 jobs ran exactly once\n")
  if(NOT output STREQUAL due)
    message(FATAL_ERROR "the consumer printed\n${output}instead of\n${due}")
  endif()
endfunction()
