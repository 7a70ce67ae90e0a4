set(packages vigil)

function(compile)
  run(${compiler} "${sources}/main.cpp" ${flags} -o "${DIRECTORY}/consumer")
endfunction()

function(expect)
  execute_process(COMMAND "${DIRECTORY}/consumer" OUTPUT_VARIABLE output COMMAND_ERROR_IS_FATAL ANY)
  set(due "10000 jobs, each run exactly once: yes\n")
  if(NOT output STREQUAL due)
    message(FATAL_ERROR "the consumer printed\n${output}instead of\n${due}")
  endif()
endfunction()
