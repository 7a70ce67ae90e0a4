set(packages vigil)

function(compile)
  run(${compiler} "${sources}/main.cpp" ${flags} -o "${DIRECTORY}/scheduler")
endfunction()

function(expect)
  execute_process(COMMAND "${DIRECTORY}/scheduler" OUTPUT_VARIABLE output COMMAND_ERROR_IS_FATAL ANY)
  set(due "1000000 ones\n")
  if(NOT output STREQUAL due)
    message(FATAL_ERROR "the program printed\n${output}instead of\n${due}")
  endif()
endfunction()
